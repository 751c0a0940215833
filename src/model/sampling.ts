// Which ended episodes a model reads (S2-27, D35): all of the burn-in, then a share, more where something went wrong. The
// draw is the episode's own id, so that asking again gives the same answer. The caps decide in the end, not this.
import type { EpisodeView } from "../core/views/state.ts"

export interface Sampling {
  readonly rate: number
  readonly burnIn: number
}
type Facts = Pick<EpisodeView, "id" | "failures" | "interventions" | "verdict">

/** How much likelier an episode with a reason is. */
const BOOST = 3
const FAILURES = 3

export const hasReason = (episode: Facts): boolean =>
  episode.failures >= FAILURES || episode.interventions > 0 || episode.verdict === "failure"

/** `analysed`: how many were read before. */
export function isSampled(episode: Facts, analysed: number, { rate, burnIn }: Sampling): boolean {
  if (analysed < burnIn) return true
  const draw = Number.parseInt(episode.id.slice(0, 8), 16) / 2 ** 32
  return draw < Math.min(1, rate * (hasReason(episode) ? BOOST : 1))
}
