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

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [words, setWords] = useState("")
  const [at, setAt] = useState(0)
  const asked = useLater(words.trim(), 120)
  const found = useData<SearchPage>(
    asked.length < SHORTEST ? null : `/search.json?q=${encodeURIComponent(asked)}&limit=${LIMIT}`,
    /^$/,
  )
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
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt(Math.min(hits.length - 1, Math.max(0, chosen + step)))
    } else if (event.key === "Enter") {
      event.preventDefault()
      open(hits[chosen])
    }
  }
  return (
    <Dialog label="Find" onClose={onClose} class="palette">
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
        onInput={event => {
          setWords(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div id="palette-hits" role="listbox" aria-label="Found" ref={list}>
        {hits.map((hit, i) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen one
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys do the same
          <div
            key={hit.to}
            id={`hit-${i}`}
            role="option"
            aria-selected={i === chosen}
            onClick={event => {
              event.preventDefault()
              open(hit)
            }}
          >
            <a href={hit.to} tabIndex={-1}>
              <span>{hit.text}</span>
              <span class="dim small">{hit.note}</span>
            </a>
          </div>
        ))}
      </div>
      {hits.length === 0 && <p class="dim small">{found.loading ? "Searching …" : "Nothing found."}</p>}
    </Dialog>
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
