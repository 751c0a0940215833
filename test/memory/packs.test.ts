// Packs over a whole memory: budgets hold for random stores and prompts, the same log, seed and clock give the same pack,
// and nothing is said twice in an episode.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Draft, observed } from "../../src/core/events/draft.ts"
import { charsSaid, HARD, LIMITS } from "../../src/core/pack/pack.ts"
import { tokens } from "../../src/core/pack/render.ts"
import { read } from "../../src/core/views/read.ts"
import { note } from "../../src/memory/acting/acts.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { sameStart } from "../../src/memory/packs/shown-packs.ts"
import { REPO, world } from "../stories/world.ts"

const said = fc.oneof(
  fc.constantFrom(
    "always use pnpm, never npm",
    "please always run the linter before you commit",
    "never touch the generated files in src/gen",
    "from now on write tests for every bug you fix",
    "I prefer short answers without preamble",
  ),
  fc.string({ unit: "grapheme", maxLength: 300 }).map(text => `always remember: ${text}`),
)
const prompt = fc.oneof(
  fc.string({ unit: "binary", maxLength: 400 }),
  fc.string({ unit: "grapheme", maxLength: 400 }),
  fc.constantFrom("what did we decide last time?", "how should I install packages", "x ".repeat(30_000), ""),
)

async function store(words: readonly string[]) {
  const w = world()
  for (const [n, text] of words.entries()) {
    const episode = await w.opens(`s${n}`)
    await episode.says("fix the build")
    await episode.replies("Done.")
    await episode.says(text)
    await episode.ends()
  }
  await w.settle()
  return w
}

describe("packs of a memory", () => {
  it("[S4-58] tell every wish in force that the tokens have room for, and name those they have not", async () => {
    const w = world()
    const wishes = [
      "Use pnpm, not npm",
      "Never push to main",
      "Always write tests with vitest",
      "Use tabs",
      "No emojis in commits",
      "Never edit gen/",
      "Always run pnpm lint before committing",
      "Prefer named exports",
      "Never use any",
      "Use zod for validation",
      "Keep functions under 40 lines",
      "Never log tokens",
      "Use conventional commits",
      "Always add types to exports",
      "Never use moment",
      "Use date-fns",
      "Write docs in English",
      "Never amend commits",
      "Use feature branches",
      "Always update the changelog",
      "Never use console.log",
      "Never commit package-lock.json",
      "Use node 20 only",
    ].sort()
    for (const words of wishes) await note(w.memory, words, { scope: REPO })
    const told = (budget: number) =>
      makePack(w.memory, { scope: REPO, placement: "session_start", prompt: "", limits: { tokens: budget } }).pack
    const all = told(900)
    expect(all.items.map(item => item.statement).sort()).toEqual(wishes)
    expect(all.leftOut).toEqual([])
    const few = told(300)
    expect(few.tokens).toBeLessThanOrEqual(300)
    expect(few.items.length).toBeGreaterThan(5)
    expect(few.items.length + few.leftOut.length).toBe(wishes.length)
    expect(new Set(few.leftOut.map(({ reason }) => reason))).toEqual(new Set(["over the token budget"]))
  })

  it("[S4-57] stay within their budgets and are the same for the same log, seed and clock", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(said, { maxLength: 5 }),
        prompt,
        fc.integer({ min: 0, max: 1200 }),
        async (words, asked, budget) => {
          const ask = async () => {
            const w = await store(words)
            const pack = makePack(w.memory, {
              scope: REPO,
              placement: "prompt",
              prompt: asked,
              limits: { tokens: budget },
            }).pack
            return pack
          }
          const pack = await ask()
          const most = pack.intent === "last_time" && budget > 0 ? HARD.tokens : Math.min(budget, HARD.tokens)
          expect(tokens(pack.text)).toBeLessThanOrEqual(most)
          expect(charsSaid(pack.text)).toBeLessThanOrEqual(HARD.chars)
          expect(pack.text.isWellFormed()).toBe(true)
          expect(await ask()).toEqual(pack)
        },
      ),
      { numRuns: 12 },
    )
  })
  it("[S4-13] a card shown in this episode is not shown again, and the placement is on every exposure", async () => {
    const w = await store(["always use pnpm, never npm"])
    const episode = await w.opens("now")
    expect(await episode.pack("install the packages")).toContain("pnpm")
    await episode.says("install the packages")
    expect(await episode.pack("install the packages with pnpm again")).toBe("")
    const again = makePack(w.memory, { scope: REPO, episode: episode.id, placement: "prompt", prompt: "pnpm" })
    expect(again.pack.leftOut.map(left => left.reason)).toContain("already in context")
    expect(again.draft.data.placement).toBe("prompt")
  })
  it("nor one that was said in it, until that is out of context", async () => {
    const w = await store([])
    const episode = await w.opens("now")
    await episode.says("always use pnpm, never npm")
    expect(await episode.pack("install the packages with pnpm")).toBe("")
    const source = { client: "claude-code", session: "now", record: "compact" }
    const where = { ts: w.memory.parts.now(), episode: episode.id, scope: REPO }
    await w.memory.record([observed("context.compacted", source, where, { trigger: "auto" })])
    expect(await episode.pack("install the packages with pnpm")).toContain("never npm")
    expect(await (await w.opens("next")).pack("install the packages with pnpm")).toContain("never npm")
  })
  it("nor one that the start pack says again behind a compaction; what was told before that is out of it", async () => {
    const w = await store(["always use pnpm, never npm"])
    const episode = await w.opens("now")
    const ask = { scope: REPO, episode: episode.id }
    const note = async (draft: Draft | undefined) => {
      await w.memory.record(draft ? [draft] : [])
      w.memory.catchUp()
    }
    await note(makePack(w.memory, { ...ask, placement: "session_start", prompt: "" }).draft)
    // Learned meanwhile, so not in the start pack.
    await (await w.opens("beside")).says("never touch the generated files in src/gen")
    await episode.says("clean up src/gen")
    expect(await episode.pack("clean up src/gen")).toContain("generated files")
    const source = { client: "claude-code", session: "now", record: "compact" }
    const where = { ts: w.memory.parts.now(), ...ask }
    await note(observed("context.compacted", source, where, { trigger: "auto" }))
    await note(sameStart(w.memory, episode.id)?.draft)
    // In the turn that was cut, and in the next.
    const told = () => makePack(w.memory, { ...ask, placement: "prompt", prompt: "pnpm, and src/gen" }).pack
    expect(told().text).toContain("generated files")
    expect(told().text).not.toContain("pnpm")
    await episode.says("go on with pnpm")
    expect(told().text).not.toContain("pnpm")
    expect(read.turn.list(w.memory.views, `${episode.id}/`).map(([, turn]) => turn.active)).toEqual([1, 1])
  })
  it("[S4-57] what the client loads by itself is left out and said so", async () => {
    const w = await store(["always use pnpm, never npm"])
    const { pack } = makePack(w.memory, {
      scope: REPO,
      placement: "session_start",
      prompt: "",
      limits: LIMITS,
      loaded: ["# Rules\n\n* Always use **pnpm**, never npm\n"],
    })
    expect(pack.text).toBe("")
    expect(pack.leftOut.map(left => left.reason)).toEqual(["the client loads it already"])
  })
})
