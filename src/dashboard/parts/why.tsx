// Why a card is worth what it is: from where such cards start, through each judged episode, to what is believed now; and what it
// would be without one of them.
import type { WhyJson } from "../../http/schemas.ts"
import { count, points, whole } from "../numbers.ts"
import { Link, setQuery } from "../router.tsx"
import { Panel } from "./page.tsx"
import { Table } from "./rows.tsx"
import { Bar, Button, Estimate, VERDICT } from "./small.tsx"

type Account = NonNullable<WhyJson["account"]>

export function Why({ why }: { readonly why: WhyJson }) {
  const { account, without, pooled, judged, early, enough } = why
  if (account === null) return null
  const { waterfall } = without?.account ?? account
  const avoided = why.words.some(sentence => sentence.startsWith("Avoided"))
  return (
    <>
      <Panel stack data-why title="What is it worth, and why?">
        <p class="big">
          {early
            ? `${avoided ? "Avoided" : "Too early"}: ${count(judged, "judged use")} (it takes ${enough})`
            : `${points(account.value.mean)} points after ${count(judged, "judged use")}`}
        </p>
        <p class="small">{why.words.filter(sentence => !sentence.startsWith("Too early")).join(" ")}</p>
        {(judged > 0 || pooled) && <Belief account={account} why={why} />}
        {without && (
          <p class="problem" role="status">
            As if episode {without.episodeShort} had not been: {points(without.account.value.mean)} points (
            {count(Math.round(without.account.value.n), "judged use")}) instead of {points(account.value.mean)} (
            {judged}
            ). <Button onClick={() => setQuery({ without: null })}>put it back</Button>
          </p>
        )}
        {waterfall ? (
          <Steps waterfall={waterfall} />
        ) : (
          <p class="small dim">
            No judged episode has spoken of this card yet. Tests, builds, commits and your own words do.
          </p>
        )}
      </Panel>
      {pooled && <Pooled pooled={pooled} />}
    </>
  )
}

const Z90 = 1.645

interface BeliefProps {
  readonly account: Account
  readonly why: WhyJson
}
function Belief({ account, why: { without, pooled } }: BeliefProps) {
  const own = (label: string, { value }: Account) => ({
    label,
    value,
    behind: count(Math.round(value.n), "judged use"),
  })
  const rows = [
    own(pooled ? "your own evidence" : "what is believed", account),
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
function Pooled({ pooled: { people, sessions, n, team } }: { readonly pooled: NonNullable<WhyJson["pooled"]> }) {
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
    <>
      <h3>{`From there to here, largest first: ${points(posterior)} points`}</h3>
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
    </>
  )
}
