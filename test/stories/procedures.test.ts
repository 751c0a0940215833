// What was done three times before a commit, before green or before praise is known the fourth time, when a step is left out.
import { describe, expect, it } from "vitest"
import { checkAction } from "../../src/memory/checks/checks.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { REPO, world } from "./world.ts"

type World = ReturnType<typeof world>
const DAY = 60 * 24
const COMMIT = 'git commit -m "feat: the basket keeps its discounts when a customer logs in again"'
const STEPS = ["mise run gen", "mise run fmt", "mise run test"]
const GREEN = "Tests: 7 passed, 7 total"

async function session(w: World, steps: readonly string[], praise?: string): Promise<void> {
  const e = await w.opens(`s-${w.now()}`)
  await e.says("let the basket keep its discounts")
  await e.edits("/work/shop/src/basket.ts")
  for (const step of steps) {
    await e.runs(step, { ok: true, output: step.startsWith("git commit") ? "[main 1a2b3c4] feat" : GREEN })
    await e.runs("git status --short && ls src", { ok: true, output: "src" })
  }
  await e.replies("Done.")
  if (praise !== undefined) await e.says(praise)
  await e.ends()
  w.later(DAY)
}
const tactics = (w: World) => readCards(w.memory).filter(c => c.kind === "tactic")
const told = (w: World, episode: string, command: string): string | null => {
  w.memory.catchUp()
  const action = { command, path: null, content: null, error: null }
  return checkAction(w.memory, { scope: REPO, episode, action, mode: "hold" }).tell
}

describe("procedures", () => {
  it("[S4-19, D75] the same steps before a commit in three sessions are a tactic, with the calls of all three", async () => {
    const w = world()
    for (const n of [1, 2]) await session(w, [...STEPS, `git add -A && ${COMMIT}${n}`])
    expect(tactics(w)).toEqual([])
    await session(w, ["cat package.json", "mkdir -p out", STEPS[0]!, "mise run fmt && mise run test", COMMIT])
    const [card] = tactics(w)
    expect(card?.statement).toBe("Before a commit here: `mise run gen`, then `mise run fmt`, then `mise run test`")
    expect(card?.stage).toBe("active")
    const cited = card?.evidence.flatMap(e => e.quote ?? []) ?? []
    expect(cited.filter(q => q.includes("mise run gen"))).toHaveLength(3)
    // the fourth time says nothing new
    await session(w, [...STEPS, COMMIT])
    expect(tactics(w)).toHaveLength(1)
  })

  it("[S4-19] told at a commit that leaves a step out", async () => {
    const w = world()
    for (const n of [1, 2, 3]) await session(w, [...STEPS, `${COMMIT}${n}`])
    const e = await w.opens("next")
    await e.says("rename the basket")
    await e.edits("/work/shop/src/basket.ts")
    expect(told(w, e.id, "git status")).toBeNull()
    expect(told(w, e.id, STEPS[0]!)).toBeNull()
    expect(told(w, e.id, "mise run test")).toBeNull()
    expect(told(w, e.id, COMMIT)).toContain("not run yet: `mise run gen`, `mise run fmt`, `mise run test`")
    expect(told(w, e.id, `${STEPS.join(" && ")} && ${COMMIT}`)).toBeNull()
    await e.runs(STEPS[0]!, { ok: true, output: GREEN })
    expect(told(w, e.id, COMMIT)).toContain("not run yet: `mise run fmt`, `mise run test`")
    for (const step of STEPS.slice(1)) await e.runs(step, { ok: true, output: GREEN })
    expect(told(w, e.id, COMMIT)).toBeNull()
    // what is the step and more is the step
    expect(told(w, e.id, `mise run gen && mise run fmt && mise run test:ci && ${COMMIT}`)).toBeNull()
    // after a commit the work begins anew
    await e.runs(COMMIT, { ok: true, output: "[main 1a2b3c4] feat" })
    expect(told(w, e.id, COMMIT)).toContain("not run yet")
  })

  it("[S4-19] praise ends work as green does", async () => {
    const w = world()
    for (let n = 0; n < 3; n++) await session(w, ["make assets", "make deploy-preview"], "perfect, thank you!")
    expect(tactics(w).map(c => c.statement)).toEqual([
      "Before work is called done here: `make assets`, then `make deploy-preview`",
    ])
  })

  it.each([
    ["in two sessions only", [STEPS, STEPS]],
    ["in another order each time", [STEPS, STEPS.toReversed(), STEPS.toReversed()]],
    ["that only look", [1, 2, 3].map(() => ["git diff", "ls -la", "cat a.txt", "grep x a.txt"])],
    ["that everybody takes with these tools", [1, 2, 3].map(() => ["go build ./...", "go test ./..."])],
    ["that nobody should repeat", [1, 2, 3].map(() => ["sudo make install", "npm run x --force"])],
  ])("[S4-19] no procedure: steps %s", async (_, sessions) => {
    const w = world()
    for (const steps of sessions as string[][]) await session(w, [...steps, COMMIT])
    expect(tactics(w)).toEqual([])
  })

  it("[S4-19] no procedure: three sessions of one day, or the fewer of all that were done with", async () => {
    const day = world()
    for (let n = 0; n < 3; n++) {
      await session(day, [...STEPS, COMMIT])
      day.later(30 - DAY)
    }
    expect(tactics(day)).toEqual([])
    const few = world()
    for (let n = 0; n < 5; n++) await session(few, ["go test ./...", COMMIT])
    for (let n = 0; n < 3; n++) await session(few, [...STEPS, COMMIT])
    expect(tactics(few)).toEqual([])
  })
})
