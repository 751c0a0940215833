// Episode: what happened? The picture, the transcript that follows its cursor, what the agent was given and what came of it.
import { useState } from "preact/hooks"
import type { EpisodePage } from "../../http/schemas.ts"
import { perform } from "../acts.ts"
import { count, plain, signed, when } from "../numbers.ts"
import { Chip, VerdictChip } from "../parts/chip.tsx"
import { Answer } from "../parts/empty.tsx"
import { EpisodePicture } from "../parts/episode-picture.tsx"
import { ForgetDialog } from "../parts/forget-dialog.tsx"
import { Page } from "../parts/page.tsx"
import { Table } from "../parts/table.tsx"
import { Transcript } from "../parts/transcript.tsx"
import { Link, usePlace } from "../router.tsx"
import { useData, useLater } from "../use-data.ts"

/** Messages of one window of the transcript. */
const WINDOW = 100
const windowOf = (message: number): number => Math.floor((message - 1) / WINDOW) * WINDOW + 1

export function EpisodePlace({ id }: { readonly id: string }) {
  const { query } = usePlace()
  const asked = Number(query.get("message"))
  const [cursor, setCursor] = useState<number>(asked > 0 ? asked : 1)
  const from = useLater(windowOf(cursor), 120)
  const base = `/episodes/${encodeURIComponent(id)}.json`
  const page = useData<EpisodePage>(
    `${base}?from=${from}&limit=${WINDOW}`,
    /episode|turn|message|tool|feedback|forgotten/,
  )
  const [kept, setKept] = useState<EpisodePage | null>(null)
  if (page.data !== null && page.data !== kept) setKept(page.data)
  const [forgetting, setForgetting] = useState(false)
  const shown = { ...page, data: page.data ?? kept, loading: page.loading && kept === null }
  const title = kept?.episode.prompt ?? (kept ? kept.episode.short : "Episode")
  return (
    <Page
      title={title.length > 110 ? `${title.slice(0, 109)}…` : title}
      question={kept ? <Facts page={kept} /> : "What happened?"}
      twin={base}
      command={kept?.command ?? `mettle history ${id}`}
    >
      <Answer of={shown}>
        {data => (
          <>
            <Acts page={data} onDone={page.reload} onForget={() => setForgetting(true)} />
            <section class="panel">
              <EpisodePicture page={data} cursor={cursor} onCursor={setCursor} />
            </section>
            <div class="two">
              <div class="stack">
                <Held page={data} onCursor={setCursor} />
                <Segments page={data} onCursor={setCursor} />
                <Used page={data} onDone={page.reload} />
                <Checkpoints page={data} />
                <Learned page={data} />
              </div>
              <section class="panel">
                <Transcript page={data} cursor={cursor} onCursor={setCursor} busy={page.data === null} />
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
      </Answer>
    </Page>
  )
}

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
  const { episode } = page
  const relabel = (outcome: "success" | "failure") =>
    void perform(
      `/api/episodes/${episode.id}/relabel`,
      { outcome },
      { said: `Labelled ${outcome} by you.`, undoable: true, done: onDone },
    )
  return (
    <div class="row">
      <span class="small dim words" style="flex: 1 1 20rem">
        {episode.verdict === "unjudged" ? "Unjudged: " : "Judged "}
        {episode.judgedBy !== null && episode.verdict !== "unjudged" && `by ${episode.judgedBy}: `}
        {episode.because === "" ? "no test, build or commit seen; only those and your words count." : episode.because}
      </span>
      <button type="button" class="button" onClick={() => relabel("success")}>
        ✓ It succeeded
      </button>
      <button type="button" class="button" onClick={() => relabel("failure")}>
        ✗ It failed
      </button>
      <button type="button" class="button danger" onClick={onForget}>
        Forget
      </button>
    </div>
  )
}

function Held({ page, onCursor }: { page: EpisodePage; onCursor: (message: number) => void }) {
  if (page.holds.length === 0) return null
  return (
    <section class="panel" data-held>
      <h2>Held before it ran</h2>
      <ul class="rows">
        {page.holds.map(hold => (
          <li key={hold.event} style="padding: 0.45rem 0">
            <button type="button" class="button plain" onClick={() => onCursor(Math.max(1, hold.message))}>
              <code>{hold.action ?? "(forgotten)"}</code>
            </button>
            <div class="words">
              by{" "}
              <Link to={`/card/${encodeURIComponent(hold.card.id)}`} data-row>
                “{hold.card.statement ?? "(forgotten)"}”
              </Link>
              ; {hold.says}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Segments({ page, onCursor }: { page: EpisodePage; onCursor: (message: number) => void }) {
  if (page.segments.length === 0) return null
  return (
    <section class="panel">
      <h2>Stretches of work</h2>
      <Table
        rows={page.segments}
        columns={[
          {
            head: "messages",
            cell: row => (
              <button type="button" class="button plain" onClick={() => onCursor(Math.max(1, row.fromMessage))}>
                {row.fromMessage}–{row.toMessage}
              </button>
            ),
          },
          { head: "verdict", cell: row => <VerdictChip verdict={row.verdict} /> },
          { head: "because", cell: row => row.because || `ended by ${row.endedBy}` },
        ]}
      />
    </section>
  )
}

function Used({ page, onDone }: { page: EpisodePage; onDone: () => void }) {
  const mark = (what: "useful" | "irrelevant", card: string) =>
    void perform(
      `/api/episodes/${page.episode.id}/${what}`,
      { card },
      { said: `Marked ${what}.`, undoable: true, done: onDone },
    )
  return (
    <section class="panel">
      <h2>Cards it was given</h2>
      {page.used.length === 0 ? (
        <p class="small dim">None were shown in this episode.</p>
      ) : (
        <ul class="rows">
          {page.used.map(use => (
            <li key={use.id} style="padding: 0.45rem 0">
              <Link to={`/card/${encodeURIComponent(use.id)}`} data-row>
                {use.statement ?? use.short}
              </Link>
              <div class="row small dim">
                <span>
                  {plain(use.placement)} ·{" "}
                  {use.attribution === null ? "not credited" : `credit ${signed(use.attribution)}`} · {use.because}
                </span>
                <button type="button" class="button plain" onClick={() => mark("useful", use.id)}>
                  useful
                </button>
                <button type="button" class="button plain" onClick={() => mark("irrelevant", use.id)}>
                  irrelevant
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Checkpoints({ page }: { readonly page: EpisodePage }) {
  if (page.checkpoints.length === 0) return null
  return (
    <details class="panel">
      <summary>
        {count(page.checkpoints.length, "checkpoint")}
        {page.checkpointsExpired > 0 && `, ${page.checkpointsExpired} expired`}
      </summary>
      <Table
        rows={page.checkpoints}
        columns={[
          { head: "messages", cell: row => `${row.from}–${row.to}` },
          { head: "verdict", cell: row => <VerdictChip verdict={row.verdict} /> },
          { head: "summary", cell: row => row.summary || row.because },
        ]}
      />
    </details>
  )
}

/** What was suggested here stands in the ledger, with the rule that decided. */
const Learned = ({ page }: { readonly page: EpisodePage }) =>
  page.ledger.length === 0 ? null : (
    <p class="small">
      <Link to={`/ledger?episode=${encodeURIComponent(page.episode.id)}`}>
        {count(page.ledger.length, "line")} of what was let in or refused
      </Link>
    </p>
  )
