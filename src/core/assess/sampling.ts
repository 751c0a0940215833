// Which episodes a model may analyse, once one is switched on (S2-27..31, D35): all in the burn-in, all with a reason, a
// share of the rest. The share follows from the episode's id, so that asking again gives the same answer. The caps decide
// in the end, not this.
export interface Sampling {
  readonly rate: number
  readonly burnInEpisodes: number
}
export interface Sampled {
  readonly id: string
  /** episodes that a model has read, or will before this one */
  readonly before: number
  /** the user praised or complained */
  readonly spoke: boolean
  readonly tripped: boolean
  readonly messages: number
  /** messages of the episodes before it here, for "unusually long" */
  readonly lengths: readonly number[]
}
type Why = "burn-in" | "your words" | "tripped" | "unusually long" | "sampled" | null

const LONG_AT_LEAST = 60
const LONG_QUANTILE = 0.95

/** Why it is analysed; null = it is not. */
export function sampleEpisode(episode: Sampled, { rate, burnInEpisodes }: Sampling): Why {
  if (episode.before < burnInEpisodes) return "burn-in"
  if (episode.spoke) return "your words"
  if (episode.tripped) return "tripped"
  const sorted = [...episode.lengths].sort((a, b) => a - b)
  const usual = sorted[Math.floor(sorted.length * LONG_QUANTILE)] ?? 0
  if (episode.messages >= LONG_AT_LEAST && episode.messages > usual) return "unusually long"
  return Number.parseInt(episode.id.slice(0, 8), 16) / 2 ** 32 < rate ? "sampled" : null
}
