// The twelve ways of splitting work: named by the agent's plan, kept when the work went well, shown when the next task is
// planned. A tool that prints a plan plants nothing.
import { describe, expect, it } from "vitest"
import { STRATEGIES, strategiesIn, strategyStatement } from "../../src/core/propose/strategies.ts"
import { planFor, planText } from "../../src/memory/reading/find.ts"
import { readCards, readLedger } from "../../src/memory/reading/read.ts"
import { REPO, world } from "./world.ts"

const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
const PLAN =
  "Here is the plan:\n1. Define the shared types first.\n2. Split the work by component.\n3. Write each one with the tests alongside the code."
const tactics = (w: ReturnType<typeof world>) =>
  readCards(w.memory, { all: true }).flatMap(c => (c.kind === "tactic" ? [c.statement] : []))

async function plans(
  w: ReturnType<typeof world>,
  plan: (e: Awaited<ReturnType<ReturnType<typeof world>["opens"]>>) => Promise<void>,
  ok = true,
): Promise<void> {
  const e = await w.opens(`s-${w.now()}`)
  await e.says("build the cart page")
  await plan(e)
  await e.says("go ahead")
  await e.runs("pnpm test", { ok, output: ok ? GREEN : "FAIL src/cart.test.ts\nTests: 3 failed, 7 total" })
  await e.replies("Done.")
  await e.ends()
  w.later(60)
}

describe("strategies from plans", () => {
  it("[S3-31] all twelve names are known by their own words", () => {
    expect(STRATEGIES).toHaveLength(12)
    const said: Readonly<Record<string, string>> = {
      "split by layer (UI/logic/data)": "We split it by layer",
      "one file per subtask": "one file per subtask",
      "separate API routes": "separate API routes",
    }
    for (const name of STRATEGIES) expect(strategiesIn(said[name] ?? `We will ${name}.`)).toContain(name)
  })

  it("[S3-30, S3-31, D75] a plan that worked leaves the names of its strategies, each with the line that says it", async () => {
    const w = world()
    await plans(w, e => e.replies(PLAN))
    // two tactics an episode is the soft cap; the third is in the ledger
    expect(tactics(w).sort()).toEqual(
      [strategyStatement("shared types first"), strategyStatement("split by component")].sort(),
    )
    expect(readLedger(w.memory).some(l => l.because.startsWith("budget-tactics"))).toBe(true)
    const card = readCards(w.memory).find(c => c.statement === strategyStatement("split by component"))
    expect(card?.evidence[0]?.quote).toBe("2. Split the work by component.")
    // again, and it is the same card
    await plans(w, e => e.replies(PLAN))
    expect(tactics(w).filter(t => t === strategyStatement("split by component"))).toHaveLength(1)
  })

  it("[S3-39] and planning the next task shows them, whatever the task's own words", async () => {
    const w = world()
    await plans(w, e => e.replies("Plan:\n- split by feature\n- write the code\n- check it"))
    const plan = planFor(w.memory, { task: "rework the invoices", scopes: [`repo:${REPO}`], most: 5 })
    expect(planText(plan)).toContain(strategyStatement("split by feature"))
    expect(planFor(w.memory, { task: "rework the invoices", scopes: ["repo:elsewhere"], most: 5 }).cards).toEqual([])
  })

  it("[D75, D76] not from work that failed, from prose that is no plan, nor from what a tool printed", async () => {
    const w = world()
    await plans(w, e => e.replies(PLAN), false)
    await plans(w, e => e.replies("I ran both in parallel and one by one."))
    await plans(w, e => e.runs("cat PLAN.md", { ok: true, output: PLAN }))
    await plans(w, e => e.says(`look at this plan\n\n${PLAN}`))
    expect(tactics(w)).toEqual([])
  })
})
