// Review: what waits for me? One thing at a time with its evidence; single keys decide; every decision can be undone.
import { useState } from "preact/hooks"
import type { ReviewPage } from "../../http/schemas.ts"
import { act, undo } from "../acts.tsx"
import { type Key, useKeys } from "../keys.ts"
import { count, cut, plain } from "../numbers.ts"
import { Empty, Page } from "../parts/page.tsx"
import { CardLink } from "../parts/rows.tsx"
import { Button, Chip } from "../parts/small.tsx"
import { EvidenceView } from "../parts/transcript.tsx"
import { Link } from "../router.tsx"
import { useData } from "../use-data.ts"

type Item = ReviewPage["items"][number]
/** What is asked, what yes and what no mean, by why it waits. */
const ASKS: Readonly<Record<string, readonly [ask: string, yes: string, no: string]>> = {
  candidate: ["Keep this?", "Keep", "Not true"],
  "marked wrong": ["The agent marked it wrong. Is it right after all?", "It is right", "Put it away"],
  "needs recheck": ["Something it rests on changed. Does it still hold?", "Still true", "Put it away"],
  "from a document": ["A document states this. Make it your norm?", "Make it mine", "Not mine"],
  "perhaps pasted": ["These may not be your own words. Make it your norm?", "Make it mine", "Not mine"],
  "won in other repositories": ["It worked in other repositories. Use it there too?", "Widen", "Keep it here"],
  "mostly fails": ["It mostly fails. Turn it into a warning?", "Turn it around", "Put it away"],
  "kept by an older ear": [
    "An older version took this for a wish; today's would not. Keep it?",
    "Keep it",
    "Put it away",
  ],
  "perhaps said otherwise": [
    "Later words may want the opposite. Does this still hold?",
    "It still holds",
    "Put it away",
  ],
  "seems to harm": ["It seems to do harm. Vouch for it?", "I vouch for it", "Put it away"],
}

export function ReviewPlace() {
  const page = useData<ReviewPage>("/review.json", /card|feedback|undone|forgotten|note/)
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  return (
    <Page of={page}>
      {({ items, total, empty }) => {
        const [item, ...later] = items.filter(one => !skipped.has(one.id))
        if (item)
          return (
            <>
              <Candidate
                key={item.id}
                item={item}
                left={total}
                onDone={page.reload}
                onSkip={() => setSkipped(old => new Set([...old, item.id]))}
              />
              <Later items={later} />
            </>
          )
        return (
          <>
            <Empty command="mettle review">
              {total === 0
                ? `${empty} What agents conclude comes here before it counts. For example: “Keep this? The staging database is read-only”.`
                : `${count(total, "thing")} left, all skipped for now.`}
            </Empty>
            {total > 0 && <Button onClick={() => setSkipped(new Set())}>Look at them again</Button>}
          </>
        )
      }}
    </Page>
  )
}

interface CandidateProps {
  readonly item: Item
  readonly left: number
  readonly onDone: () => void
  readonly onSkip: () => void
}
/** What may be answered, by keys and buttons, and the words one is about to put it in. */
function useAnswers({ item, onDone, onSkip }: CandidateProps) {
  const [words, setWords] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const named = `“${cut(item.statement, 60)}”`
  const [ask, yes, no] = ASKS[item.why] ?? ["Is this right?", "Yes", "No"]
  const send = (answer: "yes" | "no" | "edit", body: object, said: string) => {
    if (busy) return
    setBusy(true)
    void act(`/api/review/${item.id}/${answer}`, body, said, onDone).finally(() => setBusy(false))
  }
  const save = (said: string) => {
    setWords(null)
    if (said !== "" && said !== item.statement) send("edit", { words: said }, `Kept as: ${said}`)
  }
  const keys: readonly Key[] = [
    { key: "y", does: yes, run: () => send("yes", {}, `Yes to ${named}`) },
    { key: "n", does: no, run: () => send("no", {}, `No to ${named}`) },
    words === null
      ? { key: "e", does: "In other words", run: () => setWords(item.statement) }
      : { key: "Enter", does: "Save", run: () => save(words.trim()) },
    { key: "s", does: "Skip", run: onSkip },
    { key: "u", does: "Undo the last act", run: () => void undo(onDone) },
  ]
  useKeys("Review", keys)
  return { ask, keys, busy, words, setWords, save }
}

function Candidate(props: CandidateProps) {
  const { item, left } = props
  const { ask, keys, busy, words, setWords, save } = useAnswers(props)
  return (
    <section class="panel stack" data-review={item.id} data-left={left} aria-live="polite">
      <div class="row small">
        <Chip tone="accent">{item.why}</Chip>
        <Chip>{plain(item.kind)}</Chip>
        <Chip>{item.scope.label}</Chip>
        <span class="dim">{count(left, "thing")} to review</span>
      </div>
      <h2>{ask}</h2>
      {words === null ? (
        <p class="lead words">{item.statement}</p>
      ) : (
        <OtherWords words={words} onInput={setWords} onSave={() => save(words.trim())} />
      )}
      {item.against && (
        <p class="small">
          <span class="is-bad">✗ against it:</span> <CardLink card={item.against} />
        </p>
      )}
      <div class="row">
        {keys.map(({ key, does, run }, i) => (
          <Button key={key} {...(i === 0 ? { kind: "main" } : {})} disabled={busy} onClick={run}>
            {does} <kbd>{key}</kbd>
          </Button>
        ))}
        {item.card && <Link to={`/card/${item.card.id}`}>open the card</Link>}
      </div>
      {item.evidence.length === 0 && <p class="small dim">No evidence is kept for it.</p>}
      {item.evidence.slice(0, 3).map(e => (
        <EvidenceView key={`${e.event}${e.start}`} evidence={e} />
      ))}
    </section>
  )
}

interface OtherWordsProps {
  readonly words: string
  /** null: leave it as it was */
  readonly onInput: (words: string | null) => void
  readonly onSave: () => void
}
const OtherWords = ({ words, onInput, onSave }: OtherWordsProps) => (
  <textarea
    class="field"
    aria-label="in other words"
    rows={3}
    ref={field => field?.focus()}
    value={words}
    onInput={event => onInput(event.currentTarget.value)}
    onKeyDown={event => {
      if (event.key === "Escape") onInput(null)
      else if (event.key !== "Enter" || event.shiftKey) return
      else onSave()
      event.preventDefault()
    }}
  />
)

function Later({ items }: { readonly items: readonly Item[] }) {
  if (items.length === 0) return null
  return (
    <details class="panel">
      <summary>after this one ({items.length})</summary>
      <ul class="rows">
        {items.map(item => (
          <li key={item.id} class="small">
            <span class="dim">{item.why}</span> <span class="words">{item.statement}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
