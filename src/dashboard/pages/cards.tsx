// Cards: what is believed, by kind, scope and stage, and by words. Facets carry their counts.
import { useEffect, useState } from "preact/hooks"
import type { CardLine, CardsPage } from "../../http/schemas.ts"
import { whole } from "../numbers.ts"
import { Answer, Empty } from "../parts/empty.tsx"
import { ForgetCard } from "../parts/forget-dialog.tsx"
import { NoteForm } from "../parts/note-form.tsx"
import { Page } from "../parts/page.tsx"
import { CardRow, More } from "../parts/rows.tsx"
import { setQuery, usePlace } from "../router.tsx"
import { useLater, usePaged } from "../use-data.ts"

const FACETS = ["kind", "stage", "scope"] as const
const LIMIT = 100

export function CardsPlace() {
  const { query } = usePlace()
  const [words, setWords] = useState(query.get("q") ?? "")
  const [forgetting, setForgetting] = useState<CardLine | null>(null)
  const settled = useLater(words.trim(), 180)
  useEffect(() => setQuery({ q: settled }), [settled])
  const asked = new URLSearchParams({ limit: String(LIMIT) })
  for (const key of ["q", "all", ...FACETS]) {
    const value = query.get(key)
    if (value !== null) asked.set(key, value)
  }
  const path = `/cards.json?${asked}`
  const paged = usePaged<CardsPage, CardLine>(path, page => page.cards, /card|forgotten|undone|feedback/)
  const filtered = ["q", ...FACETS].some(key => query.has(key))
  return (
    <Page twin={path} command={paged.data?.command ?? "mettle cards"}>
      <div class="row">
        <input
          class="field"
          style="flex: 1 1 16rem"
          type="search"
          placeholder="Words in the statement"
          aria-label="Words in the statement"
          value={words}
          onInput={event => setWords(event.currentTarget.value)}
        />
        <button
          type="button"
          class="chip"
          aria-pressed={query.get("all") === "1"}
          onClick={() => setQuery({ all: query.get("all") === "1" ? null : "1" })}
        >
          with archived
        </button>
      </div>
      <Answer of={paged}>
        {data => (
          <>
            {(filtered || paged.rows.length > 0) && <Facets facets={data.facets} query={query} />}
            {paged.rows.length === 0 ? (
              <>
                <Empty command={filtered ? "mettle cards --all" : "mettle look"}>
                  {filtered ? "No card fits." : (data.empty ?? "No cards yet.")}
                </Empty>
                {!filtered && <NoteForm onDone={paged.reload} />}
              </>
            ) : (
              <section class="panel">
                <p class="small dim">
                  {whole(paged.rows.length)} of {whole(data.total)}
                </p>
                <ul class="rows">
                  {paged.rows.map(card => (
                    <CardRow key={card.id} card={card} onForget={setForgetting} />
                  ))}
                </ul>
                <More of={paged} />
              </section>
            )}
          </>
        )}
      </Answer>
      <ForgetCard card={forgetting} onClose={() => setForgetting(null)} onDone={paged.reload} />
    </Page>
  )
}

function Facets({ facets, query }: { readonly facets: CardsPage["facets"]; readonly query: URLSearchParams }) {
  return (
    <div class="stack" style="gap: 0.35rem">
      {FACETS.map(name => (
        <div class="row small" key={name}>
          <span class="dim" style="min-width: 3rem">
            {name}
          </span>
          {facets[name].slice(0, 8).map(({ value, label, count }) => (
            <button
              key={value}
              type="button"
              class="chip"
              aria-pressed={query.get(name) === value}
              onClick={() => setQuery({ [name]: query.get(name) === value ? null : value })}
            >
              {label.replaceAll("_", " ")} <span class="num">{whole(count)}</span>
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}
