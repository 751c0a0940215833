// How many independent episodes a proposal needs before it is used, given how far its source has been right: so many that at
// least one of them would be right with the wanted probability, if each were right as often as the source was.
import { clamp } from "../stats.ts"

export const episodesNeeded = (right: number, wanted: number, most: number): number =>
  clamp(Math.ceil(Math.log(1 - wanted) / Math.log(1 - clamp(right, 0.01, 0.99)) - 1e-9), 1, most)
