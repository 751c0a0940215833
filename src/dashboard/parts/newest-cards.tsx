// The newest cards on the first page: what was just learned is one click from its origin, and one from being forgotten.
import { useState } from "preact/hooks"
import type { CardLine, CardsPage } from "../../http/schemas.ts"
import { whole } from "../numbers.ts"
import { Link } from "../router.tsx"
import { useData } from "../use-data.ts"
import { Answer } from "./empty.tsx"
import { ForgetCard } from "./forget-dialog.tsx"
import { CardRow } from "./rows.tsx"

export function NewestCards() {
  const cards = useData<CardsPage>("/cards.json?limit=3", /card|forgotten|undone/)
  const [forgetting, setForgetting] = useState<CardLine | null>(null)
  return (
    <section class="panel">
      <div class="row spread">
        <h2>Newest cards</h2>
        <Link class="small" to="/cards">
          {cards.data ? `all ${whole(cards.data.total)}` : "all"}
        </Link>
      </div>
      <Answer of={cards}>
        {data =>
          data.cards.length === 0 ? (
            <p class="dim small">None yet. They come from your own words, and from failures that were fixed.</p>
          ) : (
            <ul class="rows">
              {data.cards.map(card => (
                <CardRow key={card.id} card={card} onForget={setForgetting} />
              ))}
            </ul>
          )
        }
      </Answer>
      <ForgetCard card={forgetting} onClose={() => setForgetting(null)} onDone={cards.reload} />
    </section>
  )
}
