// What callers bring: a folder, an embedder, a model, words of any kind. State is always the fold of the log.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { memoryStore, openMemory } from "../../src/index.ts"
import { folder } from "../cli/world.ts"
import { fixed } from "./fixed.ts"

const scope = "shop"

describe("parts of the caller", () => {
  it("a folder: what one opening wrote, the next one reads, and a reader never writes", async () => {
    const { store: _, ...options } = fixed().options
    const dir = folder()
    const first = await openMemory({ ...options, dir })
    const card = await first.cards.note("never commit to main directly", { scope })
    await first.close()
    const reader = await openMemory({ ...options, dir, readOnly: true })
    expect(await reader.cards.get(card.id)).toMatchObject({ statement: "never commit to main directly" })
    expect((await reader.pack({ scope, prompt: "commit this" })).id).toBeNull()
    await expect(reader.episode({ scope }).user("hello")).rejects.toMatchObject({ code: "E_LOCKED" })
    await expect(reader.cards.note("another", { scope })).rejects.toMatchObject({ code: "E_LOCKED" })
    await reader.close()
  })

  it("an embedder: asked for the query and, when settling, for what it has not seen", async () => {
    const asked: string[] = []
    const embedder = {
      id: "test@1",
      dims: 2,
      embed: (texts: readonly string[]) => {
        asked.push(...texts)
        return texts.map(text => Float32Array.from(/deploy|ship/.test(text) ? [1, 0] : [0, 1]))
      },
    }
    const m = await openMemory({ ...fixed().options, embedder })
    await m.cards.note("we ship through the staging cluster", { scope })
    await m.cards.note("tabs are four columns wide", { scope })
    await m.settle()
    expect(asked).toEqual(expect.arrayContaining(["we ship through the staging cluster", "tabs are four columns wide"]))
    const { cards } = await m.search("how do we deploy", { scope })
    expect(cards[0]?.statement).toBe("we ship through the staging cluster")
    await m.close()
  })

  it("a model is asked only within its cap, with redacted text, and what it says is data", async () => {
    const heard: string[] = []
    const llm = {
      name: "mine",
      complete: async ({ prompt }: { readonly prompt: string }) => {
        heard.push(prompt)
        return 'Sure: {"cards": [], "summary": "s", "outcome": "success", "confidence": 0.9}'
      },
    }
    const tell = async (settings: Record<string, unknown>) => {
      const m = await openMemory({ ...fixed().options, llm, settings })
      const ep = m.episode({ scope })
      await ep.user(`please look at this long request ${"and more of it ".repeat(30)} key AKIAIOSFODNN7EXAMPLQ`)
      await ep.agent("I looked at it and everything is in order now, as far as I can see from here.")
      await ep.end()
      await m.close()
    }
    await tell({})
    expect(heard).toEqual([])
    await tell({ "model.dailyTokens": 1_000_000 })
    expect(heard.length).toBeGreaterThan(0)
    expect(heard.join("\n")).not.toContain("AKIAIOSFODNN7EXAMPLQ")
  })

  it("whatever is told, opening the log again gives the same cards, ledger and verdicts", async () => {
    const words = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.constantFrom(
        "always use pnpm, never npm",
        "no, that is wrong",
        "thanks, works",
        "\ud800 lone",
        "<private>x</private>",
      ),
    )
    const step = fc.oneof(
      fc.record({ what: fc.constantFrom("user" as const, "harness" as const, "agent" as const), text: words }),
      fc.record({ what: fc.constant("tool" as const), text: words, code: fc.constantFrom(0, 1) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async steps => {
        const store = memoryStore()
        const { options } = fixed({ store })
        const m = await openMemory(options)
        const ep = m.episode({ scope, session: "s" })
        for (const one of steps)
          if (one.what === "tool")
            await ep.tool({ name: "Bash", input: one.text, output: one.text, exitCode: one.code })
          else await ep[one.what](one.text)
        const ledger = await ep.end()
        const again = await openMemory({ ...options, store })
        expect(await again.history.ledger()).toEqual(await m.history.ledger())
        expect(await again.cards.list({ all: true })).toEqual(await m.cards.list({ all: true }))
        expect(await again.history.episodes()).toEqual(await m.history.episodes())
        const pack = await again.pack({ scope, prompt: steps[0]?.text ?? "x", preview: true })
        expect(pack.text).toBe(pack.text.toWellFormed())
        expect(JSON.stringify(ledger)).toBe(JSON.stringify(ledger).toWellFormed())
        // Nobody but a person makes norms.
        for (const card of await again.cards.list({ scope, kind: "constraint" }))
          expect(card.evidence.some(e => e.kind === "user_span")).toBe(true)
      }),
      { numRuns: 8 },
    )
  })

  it("telling a session again goes on with it; the same call told twice is one event", async () => {
    const store = memoryStore()
    const m = await openMemory(fixed({ store }).options)
    const one = m.episode({ scope, session: "s" })
    await one.user("first")
    const two = m.episode({ scope, session: "s" })
    expect(two.id).toBe(one.id)
    await two.user("second")
    const calls = [await two.tool({ name: "Bash", call: "c1" }), await two.tool({ name: "Bash", call: "c1" })]
    expect(new Set(calls.map(call => call.id)).size).toBe(1)
    // Two tellers at once: nobody's words are lost.
    await Promise.all([one.user("third"), two.user("fourth"), one.agent("fifth")])
    await two.end()
    await two.end()
    await one.end()
    const types = store.log.read(0, 100).map(event => event.type)
    expect(types.filter(type => type === "prompt.submitted")).toHaveLength(4)
    expect(types.filter(type => type === "episode.opened")).toHaveLength(1)
    expect(types.filter(type => type === "episode.closed")).toHaveLength(2)
    expect((await m.history.episodes({ scope })).map(e => e.id)).toEqual([one.id])
    await expect(two.outcome({ type: "tool_success", evidence: [{ event: "0".repeat(32) }] })).rejects.toMatchObject({
      code: "E_NOT_FOUND",
    })
    await m.close()
  })
})
