// history, breaker, calibrate and their kin on a real store: what is shown, what its JSON holds, how it fits a terminal.
import { join } from "node:path"
import fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { drawTrajectory } from "../../src/cli/past/history.ts"
import { columnsOf } from "../../src/cli/print.ts"
import { MARKS } from "../../src/core/assess/progress.ts"
import { timed } from "../../src/hook/tally.ts"
import { dice } from "../../src/memory/without-disk.ts"
import { roughHour } from "./rough-hour.ts"
import { happened, NOW, RED } from "./stage.ts"
import { type World, world } from "./world.ts"

let w: World
beforeAll(async () => {
  w = world()
  await roughHour(w)
})
const rows = async (...words: string[]) => (await w.run(["history", "--json", ...words])).json().episodes

describe("mettle history", () => {
  it("[S2-101, D38] lists episodes with outcome, frustration, cards and who judged", async () => {
    const ran = await w.run(["history"])
    expect(ran.out.split("\n")[0]).toMatch(/^EPISODE +WHEN +OUTCOME +WHAT HAPPENED +BEGAN WITH$/)
    const whole = (await w.run(["history", "--table"])).out
    expect(whole.split("\n")[0]).toMatch(/^EPISODE +WHEN +OUTCOME +FRUSTRATION +CARDS +BY +WHAT HAPPENED +BEGAN WITH$/)
    for (const line of ran.out.trim().split("\n")) expect(line.length).toBeLessThanOrEqual(80)
    expect(ran.out, "in the user's own words").toContain((await rows())[0].prompt.slice(0, 12))
    expect(await rows()).toMatchObject([
      { verdict: "failure", trips: 2, judgedBy: "rules" },
      { verdict: "success", trips: 0, judgedBy: "rules" },
    ])
    const [, calm] = await rows()
    expect(calm.peak).toBeCloseTo(0.657, 3)
    expect(calm.end).toBeCloseTo(0.225, 3)
  })
  it("filters by outcome and refuses one that does not exist", async () => {
    expect(await rows("--outcome", "failure")).toHaveLength(1)
    expect(await rows("--since", "2099-01-01")).toHaveLength(0)
    expect(await w.run(["history", "--outcome", "fine"])).toMatchObject({ code: 2 })
    expect(await w.run(["history", "e-ffffff"])).toMatchObject({ code: 4 })
  })
  it("[S2-102..105] one episode: plot, checkpoints with scores, trips; the table twin has the same facts", async () => {
    const [rough, calm] = await rows()
    const shown = (await w.run(["history", calm.short])).out
    expect(shown.split("\n")[0], "what was asked, before any id").toBe(calm.prompt)
    expect(shown.split("\n")[2]).toMatch(
      /^e-\w{6} {2}\d{4}-\d\d-\d\d \d\d:\d\d-\d\d:\d\d {2}\d+ min {2}\d+ messages {2}\d+ corrections? {2}claude-code$/,
    )
    expect(shown).toMatch(/^frustration ▁.*[▅▆]/m)
    expect(shown).toMatch(/^success {5}[▁▂▃▄▅▆▇█]+$/m)
    expect(shown).toContain("✗ failed  ✓ passed  c correction  + praise  ● commit")
    expect(shown).toContain("no, that is wrong: use the existing key loader")
    expect((await w.run(["history", rough.short])).out).toMatch(/! at \d+, .* b-/)
    const { trajectory, checkpoints } = (await w.run(["history", calm.short, "--json"])).json()
    expect(checkpoints.map((c: { trigger: string }) => c.trigger)).toContain("commit")
    const lines = (await w.run(["history", calm.short, "--table"], { columns: 400 })).out.split("\n")
    const score = (c: { verdict: string; score: number }) => (c.verdict === "unjudged" ? c.verdict : c.score.toFixed(2))
    for (const c of checkpoints)
      expect(lines.find(line => line.startsWith(`checkpoint ${c.n}  ${c.from}-${c.to} `))).toMatch(
        new RegExp(` ${score(c)}, .+: ${c.summary.slice(0, 12)}`),
      )
    expect(checkpoints.some((c: { verdict: string }) => c.verdict !== "unjudged")).toBe(true)
    const table = (await w.run(["history", calm.short, "--plain"])).out.trim().split("\n").slice(3)
    expect(table).toHaveLength(trajectory.length)
    expect(table.map(line => line.split("\t")[0])).toEqual(
      trajectory.map((p: { message: number }) => String(p.message)),
    )
  })
  it.each([24, 40, 80, 120])("[users 4] fits %i columns, in Unicode and ASCII", async columns => {
    const [rough] = await rows()
    const tty = { stdin: false, stdout: true, stderr: false }
    for (const flags of [[], ["--ascii"]]) {
      const { out } = await w.run(["history", rough.short, "--no-color", ...flags], { columns, tty })
      for (const line of out.split("\n")) expect(columnsOf(line), line).toBeLessThanOrEqual(columns)
      if (flags.length > 0) expect(out).toMatch(/^[\x00-\x7f]*$/)
    }
  })
})

describe("the plot", () => {
  it("any trajectory fits its width, keeps its axis and shows every kind of mark it holds", () => {
    const point = fc.record({
      message: fc.integer({ min: 1, max: 400 }),
      frustration: fc.double({ min: 0, max: 1, noNaN: true }),
      success: fc.double({ min: 0, max: 1, noNaN: true }),
      marks: fc.subarray([...MARKS], { maxLength: 2 }),
    })
    fc.assert(
      fc.property(
        fc.array(point, { maxLength: 40 }),
        fc.integer({ min: 10, max: 130 }),
        fc.boolean(),
        (points, width, ascii) => {
          const sorted = [...points].sort((a, b) => a.message - b.message)
          const messages = Math.max(1, ...sorted.map(p => p.message))
          const { lines, legend } = drawTrajectory(sorted, [], messages, { width, ascii })
          for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(Math.max(24, Math.min(100, width)))
          expect(lines.some(line => line.trim().startsWith("1"))).toBe(true)
          expect(legend === "" ? 0 : legend.split("  ").length).toBe(new Set(sorted.flatMap(p => p.marks)).size)
          if (ascii) expect(lines.join("")).toMatch(/^[\x00-\x7f]*$/)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe("mettle history breaker", () => {
  it("lists trips with inputs and what followed, and takes a label", async () => {
    const { trips, triggers } = (await w.run(["history", "breaker", "--json"])).json()
    expect(trips.map((t: { trip: string }) => t.trip)).toContain("failure_streak")
    expect(triggers.every((t: { n: number; right: number }) => t.right <= t.n)).toBe(true)
    const [last] = trips
    expect((await w.run(["history", "breaker", "wrong", last.short], { random: dice(7) })).out).toContain(
      "was wrong: kept",
    )
    const again = (await w.run(["history", "breaker", "--json"])).json().trips
    expect(again.find((t: { id: string }) => t.id === last.id)).toMatchObject({ label: false, right: false })
    expect((await w.run(["history", "breaker"])).out).toContain("wrong (you)")
  })
  it("refuses a label or an id it does not know", async () => {
    expect(await w.run(["history", "breaker", "maybe", "b-1"])).toMatchObject({ code: 2 })
    expect(await w.run(["history", "breaker", "right"])).toMatchObject({ code: 2 })
    expect(await w.run(["history", "breaker", "right", "b-ffffffff"])).toMatchObject({ code: 4 })
  })
})

describe("[S2-97, S2-106..109] the seed's names", () => {
  it.each(["status", "history", "breaker", "trigger", "patterns", "calibrate"])(
    "assess %s says what the command itself says",
    async name => {
      expect((await w.run(["assess", name])).out).toBe((await w.run([name])).out)
    },
  )
  it("assess alone says what there is; trigger shows the last episode; status has the breaker's line", async () => {
    expect((await w.run(["assess"])).err).toContain("calibrate")
    expect((await w.run(["history", "now"])).out).toMatch(/^frustration .*[▆▇]/m)
    expect((await w.run(["status", "--verbose"])).out).toMatch(/^breaker {5}normal/m)
    expect((await w.run(["config", "patterns", "--json"])).json().patterns.length).toBeGreaterThan(100)
  })
  it("[S2-108] lists them before anything was recorded, too", async () => {
    const empty = world()
    expect((await empty.run(["config", "patterns", "--all"])).out).toContain("go/panic")
    await empty.run(["config", "set", "patterns.negative", "wibbly"])
    const [first] = (await empty.run(["config", "patterns", "--json"])).json().patterns
    expect(first).toMatchObject({ id: "negative-1", says: "complaint: wibbly", from: "yours" })
    await empty.run(["config", "set", "preset", "evolver"])
    const { patterns } = (await empty.run(["config", "patterns", "--json"])).json()
    const preset = patterns.filter((p: { from: string }) => p.from === "preset").map((p: { says: string }) => p.says)
    expect(preset.some((says: string) => says.includes("start over"))).toBe(true)
    expect(preset.some((says: string) => says.includes("exception"))).toBe(true)
  })
  it("[D42] patterns.disable switches one off, and an id that there is not is named", async () => {
    const off = world()
    await roughHour(off)
    const { id } = (await off.run(["config", "patterns", "--json"]))
      .json()
      .patterns.find((p: { from: string }) => p.from === "built in")
    await off.run(["config", "set", "patterns.disable", `${id},no/such-mark`])
    const { patterns, unknown } = (await off.run(["config", "patterns", "--json"])).json()
    expect(patterns.filter((p: { on: boolean }) => !p.on).map((p: { id: string }) => p.id)).toEqual([id])
    expect(unknown).toEqual(["no/such-mark"])
    expect((await off.run(["config", "patterns"])).out).toContain("names what there is not: no/such-mark")
    expect((await off.run(["config", "explain", "patterns.disable"])).out).toContain("user")
  })
  it("[S2-99, S2-100] status names the cards of the pack under --verbose, and how long hooks took once they ran", async () => {
    const known = world()
    await roughHour(known)
    await known.run(["note", "use pnpm, not npm"], { random: dice(50) })
    expect((await known.run(["status", "--verbose"])).out).toMatch(/^ +\S+ repo {2}use pnpm, not npm$/m)
    expect((await known.run(["status"])).out).not.toContain("hooks p95")
    for (const ms of [4, 8, 90]) timed(join(known.home, "state"), NOW, ms)
    expect((await known.run(["status", "--json"])).json().hooks).toEqual({ n: 3, p50: 8, p95: 90 })
    expect((await known.run(["status"])).out).toContain("hooks took up to 90 ms (3 today)")
    const { bytes, resident, known: counts } = (await known.run(["status", "--json"])).json()
    expect(bytes).toBeGreaterThan(1000)
    expect(resident, "nothing runs beside").toBeNull()
    expect([counts.events, counts.eventsToday].every(n => n > 0)).toBe(true)
  })
  it("[D31] calibrate says too early, adopts nothing then, and proposes nothing for a set key", async () => {
    expect((await w.run(["config", "calibrate"])).out).toContain("too early")
    expect((await w.run(["config", "calibrate", "--adopt", "--json"])).json()).toMatchObject({
      adopted: false,
      pinned: [],
    })
    await w.run(["config", "set", "breaker.threshold", "0.8"])
    const { pinned, weighed } = (await w.run(["config", "calibrate", "--json"])).json()
    expect(pinned).toEqual(["breaker.threshold"])
    expect(weighed.map((x: { parameter: string }) => x.parameter)).toEqual(["alpha", "messages"])
    await w.run(["config", "unset", "breaker.threshold"])
    expect((await w.run(["config", "calibrate", "--json"])).json().pinned).toEqual([])
  })
  it("[S2-106] trigger cuts a checkpoint of the episode that goes on, says so, and adds none when nothing was said", async () => {
    const fresh = world()
    await happened(
      fresh,
      async open => {
        const e = await open("now")
        await e.says("bring the auth tests in order")
        await e.runs("pnpm test", false, RED)
        await e.replies("One of them fails.")
      },
      { now: NOW + 115 * 60_000 },
    )
    const run = (...words: string[]) => fresh.run(["history", "now", ...words], { random: dice(words.length + 3) })
    const first = (await run("--json")).json()
    expect(first).toMatchObject({ why: null, checkpoint: { n: 1, from: 1, to: 3, trigger: "asked" } })
    expect(first.episode.checkpoints.map((c: { trigger: string }) => c.trigger)).toEqual(["asked"])
    const again = await run()
    expect(again.out).toContain("nothing was said since the last checkpoint")
    expect((await run("--json")).json()).toMatchObject({ why: "nothing new", checkpoint: null })
    expect((await fresh.run(["doctor", "rebuild", "--check", "--json"], { random: dice(40) })).code).toBe(0)
    const ended = await w.run(["history", "now"], { random: dice(41) })
    expect(ended.out).toContain("has ended and was assessed then")
  })
  it.each(["history", "history breaker", "config calibrate", "config patterns", "history now"])(
    "[users 8] %s before anything was recorded",
    async name => {
      const ran = await world().run(name.split(" "))
      expect(ran).toMatchObject({ code: 0, err: "" })
      expect(ran.out.length).toBeGreaterThan(10)
    },
  )
})

describe("[S2-40, D69] calibrate with enough behind it", () => {
  it("adopts what it proposes: the draws are logged, the keys set, and reset takes them out", async () => {
    const busy = world()
    const random = dice(50)
    await happened(busy, async open => {
      for (let i = 0; i < 12; i++) {
        const e = await open(`s${i}`)
        await e.says("make the tests pass")
        for (let k = 0; k < 5; k++) await e.runs("pnpm test", false, `${RED} ${k}`)
        await e.replies("They fail.")
        if (i % 3 > 0) await e.says("no, that is wrong, stop changing the tests")
        await e.ends()
      }
    })
    const seen = (await busy.run(["config", "calibrate", "--json"])).json()
    const threshold = seen.weighed.find((x: { parameter: string }) => x.parameter === "threshold")
    expect(threshold).toMatchObject({ early: false, current: 0.7 })
    const wanted = seen.weighed.filter((x: any) => !x.early && x.proposed !== x.current)
    const { adopted } = (await busy.run(["config", "calibrate", "--adopt", "--json"], { random })).json()
    expect(wanted.length).toBeGreaterThan(0)
    expect(adopted).toBe(true)
    const { pinned } = (await busy.run(["config", "calibrate", "--json"])).json()
    expect(pinned).toHaveLength(wanted.length)
    const log = (await busy.run(["export", "--json"])).out
    expect(log).toContain("parameters.drawn")
    for (const key of ["breaker.threshold", "breaker.alpha", "checkpoint.messages"])
      await busy.run(["config", "unset", key])
    expect((await busy.run(["config", "calibrate", "--json"])).json().pinned).toEqual([])
  })
})
