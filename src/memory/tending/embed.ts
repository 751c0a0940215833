// Vectors of an embedder that a program brought along, beside the built-in one: its settle embeds what has none, its search on purpose
// embeds its words. Packs use the built-in embedder alone, so that no prompt waits.
import type { AsyncEmbedder } from "../../core/recall/word-table.ts"
import { read } from "../../core/views/read.ts"
import type { Memory } from "../memory.ts"

const BATCH = 64
/** a settle never embeds more than this at once: the next one goes on */
const MOST = 2_000

/** Embeds live cards that have no vector of this model; vectors of another model are dropped. Returns how many. */
export async function embedMissing(memory: Memory, embedder: AsyncEmbedder, most = MOST): Promise<number> {
  let done = 0
  while (done < most) {
    const ids = memory.search.withoutVector("card", embedder.id, Math.min(BATCH, most - done))
    const texts = ids.flatMap(id => {
      const card = read.card.get(memory.views, id)
      const text = card ? memory.text(card.statement) : null
      return text === null ? [] : [{ id, text }]
    })
    if (texts.length === 0) return done
    const vectors = await embedder.embed(texts.map(({ text }) => text))
    memory.search.putVectors("card", embedder.id, new Map(texts.map(({ id }, n) => [id, vectors[n]!])))
    done += texts.length
  }
  return done
}
