// Replay: what if the rules were different? Two presets over the same log: ranks, differences, flipped verdicts; adopt the
// other one, and take that back.
import { useState } from "preact/hooks"
import type { AdoptActed, ComparisonPage, ReplayPage } from "../../http/schemas.ts"
import { perform } from "../acts.ts"
import { ask } from "../api.ts"
import { Bins } from "../charts/bins.tsx"
import { SlopeChart } from "../charts/slope-chart.tsx"
import { count, points, share, when, whole } from "../numbers.ts"
import { Answer, Empty, Problem } from "../parts/empty.tsx"
import { Page } from "../parts/page.tsx"
import { Picture } from "../parts/picture.tsx"
import { Progress } from "../parts/progress.tsx"
import { Table } from "../parts/table.tsx"
import { Link, setQuery, usePlace } from "../router.tsx"
import { useData } from "../use-data.ts"

const DRAWN = 16

export function ReplayPlace() {
  const { query } = usePlace()
  const page = useData<ReplayPage>("/replay.json", /preset/)
  const [result, setResult] = useState<ComparisonPage | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  const a = query.get("a") ?? page.data?.current ?? "mettle"
  const b = query.get("b") ?? page.data?.presets.find(name => name !== a) ?? "plain"
  const run = () => {
    setBusy(true)
    setError(null)
    ask<ComparisonPage>("/replay.json", { body: { a, b } })
      .then(setResult)
      .catch(setError)
      .finally(() => setBusy(false))
  }
  const act = (path: string, body: unknown, said: (answer: AdoptActed) => string) => {
    setBusy(true)
    void perform<AdoptActed>(path, body, { said, done: page.reload }).finally(() => setBusy(false))
  }
  const adopt = (preset: string) =>
    act("/api/replay/adopt", { preset }, answer => `Adopted ${answer.preset} (was ${answer.former}).`)
  const back = () => act("/api/replay/undo", {}, answer => `Back to ${answer.preset}.`)
  return (
    <Page twin="/replay.json" command={`mettle replay --preset ${a} --preset ${b}`}>
      <Answer of={page}>
        {data => (
          <>
            <section class="panel row">
              <Choice name="a" value={a} presets={data.presets} />
              <span class="dim">against</span>
              <Choice name="b" value={b} presets={data.presets} />
              <button type="button" class="button main" onClick={run} disabled={busy || a === b}>
                {busy ? "Replaying …" : "Replay the log"}
              </button>
              <span class="small dim">
                Now: <b>{data.current}</b>
                {data.adopted.length > 0 && `, adopted ${when(data.adopted.at(-1)?.at ?? null)}`}
              </span>
              <span style="flex: 1" />
              {b !== data.current && (
                <button type="button" class="button" disabled={busy} onClick={() => adopt(b)}>
                  Adopt {b}
                </button>
              )}
              {data.adopted.length > 0 && (
                <button type="button" class="button" disabled={busy} onClick={back}>
                  Undo the adoption
                </button>
              )}
            </section>
            {error && <Problem error={error} />}
            {busy && <Progress doing="Folding the log" />}
            {result ? (
              <Comparison result={result} />
            ) : (
              <Empty command={`mettle replay --preset ${a} --preset ${b}`}>
                {data.empty ??
                  "Both presets are folded over the whole log, side by side; what you have stays as it is until you adopt one."}
              </Empty>
            )}
          </>
        )}
      </Answer>
    </Page>
  )
}

const Choice = ({ name, value, presets }: { name: "a" | "b"; value: string; presets: readonly string[] }) => (
  <select
    class="field"
    style="width: auto"
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

function Comparison({ result }: { readonly result: ComparisonPage }) {
  const ranked = result.cards.changed.filter(card => card.rank.a !== null || card.rank.b !== null)
  const names = [result.a.preset, result.b.preset] as const
  const arrow = (values: { readonly a: string | number | null; readonly b: string | number | null }) =>
    `${values.a ?? "–"} → ${values.b ?? "–"}`
  return (
    <>
      <section class="panel">
        <h2>
          What {names[1]} would have done with your log of {count(result.events, "event")}
        </h2>
        <Table
          rows={result.told}
          columns={[
            { head: "", cell: line => <b>{line.what}</b> },
            { head: "", cell: line => line.words },
          ]}
        />
      </section>
      <p>
        Over {count(result.events, "event")}: {share(result.cards.differ, result.cards.total)} cards differ,{" "}
        {share(result.verdicts.differ, result.verdicts.total)} verdicts flip,{" "}
        {share(result.packs.differ, result.packs.total)} packs would differ.
      </p>
      <div class="grid">
        <section class="panel">
          <Picture
            title="Ranks of cards"
            says={`biggest changes first, ${Math.min(DRAWN, ranked.length)} drawn of ${whole(result.cards.differ)}`}
            rows={result.cards.changed}
            columns={[
              { head: "card", cell: card => <Link to={`/card/${card.id}`}>{card.statement ?? card.short}</Link> },
              { head: "rank", num: true, cell: card => arrow(card.rank) },
              { head: "stage", cell: card => arrow(card.stage) },
              {
                head: "value",
                num: true,
                cell: card =>
                  arrow({
                    a: card.value.a === null ? null : `${points(card.value.a.mean)} (n ${Math.round(card.value.a.n)})`,
                    b: card.value.b === null ? null : `${points(card.value.b.mean)} (n ${Math.round(card.value.b.n)})`,
                  }),
              },
            ]}
          >
            {ranked.length === 0 ? (
              <p class="small dim">No card is ranked differently.</p>
            ) : (
              <SlopeChart
                names={names}
                slopes={ranked
                  .slice(0, DRAWN)
                  .map(card => ({ label: card.statement ?? card.short, a: card.rank.a, b: card.rank.b }))}
              />
            )}
          </Picture>
        </section>
        <section class="panel">
          <Picture
            title="Differences of value"
            says={`${names[1]} less ${names[0]}, in points`}
            rows={result.distribution}
            columns={[
              { head: "from", num: true, cell: bin => points(bin.from) },
              { head: "to", num: true, cell: bin => points(bin.to) },
              { head: "cards", num: true, cell: bin => bin.count },
            ]}
          >
            {result.distribution.length === 0 ? (
              <p class="small dim">No card is measured under both.</p>
            ) : (
              <Bins bins={result.distribution} label="differences of value between the presets" />
            )}
          </Picture>
        </section>
      </div>
      <section class="panel">
        <h2>Verdicts that flip: {share(result.verdicts.differ, result.verdicts.total)}</h2>
        <Table
          rows={result.verdicts.changed}
          columns={[
            { head: "episode", cell: row => <Link to={`/episode/${row.episode}`}>{row.episodeShort}</Link> },
            { head: "when", cell: row => when(row.at) },
            { head: "verdict", cell: row => arrow(row.verdict) },
          ]}
        />
      </section>
      <section class="panel">
        <h2>Packs that would differ: {share(result.packs.differ, result.packs.total)}</h2>
        <Table
          rows={result.packs.changed}
          columns={[
            { head: "when", cell: row => when(row.at) },
            {
              head: "episode",
              cell: row =>
                row.episode === null ? "–" : <Link to={`/episode/${row.episode}`}>{row.episodeShort ?? ""}</Link>,
            },
            { head: `only ${names[0]}`, cell: row => row.onlyA.map(card => card.statement ?? card.short).join("; ") },
            { head: `only ${names[1]}`, cell: row => row.onlyB.map(card => card.statement ?? card.short).join("; ") },
          ]}
        />
      </section>
    </>
  )
}
