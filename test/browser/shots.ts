// Every page once, with data: what pictures are taken of, and what the checks walk through.
import type { Shot } from "./pictures.ts"

export interface Known {
  readonly card: string
  readonly measured: string
  readonly episode: string
  /** an episode in which a call was held */
  readonly held: string
}

export const shotsOf = (known: Known): readonly Shot[] => [
  { name: "week", path: "/week", shown: true },
  { name: "episodes", path: "/episodes" },
  { name: "episode", path: `/episode/${known.episode}?message=25` },
  { name: "held", path: `/episode/${known.held}`, shown: true },
  { name: "cards", path: "/cards" },
  { name: "card", path: `/card/${known.card}`, shown: true },
  { name: "why", path: `/card/${known.measured}`, shown: true, from: "[data-why]" },
  { name: "review", path: "/review" },
]
