// Every constant of the plus-minus learner and its choice, on the log-odds scale. Chosen on tuning seeds (121-180,
// ≥ 9001) of several world families at once; the reasons are in docs/decisions/0007. No behaviour here.

export interface LearnParams {
  /** how much of a card's push is left one prompt later */
  readonly decay: number
  /** relevance weight: clamp(score / s75, floor, 1)^power */
  readonly floor: number
  readonly power: number
  /** how much more of its push a card has at a prompt where it was seen in use */
  readonly used: number
  /** a card shown as AVOID pushes the other way, this much */
  readonly inverted: number
  readonly base: Prior
  readonly covariates: Readonly<Record<"length" | "error" | "edit" | "later" | "crowd" | "again", Prior>>
  readonly repo: number
  readonly session: number
  readonly source: Readonly<Record<"user" | "agent" | "extracted", Prior>>
  readonly card: number
  readonly eligible: number
  /** variance a card's effect gains per day, and the base per day */
  readonly drift: number
  readonly baseDrift: number
  /** what a label assumed before it saw anything, where that is not told */
  readonly labelBase: number
  /** cards whose beliefs are kept jointly; older ones are parked with mean and variance only */
  readonly dense: number
  /** largest steps remembered per card, for its explanation */
  readonly trail: number
}
/** mean and standard deviation */
export type Prior = readonly [number, number]

export const LEARN: LearnParams = {
  decay: 0.88,
  floor: 0.3,
  power: 1.5,
  used: 0.25,
  inverted: -0.5,
  base: [0.4, 0.8],
  covariates: {
    length: [-0.2, 0.4],
    error: [-0.3, 0.4],
    edit: [0, 0.4],
    later: [0, 0.4],
    crowd: [-0.05, 0.15],
    again: [-0.3, 0.4],
  },
  repo: 0.35,
  session: 0.5,
  source: { user: [0.1, 0.17], agent: [0, 0.17], extracted: [-0.05, 0.17] },
  card: 0.42,
  eligible: 0.4,
  drift: 0.0006,
  baseDrift: 0.001,
  labelBase: 0.62,
  dense: 600,
  trail: 6,
}
