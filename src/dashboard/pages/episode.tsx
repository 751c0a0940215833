// Episode: what happened? The picture, the transcript that follows its cursor, what the agent was given and what came of it.
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import type { EpisodePage, EpisodesPage, LedgerLine, TripLine } from "../../http/schemas.ts"
import { act, perform } from "../acts.tsx"
import { count, cut, plain, signed, when } from "../numbers.ts"
import { ForgetDialog } from "../parts/dialog.tsx"
import { EpisodePicture } from "../parts/episode-picture.tsx"
import { Empty, Page, Panel, PanelOf } from "../parts/page.tsx"
import { CardLink, Choices, EpisodeRow, List, Table } from "../parts/rows.tsx"
import { Button, Chip, type Tone, VERDICTS, VerdictChip } from "../parts/small.tsx"
import { Transcript } from "../parts/transcript.tsx"
import { useAddress } from "../router.tsx"
import { useData, useLater, usePaged } from "../use-data.ts"

/** Messages of one window of the transcript. */
const WINDOW = 100
const TITLE = 110
const windowOf = (message: number): number => Math.floor((message - 1) / WINDOW) * WINDOW + 1

export function EpisodePlace({ id }: { readonly id: string }) {
  const asked = Number(useAddress().query.get("message"))
  const [cursor, setCursor] = useState<number>(asked > 0 ? asked : 1)
  const from = useLater(windowOf(cursor), 120)
  const base = `/episodes/${encodeURIComponent(id)}.json`
  const page = useData<EpisodePage>(
    `${base}?from=${from}&limit=${WINDOW}`,
    /episode|turn|message|tool|feedback|forgotten|breaker/,
  )
  const [forgetting, setForgetting] = useState(false)
  const { data: shown } = page
  const at = (message: number, children: ComponentChildren) => (
    <Button kind="plain" onClick={() => setCursor(Math.max(1, message))}>
      {children}
    </Button>
  )
  return (
    <Page
      title={shown ? cut(shown.episode.prompt ?? "(no words kept)", TITLE) : "Episode"}
      question={shown && <Facts page={shown} />}
      of={page}
    >
      {data => (
        <>
          <Acts page={data} onDone={page.reload} onForget={() => setForgetting(true)} />
          <section class="panel">
            <EpisodePicture page={data} cursor={cursor} onCursor={setCursor} />
          </section>
          <div class="grid">
            <div class="stack">
              <Held page={data} at={at} />
              <Trouble trips={data.trips} at={at} onDone={page.reload} />
              <Segments page={data} at={at} />
              <Used page={data} onDone={page.reload} />
              <Suggested page={data} onDone={page.reload} />
            </div>
            <section class="panel">
              <Transcript page={data} cursor={cursor} onCursor={setCursor} busy={page.loading} />
            </section>
          </div>
          {forgetting && (
            <ForgetDialog
              target={{ episode: data.episode.id }}
              what={`Episode ${data.episode.short}: ${data.episode.prompt ?? ""}`}
              onClose={() => setForgetting(false)}
              onDone={page.reload}
            />
          )}
        </>
      )}
    </Page>
  )
}

/** A button that leads to a message. */
type ToMessage = (message: number, children: ComponentChildren) => ComponentChildren

const Facts = ({ page: { episode: e, branch } }: { readonly page: EpisodePage }) => (
  <span class="row small">
    <VerdictChip verdict={e.verdict} />
    {e.open && <Chip tone="accent">goes on</Chip>}
    <span>
      {e.short} · {when(e.openedAt)} · {e.scope?.label ?? "no repository"}
      {branch === null ? "" : ` (${branch})`} · {e.client} · {count(e.messages, "message")}
    </span>
  </span>
)

function Acts({ page, onDone, onForget }: { page: EpisodePage; onDone: () => void; onForget: () => void }) {
  const { id, verdict, judgedBy, because } = page.episode
  const relabel = (outcome: "success" | "failure") =>
    void act(`/api/episodes/${id}/relabel`, { outcome }, `Labelled ${outcome} by you.`, onDone)
  return (
    <div class="row">
      <span class="small dim words grow">
        {verdict === "unjudged" ? "Unjudged: " : `Judged ${judgedBy === null ? "" : `by ${judgedBy}: `}`}
        {because === "" ? "no test, build or commit seen; only those and your words count." : because}
      </span>
      <Button onClick={() => relabel("success")}>✓ It succeeded</Button>
      <Button onClick={() => relabel("failure")}>✗ It failed</Button>
      <Button kind="danger" onClick={onForget}>
        Forget
      </Button>
    </div>
  )
}

const Held = ({ page: { holds }, at }: { readonly page: EpisodePage; readonly at: ToMessage }) => (
  <PanelOf data-held title="Held before it ran" of={holds}>
    {hold => (
      <>
        {at(hold.message, <code>{hold.action ?? "(forgotten)"}</code>)}
        <div class="words">
          by “<CardLink card={hold.card} />
          ”; {hold.says}
        </div>
      </>
    )}
  </PanelOf>
)

interface TroubleProps {
  readonly trips: readonly TripLine[]
  readonly at: ToMessage
  readonly onDone: () => void
}
function Trouble({ trips, at, onDone }: TroubleProps) {
  const label = (id: string, right: boolean) =>
    void perform(
      `/api/breakers/${id}/${right ? "right" : "wrong"}`,
      {},
      `Noted: the ${right ? "right" : "wrong"} call.`,
      onDone,
    )
  return (
    <PanelOf data-trouble title={`It noticed trouble ${count(trips.length, "time")}`} of={trips}>
      {trip => (
        <>
          <div class="row">
            <Chip tone="bad">{`! ${plain(trip.trip)}`}</Chip>
            {at(trip.message, `message ${trip.message}`)}
            <Chip>{trip.spoken ? `said: ${plain(trip.intervention)}` : "not said"}</Chip>
            {trip.right !== null && (
              <Chip tone={trip.right ? "good" : "mixed"}>
                {`${trip.right ? "✓ right" : "✗ wrong"}${trip.label === null ? "" : ", says you"}`}
              </Chip>
            )}
          </div>
          <p class="small dim">
            {trip.because}. The next {count(trip.after.messages, "message")}: {trip.after.bad} bad, {trip.after.good}{" "}
            good, {count(trip.after.complaints, "complaint")}
            {trip.settled ? ". " : ", still watching. "}
            {[true, false].map(right => (
              <Button
                key={String(right)}
                kind="plain"
                onClick={() => label(trip.id, right)}
                aria-pressed={trip.label === right}
              >
                {right ? "Right call" : "Wrong call"}
              </Button>
            ))}
          </p>
        </>
      )}
    </PanelOf>
  )
}

function Segments({ page: { segments }, at }: { readonly page: EpisodePage; readonly at: ToMessage }) {
  if (segments.length === 0) return null
  return (
    <Panel title="Stretches of work">
      <Table
        rows={segments}
        columns={[
          { head: "messages", cell: row => at(row.fromMessage, `${row.fromMessage}–${row.toMessage}`) },
          { head: "verdict", cell: row => <VerdictChip verdict={row.verdict} /> },
          { head: "because", cell: row => row.because || `ended by ${row.endedBy}` },
        ]}
      />
    </Panel>
  )
}

function Used({ page: { used, episode }, onDone }: { readonly page: EpisodePage; readonly onDone: () => void }) {
  const mark = (what: "useful" | "irrelevant", card: string) =>
    void act(`/api/episodes/${episode.id}/${what}`, { card }, `Marked ${what}.`, onDone)
  return (
    <Panel title="Cards it was given">
      {used.length === 0 && <p class="small dim">None were shown in this episode.</p>}
      <ul class="rows">
        {used.map(use => (
          <li key={use.id}>
            <CardLink card={use} />
            <p class="small dim">
              {plain(use.placement)} · {use.attribution === null ? "not credited" : `credit ${signed(use.attribution)}`}{" "}
              · {use.because}
              {(["useful", "irrelevant"] as const).map(what => (
                <Button key={what} kind="plain" onClick={() => mark(what, use.id)}>
                  {what}
                </Button>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const ACTS: Readonly<Record<LedgerLine["act"], Tone>> = {
  admitted: "good",
  merged: "accent",
  superseded: "mixed",
  archived: "mixed",
  refused: "bad",
  moved: "none",
  user: "none",
}

/** What became of each suggestion, and why; what was refused can be let in on one's own word. */
const Suggested = ({ page: { ledger }, onDone }: { readonly page: EpisodePage; readonly onDone: () => void }) => (
  <PanelOf title="What was suggested here, and what became of it" of={ledger}>
    {({ act: became, card, cardShort: short, statement, proposal, because, kind }) => (
      <>
        <div class="row">
          <Chip tone={ACTS[became]}>{became === "user" ? "by you" : became}</Chip>
          <span class="words grow">
            {card === null ? (
              (statement ?? "(forgotten)")
            ) : (
              <CardLink card={{ id: card, short: short ?? "", statement }} />
            )}
          </span>
          {became === "refused" && proposal !== null && statement !== null && (
            <Button onClick={() => void act(`/api/ledger/${proposal}/admit`, {}, "Let in on your word.", onDone)}>
              Let it in
            </Button>
          )}
        </div>
        <p class="small dim">
          {because}
          {kind !== null && ` · ${plain(kind)}`}
        </p>
      </>
    )}
  </PanelOf>
)

// Episodes: a list, newest first, by outcome. Pages of a hundred.

const OUTCOMES = VERDICTS.map(value => ({ value, label: value }))

export function EpisodesPlace() {
  const outcome = useAddress().query.get("outcome")
  const path = `/episodes.json?limit=100${outcome === null ? "" : `&outcome=${encodeURIComponent(outcome)}`}`
  const paged = usePaged<EpisodesPage, EpisodesPage["episodes"][number]>(
    path,
    page => page.episodes,
    /episode|turn|message/,
  )
  return (
    <Page of={paged}>
      {data => (
        <>
          {(outcome !== null || data.total > 0) && <Choices name="outcome" of={OUTCOMES} />}
          {data.total === 0 ? (
            <Empty command="mettle init">
              {data.empty}
              {outcome === null && " For example: “fix the flaky login test ✓ success, 23 messages, 2 cards”."}
            </Empty>
          ) : (
            <List of={paged} total={data.total}>
              {paged.rows.map(episode => (
                <EpisodeRow key={episode.id} episode={episode} />
              ))}
            </List>
          )}
        </>
      )}
    </Page>
  )
}
