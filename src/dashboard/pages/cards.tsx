// Cards: what is believed, by kind, scope and stage, and by words. What narrows the list down carries its counts.
import { useEffect, useState } from "preact/hooks"
import type { CardLine, CardsPage, NoteActed } from "../../http/schemas.ts"
import { act } from "../acts.tsx"
import { ForgetDialog } from "../parts/dialog.tsx"
import { Empty, Page } from "../parts/page.tsx"
import { CardRow, Choices, List } from "../parts/rows.tsx"
import { setQuery, useAddress } from "../router.tsx"
import { useLater, usePaged } from "../use-data.ts"

const NARROWED_BY = ["kind", "stage", "scope"] as const
const CHOICES = 8

function twinOf(query: URLSearchParams): string {
  const asked = new URLSearchParams({ limit: "100" })
  for (const key of ["q", "all", ...NARROWED_BY]) {
    const value = query.get(key)
    if (value !== null) asked.set(key, value)
  }
  return `/cards.json?${asked}`
}

const Narrow = ({ words, onInput }: { readonly words: string; readonly onInput: (words: string) => void }) => (
  <div class="row">
    <input
      class="field grow"
      type="search"
      placeholder="Words in the statement"
      aria-label="Words in the statement"
      value={words}
      onInput={event => onInput(event.currentTarget.value)}
    />
    <Choices name="all" of={[{ value: "1", label: "with archived" }]} />
  </div>
)

export function CardsPlace() {
  const { query } = useAddress()
  const [words, setWords] = useState(query.get("q") ?? "")
  const [forgetting, setForgetting] = useState<CardLine | null>(null)
  const settled = useLater(words.trim(), 180)
  useEffect(() => setQuery({ q: settled }), [settled])
  const paged = usePaged<CardsPage, CardLine>(twinOf(query), page => page.cards, /card|forgotten|undone|feedback/)
  const filtered = ["q", ...NARROWED_BY].some(key => query.has(key))
  return (
    <Page of={paged} above={<Narrow words={words} onInput={setWords} />}>
      {data => (
        <>
          {(filtered || data.total > 0) &&
            NARROWED_BY.map(name => <Choices key={name} name={name} of={data.facets[name].slice(0, CHOICES)} />)}
          {data.total === 0 ? (
            <>
              <Empty command={filtered ? "mettle cards --all" : "mettle look"}>{data.empty}</Empty>
              {!filtered && <NoteForm onDone={paged.reload} />}
            </>
          ) : (
            <List of={paged} total={data.total}>
              {paged.rows.map(card => (
                <CardRow key={card.id} card={card} onForget={setForgetting} />
              ))}
            </List>
          )}
          {forgetting && (
            <ForgetDialog
              target={{ card: forgetting.id }}
              what={forgetting.statement ?? forgetting.short}
              onClose={() => setForgetting(null)}
              onDone={paged.reload}
            />
          )}
        </>
      )}
    </Page>
  )
}

// A norm in the person's own words: kept at once, since only they can say what they want.

function NoteForm({ onDone }: { readonly onDone: () => void }) {
  const [words, setWords] = useState("")
  const send = (event: Event) => {
    event.preventDefault()
    if (words.trim() === "") return
    const said = ({ done, card, because }: NoteActed) => (done ? `Kept: ${card?.statement ?? words}` : because)
    void act<NoteActed>("/api/note", { text: words.trim() }, said, onDone).then(() => setWords(""))
  }
  return (
    <form class="row" onSubmit={send}>
      <input
        class="field grow"
        placeholder="Say what you want, in your own words: use pnpm, not npm"
        aria-label="A note in your own words"
        value={words}
        onInput={event => setWords(event.currentTarget.value)}
      />
      <button type="submit" class="button" disabled={words.trim() === ""}>
        Keep
      </button>
    </form>
  )
}
