// Ctrl-K: pages at once, then cards and episodes by what they say. Arrow keys choose, Enter goes.
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { SearchPage } from "../../http/schemas.ts"
import { when } from "../numbers.ts"
import { PLACES } from "../places.ts"
import { go } from "../router.tsx"
import { useData, useLater } from "../use-data.ts"
import { Dialog } from "./dialog.tsx"

interface Hit {
  readonly to: string
  readonly text: string
  readonly note: string
}
const LIMIT = 8
const SHORTEST = 2

function useFound(words: string) {
  const asked = useLater(words.trim(), 120)
  const path = asked.length < SHORTEST ? null : `/search.json?q=${encodeURIComponent(asked)}&limit=${LIMIT}`
  return useData<SearchPage>(path, /^$/)
}

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [words, setWords] = useState("")
  const [at, setAt] = useState(0)
  const found = useFound(words)
  const hits = useMemo(() => hitsOf(words, found.data), [words, found.data])
  const chosen = Math.min(at, hits.length - 1)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" })
  }, [chosen])
  const open = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    go(hit.to)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: 0 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    if (step === 0) open(hits[chosen])
    else setAt(Math.min(hits.length - 1, Math.max(0, chosen + step)))
  }
  const input = (event: { readonly currentTarget: HTMLInputElement }) => {
    setWords(event.currentTarget.value)
    setAt(0)
  }
  return (
    <Dialog label="Find" onClose={onClose}>
      <input
        class="field"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-hits"
        aria-activedescendant={`hit-${chosen}`}
        placeholder="A page, or words of a card or an episode"
        aria-label="Find"
        value={words}
        onInput={input}
        onKeyDown={press}
      />
      <div id="palette-hits" role="listbox" aria-label="Found" ref={list}>
        {hits.map((hit, i) => (
          <Option key={hit.to} hit={hit} id={`hit-${i}`} chosen={i === chosen} onOpen={() => open(hit)} />
        ))}
      </div>
      {hits.length === 0 && <p class="dim small">{found.loading ? "Searching …" : "Nothing found."}</p>}
    </Dialog>
  )
}

interface OptionProps {
  readonly hit: Hit
  readonly id: string
  readonly chosen: boolean
  readonly onOpen: () => void
}
function Option({ hit, id, chosen, onOpen }: OptionProps) {
  const click = (event: Event) => {
    event.preventDefault()
    onOpen()
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen one
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys do the same
    <div id={id} role="option" aria-selected={chosen} onClick={click}>
      <a href={hit.to} tabIndex={-1}>
        <span>{hit.text}</span>
        <span class="dim small">{hit.note}</span>
      </a>
    </div>
  )
}

function hitsOf(words: string, found: SearchPage | null): readonly Hit[] {
  const low = words.trim().toLowerCase()
  const pages = PLACES.filter(place => `${place.title} ${place.question}`.toLowerCase().includes(low)).map(
    (place): Hit => ({ to: place.path, text: place.title, note: place.question }),
  )
  if (low.length < SHORTEST || found === null) return pages
  return [
    ...pages,
    ...found.cards.map(
      (card): Hit => ({ to: `/card/${card.short}`, text: card.statement ?? "forgotten", note: card.short }),
    ),
    ...found.episodes.map(
      (e): Hit => ({
        to: `/episode/${e.short}`,
        text: e.prompt ?? "(no words)",
        note: `${e.short} ${when(e.openedAt)}`,
      }),
    ),
  ]
}
