// Everything replaced: a fixed clock and chance, a store that outlives the memory, an embedder, a model. The same words give
// the same events, so a test of yours can compare whole logs.
import { isCode, memoryStore, openMemory } from "mettle"

let now = Date.UTC(2026, 0, 5, 9)
let n = 0
const store = memoryStore()
const parts = {
  store,
  clock: () => (now += 1000),
  rng: (bytes: number) => Uint8Array.from({ length: Math.max(16, bytes) }, (_, i) => (i === 0 ? ++n : i)),
  embedder: {
    id: "letters@1",
    dims: 26,
    embed: (texts: readonly string[]) =>
      texts.map(text => {
        const counts = new Float32Array(26)
        for (const letter of text.toLowerCase())
          if (letter >= "a" && letter <= "z") counts[letter.charCodeAt(0) - 97]! += 1
        const length = Math.hypot(...counts) || 1
        return counts.map(count => count / length)
      }),
  },
}

const first = await openMemory(parts)
await first.cards.note("deploys go through the staging cluster first", { scope: "shop-api" })
await first.settle()
await first.close()

// Opened again over the same log: state is derived, so nothing is missing.
const second = await openMemory({ ...parts, llm: "none" })
const { cards } = await second.search("how do we deploy", { scope: "shop-api" })
console.log(cards.map(card => `${card.kind}: ${card.statement}`).join("\n"))

const stop = new AbortController()
for await (const event of second.subscribe({ signal: stop.signal })) {
  console.log(event.seq, event.type)
  if (event.seq === store.log.head()) stop.abort()
}
await second.cards
  .get("c-000000")
  .catch((error: unknown) => console.log(isCode(error, "E_NOT_FOUND") ? "no such card" : error))
await second.close()
