// why and norms on the command line: the waterfall of a card, the receipt of an episode, the seeds' own answers, and how a
// norm was followed; all over a real store.
import { describe, expect, it } from "vitest"
import { BAD, learnedStore } from "./learned-store.ts"
import { type World, world } from "./world.ts"

const sum = (xs: readonly number[]) => xs.reduce((a, b) => a + b, 0)
interface Made extends World {
  readonly bad: string
}
async function made(preset?: string): Promise<Made> {
  const w = world()
  const { id: scope } = (await w.run(["config", "scope", "--json"])).json()
  if (preset) await w.run(["config", "set", "preset", preset])
  await learnedStore(w, 16, scope)
  const { cards } = (await w.run(["cards", "--all", "--json"])).json()
  return { ...w, bad: cards.find((c: { statement: string }) => c.statement === BAD).id }
}

describe("credit 4: why", () => {
  it("[L8] tells a card's value in words with counts, from what was believed before to now", async () => {
    const w = await made()
    const short = (await w.run(["why", w.bad])).out
    expect(short.trim().split("\n").length, "a screen at a glance").toBeLessThanOrEqual(12)
    expect(short).toContain(`mettle why ${(await w.run(["why", w.bad, "--json"])).json().card.short} --all`)
    const { out } = await w.run(["why", w.bad, "--all"])
    expect(out).toMatch(/^(Too early|Not sure enough|It harms)/m)
    expect(out).toMatch(/Utility 0\.\d\d: \d+% helps, \d+% does nothing, \d+% harms \(n \d+\)\./)
    expect(out).toMatch(
      /Shown in 6 sessions\. With it in context \d+% of 12 judged prompts went well, at hand without it \d+% of 10\./,
    )
    expect(out).toMatch(/Cards from tools and documents start at −\d/)
    expect(out).toContain("believed now")
    const { account } = (await w.run(["why", w.bad, "--json"])).json()
    for (const sentence of account.words as string[])
      if (sentence.includes("%")) expect(sentence).toMatch(/\d (?:judged (?:use|prompt)|prompt)s?\b|\bn \d/)
    expect(sum(account.waterfall.steps.map((s: { by: number }) => s.by))).toBeCloseTo(account.waterfall.posterior, 9)
    expect(account.prompts.with.mean).toBeLessThan(account.prompts.without.mean)
    expect(account.value.mean).toBeLessThan(0)
    const ascii = (await w.run(["why", w.bad, "--all", "--ascii"])).out
    expect(ascii).toContain("#")
  })

  it("the receipt of an episode adds up to what was observed, to 1e-9, and --verbose has one line per card", async () => {
    const w = await made()
    const { credits } = (await w.run(["why", w.bad, "--json"])).json()
    const { receipt } = (await w.run(["why", "--episode", credits[0].episode, "--json"])).json()
    const shares = receipt.parts.flatMap((p: any) => p.prompts.flatMap((q: any) => q.shares.map((s: any) => s.amount)))
    const observed = receipt.parts.flatMap((p: any) => p.prompts.map((q: any) => q.observed))
    expect(shares.length).toBeGreaterThan(0)
    expect(Math.abs(sum(shares) + receipt.rest - sum(observed))).toBeLessThan(1e-9)
    expect(Math.abs(receipt.shared + receipt.rest - receipt.observed)).toBeLessThan(1e-9)
    const shown = await w.run(["why", "--episode", credits[0].episode.slice(0, 8), "--verbose"])
    expect(shown.out).toContain("everything else")
    expect(shown.err.trim().split("\n")).toHaveLength(shares.length)
    expect(shown.err).toMatch(/^f-[0-9a-f]{6} -?\d\.\d\d in context at prompt/m)
  })

  it("[S2-105] the history of an episode says of each card what it was credited with, signed, and why", async () => {
    const w = await made()
    const { credits } = (await w.run(["why", w.bad, "--json"])).json()
    const mine = credits.filter((c: any) => c.episode === credits[0].episode)
    const { used } = (await w.run(["history", credits[0].episode.slice(0, 8), "--json"])).json()
    const bad = used.find((u: any) => u.card === w.bad)
    expect(bad.attribution).toBeCloseTo(sum(mine.map((c: any) => c.amount)), 9)
    expect(bad.attribution).toBeLessThan(0)
    expect(mine.map((c: any) => c.because)).toContain(bad.because)
    // a norm was shown too and is never scored
    const norm = used.find((u: any) => u.statement.includes("pnpm"))
    expect(norm).toMatchObject({ attribution: null, because: expect.stringContaining("never scored") })
  })

  it("[S0-57, S0-64, S0-60, S0-61] under evolver the reasons are the seed's own, and usage rows follow from the credits", async () => {
    const w = await made("evolver")
    const { usage, credits } = (await w.run(["why", w.bad, "--json"])).json()
    expect(credits[0].because).toMatch(/^tool_success=\d+%, user_sentiment=\d+%$/)
    expect(usage.use_count).toBe(usage.rows.length)
    expect(usage.use_count).toBe(6)
    expect(usage.success_count).toBeCloseTo(sum(usage.rows.map((r: any) => r.credit)), 9)
    for (const row of usage.rows) expect(row.was_successful).toBe(row.credit >= 0.5)
    const { err } = await w.run(["why", "--episode", credits[0].episode, "--verbose"])
    expect(err).toMatch(/^f-[0-9a-f]{6} 0\.\d\d tool_success=\d+%/m)
  })

  it("[S3-59, S3-60, S3-61] under swarm: why not proven, why inverted, why this weight, against 5, 0.15, 3 and 0.6", async () => {
    const w = await made("swarm")
    const { out } = await w.run(["why", w.bad, "--all"])
    expect(out).toMatch(
      /Why is this not proven\? faded helpful \d\.\d\d \(wants 5\), harmful \d+% of \d\.\d\d \(wants under 15%\)/,
    )
    expect(out).toMatch(/Why was this (not )?inverted\? \d+ observations \(from 3\), \d+% failed \(from 60%\)/)
    expect(out).toMatch(/weight 0\.\d\d from \d+ events, last validated \d{4}-\d\d-\d\d/)
  })

  it("needs a card or an episode, not both; says when an episode shared nothing", async () => {
    const w = await made()
    expect((await w.run(["why"])).code).toBe(2)
    expect((await w.run(["why", w.bad, "--episode", "e"])).code).toBe(2)
    expect((await w.run(["why", "--episode", "ffffff"])).code).toBe(4)
  })
})

describe("design 7: norms are measured by adherence", () => {
  it("counts episodes that followed, names the breach and what shows it, and says a broken norm nearer", async () => {
    const w = await made()
    const { norms } = (await w.run(["did", "norms", "--json"])).json()
    const norm = norms.find((n: { statement: string }) => n.statement.includes("pnpm"))
    expect(norm).toMatchObject({ followed: 15, told: 16, counts: { violated: 1 }, nearer: false })
    expect((await w.run(["did", "norms"])).out).toMatch(/15 of 16, broken today/)
    const one = (await w.run(["did", "norms", norm.short, "--json"])).json()
    const broken = one.episodes.filter((e: { adherence: string }) => e.adherence === "violated")
    expect(broken).toHaveLength(1)
    expect(broken[0].event).toMatch(/^[0-9a-f]{32}$/)
    expect(broken[0].because).toBe("ran what it turns down, 1 time")
    expect((await w.run(["why", norm.short])).out).toContain("15 of 16")
    expect((await w.run(["did", "norms", w.bad])).code).toBe(2)
  })
  it("says so when there is none", async () => {
    const ran = await world().run(["did", "norms"])
    expect(ran).toMatchObject({ code: 0, err: "" })
    expect(ran.out).toContain("No norms here yet")
  })
})
