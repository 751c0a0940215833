// A time lapse over many seeds, lived through by the product itself: how soon a harmful card loses its showings, and how often and
// when it is suggested for putting away.
import { fileURLToPath } from "node:url"
import { foldRun } from "./credit/fold-run.ts"
import { HARMFUL, LAPSE, lapseWorld } from "./credit/small-world.ts"
import { served, spread } from "./credit/spread.ts"
import type { BenchArgs, Figures } from "./main.ts"

interface Run {
  /** per episode: how often the harmful card was at hand, and shown */
  readonly episodes: readonly { readonly atHand: number; readonly shown: number }[]
  readonly suggestedAt: number | null
  readonly wrongly: number
}

async function runJob({ seeds }: { readonly seeds: readonly number[] }): Promise<Run[]> {
  const runs: Run[] = []
  for (const seed of seeds) {
    const world = lapseWorld({ ...LAPSE, seed: String(seed) })
    const run = await foldRun(LAPSE.preset, world)
    const harms = (card: string): boolean => run.ask(card).verdict === "harms"
    const episodes: { atHand: number; shown: number }[] = []
    do {
      const { listed, shown } = await run.live(episodes.length, null)
      const mine = (some: readonly string[]): number => some.filter(card => card === HARMFUL).length
      episodes.push({ atHand: mine(listed), shown: mine(shown) })
    } while (episodes.length < LAPSE.episodes && !harms(HARMFUL))
    const wrongly = world.cards.filter(({ id }) => String(id) !== HARMFUL && harms(String(id))).length
    runs.push({ episodes, suggestedAt: harms(HARMFUL) ? episodes.length : null, wrongly })
  }
  return runs
}
await served(runJob)

export async function run({ json, args }: BenchArgs): Promise<Figures> {
  const seeds = Array.from({ length: args.includes("--quick") ? 2 : 12 }, (_, i) => i + 1)
  const runs = await spread({ seeds }, fileURLToPath(import.meta.url), runJob)
  const suggested = runs.flatMap(r => r.suggestedAt ?? []).sort((a, b) => a - b)
  const share = (from: number, to: number): number => {
    const within = runs.flatMap(r => r.episodes.slice(from, to))
    const sum = (of: "atHand" | "shown"): number => within.reduce((n, e) => n + e[of], 0)
    return sum("shown") / Math.max(1, sum("atHand"))
  }
  const figures = {
    ...{ seeds: seeds.length, episodes: LAPSE.episodes, through: "fold" },
    suggested: suggested.length,
    median_episode: suggested[suggested.length >> 1] ?? null,
    wrongly: runs.reduce((n, r) => n + r.wrongly, 0),
    shown_first_80: share(0, 80),
    shown_after_200: share(200, LAPSE.episodes),
  }
  if (!json) {
    const percent = (x: number): string => `${(100 * x).toFixed(1)}%`
    console.log(`${seeds.length} seeds of at most ${LAPSE.episodes} episodes, through the fold`)
    console.log(`harmful card shown, of the times it was at hand: ${percent(figures.shown_first_80)} in episodes 1-80,`)
    console.log(`  ${percent(figures.shown_after_200)} after episode 200`)
    console.log(
      `suggested for archiving in ${figures.suggested} of ${seeds.length}, median episode ${figures.median_episode}`,
    )
    console.log(
      `harmless cards suggested when it was: ${figures.wrongly} of ${seeds.length * (LAPSE.help + LAPSE.idle)}`,
    )
  }
  return figures
}
