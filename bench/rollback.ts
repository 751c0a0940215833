// Rollback, A/B/A/B: without memory, with it, rolled back, re-applied, on an agent whose success truly depends on what is
// shown, and on one whose success does not. N, seeds and effect sizes stand in bench/rollback-plan.json, committed before
// the run; this file only carries them out.
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { interval } from "./interval.ts"
import type { BenchArgs, Figures } from "./main.ts"
import { type Chances, scriptedAgent } from "./scripted-agent.ts"

interface Plan {
  readonly phases: readonly string[]
  readonly seeds: { readonly from: number; readonly to: number }
  readonly tasksPerPhase: number
  readonly interval: number
  readonly worlds: Readonly<Record<string, Chances>>
  readonly expected: Readonly<Record<string, string>>
}
interface Phase {
  readonly success: number
  readonly told: number
  readonly byPack: number
}

async function live(seed: number, chances: Chances, tasks: number): Promise<readonly Phase[]> {
  const agent = scriptedAgent(seed, chances)
  const phase = async (): Promise<Phase> => {
    let [success, told, byPack] = [0, 0, 0]
    for (let i = 0; i < tasks; i++) {
      const done = await agent.task()
      success += Number(done.solved) / tasks
      told += Number(done.told) / tasks
      byPack += Number(done.byPack) / tasks
    }
    return { success, told, byPack }
  }
  const without = await phase()
  await agent.teach()
  const withMemory = await phase()
  const acts = await agent.rollBack()
  const rolledBack = await phase()
  if ((await agent.reapply(acts)) !== acts) throw new Error(`of ${acts} acts not all could be taken back`)
  return [without, withMemory, rolledBack, await phase()]
}

export async function run({ json, args }: BenchArgs): Promise<Figures> {
  const plan = JSON.parse(readFileSync(resolve("bench/rollback-plan.json"), "utf8")) as Plan
  const pilot = args.includes("--pilot")
  const { from, to } = pilot ? { from: 9001, to: 9003 } : plan.seeds
  const seeds = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const say = (line = ""): void => void (json || console.log(line))
  const figures: Record<string, unknown> = {
    ...{ pilot, seeds: seeds.length, tasks_per_phase: plan.tasksPerPhase, interval: plan.interval },
  }
  for (const [name, chances] of Object.entries(plan.worlds)) {
    const runs: (readonly Phase[])[] = []
    for (const seed of seeds) runs.push(await live(seed, chances, plan.tasksPerPhase))
    const at = (phase: number, what: keyof Phase): readonly number[] => runs.map(phases => phases[phase]![what])
    const apart = (a: readonly number[], b: readonly number[]) =>
      interval(
        a.map((x, i) => x - b[i]!),
        plan.interval,
      )
    const both = (a: number, b: number) => at(a, "success").map((x, i) => (x + at(b, "success")[i]!) / 2)
    const phases = Object.fromEntries(
      plan.phases.map((phase, i) => [
        phase,
        {
          success: interval(at(i, "success"), plan.interval),
          told: mean(at(i, "told")),
          by_pack: mean(at(i, "byPack")),
        },
      ]),
    )
    const contrasts = {
      "both with - both without": apart(both(1, 3), both(0, 2)),
      "with - without": apart(at(1, "success"), at(0, "success")),
      "with - rolled back": apart(at(1, "success"), at(2, "success")),
      "re-applied - rolled back": apart(at(3, "success"), at(2, "success")),
    }
    figures[name] = { phases, contrasts, expected: plan.expected[name] }
    say(`\n${name} · ${seeds.length} seeds × ${plan.tasksPerPhase} tasks per phase · ${100 * plan.interval}% intervals`)
    say("phase          success                told   by the pack")
    for (const [phase, f] of Object.entries(phases))
      say(`${phase.padEnd(14)} ${written(f.success).padEnd(22)} ${percent(f.told)}  ${percent(f.by_pack)}`)
    for (const [what, f] of Object.entries(contrasts)) say(`${what.padEnd(26)} ${written(f)}`)
    say(`expected beforehand: ${plan.expected[name]}`)
  }
  return figures
}

const mean = (xs: readonly number[]): number => xs.reduce((a, b) => a + b, 0) / xs.length
const percent = (x: number): string => `${(100 * x).toFixed(0)}%`.padStart(5)
const points = (x: number): string => (100 * x).toFixed(1)
const written = (f: { readonly mean: number; readonly low: number; readonly high: number }): string =>
  `${points(f.mean)} (${points(f.low)} to ${points(f.high)})`
