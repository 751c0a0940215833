// Why this value? From where such cards start, through each judged episode, to what is believed now; and what it would be without
// one of them.

import type { WhyPage } from "../../http/schemas.ts"
import { count, points, whole } from "../numbers.ts"
import { Bar, Estimate } from "../parts/bar.tsx"
import { Button } from "../parts/button.tsx"
import { VERDICT } from "../parts/chip.tsx"
import { Empty } from "../parts/empty.tsx"
import { Page, Panel } from "../parts/page.tsx"
import { Table } from "../parts/table.tsx"
import { Link, setQuery, useAddress } from "../router.tsx"
import { useData } from "../use-data.ts"

type Account = NonNullable<WhyPage["account"]>

export function WhyPlace({ id }: { readonly id: string }) {
  const without = useAddress().query.get("without")
  const base = `/cards/${encodeURIComponent(id)}/why.json`
  const twin = without === null ? base : `${base}?without=${encodeURIComponent(without)}`
  const page = useData<WhyPage>(twin, /card|turn|episode|feedback/)
  const { data } = page
  return (
    <Page
      title="What is it worth, and why?"
      question={data && <Link to={`/card/${encodeURIComponent(data.card.id)}`}>{data.card.statement ?? id}</Link>}
      of={page}
    >
      {told => <Body data={told} />}
    </Page>
  )
}

function Body({ data }: { readonly data: WhyPage }) {
  if (!data.measured)
    return (
      <Empty command={data.command}>
        This card is not scored: what you said yourself is kept, not measured. Its page shows what became of it.
      </Empty>
    )
  const { account, without, pooled, judged } = data
  const shown = without?.account ?? account
  const avoided = data.words.some(sentence => sentence.startsWith("Avoided"))
  return (
    <>
      <section class="panel stack">
        <p class="big">
          {data.early || !account
            ? `${avoided ? "Avoided" : "Too early"}: ${count(judged, "judged use")} (it takes ${data.enough})`
            : `${points(account.value.mean)} points after ${count(judged, "judged use")}`}
        </p>
        <p class="small">{data.words.filter(sentence => !sentence.startsWith("Too early")).join(" ")}</p>
        {((shown && judged > 0) || pooled) && <Belief data={data} />}
      </section>
      {without && (
        <p class="problem" role="status">
          As if episode {without.episodeShort} had not been: {points(without.account.value.mean)} points (
          {count(Math.round(without.account.value.n), "judged use")}) instead of {points(account?.value.mean ?? 0)} (
          {judged}). <Button onClick={() => setQuery({ without: null })}>put it back</Button>
        </p>
      )}
      {shown?.waterfall ? (
        <Steps waterfall={shown.waterfall} />
      ) : (
        <Empty command="mettle history">
          No judged episode has spoken of this card yet. Tests, builds, commits and your own words do.
        </Empty>
      )}
      {pooled && <Pooled pooled={pooled} />}
    </>
  )
}

const Z90 = 1.645

function Belief({ data: { account, without, pooled } }: { readonly data: WhyPage }) {
  const own = (label: string, { value }: Account) => ({
    label,
    value,
    behind: count(Math.round(value.n), "judged use"),
  })
  const rows = [
    ...(account ? [own(pooled ? "your own evidence" : "what is believed", account)] : []),
    ...(without ? [own(`without ${without.episodeShort}`, without.account)] : []),
    ...(pooled
      ? [{ label: "everybody together", value: pooled.team, behind: `${whole(pooled.team.n)} judged prompts` }]
      : []),
  ]
  const reach = Math.max(0.1, ...rows.map(({ value }) => Math.abs(value.mean) + Z90 * value.sd))
  return (
    <Table
      rows={rows}
      columns={[
        {
          head: "how sure?",
          cell: row => (
            <>
              {row.label} <span class="small dim">{row.behind}</span>
            </>
          ),
        },
        { head: "points", num: true, cell: ({ value }) => `${points(value.mean)} ± ${(100 * value.sd).toFixed(1)}` },
        {
          head: "harms | helps",
          cell: ({ value: { mean, sd } }) => <Estimate low={mean - Z90 * sd} high={mean + Z90 * sd} reach={reach} />,
        },
      ]}
    />
  )
}

/** Theirs enters what is chosen, never what this person's own episodes are said to show. */
function Pooled({ pooled: { people, sessions, n, team } }: { readonly pooled: NonNullable<WhyPage["pooled"]> }) {
  const says =
    team.verdict === "early" ? "too early to say" : team.verdict === "inert" ? "it does nothing" : `it ${team.verdict}`
  return (
    <Panel data-pooled title="What teammates saw, apart from your own">
      <p>
        Shared by {count(people, "other")}: {count(Math.round(n), "judged prompt")} of {count(sessions, "session")}.
        Everybody together ({count(team.people, "person", "people")}, {count(team.sessions, "session")}):{" "}
        <b>{points(team.mean)} points</b> after {count(Math.round(team.n), "judged prompt")}, {says}.
      </p>
      <p class="small dim">
        It helps to choose what is shown to you. Everything else on this page is of your own episodes alone.
      </p>
    </Panel>
  )
}

type Step = NonNullable<Account["waterfall"]>["steps"][number]
const Named = ({ step: { episode, label, episodeShort, verdict } }: { readonly step: Step }) =>
  episode === null ? (
    <span>{label}</span>
  ) : (
    <Link
      to={`/episode/${episode}`}
    >{`${episodeShort} ${verdict === null ? "" : `${VERDICT[verdict].sign} ${verdict}`}`}</Link>
  )
const Without = ({ step: { episode } }: { readonly step: Step }) =>
  episode === null ? null : (
    <Button kind="plain" data-row data-without={episode} onClick={() => setQuery({ without: episode })}>
      without it
    </Button>
  )

function Steps({ waterfall: { steps, posterior } }: { readonly waterfall: NonNullable<Account["waterfall"]> }) {
  let sum = 0
  const rows = steps.map(step => {
    const from = sum
    sum += step.by
    return { ...step, from, to: sum }
  })
  const ends = [0, posterior, ...rows.map(row => row.to)]
  const low = Math.min(...ends)
  const span = Math.max(0.02, Math.max(...ends) - low)
  const at = (value: number) => (value - low) / span
  return (
    <Panel title={`From there to here, largest first: ${points(posterior)} points`}>
      <Table
        rows={rows}
        columns={[
          { head: "step", cell: step => <Named step={step} /> },
          {
            head: "",
            cell: ({ from, to, by, what }) => {
              const fill = what === "origin" ? "none" : by >= 0 ? "good" : "bad"
              const span = { from: at(Math.min(from, to)), to: at(Math.max(from, to)), fill } as const
              return <Bar spans={[span]} zero={at(0)} />
            },
          },
          { head: "points", num: true, cell: ({ by }) => points(by, 2) },
          { head: "what if", cell: step => <Without step={step} /> },
        ]}
      />
    </Panel>
  )
}
