// Why this value? A waterfall from where such cards start, through each judged episode, to what is believed now; and what it
// would be without one of them.
import type { WhyPage } from "../../http/schemas.ts"
import { DensityStrip } from "../charts/density-strip.tsx"
import { WaterfallChart } from "../charts/waterfall.tsx"
import { count, plain, points, share, signed, whole } from "../numbers.ts"
import { verdictShape } from "../parts/chip.tsx"
import { Answer, Empty } from "../parts/empty.tsx"
import { Page } from "../parts/page.tsx"
import { Picture } from "../parts/picture.tsx"
import { Table } from "../parts/table.tsx"
import { Link, setQuery, usePlace } from "../router.tsx"
import { useData } from "../use-data.ts"

type Account = NonNullable<WhyPage["account"]>

export function WhyPlace({ id }: { readonly id: string }) {
  const { query } = usePlace()
  const without = query.get("without")
  const base = `/cards/${encodeURIComponent(id)}/why.json`
  const twin = without === null ? base : `${base}?without=${encodeURIComponent(without)}`
  const page = useData<WhyPage>(twin, /card|turn|episode|feedback/)
  const { data } = page
  return (
    <Page
      title="What is it worth, and why?"
      question={
        data ? (
          <>
            <Link to={`/card/${encodeURIComponent(data.card.id)}`}>{data.card.short}</Link> {data.card.statement ?? ""}
          </>
        ) : (
          "Where does it come from?"
        )
      }
      twin={twin}
      command={data?.command ?? `mettle why ${id}`}
    >
      <Answer of={page}>{data => <Body data={data} />}</Answer>
    </Page>
  )
}

function Body({ data }: { readonly data: WhyPage }) {
  if (!data.measured)
    return (
      <Empty command={data.command}>
        This card is not scored: what you want is wanted, not measured. Its page shows whether it was followed.
      </Empty>
    )
  const shown = data.without?.account ?? data.account
  const avoided = data.words.some(sentence => sentence.startsWith("Avoided"))
  return (
    <>
      <section class="panel stack">
        <div class="row">
          <span class="big">
            {data.early || !data.account
              ? `${avoided ? "Avoided" : "Too early"}: ${count(data.judged, "judged use")} (it takes ${data.enough})`
              : `${points(data.account.value.mean)} points after ${count(data.judged, "judged use")}`}
          </span>
        </div>
        <p class="small" style="max-width: 62rem">
          {data.words.filter(sentence => !sentence.startsWith("Too early")).join(" ")}
        </p>
        {((shown && data.judged > 0) || data.pooled) && <Belief data={data} />}
      </section>
      {data.without && (
        <p class="problem" role="status">
          As if episode {data.without.episodeShort} had not been: {points(data.without.account.value.mean)} points (
          {count(Math.round(data.without.account.value.n), "judged use")}) instead of{" "}
          {points(data.account?.value.mean ?? 0)} ({data.judged}).{" "}
          <button type="button" class="button" onClick={() => setQuery({ without: null })}>
            put it back
          </button>
        </p>
      )}
      {shown?.waterfall ? (
        <section class="panel">
          <Falls account={shown} />
        </section>
      ) : (
        <Empty command="mettle history">
          No judged episode has spoken of this card yet. Tests, builds, commits and your own words do.
        </Empty>
      )}
      {data.pooled && <Pooled pooled={data.pooled} />}
      <div class="grid">
        <Prompts data={data} />
        <Credits data={data} />
      </div>
    </>
  )
}

interface Belief {
  readonly label: string
  readonly value: Account["value"]
  readonly behind: string
}
function Belief({ data }: { readonly data: WhyPage }) {
  const own = (label: string, { value }: Account): Belief => ({
    ...{ label, value, behind: count(Math.round(value.n), "judged use") },
  })
  const { account, without, pooled } = data
  const rows: readonly Belief[] = [
    ...(account ? [own(pooled ? "your own evidence" : "what is believed", account)] : []),
    ...(without ? [own(`without ${without.episodeShort}`, without.account)] : []),
    ...(pooled
      ? [{ label: "everybody together", value: pooled.team, behind: `${whole(pooled.team.n)} judged prompts` }]
      : []),
  ]
  return (
    <Picture
      title="How sure?"
      says="points of success when it is shown"
      rows={rows}
      columns={[
        { head: "", cell: row => row.label },
        { head: "points", num: true, cell: row => points(row.value.mean) },
        { head: "give or take", num: true, cell: row => (100 * row.value.sd).toFixed(1) },
        { head: "behind it", num: true, cell: row => row.behind },
        { head: "helps / nothing / harms", num: true, cell: row => chances(row.value) },
      ]}
    >
      <DensityStrip
        strips={rows.map(({ label, value, behind }) => ({ label, mean: value.mean, sd: value.sd, note: behind }))}
      />
    </Picture>
  )
}
const chances = (value: Account["value"]): string =>
  `${[value.help, value.nothing, value.harm].map(p => p.toFixed(2)).join(" / ")} (n ${Math.round(value.n)})`

/** Theirs enters what is chosen, never what this person's own episodes are said to show. */
function Pooled({ pooled }: { readonly pooled: NonNullable<WhyPage["pooled"]> }) {
  const { people, sessions, n, team } = pooled
  const says =
    team.verdict === "early" ? "too early to say" : team.verdict === "inert" ? "it does nothing" : `it ${team.verdict}`
  return (
    <section class="panel" data-pooled>
      <h2>What teammates saw, apart from your own</h2>
      <p>
        Shared by {count(people, "other")}: {count(Math.round(n), "judged prompt")} of {count(sessions, "session")}.
      </p>
      <p>
        Everybody together ({count(team.people, "person", "people")}, {count(team.sessions, "session")}):{" "}
        <b>{points(team.mean)} points</b> after {count(Math.round(team.n), "judged prompt")}, {says}.
      </p>
      <p class="small dim">
        It helps to choose what is shown to you. Everything else on this page is of your own episodes alone.
      </p>
    </section>
  )
}

function Falls({ account }: { readonly account: Account }) {
  const { steps, posterior } = account.waterfall!
  const label = (step: (typeof steps)[number]) =>
    step.what === "episode"
      ? `${step.episodeShort ?? step.label} ${verdictShape(step.verdict)} ${step.verdict ?? ""}`.trim()
      : step.label
  return (
    <Picture
      title="From there to here"
      says="largest first; the steps add up"
      rows={steps}
      columns={[
        {
          head: "step",
          cell: step =>
            step.episode === null ? step.label : <Link to={`/episode/${step.episode}`}>{label(step)}</Link>,
        },
        { head: "points", num: true, cell: step => points(step.by, 2) },
        {
          head: "what if",
          cell: step =>
            step.episode === null ? (
              ""
            ) : (
              <button type="button" class="button plain" onClick={() => setQuery({ without: step.episode })}>
                without it
              </button>
            ),
        },
      ]}
    >
      <WaterfallChart
        end={posterior}
        steps={steps.map(step => ({
          label: label(step),
          by: step.by,
          kind: step.what === "origin" ? "start" : step.what === "episode" ? "step" : "rest",
        }))}
      />
      <div class="row small">
        <span class="dim">without</span>
        {steps
          .filter(step => step.episode !== null)
          .map(step => (
            <button
              key={step.episode}
              type="button"
              class="chip"
              data-row
              data-without={step.episode}
              onClick={() => setQuery({ without: step.episode })}
            >
              {step.episodeShort ?? step.episode}
            </button>
          ))}
      </div>
    </Picture>
  )
}

function Prompts({ data }: { readonly data: WhyPage }) {
  if (!data.prompts) return null
  const side = ({ n, mean }: { readonly n: number; readonly mean: number | null }) =>
    mean === null ? `of ${n}: not known` : share(mean * n, n)
  const rows = [{ placement: "everywhere", of: data.prompts }, ...data.placements]
  return (
    <section class="panel">
      <h2>With it and without it</h2>
      <Table
        rows={rows}
        columns={[
          { head: "where", cell: row => plain(row.placement) },
          { head: "success with it", cell: row => side(row.of.with) },
          { head: "at hand, not shown", cell: row => side(row.of.without) },
        ]}
      />
      <p class="small dim">
        Shown in {count(data.sessions, "episode")}. Not adjusted for how hard the prompts were; the value above is.
      </p>
    </section>
  )
}

function Credits({ data }: { readonly data: WhyPage }) {
  if (data.credits.length === 0) return null
  return (
    <section class="panel">
      <h2>Credit by episode</h2>
      <Table
        rows={data.credits}
        columns={[
          { head: "episode", cell: row => <Link to={`/episode/${row.episode}`}>{row.episodeShort}</Link> },
          { head: "credit", num: true, cell: row => signed(row.amount) },
          { head: "because", cell: row => row.because },
        ]}
      />
    </section>
  )
}
