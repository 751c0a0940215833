// Privacy and settings: what is kept, where, how big? Sizes by month, secrets that were masked, pauses; pause, forget with proof, and
// how to export.

import { useState } from "preact/hooks"
import type { ForgetAsked, PauseActed, PrivacyPage } from "../../http/schemas.ts"
import { perform } from "../acts.tsx"
import { bytes, count, exact, plain, whole } from "../numbers.ts"
import { Stacked } from "../parts/bar.tsx"
import { Button, CommandLine } from "../parts/button.tsx"
import { ForgetDialog } from "../parts/forget-dialog.tsx"
import { Page, Panel } from "../parts/page.tsx"
import { More, Table } from "../parts/table.tsx"
import { useData } from "../use-data.ts"

export function PrivacyPlace() {
  const page = useData<PrivacyPage>("/privacy.json", /forgotten|pause|resume|recording|episode/)
  return (
    <Page of={page}>
      {data => (
        <>
          <div class="grid">
            <Recording data={data} onDone={page.reload} />
            <Forget data={data} onDone={page.reload} />
          </div>
          <Sizes data={data} />
          <div class="grid">
            <Masked data={data} />
            <Network data={data} />
          </div>
        </>
      )}
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
  const pause = (body: { readonly minutes?: number }) =>
    void perform<PauseActed>(
      "/api/pause",
      body,
      ({ until }) => (until === null ? "Paused." : `Paused until ${exact(until)}.`),
      onDone,
    )
  const resume = () => void perform("/api/resume", {}, "Recording again.", onDone)
  const { content } = data.retention
  return (
    <Panel stack title={STATE[data.recording]}>
      <p class="small dim">
        Everything stays in <code>{data.dataDir}</code>. Content is kept{" "}
        {content === "forever" ? "until you forget it" : `for ${content.replace(/d$/, " days")}`}.
      </p>
      <div class="row">
        {data.recording === "paused" ? (
          <Button kind="main" onClick={resume}>
            Resume
          </Button>
        ) : (
          <>
            <Button onClick={() => pause({ minutes: 60 })}>Pause for an hour</Button>
            <Button onClick={() => pause({})}>Pause until I resume</Button>
          </>
        )}
      </div>
      <More
        what="pauses: gaps in the record"
        rows={data.paused}
        columns={[
          { head: "from", cell: gap => exact(gap.from) },
          { head: "until", cell: gap => (gap.until === null ? "goes on" : exact(gap.until)) },
        ]}
      />
      <p class="small dim">
        Take your cards along: <CommandLine text="mettle export --cards" />
      </p>
      <p class="small dim">
        Keep what was said for longer or shorter: <CommandLine text="mettle config set retention.textDays 180" />
      </p>
    </Panel>
  )
}

function Forget({ data, onDone }: { readonly data: PrivacyPage; readonly onDone: () => void }) {
  const [text, setText] = useState("")
  const [asked, setAsked] = useState<{ target: ForgetAsked["target"]; what: string } | null>(null)
  const words = text.trim()
  const send = (event: Event) => {
    event.preventDefault()
    if (words.length >= 3) setAsked({ target: { text: words }, what: `Every text that holds: ${words}` })
  }
  const lastHour = () =>
    setAsked({
      target: { since: new Date(Date.now() - 3_600_000).toISOString() },
      what: "Everything of the last hour",
    })
  return (
    <Panel stack title="Forget">
      <form class="row" onSubmit={send}>
        <input
          class="field grow"
          aria-label="words to forget"
          placeholder="Words that should be gone"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button danger" disabled={words.length < 3}>
          Forget …
        </button>
        <Button kind="danger" onClick={lastHour}>
          The last hour …
        </Button>
      </form>
      <p class="small dim">
        You see what would go before it goes, and a search afterwards shows that it is gone.{" "}
        {data.forgotten.acts === 0
          ? "Nothing was forgotten yet."
          : `So far: ${count(data.forgotten.texts, "text")} in ${count(data.forgotten.acts, "act")}.`}{" "}
        {data.backups.length > 0 && `${count(data.backups.length, "backup")} exist: ${data.backups.join(", ")}`}
      </p>
      {asked && <ForgetDialog {...asked} onClose={() => setAsked(null)} onDone={onDone} />}
    </Panel>
  )
}

/** What a file is for; the first that fits. */
const FOR: readonly (readonly [RegExp, string])[] = [
  [/^log\.db/, "the log: all that was recorded"],
  [/^(?:views|readings)/, "cards and search, made anew from the log at any time"],
  [/^ballast$/, "kept free, so that forgetting works on a full disk"],
  [/./, "other"],
]

function Sizes({ data }: { readonly data: PrivacyPage }) {
  const files = FOR.map(([, what]) => ({ what, bytes: 0 }))
  for (const file of data.files) files[FOR.findIndex(([form]) => form.test(file.name))]!.bytes += file.bytes
  const months = data.months.map(({ month, kinds }) => {
    const sizes = Object.entries(kinds).sort(([, a], [, b]) => b.bytes - a.bytes)
    return {
      month,
      bytes: sizes.reduce((sum, [, size]) => sum + size.bytes, 0),
      texts: sizes.reduce((sum, [, size]) => sum + size.texts, 0),
      most: sizes.slice(0, 3).map(([kind, size]) => `${plain(kind.replace(".", " "))} ${bytes(size.bytes)}`),
    }
  })
  const most = Math.max(1, ...months.map(month => month.bytes))
  return (
    <Panel stack title={`${bytes(data.bytes)} on disk, of at most ${bytes(data.cap)}`}>
      <Table
        rows={files.filter(file => file.bytes > 0)}
        columns={[
          { head: "files", cell: file => file.what },
          { head: "size", num: true, cell: file => bytes(file.bytes) },
        ]}
      />
      {months.length > 0 && (
        <Table
          rows={months.toReversed()}
          columns={[
            { head: "words of", cell: ({ month }) => month },
            { head: "size", num: true, cell: month => bytes(month.bytes) },
            {
              head: "mostly",
              cell: month => (
                <>
                  <Stacked parts={[{ n: month.bytes, fill: "accent", title: bytes(month.bytes) }]} most={most} />
                  <span class="small dim">{month.most.join(", ")}</span>
                </>
              ),
            },
            { head: "texts", num: true, cell: month => whole(month.texts) },
          ]}
        />
      )}
    </Panel>
  )
}

function Masked({ data }: { readonly data: PrivacyPage }) {
  const rows = Object.entries(data.masked).sort((a, b) => b[1] - a[1])
  return (
    <Panel title="Secrets masked before the first write">
      {rows.length === 0 ? (
        <p class="small dim">None seen so far. One would be kept as “[masked: aws-key]”.</p>
      ) : (
        <Table
          rows={rows}
          columns={[
            { head: "kind", cell: ([kind]) => `[masked: ${kind}]` },
            { head: "times", num: true, cell: ([, n]) => whole(n) },
          ]}
        />
      )}
      <CommandLine text="mettle forget --secrets" />
    </Panel>
  )
}

const Network = ({ data }: { readonly data: PrivacyPage }) => (
  <Panel title="Network">
    <ul class="small">
      {data.network.map(line => (
        <li key={line.what}>
          {line.on ? "● on: " : "○ off: "}
          {line.what}
        </li>
      ))}
    </ul>
  </Panel>
)
