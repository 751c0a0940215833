// How a prompt, a stretch and an episode went is one chain: each rests on the one below, all that is told of it comes from there,
// and what nobody told is not called good. Whoever corrects it moves everything.
import { describe, expect, it } from "vitest"
import type { Draft } from "../../src/core/events/draft.ts"
import { turnsOf } from "../../src/core/views/episode/judging.ts"
import { episodeOf, read } from "../../src/core/views/read.ts"
import { recordOutcome } from "../../src/memory/acting/told-episode.ts"
import { overview, readWeeks } from "../../src/memory/measuring/overview.ts"
import { readReceipt } from "../../src/memory/measuring/receipt.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { episodeHistory } from "../../src/memory/reading/history.ts"
import { findCard } from "../../src/memory/reading/read.ts"
import { toldFact } from "./told-fact.ts"
import { REPO, world } from "./world.ts"

type W = ReturnType<typeof world>
const GREEN = { ok: true, output: "Tests: 7 passed, 7 total" }
const RED = { ok: false, output: "FAIL src/cart.test.ts\nTests: 3 failed, 4 passed, 7 total" }
const reportOn = (w: W, episode: string, success: boolean) =>
  recordOutcome(w.memory, { task: "later", success }, { host: "ci", scope: REPO, episode })

describe("one chain", () => {
  it("what nobody told is unjudged, wherever it is told, until somebody does", async () => {
    const w = world()
    const e = await w.opens("quiet")
    await e.says("tidy the readme")
    for (const path of ["README.md", "docs/a.md", "docs/b.md"]) await e.edits(path)
    await e.runs("ls docs", { ok: true, output: "a.md b.md" })
    await e.replies("Tidied.")
    await e.says("write the changelog too")
    await e.edits("CHANGELOG.md")
    await e.replies("Done.")
    await e.ends()
    const verdicts = () => {
      const episode = episodeOf(w.memory.views, e.id)!
      const { checkpoints, verdict, judgedBy } = episodeHistory(w.memory, episode)
      const [week] = readWeeks(w.memory, w.now(), 1)
      const { today } = overview(w.memory, { scope: REPO, since: 0 })
      return {
        below: [...turnsOf(w.memory.context(), e.id), ...episode.segments, ...checkpoints].map(one => one.verdict),
        said: [verdict, judgedBy, readReceipt(w.memory, episode).verdict],
        counted: [week!.verdicts, { ...today.verdicts }],
      }
    }
    const quiet = verdicts()
    expect(new Set(quiet.below)).toEqual(new Set(["unjudged"]))
    expect(quiet.said).toEqual(["unjudged", null, "unjudged"])
    expect(quiet.counted).toEqual([{ success: 0, failure: 0, mixed: 0, unjudged: 1 }, { unjudged: 1 }])
    await reportOn(w, e.id, true)
    const told = verdicts()
    expect(told.said).toEqual(["success", "you", "success"])
    expect(told.counted).toEqual([{ success: 1, failure: 0, mixed: 0, unjudged: 0 }, { success: 1 }])
  })

  it("[S0-06] a prompt has a label of its own, an episode is the mean of its stretches, a stretch is what stands at its end", async () => {
    const w = world()
    const e = await w.opens("two")
    await e.says("make the cart tests pass")
    await e.runs("pnpm test", RED)
    await e.runs("pnpm test", GREEN)
    await e.replies("Green.")
    await e.says("now the checkout")
    await e.runs("pnpm test", RED)
    await e.replies("Red.")
    await e.ends()
    const { p, segments } = episodeOf(w.memory.views, e.id)!
    expect(segments.map(s => s.verdict)).toEqual(["success", "failure"])
    expect(p).toBeCloseTo((segments[0]!.p! + segments[1]!.p!) / 2, 9)
    const [green, red] = turnsOf(w.memory.context(), e.id).map(turn => turn.label!)
    expect([green! > 0.5, red! < 0.5]).toEqual([true, true])
  })

  it("a corrected verdict moves the prompt, the stretch, the episode, the receipt and what the card is worth", async () => {
    const w = world()
    const FACT = "the cart keeps its totals in redis"
    const card = await toldFact(w, "cat docs/cart.md", FACT)
    const e = await w.opens("work")
    await e.says("where are the cart totals in redis?")
    const { draft } = makePack(w.memory, {
      scope: REPO,
      episode: e.id,
      placement: "prompt",
      prompt: "cart totals redis",
    })
    const shortlist = draft.data.shortlist.map(line => ({ ...line, shown: true, chance: 0.5 }))
    await w.memory.record([{ ...draft, data: { ...draft.data, shortlist } } as Draft])
    await e.runs("pnpm test", GREEN)
    await e.replies("Fixed.")
    await e.ends()
    const figures = () => {
      const episode = episodeOf(w.memory.views, e.id)!
      return {
        prompt: turnsOf(w.memory.context(), e.id)[0]!.label!,
        stretch: episode.segments[0]!.p!,
        episode: episode.p!,
        observed: readReceipt(w.memory, episode).observed!,
        card: findCard(w.memory, card.id).value!.mean,
        kept: read.record.list(w.memory.views).at(-1)![1].prompts[0]!.label!,
      }
    }
    const before = figures()
    expect(episodeOf(w.memory.views, e.id)!.verdict).toBe("success")
    await reportOn(w, e.id, false)
    const after = figures()
    for (const figure of Object.keys(before) as (keyof typeof before)[])
      expect(after[figure], figure).toBeLessThan(before[figure])
    expect(episodeOf(w.memory.views, e.id)!.verdict).not.toBe("success")
  })
})
