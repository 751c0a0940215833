// Today, the first page: what it did for you, each line open on its evidence; below, the weeks before, and whether it helps.
import type { UpliftJson, WeekPage } from "../../http/schemas.ts"
import { count, isEarly, points, when, whole } from "../numbers.ts"
import { Empty, Page, Panel } from "../parts/page.tsx"
import { EpisodeRow, Table } from "../parts/rows.tsx"
import { Estimate, Stacked, VERDICT, VERDICTS } from "../parts/small.tsx"
import { Link } from "../router.tsx"
import { useData } from "../use-data.ts"

export function TodayPlace() {
  const week = useData<WeekPage>("/week.json", /episode|turn|message|card|pack|feedback|forgotten/)
  const n = week.data?.did.episodes ?? 0
  return (
    <Page title={n === 0 ? undefined : `${count(n, "session")} in the last seven days, in all repositories`} of={week}>
      {data => (
        <>
          {data.empty !== null && (
            <Empty command="mettle look">
              {data.empty} For example: “held 1 call: npm install, by “use pnpm, not npm”: then did what you asked”.
            </Empty>
          )}
          <Did did={data.did} />
          {data.empty === null && (
            <>
              {data.did.lines.length === 0 && <Empty command="mettle history">Nothing in the last seven days.</Empty>}
              <Weeks weeks={data.weeks} />
              <Worst data={data} />
              <Lift lift={data.lift} label={data.scope.label} />
            </>
          )}
        </>
      )}
    </Page>
  )
}

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
    <Panel data-did title="What it did for you">
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
    </Panel>
  )
}

const SAYS: Readonly<Record<UpliftJson["verdict"], string>> = {
  early: "Too early to say.",
  helps: "It helps.",
  harms: "It does harm.",
  unclear: "Not clear yet.",
}

function Lift({ lift, label }: { readonly lift: WeekPage["lift"]; readonly label: string }) {
  const { everywhere, here } = lift
  const rows = [
    { label: "everywhere", of: everywhere },
    { label, of: here },
  ]
  const reach = Math.max(0.1, ...rows.flatMap(({ of }) => [Math.abs(of.low ?? 0), Math.abs(of.high ?? 0)]))
  const needs = Math.ceil(everywhere.needs ?? 0)
  return (
    <Panel stack data-lift title="Is it helping?">
      <p>
        <span class="big">{SAYS[everywhere.verdict]}</span>{" "}
        <span class="dim small">
          {needs > 0 && `About ${count(needs, "more judged episode")} to tell. `}
          {lift.standsDown && "Memory stands down here: measured cards are held back. "}
          {lift.control > 0 && `In ${count(lift.control, "episode")} all cards were held back to compare.`}
        </span>
      </p>
      <Table
        rows={rows}
        columns={[
          { head: "success", cell: row => row.label },
          { head: "with cards", cell: row => rate(row.of.with) },
          { head: "without", cell: row => rate(row.of.without) },
          {
            head: "difference (90 %)",
            cell: ({ of: { verdict, uplift, low, high } }) =>
              verdict === "early" || uplift === null || low === null || high === null ? (
                "too early"
              ) : (
                <>
                  {`${points(uplift)} points (${points(low)} to ${points(high)})`}
                  <Estimate low={low} high={high} reach={reach} />
                </>
              ),
          },
        ]}
      />
    </Panel>
  )
}
/** Judgements are corrected for how often rules err, so this is an estimate and may leave 0 … 1 when there are few. */
const rate = ({ n, success }: { readonly n: number; readonly success: number | null }): string =>
  success === null || isEarly(n)
    ? `${count(n, "judged episode")}, too early`
    : `about ${Math.round(100 * Math.min(1, Math.max(0, success)))} % of ${count(n, "judged episode")}`

const WEEK_MS = 7 * 86_400_000
/** A week is named by its last day: the one that runs ends today. */
const lastDay = (from: string): string =>
  new Date(Date.parse(from) + WEEK_MS - 1).toLocaleDateString(undefined, { day: "numeric", month: "short" })

function Weeks({ weeks }: { readonly weeks: WeekPage["weeks"] }) {
  const begun = weeks.findIndex(week => week.episodes > 0)
  if (begun < 0) return null
  const most = Math.max(1, ...weeks.map(week => week.episodes))
  return (
    <Panel title="Week by week">
      <Table
        rows={weeks.slice(begun).toReversed()}
        columns={[
          { head: "week to", cell: week => lastDay(week.from) },
          {
            head: "episodes",
            cell: ({ verdicts }) => (
              <>
                <Stacked
                  parts={VERDICTS.map(name => ({ n: verdicts[name], fill: VERDICT[name].tone, title: name }))}
                  most={most}
                />
                <span class="small dim">
                  {VERDICTS.filter(name => verdicts[name] > 0)
                    .map(name => `${VERDICT[name].sign} ${verdicts[name]} ${name}`)
                    .join(", ")}
                </span>
              </>
            ),
          },
          { head: "corrections", num: true, cell: week => week.corrections },
          { head: "wishes broken", num: true, cell: week => week.repeated },
        ]}
      />
    </Panel>
  )
}

function Worst({ data: { worst, cost, faults } }: { readonly data: WeekPage }) {
  return (
    <section class="panel">
      {worst.length > 0 && (
        <>
          <h2>Episodes that went worst</h2>
          <ul class="rows">
            {worst.map(episode => (
              <EpisodeRow key={episode.id} episode={episode} />
            ))}
          </ul>
        </>
      )}
      <p class="small dim">
        {cost.model === "none"
          ? "No model is called: 0 calls, $0."
          : `${cost.model}: ${count(cost.calls, "call")}, ${whole(cost.tokens)} tokens, $${cost.dollars.toFixed(2)} (daily cap $${cost.dailyMoney.toFixed(2)}).`}
        {faults.count > 0 && ` ${count(faults.count, "fault")} in the hooks, last ${when(faults.last?.at ?? null)}.`}
      </p>
    </section>
  )
}
