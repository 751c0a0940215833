// Ledger: what was let in, and why not? A bar per episode, and every line with the rule that decided.
import type { LedgerLine, LedgerPage } from "../../http/schemas.ts"
import { perform } from "../acts.ts"
import { BarLegend, type Fill, StackedBars } from "../charts/stacked-bars.tsx"
import { count, plain, when, whole } from "../numbers.ts"
import { Chip, type Tone } from "../parts/chip.tsx"
import { Answer, Empty } from "../parts/empty.tsx"
import { Page } from "../parts/page.tsx"
import { Picture } from "../parts/picture.tsx"
import { More } from "../parts/rows.tsx"
import { Link, setQuery, usePlace } from "../router.tsx"
import { usePaged } from "../use-data.ts"

const ACTS: readonly { readonly name: string; readonly fill: Fill; readonly tone: Tone }[] = [
  { name: "admitted", fill: "good", tone: "good" },
  { name: "merged", fill: "green", tone: "accent" },
  { name: "superseded", fill: "gold", tone: "mixed" },
  { name: "archived", fill: "mixed", tone: "mixed" },
  { name: "refused", fill: "bad", tone: "bad" },
  { name: "moved", fill: "ink", tone: "none" },
  { name: "user", fill: "none", tone: "none" },
]
const MOST_BARS = 14

export function LedgerPlace() {
  const { query } = usePlace()
  const asked = new URLSearchParams({ limit: "100" })
  for (const key of ["episode", "act"]) {
    const value = query.get(key)
    if (value !== null) asked.set(key, value)
  }
  const path = `/ledger.json?${asked}`
  const paged = usePaged<LedgerPage, LedgerLine>(path, page => page.lines, /card|feedback|undone|episode/)
  const admit = (line: LedgerLine) =>
    void perform(
      `/api/ledger/${encodeURIComponent(line.proposal ?? "")}/admit`,
      {},
      {
        said: "Admitted on your word.",
        undoable: true,
        done: paged.reload,
      },
    )
  return (
    <Page twin={path} command={paged.data?.command ?? "mettle review ledger --rejected"}>
      <Answer of={paged}>
        {data =>
          data.total === 0 && !query.has("act") && !query.has("episode") ? (
            <Empty command="mettle look">{data.empty ?? "Nothing was suggested yet."}</Empty>
          ) : (
            <>
              <section class="panel">
                <Bars data={data} />
              </section>
              <div class="tabs">
                {query.has("episode") && (
                  <button type="button" class="chip" aria-pressed="true" onClick={() => setQuery({ episode: null })}>
                    one episode ×
                  </button>
                )}
                {ACTS.filter(act => (data.byAct[act.name] ?? 0) > 0).map(act => (
                  <button
                    key={act.name}
                    type="button"
                    class="chip"
                    aria-pressed={query.get("act") === act.name}
                    onClick={() => setQuery({ act: query.get("act") === act.name ? null : act.name })}
                  >
                    {act.name === "user" ? "by you" : act.name}{" "}
                    <span class="num">{whole(data.byAct[act.name] ?? 0)}</span>
                  </button>
                ))}
              </div>
              <section class="panel">
                <p class="small dim">
                  {whole(paged.rows.length)} of {whole(data.total)}
                </p>
                <ul class="rows">
                  {paged.rows.map(line => (
                    <Row
                      key={`${line.seq}${line.card ?? ""}${line.act}${line.proposal ?? ""}`}
                      line={line}
                      onAdmit={admit}
                    />
                  ))}
                </ul>
                <More of={paged} />
              </section>
            </>
          )
        }
      </Answer>
    </Page>
  )
}

function Row({ line, onAdmit }: { readonly line: LedgerLine; readonly onAdmit: (line: LedgerLine) => void }) {
  const act = ACTS.find(a => a.name === line.act)
  const words = line.statement ?? line.cardShort ?? "(forgotten)"
  return (
    <li style="padding: 0.5rem 0.2rem">
      <div class="row">
        <Chip tone={act?.tone ?? "none"}>{line.act === "user" ? "by you" : line.act}</Chip>
        {line.card === null ? (
          <span class="words" style="flex: 1 1 14rem">
            {words}
          </span>
        ) : (
          <Link to={`/card/${line.card}`} data-row class="words" style="flex: 1 1 14rem">
            {words}
          </Link>
        )}
        {line.act === "refused" && line.proposal !== null && line.statement !== null && (
          <button type="button" class="button" onClick={() => onAdmit(line)}>
            Admit anyway
          </button>
        )}
      </div>
      <p class="small dim">
        {line.because} · {line.kind === null ? "" : `${plain(line.kind)} · `}
        {when(line.at)}
        {line.episode !== null && (
          <>
            {" · "}
            <Link to={`/episode/${line.episode}`}>{line.episodeShort ?? "episode"}</Link>
          </>
        )}
      </p>
    </li>
  )
}

function Bars({ data }: { readonly data: LedgerPage }) {
  const recent = data.episodes.slice(0, MOST_BARS)
  return (
    <Picture
      title="What became of suggestions"
      says={`newest ${recent.length} of ${count(data.episodes.length, "episode")} listed`}
      rows={data.episodes}
      columns={[
        {
          head: "episode",
          cell: row =>
            row.episode === null ? (
              "outside"
            ) : (
              <button type="button" class="button plain" onClick={() => setQuery({ episode: row.episode })}>
                {row.episodeShort ?? row.episode}
              </button>
            ),
        },
        { head: "when", cell: row => when(row.at) },
        { head: "suggested", num: true, cell: row => row.proposed },
        ...ACTS.map(act => ({
          head: act.name === "user" ? "by you" : act.name,
          num: true,
          cell: (row: LedgerPage["episodes"][number]) => row.acts[act.name] ?? 0,
        })),
      ]}
    >
      <StackedBars
        gutter={84}
        label="acts of the ledger by episode"
        bars={recent.map(row => ({
          label: row.episodeShort ?? "outside",
          note: `${row.proposed} suggested`,
          parts: ACTS.map(act => ({ name: act.name, fill: act.fill, n: row.acts[act.name] ?? 0 })),
        }))}
      />
      <BarLegend parts={ACTS.map(act => ({ name: act.name === "user" ? "by you" : act.name, fill: act.fill }))} />
    </Picture>
  )
}
