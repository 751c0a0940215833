// Privacy: what is kept, where, how big? Sizes by kind and month, secrets that were masked, pauses as gaps; pause, forget with
// proof, and how to export.
import { useState } from "preact/hooks"
import type { ForgetAsked, PauseActed, PrivacyPage } from "../../http/schemas.ts"
import { perform } from "../acts.ts"
import { BarLegend, type Fill, StackedBars } from "../charts/stacked-bars.tsx"
import { StateTimeline } from "../charts/state-timeline.tsx"
import { bytes, count, exact, plain, whole } from "../numbers.ts"
import { Answer } from "../parts/empty.tsx"
import { ForgetDialog } from "../parts/forget-dialog.tsx"
import { CommandLine, Page } from "../parts/page.tsx"
import { Picture } from "../parts/picture.tsx"
import { Table } from "../parts/table.tsx"
import { useData } from "../use-data.ts"

const FILLS: readonly Fill[] = ["accent", "gold", "green", "bad", "mixed", "none"]

export function PrivacyPlace() {
  const page = useData<PrivacyPage>("/privacy.json", /forgotten|pause|resume|recording|episode/)
  const [forgetting, setForgetting] = useState<{ target: ForgetAsked["target"]; what: string } | null>(null)
  return (
    <Page twin="/privacy.json" command={page.data?.command ?? "mettle status"}>
      <Answer of={page}>
        {data => (
          <>
            <div class="grid">
              <Recording data={data} onDone={page.reload} />
              <Forget onForget={(target, what) => setForgetting({ target, what })} data={data} />
            </div>
            <section class="panel">
              <Sizes data={data} />
            </section>
            <div class="grid">
              <Masked data={data} />
              <section class="panel">
                <Gaps data={data} />
              </section>
              <Files data={data} />
              <Network data={data} />
            </div>
          </>
        )}
      </Answer>
      {forgetting && <ForgetDialog {...forgetting} onClose={() => setForgetting(null)} onDone={page.reload} />}
    </Page>
  )
}

const STATE = {
  on: "Recording on this computer.",
  off: "Not recording: switched off in the settings.",
  paused: "Paused: nothing is recorded.",
  "not installed": "Not recording: in no agent's settings (mettle init).",
} as const

function Recording({ data, onDone }: { readonly data: PrivacyPage; readonly onDone: () => void }) {
  const pause = (minutes?: number) =>
    void perform<PauseActed>("/api/pause", minutes === undefined ? {} : { minutes }, {
      said: answer => (answer.until === null ? "Paused." : `Paused until ${exact(answer.until)}.`),
      done: onDone,
    })
  const resume = () => void perform<PauseActed>("/api/resume", {}, { said: "Recording again.", done: onDone })
  return (
    <section class="panel stack">
      <h2>{STATE[data.recording]}</h2>
      <p class="small dim">
        Everything stays in <code>{data.dataDir}</code>. Content is kept{" "}
        {data.retention.content === "forever"
          ? "until you forget it"
          : `for ${data.retention.content.replace(/d$/, " days")}`}
        .
      </p>
      <div class="row">
        {data.recording === "paused" ? (
          <button type="button" class="button main" onClick={resume}>
            Resume
          </button>
        ) : (
          <>
            <button type="button" class="button" onClick={() => pause(60)}>
              Pause for an hour
            </button>
            <button type="button" class="button" onClick={() => pause()}>
              Pause until I resume
            </button>
          </>
        )}
      </div>
      <div class="stack" style="gap: 0.3rem">
        <CommandLine text="mettle export --cards" />
        <CommandLine text="mettle config set retention.textDays 180" />
      </div>
    </section>
  )
}

function Forget({
  data,
  onForget,
}: {
  readonly data: PrivacyPage
  readonly onForget: (target: ForgetAsked["target"], what: string) => void
}) {
  const [text, setText] = useState("")
  const send = (event: Event) => {
    event.preventDefault()
    if (text.trim().length >= 3) onForget({ text: text.trim() }, `Every text that holds: ${text.trim()}`)
  }
  const lastHour = () =>
    onForget({ since: new Date(Date.now() - 3_600_000).toISOString() }, "Everything of the last hour")
  return (
    <section class="panel stack">
      <h2>Forget</h2>
      <form class="row" onSubmit={send}>
        <input
          class="field"
          style="flex: 1 1 12rem"
          aria-label="words to forget"
          placeholder="Words that should be gone"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button danger" disabled={text.trim().length < 3}>
          Forget …
        </button>
      </form>
      <div class="row">
        <button type="button" class="button danger" onClick={lastHour}>
          The last hour …
        </button>
      </div>
      <p class="small dim">
        You see what would go before it goes, and a search afterwards shows that it is gone.{" "}
        {data.forgotten.acts === 0
          ? "Nothing was forgotten yet."
          : `So far: ${count(data.forgotten.texts, "text")} in ${count(data.forgotten.acts, "act")}.`}{" "}
        {data.backups.length > 0 && `${count(data.backups.length, "backup")} exist: ${data.backups.join(", ")}`}
      </p>
    </section>
  )
}

function Sizes({ data }: { readonly data: PrivacyPage }) {
  const kinds = Object.entries(data.kinds)
    .sort((a, b) => b[1].bytes - a[1].bytes)
    .map(([kind]) => kind)
  const named = kinds.slice(0, FILLS.length - 1)
  const groups = [...named, ...(kinds.length > named.length ? ["other"] : [])]
  const of = (month: PrivacyPage["months"][number], group: string) =>
    group === "other"
      ? kinds.slice(named.length).reduce((sum, kind) => sum + (month.kinds[kind]?.bytes ?? 0), 0)
      : (month.kinds[group]?.bytes ?? 0)
  const parts = groups.map((name, i) => ({ name: plain(name.replace(".", " ")), key: name, fill: FILLS[i] ?? "none" }))
  const rows = data.months.flatMap(month =>
    Object.entries(month.kinds).map(([kind, size]) => ({ month: month.month, kind, ...size })),
  )
  return (
    <Picture
      title={`${bytes(data.bytes)} on disk`}
      says={`of at most ${bytes(data.cap)}; of that, the words by month and kind:`}
      rows={rows}
      columns={[
        { head: "month", cell: row => row.month },
        { head: "kind", cell: row => plain(row.kind.replace(".", " ")) },
        { head: "texts", num: true, cell: row => whole(row.texts) },
        { head: "size", num: true, cell: row => bytes(row.bytes) },
      ]}
    >
      {data.months.length === 0 ? (
        <p class="small dim">No words are kept yet.</p>
      ) : (
        <>
          <StackedBars
            gutter={70}
            label="bytes of text by month and kind"
            say={bytes}
            bars={data.months.slice(-12).map(month => ({
              label: month.month,
              note: bytes(Object.values(month.kinds).reduce((sum, size) => sum + size.bytes, 0)),
              parts: parts.map(part => ({ ...part, n: of(month, part.key) })),
            }))}
          />
          <BarLegend parts={parts} />
        </>
      )}
    </Picture>
  )
}

function Masked({ data }: { readonly data: PrivacyPage }) {
  const rows = Object.entries(data.masked).sort((a, b) => b[1] - a[1])
  return (
    <section class="panel">
      <h2>Secrets masked before the first write</h2>
      {rows.length === 0 ? (
        <p class="small dim">None seen so far.</p>
      ) : (
        <Table
          rows={rows}
          columns={[
            { head: "kind", cell: ([kind]) => `[masked: ${kind}]` },
            { head: "times", num: true, cell: ([, n]) => whole(n) },
          ]}
        />
      )}
      <p class="small">
        <CommandLine text="mettle forget --secrets" />
      </p>
    </section>
  )
}

function Gaps({ data }: { readonly data: PrivacyPage }) {
  const now = Date.now()
  const spans = data.paused.map(gap => ({
    from: Date.parse(gap.from),
    to: gap.until === null ? now : Date.parse(gap.until),
    gap,
  }))
  const first = Math.min(...spans.map(span => span.from), now - 7 * 86_400_000)
  const at = (time: number) => (time - first) / Math.max(1, now - first)
  if (spans.length === 0)
    return (
      <>
        <h2>Pauses</h2>
        <p class="small dim">Never paused. A pause is shown here as a gap.</p>
      </>
    )
  const bands = spans.map(({ from, to, gap }) => ({
    from: at(from),
    to: at(to),
    state: "paused",
    fill: "mixed" as const,
    title: `${exact(from)} to ${gap.until === null ? "now" : exact(to)}`,
  }))
  return (
    <Picture
      title="Pauses"
      says={count(spans.length, "gap")}
      rows={data.paused}
      columns={[
        { head: "from", cell: gap => exact(gap.from) },
        { head: "until", cell: gap => (gap.until === null ? "goes on" : exact(gap.until)) },
      ]}
    >
      <StateTimeline
        label="pauses over time"
        rows={[
          {
            label: "recording",
            spans: [{ from: 0, to: 1, state: "", fill: "none", title: "recorded" }, ...bands],
            note: "now",
          },
        ]}
      />
    </Picture>
  )
}

/** What a file is for; the first that fits. */
const FOR: readonly (readonly [RegExp, string])[] = [
  [/^log\.db/, "the log: all that was recorded"],
  [/^(?:views|readings)/, "cards and search, made anew from the log at any time"],
  [/^ballast$/, "kept free, so that forgetting works on a full disk"],
  [/./, "other"],
]

function Files({ data }: { readonly data: PrivacyPage }) {
  const of = ({ name }: { readonly name: string }): string => FOR.find(([form]) => form.test(name))![1]
  const rows = FOR.map(([, what]) => ({ what, files: data.files.filter(file => of(file) === what) }))
  return (
    <section class="panel">
      <h2>Files</h2>
      <Table
        rows={rows.filter(({ files }) => files.length > 0)}
        columns={[
          { head: "what for", cell: ({ what }) => what },
          { head: "size", num: true, cell: ({ files }) => bytes(files.reduce((sum, file) => sum + file.bytes, 0)) },
        ]}
      />
    </section>
  )
}

const Network = ({ data }: { readonly data: PrivacyPage }) => (
  <section class="panel">
    <h2>Network</h2>
    <ul class="small">
      {data.network.map(line => (
        <li key={line.what}>
          {line.on ? "● on: " : "○ off: "}
          {line.what}
        </li>
      ))}
      {data.network.length === 0 && <li>None.</li>}
    </ul>
  </section>
)
