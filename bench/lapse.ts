// The demo's time lapse over many seeds: how soon a harmful card loses its showings, and how often and when the rules suggest
// putting it away. The demo shows one of these runs; this says how typical it is.
import { LAPSE, timeLapse } from "../src/lab/time-lapse.ts"
import type { BenchArgs, Figures } from "./main.ts"

export async function run({ json, args }: BenchArgs): Promise<Figures> {
  const seeds = args.includes("--quick") ? 3 : 20
  const runs = Array.from({ length: seeds }, (_, i) => timeLapse({ ...LAPSE, seed: String(i + 1) }))
  const suggested = runs.flatMap(r => r.suggestedAt ?? []).sort((a, b) => a - b)
  const share = (from: number, to: number): number => {
    const within = runs.flatMap(r => r.stretches).filter(s => s.from >= from && s.to <= to)
    return (
      within.reduce((n, s) => n + s.shown, 0) /
      Math.max(
        1,
        within.reduce((n, s) => n + s.atHand, 0),
      )
    ) // prettier-ignore
  }
  const figures = {
    seeds,
    episodes: LAPSE.episodes,
    suggested: suggested.length,
    median_episode: suggested[suggested.length >> 1] ?? null,
    wrongly: runs.reduce((n, r) => n + r.wrongly, 0),
    shown_first_80: share(0, 80),
    shown_after_200: share(200, LAPSE.episodes),
  }
  if (!json) {
    const percent = (x: number): string => `${(100 * x).toFixed(1)}%`
    console.log(`${seeds} seeds of at most ${LAPSE.episodes} episodes`)
    console.log(`harmful card shown, of the times it was at hand: ${percent(figures.shown_first_80)} in episodes 1-80,`)
    console.log(`  ${percent(figures.shown_after_200)} after episode 200`)
    console.log(`suggested for archiving in ${figures.suggested} of ${seeds}, median episode ${figures.median_episode}`)
    console.log(`harmless cards suggested when it was: ${figures.wrongly} of ${seeds * (LAPSE.help + LAPSE.idle)}`)
  }
  return figures
}
