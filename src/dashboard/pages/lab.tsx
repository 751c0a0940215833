// Lab: whose suggestions hold up, and what if the rules were different? Every source with the decisions behind it; two presets over
// the same log, adopting one, and taking that back.

import { useState } from "preact/hooks"
import type { AdoptActed, ComparisonPage, ReplayPage, TrustPage } from "../../http/schemas.ts"
import { perform } from "../acts.tsx"
import { ask } from "../api.ts"
import { count, exact, nameOf, points, share, when, whole } from "../numbers.ts"
import { Bar } from "../parts/bar.tsx"
import { Button } from "../parts/button.tsx"
import { Answer, Empty, Problem, Progress } from "../parts/empty.tsx"
import { Page, Panel } from "../parts/page.tsx"
import { CardLink } from "../parts/rows.tsx"
import { Table } from "../parts/table.tsx"
import { Link, setQuery, useAddress } from "../router.tsx"
import { useData } from "../use-data.ts"

export function LabPlace() {
  const trust = useData<TrustPage>("/trust.json", /card|feedback|episode/)
  return (
    <Page of={trust}>
      {data => (
        <>
          <Sources data={data} />
          <Replay />
        </>
      )}
    </Page>
  )
}

type Source = TrustPage["sources"][number]

function Sources({ data: { sources, telemetry, empty } }: { readonly data: TrustPage }) {
  if (sources.length === 0)
    return (
      <Empty command="mettle review ledger">
        {empty} Then, for example: “failure fix: 90 % (90 %: 72 to 98), 20 decisions”.
      </Empty>
    )
  return (
    <Panel title="How often what a source suggests holds up">
      <ul class="rows">
        {sources.map(source => (
          <SourceRow key={source.source} source={source} />
        ))}
      </ul>
      <p class="small dim">
        “User words” are wishes heard in what you said, which may be misheard; a wish you confirmed or wrote down is not
        put to the test.
        {telemetry && counted(telemetry)}
      </p>
    </Panel>
  )
}

/** Under a rule that waits for outcomes: what it has decided, heard and still waits for. */
const counted = ({ outcomes, tags }: NonNullable<TrustPage["telemetry"]>): string =>
  ` ${count(outcomes.decisions, "decision")}: ${whole(outcomes.evaluated)} evaluations done, ${whole(outcomes.pending)} wait for their time. ${count(tags.kept, "tag")} heard: ${whole(tags.repeated)} repeated, ${whole(tags.gated)} off the mark, ${whole(tags.loose)} about no card.${tags.frozen ? " Too much doubt: promotions wait." : ""}`

function SourceRow({ source: { names, mean, lo90, hi90, n, history } }: { readonly source: Source }) {
  const decisions = Math.round(n)
  const early = decisions < 4
  return (
    <li>
      <div class="row spread">
        <b>{names.map(nameOf).join(", ")}</b>
        <span class="small dim">
          {early
            ? `${count(decisions, "decision")}, too early`
            : `${Math.round(100 * mean)} % (90 %: ${Math.round(100 * lo90)} to ${Math.round(100 * hi90)}), ${count(decisions, "decision")}`}
        </span>
      </div>
      {!early && <Bar spans={[{ from: lo90, to: hi90, fill: "good", faded: true }]} />}
      {history.length > 0 && (
        <details>
          <summary>the decisions ({history.length})</summary>
          <Table
            rows={history.toReversed()}
            columns={[
              { head: "when", cell: step => exact(step.at) },
              { head: "decision", cell: step => <Behind step={step} /> },
              { head: "then", num: true, cell: step => `${step.mean.toFixed(2)} (n ${Math.round(step.n)})` },
            ]}
          />
        </details>
      )}
    </li>
  )
}

/** What is behind a decision: a card or an episode can be opened, another event is named. */
const Behind = ({ step: { ref, because } }: { readonly step: Source["history"][number] }) =>
  ref === null ? (
    <span>{because}</span>
  ) : (
    <Link to={`/${ref.startsWith("e-") ? "episode" : "card"}/${encodeURIComponent(ref)}`}>{because}</Link>
  )

/** Work that takes its time: whether it goes on, and what went wrong. */
function useDuring() {
  const [error, setError] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  const during = (work: Promise<unknown>) => {
    setBusy(true)
    setError(null)
    void work.catch(setError).finally(() => setBusy(false))
  }
  return { error, busy, during }
}

function Replay() {
  const { query } = useAddress()
  const page = useData<ReplayPage>("/replay.json", /preset/)
  const [result, setResult] = useState<ComparisonPage | null>(null)
  const { error, busy, during } = useDuring()
  const a = query.get("a") ?? page.data?.current ?? "mettle"
  const b = query.get("b") ?? page.data?.presets.find(name => name !== a) ?? "plain"
  const run = () => during(ask<ComparisonPage>("/replay.json", { body: { a, b } }).then(setResult))
  const act = (path: string, body: unknown, said: (answer: AdoptActed) => string) =>
    during(perform<AdoptActed>(path, body, { said, done: page.reload }))
  const adopt = () => act("/api/replay/adopt", { preset: b }, done => `Adopted ${done.preset} (was ${done.former}).`)
  const undo = () => act("/api/replay/undo", {}, done => `Back to ${done.preset}.`)
  return (
    <Answer of={page}>
      {({ presets, current, adopted }) => (
        <Panel stack data-replay title="What if the rules were different?">
          <p class="small dim">
            Both sets of rules go over your whole log, side by side; what you have stays as it is until you adopt one.
            Now: <b>{current}</b>
            {adopted.length > 0 && `, adopted ${when(adopted.at(-1)?.at ?? null)}`}.
          </p>
          <div class="row">
            <Choice name="a" value={a} presets={presets} />
            <span class="dim">against</span>
            <Choice name="b" value={b} presets={presets} />
            <Button kind="main" onClick={run} disabled={busy || a === b}>
              {busy ? "Replaying …" : "Replay the log"}
            </Button>
            {b !== current && (
              <Button disabled={busy} onClick={adopt}>
                Adopt {b}
              </Button>
            )}
            {adopted.length > 0 && (
              <Button disabled={busy} onClick={undo}>
                Undo the adoption
              </Button>
            )}
          </div>
          {error && <Problem error={error} />}
          {busy && <Progress doing="Folding the log" />}
          {result && <Comparison result={result} />}
        </Panel>
      )}
    </Answer>
  )
}

const Choice = ({ name, value, presets }: { name: "a" | "b"; value: string; presets: readonly string[] }) => (
  <select
    aria-label={`preset ${name}`}
    value={value}
    onChange={event => setQuery({ [name]: event.currentTarget.value })}
  >
    {presets.map(preset => (
      <option key={preset} value={preset}>
        {preset}
      </option>
    ))}
  </select>
)

type Changed = ComparisonPage["cards"]["changed"][number]
const worthOf = (value: Changed["value"]["a"]): string =>
  value === null || value.n < 0.5 ? "–" : `${points(value.mean)} (n ${Math.round(value.n)})`

function Comparison({ result: { a, b, events, told, cards, verdicts, packs } }: { readonly result: ComparisonPage }) {
  const arrow = ({ a, b }: { readonly a: string | number | null; readonly b: string | number | null }) =>
    a === b ? (a ?? "–") : `${a ?? "–"} → ${b ?? "–"}`
  return (
    <>
      <h3>
        What {b.preset} would have done with your log of {count(events, "event")}
      </h3>
      <Table
        rows={told}
        columns={[
          { head: "", cell: line => <b>{line.what}</b> },
          { head: "", cell: line => line.words },
        ]}
      />
      <p>
        From {a.preset} to {b.preset}: {share(cards.differ, cards.total)} cards differ,{" "}
        {share(verdicts.differ, verdicts.total)} verdicts flip, {share(packs.differ, packs.total)} times the agent would
        have been given something else.
      </p>
      <Table
        rows={cards.changed}
        columns={[
          { head: "card", cell: card => <CardLink card={card} /> },
          { head: "rank", num: true, cell: card => arrow(card.rank) },
          { head: "stage", cell: card => arrow(card.stage) },
          { head: "points", num: true, cell: ({ value }) => arrow({ a: worthOf(value.a), b: worthOf(value.b) }) },
        ]}
      />
    </>
  )
}
