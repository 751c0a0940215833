// Which cards truly help? Worlds with known truth, lived through by the product itself: events, packs, fold and rules; open loop (the
// same log for all) and closed loop (the preset chooses the pack). --direct goes the short way, rules on records alone, where that
// gives the same numbers sooner (test/stories/world-in-the-fold.test.ts); so do learners that no preset ships. --truth tells the short way what
// truly became of each prompt. --world file.mjs --preset a,b --episodes 50,200,1000 --seeds 1-40; --golden: the reference vectors alone (credit.md 6).
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { CHOICES } from "../src/core/rules/registry.ts"
import { LEARNERS, labCredit } from "../src/lab/credit.ts"
import { foldRun, isFlagged, judgedBy } from "./credit/fold-run.ts"
import { auc, mean, over, share, spearman } from "./credit/measures.ts"
import { none, oracle, topK } from "./credit/policies.ts"
import { factsOf, learnerRun, type Policy, runEpisode, SAME, type World } from "./credit/short-way.ts"
import { served, spread } from "./credit/spread.ts"

interface Job {
  readonly world: string
  readonly presets: readonly string[]
  readonly episodes: number
  readonly seeds: readonly number[]
  readonly direct: boolean
  readonly truth: boolean
}
const MEASURES = ["spearman", "aucHelp", "aucHarm", "falseDepHelpful", "falseDepNull", "caught", "cover80"] as const
/** beside the measures of the contract: cover and width of each group, and how far the mean of a group is from its truth */
const GROUPS = ["coverHelp", "coverIdle", "coverHarm", "width", "biasHelp", "biasHarm"] as const
type Open = Readonly<Record<(typeof MEASURES)[number] | (typeof GROUPS)[number], number>>
interface SeedFigures {
  readonly none: number
  readonly topK: number
  readonly oracle: number
  readonly open: Readonly<Record<string, Open>>
  readonly closed: Readonly<Record<string, { readonly last: number; readonly harmShown: number }>>
}
const HERE = fileURLToPath(import.meta.url)
const HARM = 0.02
const Z80 = 1.2816
const isPreset = (name: string): boolean => Object.hasOwn(CHOICES, name)

async function runJob(job: Job): Promise<SeedFigures[]> {
  const { makeWorld } = (await import(pathToFileURL(resolve(job.world)).href)) as {
    makeWorld(o: { seed: number; episodes: number }): World
  }
  const figures: SeedFigures[] = []
  for (const seed of job.seeds) {
    const world = makeWorld({ seed, episodes: job.episodes })
    const cards = factsOf(world)
    const tau = new Map(cards.map((c, i) => [c.id, world.effects().tau[i] ?? 0]))
    const loop = (policy: Policy, take?: (r: ReturnType<typeof runEpisode>["record"]) => void) => {
      let success = 0
      let harm = 0
      let n = 0
      for (let ep = 0; ep < job.episodes; ep++) {
        const { record, success: p } = runEpisode(world, ep, policy)
        take?.(record)
        if (ep < Math.floor(job.episodes * 0.75)) continue
        n++
        success += p
        for (const prompt of record.prompts) for (const c of prompt.cand) if (c.shown && tau.get(c.id)! < -HARM) harm++
      }
      return { last: success / n, harmShown: harm / n }
    }
    const open: Record<string, Open> = {}
    const closed: Record<string, { last: number; harmShown: number }> = {}
    const seen = new Set<string>()
    const top = loop(topK, record => {
      for (const p of record.prompts) for (const c of p.cand) if (c.shown) seen.add(c.id)
    })
    for (const name of job.presets) {
      const short = job.truth || !isPreset(name) || (job.direct && SAME.includes(name))
      const watched = await (short ? shortWay : throughFold)(name, world, seed, job.episodes, true, job.truth)
      open[name] = measures(cards.filter(c => seen.has(c.id)).map(c => ({ ...watched.of(c.id), true: tau.get(c.id)! })))
      const chose = await (short ? shortWay : throughFold)(name, world, seed, job.episodes, false, job.truth)
      const last = chose.episodes.slice(Math.floor(job.episodes * 0.75))
      closed[name] = {
        last: mean(last.map(e => e.success)),
        harmShown: mean(last.map(e => e.shown.filter(id => tau.get(id)! < -HARM).length)),
      }
    }
    figures.push({ none: loop(none).last, topK: top.last, oracle: loop(oracle).last, open, closed })
  }
  return figures
}

interface Lived {
  readonly episodes: readonly { readonly success: number; readonly shown: readonly string[] }[]
  of(card: string): { readonly mean: number; readonly sd: number; readonly flagged: boolean }
}
type Live = (
  preset: string,
  world: World,
  seed: number,
  episodes: number,
  open: boolean,
  truth: boolean,
) => Promise<Lived>

const throughFold: Live = async (preset, world, _seed, episodes, open) => {
  const run = await foldRun(preset, world)
  const lived = []
  for (let ep = 0; ep < episodes; ep++) lived.push(await run.live(ep, open ? topK : null))
  await run.end()
  return { episodes: lived, of: judgedBy(run, preset, factsOf(world)) }
}

const shortWay: Live = async (preset, world, seed, episodes, open, truth) => {
  const cards = factsOf(world)
  const run = learnerRun(preset, cards, seed)
  const rule = LEARNERS[preset]!.value.name
  const lived = Array.from({ length: episodes }, (_, ep) => {
    const { record, success, truth: ends } = runEpisode(world, ep, open ? topK : run.policy)
    run.take(record, truth ? ends : undefined)
    return { success, shown: record.prompts.flatMap(p => p.cand.flatMap(c => (c.shown ? [c.id] : []))) }
  })
  const flagged = (card: string): boolean => isFlagged(card, cards, run.ask, rule, preset)
  return { episodes: lived, of: card => ({ ...run.ask(card), flagged: flagged(card) }) }
}

type Row = { readonly mean: number; readonly sd: number; readonly flagged: boolean; readonly true: number }
function measures(rows: readonly Row[]): Open {
  const helpful = rows.filter(r => r.true > HARM)
  const idle = rows.filter(r => Math.abs(r.true) <= HARM)
  const harmful = rows.filter(r => r.true < -HARM)
  const score = (r: Row): number => r.mean
  const cover = (some: readonly Row[]): number => share(some, r => Math.abs(r.true - r.mean) <= Z80 * r.sd)
  const bias = (some: readonly Row[]): number => mean(some.map(r => r.mean - r.true))
  return {
    spearman: spearman(
      rows.map(score),
      rows.map(r => r.true),
    ),
    aucHelp: auc(helpful.map(score), idle.map(score)),
    aucHarm: auc(idle.map(score), harmful.map(score)),
    falseDepHelpful: share(helpful, r => r.flagged),
    falseDepNull: share(idle, r => r.flagged),
    caught: share(harmful, r => r.flagged),
    cover80: cover(rows),
    ...{ coverHelp: cover(helpful), coverIdle: cover(idle), coverHarm: cover(harmful) },
    width: mean(rows.map(r => 2 * Z80 * r.sd)),
    ...{ biasHelp: bias(helpful), biasHarm: bias(harmful) },
  }
}

await served(runJob)

const f3 = (x: number): string => (Number.isFinite(x) ? x.toFixed(3) : "–").padStart(6)
const pp = (x: number): string => (100 * x).toFixed(1).padStart(6)

function summary(figures: readonly SeedFigures[], preset: string) {
  const base = {
    none: over(figures.map(f => f.none)).mean,
    topK: over(figures.map(f => f.topK)).mean,
    oracle: over(figures.map(f => f.oracle)).mean,
  }
  const last = figures.map(f => f.closed[preset]!.last)
  const m = over(last).mean
  const trivial = Math.max(base.none, base.topK)
  const openOf = (k: keyof Open) => over(figures.map(f => f.open[preset]![k]))
  return {
    open: Object.fromEntries(MEASURES.map(k => [k, openOf(k).mean])) as Record<(typeof MEASURES)[number], number>,
    groups: Object.fromEntries(GROUPS.map(k => [k, openOf(k).mean])) as Record<(typeof GROUPS)[number], number>,
    closed: {
      gap: (m - base.topK) / (base.oracle - base.topK),
      gapTrivial: (m - trivial) / (base.oracle - trivial),
      last: m,
      ...base,
      harmShown: over(figures.map(f => f.closed[preset]!.harmShown)).mean,
    },
    error: {
      spearman: openOf("spearman").se,
      vsTopK: over(last.map((x, i) => x - figures[i]!.topK)).se,
      vsNone: over(last.map((x, i) => x - figures[i]!.none)).se,
    },
  }
}

async function golden(shared: string): Promise<void> {
  const folder = join(shared, "tools/credit-worlds/golden")
  const log = readFileSync(join(folder, "golden-log.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map(l => JSON.parse(l) as unknown)
  const expected = JSON.parse(readFileSync(join(folder, "golden-estimates.json"), "utf8")) as Record<
    string,
    { id: unknown; u: number }[]
  >
  console.log("\ngolden estimates: largest difference")
  for (const [name, rules] of Object.entries(LEARNERS)) {
    const rows = rules.golden === null ? undefined : expected[rules.golden]
    if (!rows) continue
    const mine = new Map((await labCredit(log, name)).map(r => [String(r.card), r.mean]))
    const worst = Math.max(...rows.map(r => Math.abs(r.u - (mine.get(String(r.id)) ?? Number.NaN))))
    console.log(
      `  ${rules.golden!.padEnd(22)} ${name.padEnd(16)} ${worst.toExponential(1)} ${worst <= 1e-6 ? "agrees" : "differs"}`,
    )
  }
}

export async function run({
  shared,
  args,
}: {
  shared: string
  json: boolean
  args: string[]
}): Promise<Record<string, unknown>> {
  const flag = (name: string, otherwise: string): string => {
    const i = args.indexOf(`--${name}`)
    return i < 0 ? otherwise : (args[i + 1] ?? otherwise)
  }
  const world = flag("world", join(shared, "tools/credit-worlds/worlds/workshop.mjs"))
  const presets = flag("preset", "mettle,plain,evolver,nucleus-strict").split(",")
  const horizons = args.includes("--golden") ? [] : flag("episodes", "50,200,1000").split(",").map(Number)
  const [from, to] = flag("seeds", "1-40").split("-").map(Number) as [number, number | undefined]
  const seeds = Array.from({ length: (to ?? from) - from + 1 }, (_, i) => from + i)
  const direct = args.includes("--direct")
  const truth = args.includes("--truth")
  let result: Record<string, unknown> = {}
  for (const episodes of horizons) {
    const figures = await spread({ world, presets, episodes, seeds, direct, truth }, HERE, runJob)
    const first = summary(figures, presets[0]!)
    console.log(
      `\n${world.split("/").at(-1)} · ${episodes} episodes · ${seeds.length} seeds · ${truth ? "true labels" : direct ? "the short way" : "through the fold"} · none ${pp(first.closed.none)}  top-K ${pp(first.closed.topK)}  oracle ${pp(first.closed.oracle)}`,
    )
    console.log(
      "preset            spearman ±se    auc help/harm  flagged help/null caught  cover80 |    gap  gapTriv  vs top-K ±se  vs none ±se  harm shown",
    )
    for (const preset of presets) {
      const { open: o, closed: c, error: e } = summary(figures, preset)
      console.log(
        `${preset.padEnd(16)} ${f3(o.spearman)} ${f3(e.spearman)}  ${f3(o.aucHelp)} ${f3(o.aucHarm)}   ${f3(o.falseDepHelpful)} ${f3(o.falseDepNull)}  ${f3(o.caught)}  ${f3(o.cover80)} | ${f3(c.gap)}  ${f3(c.gapTrivial)}  ${pp(c.last - c.topK)} ${pp(e.vsTopK)} ${pp(c.last - c.none)} ${pp(e.vsNone)}  ${f3(c.harmShown)}`,
      )
    }
    for (const preset of presets) {
      const { groups: g } = summary(figures, preset)
      console.log(
        `${preset.padEnd(16)} cover80 helpful ${f3(g.coverHelp)} idle ${f3(g.coverIdle)} harmful ${f3(g.coverHarm)} · width ${pp(g.width)} · estimate less truth: helpful ${pp(g.biasHelp)} harmful ${pp(g.biasHarm)}`,
      )
    }
    if (episodes === Math.max(...horizons)) result = { open: first.open, closed: first.closed }
  }
  if (args.includes("--golden") || !args.includes("--world")) await golden(shared)
  return result
}
