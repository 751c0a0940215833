// Today, the first page: what it did for you, each line open on its evidence; below, what was said again, how episodes went, what
// it cost, and whether it helps, with its uncertainty.
import type { UpliftJson, WeekPage } from "../../http/schemas.ts"
import { DensityStrip, type Strip } from "../charts/density-strip.tsx"
import { Dots } from "../charts/dots.tsx"
import { BarLegend, StackedBars } from "../charts/stacked-bars.tsx"
import { count, isEarly, points, when, whole } from "../numbers.ts"
import { Answer, Empty } from "../parts/empty.tsx"
import { Page } from "../parts/page.tsx"
import { Picture } from "../parts/picture.tsx"
import { EpisodeRow } from "../parts/rows.tsx"
import { Link } from "../router.tsx"
import { useData } from "../use-data.ts"

const VERDICTS = [
  { name: "success", fill: "good" },
  { name: "mixed", fill: "mixed" },
  { name: "failure", fill: "bad" },
  { name: "unjudged", fill: "none" },
] as const

export function TodayPlace() {
  const week = useData<WeekPage>("/week.json", /episode|turn|message|card|pack|feedback|forgotten/)
  const did = week.data?.did
  const n = did?.episodes ?? 0
  return (
    <Page
      title={
        did === undefined || n === 0 ? undefined : `${count(n, "session")} in the last seven days, in all repositories`
      }
      twin="/week.json"
      command={week.data?.command ?? "mettle did"}
    >
      <Answer of={week}>
        {data => (
          <>
            {data.empty !== null && (
              <Empty command="mettle look">
                {data.empty} For example: “held 1 call: npm install, by “use pnpm, not npm”: then did what you asked”.
              </Empty>
            )}
            <Did did={data.did} />
            {data.empty === null && <Pictures data={data} />}
          </>
        )}
      </Answer>
    </Page>
  )
}

const Pictures = ({ data }: { readonly data: WeekPage }) => (
  <>
    <div class="grid">
      <section class="panel">
        <Corrections weeks={data.weeks} />
      </section>
      <section class="panel">
        <Verdicts weeks={data.weeks} />
      </section>
      <section class="panel">
        <Cost data={data} />
      </section>
      <section class="panel">
        <Lift lift={data.lift} label={data.scope.label} />
      </section>
    </div>
    <section class="panel">
      <h2>Episodes that went worst</h2>
      {data.worst.length === 0 ? (
        <p class="dim small">None went wrong, or none has been judged yet.</p>
      ) : (
        <ul class="rows">
          {data.worst.slice(0, 5).map(episode => (
            <EpisodeRow key={episode.id} episode={episode} />
          ))}
        </ul>
      )}
    </section>
  </>
)

const TONES: Readonly<Partial<Record<WeekPage["did"]["lines"][number]["deed"], string>>> = {
  left: "accent",
  held: "good",
  met: "good",
  unsaid: "mixed",
  wrong: "bad",
  open: "accent",
}

/** Each line with what shows it: the same words as `mettle`, alone. */
function Did({ did }: { readonly did: WeekPage["did"] }) {
  if (did.lines.length === 0) return null
  return (
    <section class="panel" data-did>
      <h2>What it did for you</h2>
      <ul class="rows did">
        {did.lines.map(({ deed, text, items }) => (
          <li key={`${deed}${text}`} data-deed={deed}>
            <p>
              <i aria-hidden="true" class={`dot is-${TONES[deed] ?? "none"}`} /> {text}
            </p>
            <ul>
              {items.map(item => (
                <li key={item.href + item.text} class="small">
                  <Link to={item.href} data-row>
                    {item.text}
                  </Link>{" "}
                  <code class="dim">{item.command}</code>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Z90 = 1.6449
const WEEK_MS = 7 * 86_400_000
const stripOf = (label: string, u: UpliftJson): Strip => ({
  label,
  mean: u.verdict === "early" ? null : u.uplift,
  sd: u.low === null || u.high === null ? 0.1 : (u.high - u.low) / (2 * Z90),
  note:
    u.verdict === "early" || u.uplift === null
      ? `too early: ${whole(u.with.n)} with, ${whole(u.without.n)} without`
      : `${whole(u.with.n)} with, ${whole(u.without.n)} without`,
})
const SAYS: Readonly<Record<UpliftJson["verdict"], string>> = {
  early: "Too early to say.",
  helps: "It helps.",
  harms: "It does harm.",
  unclear: "Not clear yet.",
}

function Lift({ lift, label }: { readonly lift: WeekPage["lift"]; readonly label: string }) {
  const rows = [
    { label: "everywhere", of: lift.everywhere },
    { label, of: lift.here },
  ]
  const { everywhere } = lift
  return (
    <Picture
      title="Is it helping?"
      says="points of success, cards shown against held back"
      rows={rows}
      columns={[
        { head: "where", cell: row => row.label },
        { head: "with cards", cell: row => rate(row.of.with) },
        { head: "without", cell: row => rate(row.of.without) },
        {
          head: "lift (90 %)",
          cell: ({ of }) =>
            of.uplift === null
              ? "too early"
              : `${points(of.uplift)} (${points(of.low ?? 0)} to ${points(of.high ?? 0)})`,
        },
      ]}
    >
      <p>
        <span class="big">{SAYS[everywhere.verdict]}</span>{" "}
        <span class="dim small">
          {everywhere.needs !== null &&
            everywhere.needs > 0 &&
            `About ${count(Math.ceil(everywhere.needs), "more judged episode")} to tell. `}
          {lift.standsDown && "Memory stands down here: measured cards are held back. "}
        </span>
      </p>
      <DensityStrip strips={rows.map(row => stripOf(row.label, row.of))} />
      <p class="small dim">
        {everywhere.verdict === "early"
          ? `${count(everywhere.with.n, "judged episode")} with cards, ${whole(everywhere.without.n)} without`
          : `Success with cards: ${rate(everywhere.with)}; without: ${rate(everywhere.without)}`}
        {lift.control > 0 && `; ${count(lift.control, "control episode")}`}.
      </p>
    </Picture>
  )
}
/** Judgements are corrected for how often rules err, so this is an estimate and may leave 0 … 1 when there are few. */
const rate = ({ n, success }: { readonly n: number; readonly success: number | null }): string =>
  success === null || isEarly(n)
    ? `${count(n, "judged episode")}, too early`
    : `about ${Math.round(100 * Math.min(1, Math.max(0, success)))} % of ${count(n, "judged episode")}`

function Corrections({ weeks }: { readonly weeks: WeekPage["weeks"] }) {
  const repeated = weeks.at(-1)?.repeated ?? 0
  return (
    <Picture
      title="Said again"
      says="per week, named by its last day"
      rows={weeks}
      columns={[
        { head: "week to", cell: w => lastDay(w.from) },
        { head: "norm broken again", num: true, cell: w => w.repeated },
        { head: "corrections", num: true, cell: w => w.corrections },
        { head: "asked again", num: true, cell: w => w.retries },
        { head: "prompts", num: true, cell: w => w.prompts },
      ]}
    >
      <Dots
        label={`known norms broken and other corrections, ${weeks.length} weeks`}
        columns={weeks.map(w => ({
          label: lastDay(w.from),
          full: w.repeated,
          hollow: Math.max(0, w.corrections - w.repeated),
        }))}
      />
      <p class="legend">
        <span>
          <b>●</b> a known norm was broken
        </span>
        <span>
          <b>○</b> another correction
        </span>
        <span>{count(repeated, "known norm")} broken this week</span>
      </p>
    </Picture>
  )
}
/** A week is named by its last day: the one that runs ends today. */
const lastDay = (from: string): string =>
  new Date(Date.parse(from) + WEEK_MS - 1).toLocaleDateString(undefined, { day: "numeric", month: "short" })

function Verdicts({ weeks }: { readonly weeks: WeekPage["weeks"] }) {
  const recent = weeks.slice(-6)
  return (
    <Picture
      title="How episodes went"
      says="per week, named by its last day"
      rows={weeks}
      columns={[
        { head: "week to", cell: w => lastDay(w.from) },
        { head: "episodes", num: true, cell: w => w.episodes },
        ...VERDICTS.map(v => ({ head: v.name, num: true, cell: (w: WeekPage["weeks"][number]) => w.verdicts[v.name] })),
        { head: "trouble", num: true, cell: w => w.trips },
      ]}
    >
      <StackedBars
        gutter={64}
        label="verdicts of episodes by week"
        bars={recent.map(w => ({
          label: lastDay(w.from),
          note: w.episodes === 0 ? "none" : count(w.episodes, "episode"),
          parts: VERDICTS.map(v => ({ ...v, n: w.verdicts[v.name] })),
        }))}
      />
      <BarLegend parts={VERDICTS} />
    </Picture>
  )
}

function Cost({ data }: { readonly data: WeekPage }) {
  const { cost, weeks } = data
  const recent = weeks.slice(-6)
  return (
    <Picture
      title="What it cost"
      says="tokens put into prompts, per week"
      rows={weeks}
      columns={[
        { head: "week to", cell: w => lastDay(w.from) },
        { head: "packs", num: true, cell: w => w.packs },
        { head: "tokens", num: true, cell: w => whole(w.packTokens) },
      ]}
    >
      <StackedBars
        gutter={64}
        label="tokens of packs by week"
        say={whole}
        bars={recent.map(w => ({
          label: lastDay(w.from),
          note: w.packs === 0 ? "none" : count(w.packs, "pack"),
          parts: [{ name: "tokens", n: w.packTokens, fill: "accent" }],
        }))}
      />
      <p class="small dim">
        {cost.model === "none"
          ? "No model is called: 0 calls, $0."
          : `${cost.model}: ${count(cost.calls, "call")}, ${whole(cost.tokens)} tokens, $${cost.dollars.toFixed(2)} (daily cap $${cost.dailyMoney.toFixed(2)}).`}
        {data.faults.count > 0 &&
          ` ${count(data.faults.count, "fault")} in the hooks, last ${when(data.faults.last?.at ?? null)}.`}
      </p>
    </Picture>
  )
}
