// Planted harm: worlds in which some cards do harm, and nobody says which. How many of their showings does each design
// take away by 50 and 200 episodes, against showing by relevance alone, and how many good cards pay for it? Every design lives
// through the real fold, one run of the longest horizon per seed; each look is the last quarter before it. Flags are read off the
// same log for all, that of showing by relevance. --seeds 1-20 --looks 50,200,1000 --preset a,b --world file.mjs
import { join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { foldRun, judgedBy } from "./credit/fold-run.ts"
import { share } from "./credit/measures.ts"
import { topK } from "./credit/policies.ts"
import { factsOf, type World } from "./credit/short-way.ts"
import { served, spread } from "./credit/spread.ts"
import { type Interval, interval } from "./interval.ts"
import type { BenchArgs, Figures } from "./main.ts"

const PRESETS = "mettle,plain,evolver,swarm,nucleus,astra"
/** a card does harm, or good, when it moves success by more than this */
const EFFECT = 0.02
/** episodes per point of the curve */
const BLOCK = 50

interface Job {
  readonly world: string
  readonly presets: readonly string[]
  readonly looks: readonly number[]
  readonly seeds: readonly number[]
}
interface Shown {
  readonly harmful: number
  readonly helpful: number
  readonly all: number
}
interface SeedRun {
  /** per preset, showings per episode: at each look, and block by block */
  readonly at: Readonly<Record<string, readonly Shown[]>>
  readonly curve: Readonly<Record<string, readonly number[]>>
  readonly flags: Readonly<
    Record<string, readonly { readonly harmful: number; readonly good: number; readonly idle: number }[]>
  >
}

async function runJob(job: Job): Promise<SeedRun[]> {
  const { makeWorld } = (await import(pathToFileURL(resolve(job.world)).href)) as {
    makeWorld(o: { seed: number; episodes: number }): World
  }
  const most = job.looks.at(-1)!
  const runs: SeedRun[] = []
  for (const seed of job.seeds) {
    const world = makeWorld({ seed, episodes: most })
    const cards = factsOf(world)
    const tau = new Map(cards.map((c, i) => [c.id, world.effects().tau[i] ?? 0]))
    const at: Record<string, Shown[]> = {}
    const curve: Record<string, number[]> = {}
    const flags: Record<string, { harmful: number; good: number; idle: number }[]> = {}
    for (const preset of job.presets) {
      const watching = await foldRun(preset, world)
      const seen = new Set<string>()
      flags[preset] = []
      for (let ep = 0; ep < most; ep++) {
        for (const id of (await watching.live(ep, topK)).shown) seen.add(id)
        if (!job.looks.includes(ep + 1)) continue
        const of = judgedBy(watching, preset, cards)
        const rows = cards.filter(c => seen.has(c.id)).map(c => ({ tau: tau.get(c.id)!, flagged: of(c.id).flagged }))
        const part = (is: (x: number) => boolean): number =>
          share(
            rows.filter(r => is(r.tau)),
            r => r.flagged,
          )
        flags[preset].push({
          harmful: part(x => x < -EFFECT),
          good: part(x => x > EFFECT),
          idle: part(x => Math.abs(x) <= EFFECT),
        })
      }
      const choosing = await foldRun(preset, world)
      const counts: Shown[] = []
      for (let ep = 0; ep < most; ep++) {
        const shown = (await choosing.live(ep, null)).shown.map(id => tau.get(id)!)
        const [harmful, helpful] = [shown.filter(x => x < -EFFECT).length, shown.filter(x => x > EFFECT).length]
        counts.push({ harmful, helpful, all: shown.length })
      }
      const mean = (from: number, to: number, what: keyof Shown): number =>
        counts.slice(from, to).reduce((sum, c) => sum + c[what], 0) / (to - from)
      at[preset] = job.looks.map(look => {
        const from = Math.floor(look * 0.75)
        return {
          harmful: mean(from, look, "harmful"),
          helpful: mean(from, look, "helpful"),
          all: mean(from, look, "all"),
        }
      })
      curve[preset] = Array.from({ length: most / BLOCK }, (_, i) => mean(i * BLOCK, (i + 1) * BLOCK, "harmful"))
    }
    runs.push({ at, curve, flags })
  }
  return runs
}

await served(runJob)

export async function run({ shared, json, args }: BenchArgs): Promise<Figures> {
  const flag = (name: string, otherwise: string): string => {
    const i = args.indexOf(`--${name}`)
    return i < 0 ? otherwise : (args[i + 1] ?? otherwise)
  }
  const worlds = args.includes("--world")
    ? [flag("world", "")]
    : ["workshop", "workshop-poor"].map(name => join(shared, `tools/credit-worlds/worlds/${name}.mjs`))
  const [from, to] = flag("seeds", "1-20").split("-").map(Number) as [number, number | undefined]
  const seeds = Array.from({ length: (to ?? from) - from + 1 }, (_, i) => from + i)
  const looks = flag("looks", "50,200").split(",").map(Number)
  const presets = flag("preset", PRESETS).split(",")
  const say = (line = ""): void => void (json || console.log(line))
  const figures: Record<string, unknown> = {
    seeds: `${seeds[0]}-${seeds.at(-1)}`,
    looks,
    block: BLOCK,
    through: "fold",
  }
  for (const world of worlds) {
    const runs = await spread({ world, presets, looks, seeds }, fileURLToPath(import.meta.url), runJob)
    const name = world.split("/").at(-1)!.replace(".mjs", "")
    const rows = Object.fromEntries(presets.map(preset => [preset, tell(runs, preset, looks)]))
    figures[name] = rows
    say(`\n${name} · ${looks.at(-1)} episodes · through the fold · ${seeds.length} seeds · 95% intervals over seeds`)
    say(
      `          harmful showings removed, % of those by relevance alone; helpful showings kept, %; flagged at the end, %`,
    )
    say(`design    ${looks.map(n => `by ${n}`.padEnd(20)).join(" ")} helpful kept               harmful  good  idle`)
    for (const [preset, r] of Object.entries(rows))
      say(
        `${preset.padEnd(9)} ${r.removed.map(i => span(i).padEnd(20)).join(" ")} ${span(r.kept).padEnd(26)} ${pc(r.flagged.harmful)}  ${pc(r.flagged.good)} ${pc(r.flagged.idle)}`,
      )
  }
  return figures
}

/** Shares of the sums over seeds, with an interval by leaving out one seed at a time. */
function tell(runs: readonly SeedRun[], preset: string, looks: readonly number[]) {
  const part = (look: number, what: keyof Shown): Interval => {
    const of = (some: readonly SeedRun[]): number => {
      const sum = (name: string) => some.reduce((s, r) => s + r.at[name]![look]![what], 0)
      return sum(preset) / sum("plain")
    }
    const whole = of(runs)
    const n = runs.length
    const pseudo = runs.map((_, i) => n * whole - (n - 1) * of(runs.filter((_, j) => j !== i)))
    return n < 2 ? { n, mean: whole, low: whole, high: whole } : interval(pseudo, 0.95)
  }
  const removed = looks.map((_, look): Interval => {
    const { n, mean, low, high } = part(look, "harmful")
    return { n, mean: 1 - mean, low: 1 - high, high: 1 - low }
  })
  const average = (xs: readonly number[]): number => {
    const known = xs.filter(Number.isFinite)
    return known.reduce((a, b) => a + b, 0) / known.length
  }
  const last = looks.length - 1
  const flagged = (what: "harmful" | "good" | "idle"): number => average(runs.map(r => r.flags[preset]![last]![what]))
  return {
    removed,
    kept: part(last, "helpful"),
    flagged: { harmful: flagged("harmful"), good: flagged("good"), idle: flagged("idle") },
    harmful_per_episode: looks.map((_, look) => average(runs.map(r => r.at[preset]![look]!.harmful))),
    curve: runs[0]!.curve[preset]!.map((_, i) => average(runs.map(r => r.curve[preset]![i]!))),
  }
}

const pc = (x: number): string => (100 * x).toFixed(1).padStart(6)
const span = (i: Interval): string =>
  `${(100 * i.mean).toFixed(0)} (${(100 * i.low).toFixed(0)} to ${(100 * i.high).toFixed(0)})`
