// Breakers: when did it step in? Bands of states per episode, every trip with what set it off and what followed, and the
// person's word on whether it was right.
import type { BreakersPage, TripLine } from "../../http/schemas.ts"
import { perform } from "../acts.ts"
import { StateTimeline } from "../charts/state-timeline.tsx"
import { count, exact, plain, share, when } from "../numbers.ts"
import { Chip } from "../parts/chip.tsx"
import { Answer, Empty } from "../parts/empty.tsx"
import { Page } from "../parts/page.tsx"
import { Picture } from "../parts/picture.tsx"
import { Table } from "../parts/table.tsx"
import { Link } from "../router.tsx"
import { useData } from "../use-data.ts"

export function BreakersPlace() {
  const page = useData<BreakersPage>("/breakers.json", /message|breaker|intervention|episode|turn/)
  return (
    <Page twin="/breakers.json" command={page.data?.command ?? "mettle history breaker"}>
      <Answer of={page}>
        {data => (
          <>
            {data.trips.length === 0 ? (
              <Empty command="mettle history breaker">{data.empty ?? "It never noticed trouble, that is good."}</Empty>
            ) : (
              <>
                <Now data={data} />
                <Courses data={data} />
                {data.timelines.length > 0 && (
                  <section class="panel">
                    <Timelines data={data} />
                  </section>
                )}
                <section class="panel">
                  <h2>It noticed trouble {count(data.total, "time")}</h2>
                  <ul class="rows">
                    {data.trips.map(trip => (
                      <Trip key={trip.id} trip={trip} onDone={page.reload} />
                    ))}
                  </ul>
                </section>
                <Triggers data={data} />
              </>
            )}
          </>
        )}
      </Answer>
    </Page>
  )
}

const Now = ({ data }: { readonly data: BreakersPage }) => (
  <section class="panel row">
    <Chip tone={data.state === "tripped" ? "bad" : data.state === "normal" ? "good" : "none"}>
      {data.state === "tripped" ? "! going wrong" : data.state}
    </Chip>
    <span>
      {count(data.failStreak, "failure")} in a row now · {data.speaks ? "may speak to the agent" : "only watches"}
    </span>
  </section>
)

function Timelines({ data }: { readonly data: BreakersPage }) {
  const shown = data.timelines.slice(0, 20)
  return (
    <Picture
      title="When it went wrong, by message"
      says={`${shown.length} of ${count(data.timelines.length, "episode")}`}
      rows={shown.flatMap(line => line.spans.map(span => ({ ...span, line })))}
      columns={[
        { head: "episode", cell: row => <Link to={`/episode/${row.line.episode}`}>{row.line.episodeShort}</Link> },
        { head: "messages", cell: row => `${row.from}–${row.to} of ${row.line.messages}` },
        { head: "state", cell: row => stateWords(row.state) },
      ]}
    >
      <StateTimeline
        label="how it went by message, one row per episode"
        rows={shown.map(line => ({
          label: line.episodeShort,
          note: count(line.messages, "message"),
          spans: line.spans.map(span => ({
            from: Math.max(0, span.from - 1) / Math.max(1, line.messages),
            to: span.to / Math.max(1, line.messages),
            state: stateWords(span.state),
            fill: span.state === "tripped" ? ("bad" as const) : ("none" as const),
            title: `${stateWords(span.state)}: messages ${span.from} to ${span.to}`,
          })),
        }))}
      />
    </Picture>
  )
}

function Trip({ trip, onDone }: { readonly trip: TripLine; readonly onDone: () => void }) {
  const label = (right: boolean) =>
    void perform(
      `/api/breakers/${encodeURIComponent(trip.id)}/${right ? "right" : "wrong"}`,
      {},
      {
        said: right ? "Noted: the right call." : "Noted: the wrong call.",
        done: onDone,
      },
    )
  const { after } = trip
  const guards = trip.breaker !== "session"
  return (
    <li style="padding: 0.55rem 0.2rem" data-trip={trip.id}>
      <div class="row">
        <Chip tone="bad">{`! ${plain(trip.trip)}`}</Chip>
        {guards ? (
          <span>{`${trip.breaker === "promotion" ? "promotions frozen" : "memory stands down"}, ${trip.scope?.slice(0, 6) ?? "everywhere"}`}</span>
        ) : (
          <Link to={`/episode/${trip.episode}?message=${trip.message}`} data-row>
            {trip.episodeShort}, message {trip.message}
          </Link>
        )}
        <span class="small dim">{when(trip.at)}</span>
        <Chip>
          {guards
            ? trip.settled
              ? `over${trip.endedAt === null ? "" : `, ${when(trip.endedAt)}`}`
              : "still so"
            : trip.spoken
              ? `said: ${plain(trip.intervention)}`
              : "not said"}
        </Chip>
        {trip.right !== null && (
          <Chip
            tone={trip.right ? "good" : "mixed"}
          >{`${trip.right ? "✓ right" : "✗ wrong"}${trip.label === null ? "" : ", says you"}`}</Chip>
        )}
        <span style="flex: 1" />
        <span class="row" style="flex-wrap: nowrap">
          <button type="button" class="button" onClick={() => label(true)} aria-pressed={trip.label === true}>
            Right call
          </button>
          <button type="button" class="button" onClick={() => label(false)} aria-pressed={trip.label === false}>
            Wrong call
          </button>
        </span>
      </div>
      <p class="small dim">
        {trip.because}.
        {!guards &&
          ` The next ${count(after.messages, "message")}: ${after.bad} bad, ${after.good} good, ${count(after.complaints, "complaint")}${trip.settled ? "" : ", still watching"}.`}
      </p>
    </li>
  )
}

function Triggers({ data }: { readonly data: BreakersPage }) {
  if (data.triggers.length === 0) return null
  return (
    <section class="panel">
      <h2>How right each reason has been</h2>
      <Table
        rows={data.triggers}
        columns={[
          { head: "reason", cell: row => plain(row.trip) },
          { head: "right", cell: row => share(row.right, row.n) },
          { head: "90 % range", cell: row => (row.n < 4 ? "–" : `${row.low.toFixed(2)} to ${row.high.toFixed(2)}`) },
        ]}
      />
    </section>
  )
}

/** Every breaker on one line of time, from the first trip to now. */
function Courses({ data }: { readonly data: BreakersPage }) {
  const rows = data.courses.flatMap(course => course.spans.map(span => ({ ...span, course })))
  if (rows.length === 0) return null
  const now = Date.parse(data.at)
  const first = Math.min(now - 3_600_000, ...rows.map(row => Date.parse(row.from)))
  const at = (time: string | null) => (time === null ? 1 : (Date.parse(time) - first) / (now - first))
  const many = (n: number) => count(n, "time")
  return (
    <section class="panel">
      <Picture
        title="When it noticed trouble"
        says={`from ${when(new Date(first).toISOString())} to now`}
        rows={rows}
        columns={[
          { head: "what", cell: row => nameOf(row.course) },
          { head: "from", cell: row => exact(row.from) },
          { head: "to", cell: row => (row.to === null ? "still so" : row.to === row.from ? "" : exact(row.to)) },
          { head: "state", cell: row => row.state },
          { head: "because", cell: row => row.because },
        ]}
      >
        <StateTimeline
          label="when each part noticed trouble, one row each"
          rows={data.courses.map(course => ({
            label: nameOf(course),
            note: course.now === "normal" ? many(course.spans.length) : course.now,
            spans: [
              { from: 0, to: 1, state: "", fill: "none" as const, title: "normal" },
              ...course.spans.map(span => ({
                from: at(span.from),
                to: at(span.to),
                state: span.state,
                fill: "bad" as const,
                title: `${span.state}, ${exact(span.from)}: ${span.because}`,
              })),
            ],
          }))}
        />
      </Picture>
    </section>
  )
}
const stateWords = (state: string): string => (state === "tripped" ? "going wrong" : state)
const nameOf = ({ what, scope }: { readonly what: string; readonly scope: string | null }): string =>
  scope === null ? what : `${what} · ${scope.slice(0, 6)}`
