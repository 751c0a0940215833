// The time lapse on a terminal: one bar per stretch of episodes, how often the harmful card was shown of the times it was at
// hand, and when the rules suggest putting it away. Says that it is simulated, and how much of it.
import { LAPSE, type Lapse, timeLapse } from "../../../lab/time-lapse.ts"
import type { Out } from "../../print.ts"

const BAR = 30

export function showLapse(out: Out): Lapse {
  const { episodes, promptsPerEpisode, help, idle } = LAPSE
  const cards = `${help} cards help, ${idle} do nothing, 1 harms; the rules are told none of this`
  out.line(out.paint("dim", `  simulated, up to ${episodes} episodes of ${promptsPerEpisode} prompts: ${cards}`))
  const bar = out.progress("living", episodes)
  const lapse = timeLapse(LAPSE, () => bar.step())
  bar.done()
  const most = Math.max(0.01, ...lapse.stretches.map(s => s.shown / Math.max(1, s.atHand)))
  for (const s of lapse.stretches) {
    const share = s.shown / Math.max(1, s.atHand)
    const full = Math.round((BAR * share) / most)
    out.line(
      `  episode ${String(s.from + 1).padStart(3)}-${String(s.to).padEnd(3)} ${out.paint("red", out.symbol("full").repeat(full))}${out.symbol("empty").repeat(BAR - full)} shown ${String(s.shown).padStart(3)} of ${s.atHand}`,
    )
  }
  if (lapse.suggestedAt === null)
    out.line(
      `  not shown any more, and not accused either: after ${lapse.lived} episodes its harm is not certain enough`,
    )
  else
    out.line(
      `  after ${lapse.suggestedAt} episodes ${out.paint("bold", "mettle review")} suggests putting it away: harm ${Math.round(100 * lapse.value.harm)}% likely. You decide.`,
    )
  return lapse
}
