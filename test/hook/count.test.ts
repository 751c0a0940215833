// What one prompt hook does to the same text, counted by V8 in the process itself: it is redacted once, taken apart once by each
// way of parting it, and the tail it stands in is folded once.
import { describe, expect, it } from "vitest"
import { countHook } from "../../bench/hook-count.ts"

describe("a prompt hook without a resident", () => {
  it("[H5] redacts, parts and folds each text once", { timeout: 120_000 }, async () => {
    const { calls, files } = await countHook("the cache module still fails after the retry, look at the queue worker")
    const of = (name: string): number => calls[name] ?? 0
    expect(of("src/core/redact/redact.ts redact")).toBe(1)
    // Its own text, and the prompt before it.
    expect(of("src/core/words/feedback/prose.ts part")).toBe(2)
    expect(of("src/core/words/feedback/clauses.ts split")).toBe(1)
    expect(of("src/core/words/wishes/clauses.ts split")).toBeLessThanOrEqual(1)
    expect(of("src/core/words/whose/own-words.ts ownWords")).toBeLessThanOrEqual(1)
    expect(of("src/memory/folding.ts foldBriefly")).toBe(1)
    expect(of("src/store/view-store.ts flush")).toBe(1)
    expect(files.length).toBeGreaterThan(50)
  })
})
