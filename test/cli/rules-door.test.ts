// Every number of a rule has a door: explained, held to its range, tried on the own log before it is adopted, taken back by one
// command, and never brought by a repository. Told through the commands, over a log in which something was learned.
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { PRESETS } from "../../src/memory/past/replay.ts"
import { dice } from "../../src/memory/without-disk.ts"
import { BAD, learnedStore } from "./learned-store.ts"
import { happened } from "./stage.ts"
import { given, type World, world } from "./world.ts"

const KEY = "rules.recheck.workMass"
const SHOWN = "rules.pooled-thompson.choose.margin"

async function made(): Promise<World> {
  const w = world()
  const random = dice(7)
  const { id: scope } = (await w.run(["scope", "--json"])).json()
  await learnedStore(w, 12, scope)
  return { ...w, run: (words, change = {}) => w.run(words, { random, ...change }) }
}
async function adoptedIn(w: World): Promise<readonly unknown[]> {
  let found: readonly unknown[] = []
  await happened(w, async (_, { memory }) => {
    found = memory.parts.log.readTypes(["preset.adopted"]).map(e => e.data)
  })
  return found
}

describe("mettle config rules.<rule>.<param>", () => {
  it("says what a number means and between what it may be set, and lists the rules in use; leaves no store behind", async () => {
    const w = world()
    const told = await w.run(["config", KEY])
    expect(told.out).toContain("weight from which it is no longer shown")
    expect(told.out).toContain("2, the default (0 to 100)")
    expect((await w.run(["config", "get", KEY, "--json"])).json()).toMatchObject({
      value: 2,
      least: 0,
      most: 100,
      inUse: true,
    })
    expect((await w.run(["config", "rules"])).out).toContain("Every number is as mettle has it")
    const rules = (await w.run(["config", "rules", "--json"])).json()
    expect(rules.rules.map((r: { question: string }) => r.question)).toContain("alarm")
    expect((await w.run(["config", "rules.recheck"])).out).toMatch(/periodDays\.repo +14 +0\.1 to 36500/)
    expect((await w.run(["config", "rules.groove-breaker.failures"])).out).toContain("not in use under mettle")
    expect(existsSync(join(w.home, "data"))).toBe(false)
  })

  it("refuses what is no number, out of range, unknown, unused, or the business of a setting; and changes nothing", async () => {
    const w = await made()
    const refused = async (...words: string[]) => (await w.run(["config", ...words, "--yes"])).err
    expect(await refused(KEY, "two")).toContain("must be a number")
    expect(await refused(KEY, "-1")).toContain("must be at least 0")
    expect(await refused(KEY, "101")).toContain("must be at most 100")
    expect(await refused("rules.slots.perTopic", "1.5")).toContain("must be a whole number")
    expect(await refused("rules.plus-minus.learn.base", "0.4")).toContain("must be like [0.4,0.8]")
    expect(await refused("rules.recheck.workMas", "3")).toContain("did you mean workMass")
    expect(await refused("rules.rechek.workMass", "3")).toContain("did you mean recheck")
    expect(await refused("rules.recheck.mass", "3")).toContain("holds several numbers")
    expect(await refused("rules.groove-breaker.failures", "4")).toContain("not in use under mettle")
    expect(await refused("rules.ema-breaker.threshold", "0.5")).toContain("mettle config set breaker.threshold")
    expect(await adoptedIn(w)).toEqual([])
  })

  it("tries it on the own log and asks; adopted it stands in the log, shapes the packs, and is taken back by undo", async () => {
    const w = await made()
    const cards = async () => (await w.run(["cards", "--all", "--json"])).json().cards
    const before = await cards()
    const pack = async () =>
      (await w.run(["pack", "deploy the billing service to staging", "--json"])).json().items.length
    const packed = await pack()

    const unasked = await w.run(["config", SHOWN, "-1"])
    expect(unasked.code).toBe(2)
    expect(unasked.err).toContain("With your log of")
    expect(unasked.err).toMatch(/shown +.* \(now: \d+\)/)
    expect(
      (
        await w.run(["config", SHOWN, "-1"], {
          tty: { stdin: true, stdout: false, stderr: false },
          stdin: given("n\n"),
        })
      ).code,
    ).toBe(1)
    const dry = (await w.run(["config", SHOWN, "-1", "--dry-run", "--json"])).json()
    expect(dry).toMatchObject({ key: SHOWN, value: -1, was: 0.004, adopted: false })
    const shown = dry.replay.told.find((line: { what: string }) => line.what === "shown")
    expect(shown.b).toBeGreaterThan(shown.a)
    expect(await adoptedIn(w)).toEqual([])

    const yes = await w.run(["config", SHOWN, "-1"], {
      tty: { stdin: true, stdout: false, stderr: false },
      stdin: given("y\n"),
    })
    expect(yes).toMatchObject({ code: 0 })
    expect(yes.out).toContain("mettle undo")
    expect(await adoptedIn(w)).toEqual([
      { preset: "mettle", params: { "pooled-thompson": { choose: { margin: -1 } } } },
    ])
    expect(await pack()).toBeGreaterThan(packed)
    expect((await w.run(["config", "rules", "--json"])).json().changed).toEqual([
      { rule: "pooled-thompson", path: "choose.margin", from: 0.004, to: -1 },
    ])
    expect((await w.run(["config", SHOWN])).out).toContain("-1, by default 0.004")
    expect((await w.run(["config", SHOWN, "-1", "--yes"])).out).toContain("is -1 already")
    expect((await w.run(["rebuild", "--check", "--json"])).json().equal).toBe(true)

    expect((await w.run(["undo", "--dry-run"])).out).toContain(`adopted "${SHOWN} -1"`)
    expect((await w.run(["undo"])).out).toContain(`took back: adopted "${SHOWN} -1"`)
    expect((await w.run(["config", SHOWN, "--json"])).json().value).toBe(0.004)
    expect(await pack()).toBe(packed)
    expect(await cards()).toEqual(before)
  })

  it("changes one number beside another, puts one back alone, and keeps them apart from a preset as it ships", async () => {
    const w = await made()
    await w.run(["config", "set", SHOWN, "0.5", "--yes"])
    await w.run(["config", "rules.plus-minus.learn.decay", "0.5", "--yes"])
    expect((await adoptedIn(w)).at(-1)).toEqual({
      preset: "mettle",
      params: { "pooled-thompson": { choose: { margin: 0.5 } }, "plus-minus": { learn: { decay: 0.5 } } },
    })
    expect((await w.run(["config", "unset", SHOWN, "--yes"])).out).toContain(`${SHOWN} = 0.004`)
    expect((await w.run(["config", "rules", "--json"])).json().changed).toEqual([
      { rule: "plus-minus", path: "learn.decay", from: 0.88, to: 0.5 },
    ])
    // in use with its number, against the preset as it ships
    const { comparison } = (await w.run(["replay", "--preset", "mettle", "--json"])).json()
    expect(comparison.a.hash).not.toBe(comparison.b.hash)
    await w.run(["replay", "--preset", "plain", "--adopt"])
    expect((await w.run(["config", "rules", "--json"])).json()).toMatchObject({ preset: "plain", changed: [] })
    await w.run(["undo"])
    expect((await w.run(["config", "rules", "--json"])).json()).toMatchObject({
      preset: "mettle",
      changed: [{ to: 0.5 }],
    })
  })

  it("a log older than the rules loses what they no longer have, and opens all the same", async () => {
    const w = await made()
    await happened(w, async (_, { memory }) => {
      const params = { recheck: { workMass: 3, gone: 1 }, "no-such-rule": { x: 1 } }
      await memory.record([
        {
          type: "preset.adopted",
          id: "0".repeat(32),
          ts: 1,
          episode: null,
          scope: null,
          data: { preset: "mettle", params },
        } as never,
      ])
    })
    expect((await w.run(["config", "rules", "--json"])).json().changed).toEqual([
      { rule: "recheck", path: "workMass", from: 2, to: 3 },
    ])
    expect((await w.run(["status"])).code).toBe(0)
  })

  it("[D65] a repository's own file cannot bring numbers of rules, and one's own file is not the place", async () => {
    const w = world()
    mkdirSync(join(w.cwd, ".git"))
    mkdirSync(join(w.cwd, ".mettle"))
    writeFileSync(join(w.cwd, ".mettle", "config.json"), JSON.stringify({ rules: { recheck: { workMass: 99 } } }))
    writeFileSync(join(w.home, "config.json"), JSON.stringify({ rules: { recheck: { workMass: 98 } } }))
    const told = await w.run(["config"])
    expect(told.out).toMatch(/rules\.recheck\.workMass ignored: a repository may not set numbers of rules/)
    expect((await w.run(["config", KEY, "--json"])).json().value).toBe(2)
  })
})

describe("mettle replay --params", () => {
  it("tries numbers given by name or in a file on the own log, and adopts nothing", async () => {
    const w = await made()
    const one = (await w.run(["replay", "--params", "pooled-thompson.minScore=1", "--json"])).json().comparison
    expect([one.a.preset, one.b.preset]).toEqual(["mettle", "mettle"])
    expect(one.packs.changed.length).toBeGreaterThan(0)
    writeFileSync(join(w.cwd, "p.json"), JSON.stringify({ "pooled-thompson": { minScore: 1 } }))
    const same = (await w.run(["replay", "--params", "p.json", "--json"])).json().comparison
    expect(same.b.hash).toBe(one.b.hash)
    expect(same.packs).toEqual(one.packs)
    const ran = await w.run(["replay", "--params", "p.json"])
    expect(ran.out).toContain("these numbers of mettle would have:")
    expect(await adoptedIn(w)).toEqual([])
    expect(
      (await w.run(["replay", "--preset", "plain", "--params", "slots.minScore=0.9", "--json"])).json().comparison.a
        .preset,
    ).toBe("plain")
    writeFileSync(join(w.cwd, "bad.json"), JSON.stringify({ recheck: { workMass: 1000 } }))
    expect((await w.run(["replay", "--params", "bad.json"])).err).toContain("must be at most 100")
    expect((await w.run(["replay", "--params", "slots.perTopic=2"])).err).toContain("not in use under mettle")
    expect((await w.run(["replay", "--params", "nowhere.json"])).err).toContain("cannot be read")
  })
})

describe("a preset one can try", () => {
  it("says in plain words what that machine would have kept, dropped, shown and warned of, beside the one in use", async () => {
    const w = await made()
    const ran = await w.run(["replay", "--preset", "plain"])
    expect(ran.out).toMatch(/With your log of \d+ events, plain would have:/)
    expect(ran.out).toMatch(/kept +4 cards \(mettle: 4\)/)
    expect(ran.out).toMatch(/dropped +no card that mettle keeps/)
    expect(ran.out).toMatch(
      new RegExp(`shown +\\d+ cards in 12 packs \\(mettle: \\d+\\), most often .*"${BAD}" \\d+ times`),
    )
    expect(ran.out).toMatch(/warned +never \(mettle: 0\)/)
  })

  it("tells of the cards it would not have let in, by their words", async () => {
    const w = await made()
    const words = ["replay", "--params", "anchored-novel-budgeted.caps.fact.repo=1", "--json"]
    const { told, cards } = (await w.run(words)).json().comparison
    const of = (what: string) => told.find((line: { what: string }) => line.what === what)
    expect([of("kept").a, of("kept").b]).toEqual([4, 3])
    expect(of("dropped").words).toMatch(
      /^one card that now keeps: "the billing service .*" \((?:not let in|put away)\)$/,
    )
    expect(cards.changed.length).toBeGreaterThan(0)
  })

  it("warns where that machine's breaker would have spoken", async () => {
    const w = await made()
    await happened(w, async open => {
      const e = await open("stuck")
      await e.says("make the build pass")
      for (let i = 0; i < 5; i++) await e.runs("make", false, "Error: boom")
      await e.ends()
    })
    const { told } = (await w.run(["replay", "--preset", "groove", "--json"])).json().comparison
    const warned = told.find((line: { what: string }) => line.what === "warned")
    expect(warned.b).toBeGreaterThan(0)
    expect(warned.words).toContain("in a row")
    const silent = (await w.run(["replay", "--params", "failure-streak.speaks=false", "--json"])).json().comparison.told
    expect(silent.find((line: { what: string }) => line.what === "warned")).toMatchObject({ b: 0 })
  })

  it("says honestly that there is nothing to say", async () => {
    const w = world()
    expect((await w.run(["replay", "--preset", "plain"])).out).toContain("Nothing was recorded yet")
    await happened(w, async open => {
      const e = await open("one")
      await e.says("hello")
      await e.ends()
    })
    const { out } = await w.run(["replay", "--preset", "plain"])
    expect(out).toContain("no card, for none came up in this log")
    expect(out).toContain("nothing, for no pack was asked for")
  })

  it("says of each machine what it is, and which one is in use", async () => {
    const { out } = await world().run(["config", "preset"])
    expect(out).toMatch(/mettle \*/)
    for (const name of PRESETS) expect(out).toMatch(new RegExp(`^${name}.{20,}`, "m"))
  })
})
