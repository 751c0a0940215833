// Review: what waits for me? One thing at a time with its evidence; single keys decide; every decision can be undone.
import { useState } from "preact/hooks"
import type { ReviewActed, ReviewPage } from "../../http/schemas.ts"
import { perform, undo } from "../acts.ts"
import { useKeys } from "../keys.ts"
import { count, plain } from "../numbers.ts"
import { Chip } from "../parts/chip.tsx"
import { Answer, Empty } from "../parts/empty.tsx"
import { EvidenceView } from "../parts/evidence-view.tsx"
import { Page } from "../parts/page.tsx"
import { Link } from "../router.tsx"
import { useData } from "../use-data.ts"

type Item = ReviewPage["items"][number]
/** What yes and no mean, by why it waits. */
const ASKS: Readonly<Record<string, { readonly ask: string; readonly yes: string; readonly no: string }>> = {
  candidate: { ask: "Keep this?", yes: "Keep", no: "Not true" },
  "marked wrong": { ask: "The agent marked it wrong. Is it right after all?", yes: "It is right", no: "Put it away" },
  "needs recheck": { ask: "Something it rests on changed. Does it still hold?", yes: "Still true", no: "Put it away" },
  "from a document": { ask: "A document states this. Make it your norm?", yes: "Make it mine", no: "Not mine" },
  "perhaps pasted": { ask: "These may not be your own words. Make it your norm?", yes: "Make it mine", no: "Not mine" },
  "won in other repositories": {
    ask: "It worked in other repositories. Use it there too?",
    yes: "Widen",
    no: "Keep it here",
  },
  "mostly fails": { ask: "It mostly fails. Turn it into a warning?", yes: "Turn it around", no: "Put it away" },
  "kept by an older ear": {
    ask: "An older version took this for a wish; today's would not. Keep it?",
    yes: "Keep it",
    no: "Put it away",
  },
  "seems to harm": { ask: "It seems to do harm. Vouch for it?", yes: "I vouch for it", no: "Put it away" },
}

export function ReviewPlace() {
  const page = useData<ReviewPage>("/review.json", /card|feedback|undone|forgotten|note/)
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  const { data } = page
  return (
    <Page twin="/review.json" command={data?.command ?? "mettle review"}>
      <Answer of={page}>
        {({ items, total, empty, undoable }) => {
          const waiting = items.filter(item => !skipped.has(item.id))
          const item = waiting[0]
          return (
            <>
              {item ? (
                <Candidate
                  key={item.id}
                  item={item}
                  left={total}
                  onDone={page.reload}
                  onSkip={() => setSkipped(old => new Set([...old, item.id]))}
                />
              ) : (
                <>
                  <Empty command="mettle review">
                    {total === 0
                      ? (empty ?? "Nothing waits for you. What agents conclude comes here before it counts.")
                      : `${count(total, "thing")} left, all skipped for now.`}
                  </Empty>
                  {total > 0 && (
                    <button type="button" class="button" onClick={() => setSkipped(new Set())}>
                      Look at them again
                    </button>
                  )}
                  <UndoKey onDone={page.reload} />
                </>
              )}
              <Later items={waiting.slice(1)} />
              <Undoable list={undoable} onDone={page.reload} />
            </>
          )
        }}
      </Answer>
    </Page>
  )
}

function UndoKey({ onDone }: { readonly onDone: () => void }) {
  useKeys("Review", [{ key: "u", does: "undo the last act", run: () => void undo(onDone) }])
  return null
}

function Candidate({
  item,
  left,
  onDone,
  onSkip,
}: {
  readonly item: Item
  readonly left: number
  readonly onDone: () => void
  readonly onSkip: () => void
}) {
  const [editing, setEditing] = useState(false)
  const [words, setWords] = useState(item.statement)
  const [busy, setBusy] = useState(false)
  const named = `“${item.statement.length > 60 ? `${item.statement.slice(0, 59)}…` : item.statement}”`
  const asks = ASKS[item.why] ?? { ask: "Is this right?", yes: "Yes", no: "No" }
  const send = (act: "yes" | "no" | "edit", body: object, said: string) => {
    if (busy) return
    setBusy(true)
    void perform<ReviewActed>(`/api/review/${encodeURIComponent(item.id)}/${act}`, body, {
      said,
      undoable: true,
      done: onDone,
    }).finally(() => setBusy(false))
  }
  const save = () => {
    setEditing(false)
    if (words.trim() !== "" && words.trim() !== item.statement)
      send("edit", { words: words.trim() }, `Kept as: ${words.trim()}`)
  }
  useKeys("Review", [
    { key: "y", does: `yes: ${asks.yes.toLowerCase()}`, run: () => send("yes", {}, `Yes to ${named}`) },
    { key: "n", does: `no: ${asks.no.toLowerCase()}`, run: () => send("no", {}, `No to ${named}`) },
    { key: "e", does: "in other words", run: () => setEditing(true) },
    { key: "s", does: "skip for now", run: onSkip },
    { key: "u", does: "undo the last act", run: () => void undo(onDone) },
  ])
  return (
    <section class="panel stack" data-review={item.id} data-left={left} aria-live="polite">
      <div class="row small">
        <Chip tone="accent">{item.why}</Chip>
        <Chip>{plain(item.kind)}</Chip>
        <Chip>{item.scope.label}</Chip>
        <span class="dim">{count(left, "thing")} to review</span>
      </div>
      <h2>{asks.ask}</h2>
      {editing ? (
        <textarea
          class="field"
          aria-label="in other words"
          rows={3}
          ref={field => field?.focus()}
          value={words}
          onInput={event => setWords(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === "Enter" && !event.shiftKey) {
              event.preventDefault()
              save()
            } else if (event.key === "Escape") {
              event.preventDefault()
              setEditing(false)
            }
          }}
        />
      ) : (
        <p class="lead words">{item.statement}</p>
      )}
      {item.against && (
        <p class="small">
          <span class="bad">✗ against it:</span>{" "}
          <Link to={`/card/${item.against.id}`}>{item.against.statement ?? item.against.short}</Link>
        </p>
      )}
      <div class="row">
        <button type="button" class="button main" disabled={busy} onClick={() => send("yes", {}, `Yes to ${named}`)}>
          {asks.yes} <kbd>y</kbd>
        </button>
        <button type="button" class="button" disabled={busy} onClick={() => send("no", {}, `No to ${named}`)}>
          {asks.no} <kbd>n</kbd>
        </button>
        <button type="button" class="button" onClick={() => (editing ? save() : setEditing(true))}>
          {editing ? "Save" : "In other words"} <kbd>{editing ? "Enter" : "e"}</kbd>
        </button>
        <button type="button" class="button" onClick={onSkip}>
          Skip <kbd>s</kbd>
        </button>
        <button type="button" class="button plain" onClick={() => void undo(onDone)}>
          Undo <kbd>u</kbd>
        </button>
        {item.card && <Link to={`/card/${item.card.id}`}>open the card</Link>}
      </div>
      {item.evidence.length === 0 ? (
        <p class="small dim">No evidence is kept for it.</p>
      ) : (
        item.evidence.slice(0, 3).map(e => <EvidenceView key={`${e.event}${e.start}`} evidence={e} />)
      )}
    </section>
  )
}

function Later({ items }: { readonly items: readonly Item[] }) {
  if (items.length === 0) return null
  return (
    <details class="panel">
      <summary>after this one ({items.length})</summary>
      <ul class="rows">
        {items.map(item => (
          <li key={item.id} class="small" style="padding: 0.3rem 0">
            <span class="dim">{item.why}</span> <span class="words">{item.statement}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Undoable({ list, onDone }: { readonly list: ReviewPage["undoable"]; readonly onDone: () => void }) {
  const last = list[0]
  if (!last) return null
  return (
    <p class="small dim">
      Last act: {last.type === "card.proposed" ? "kept" : plain(last.type.replace(".", " "))}{" "}
      {last.statement === null ? "" : `“${last.statement.slice(0, 80)}”`}{" "}
      <button type="button" class="button plain" onClick={() => void undo(onDone)}>
        undo
      </button>
    </p>
  )
}
