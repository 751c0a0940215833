// Ctrl-K: pages at once, then cards and episodes by what they say. Enter opens the first, arrow keys go through them.
import { useState } from "preact/hooks"
import type { SearchPage } from "../../http/schemas.ts"
import { type Key, step } from "../keys.ts"
import { when } from "../numbers.ts"
import { go, Link, PLACES } from "../router.tsx"
import { useData, useLater } from "../use-data.ts"
import { Dialog } from "./dialog.tsx"

const LIMIT = 8
const SHORTEST = 2

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [words, setWords] = useState("")
  const asked = useLater(words.trim(), 120)
  const path = asked.length < SHORTEST ? null : `/search.json?q=${encodeURIComponent(asked)}&limit=${LIMIT}`
  const found = useData<SearchPage>(path, /^$/)
  const hits = hitsOf(words.trim().toLowerCase(), found.data)
  const send = (event: Event) => {
    event.preventDefault()
    if (hits[0]) go(hits[0].to)
  }
  return (
    <Dialog label="Find" keys={ARROWS} onClose={onClose}>
      <form onSubmit={send}>
        <input
          class="field"
          type="search"
          placeholder="A page, or words of a card or an episode"
          aria-label="Find"
          value={words}
          onInput={event => setWords(event.currentTarget.value)}
        />
      </form>
      <ul class="hits" aria-label="Found">
        {hits.map(hit => (
          <li key={hit.to}>
            <Link to={hit.to} data-row>
              <span>{hit.text}</span>
              <span class="dim small">{hit.note}</span>
            </Link>
          </li>
        ))}
      </ul>
      {hits.length === 0 && <p class="dim small">{found.loading ? "Searching …" : "Nothing found."}</p>}
    </Dialog>
  )
}

const ARROWS: readonly Key[] = [
  { key: "ArrowDown", does: "next", run: () => step(1), always: true },
  { key: "ArrowUp", does: "the one before", run: () => step(-1), always: true },
]

interface Hit {
  readonly to: string
  readonly text: string
  readonly note: string
}
const hitsOf = (low: string, found: SearchPage | null): readonly Hit[] => [
  ...PLACES.filter(({ title, question }) => `${title} ${question}`.toLowerCase().includes(low)).map(
    ({ path, title, question }) => ({ to: path, text: title, note: question }),
  ),
  ...(low.length < SHORTEST || found === null
    ? []
    : [
        ...found.cards.map(({ short, statement }) => ({
          to: `/card/${short}`,
          text: statement ?? "(forgotten)",
          note: short,
        })),
        ...found.episodes.map(({ short, prompt, openedAt }) => ({
          to: `/episode/${short}`,
          text: prompt ?? "(no words)",
          note: `${short} ${when(openedAt)}`,
        })),
      ]),
]
