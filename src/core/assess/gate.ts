// When something may be said of an episode that goes wrong: cool-down, messages in between, most per episode (S2-45..47), beyond which a
// trip is only written down; and what ran in shadow speaks once its trips have proved right here.
import type { AlarmAnswer } from "../questions/happened.ts"
import type { Rows } from "../views/rows.ts"
import { ASSESSED } from "./tables.ts"

interface Place {
  readonly message: number
  readonly at: number
}
interface Trip extends Place, Pick<NonNullable<AlarmAnswer>, "trip" | "intervention" | "spoken"> {
  readonly because: string
}
/** What a rule wants to trip on. */
export type Wish = Pick<Trip, "trip" | "intervention" | "because">
export interface Gate {
  readonly last: Trip | null
  readonly trips: number
}
/** `mute`: trips are written down and never spoken */
export const GATE_PARAMS = { enabled: true, mute: false, cooldownSeconds: 120, spacing: 3, perEpisode: 3 }
export type GateParams = typeof GATE_PARAMS
export const OPEN: Gate = { last: null, trips: 0 }

export const isTooSoon = (last: Place, here: Place, { spacing, cooldownSeconds }: GateParams): boolean =>
  here.message - last.message < spacing || here.at - last.at < cooldownSeconds * 1000

/** The gate after something wants to trip: unchanged while it is shut. */
export function pass(gate: Gate, wish: Wish | null, { message, at }: Place, speaks: boolean, params: GateParams): Gate {
  const { last, trips } = gate
  if (wish === null || !params.enabled || (last !== null && isTooSoon(last, { message, at }, params))) return gate
  const spoken = speaks && !params.mute && trips < params.perEpisode
  return { last: { ...wish, message, at, spoken }, trips: trips + 1 }
}

/** The trip that this very message set off. */
export const tripAt = ({ last }: Gate, { message, at }: Place): Trip | null =>
  last !== null && last.message === message && last.at === at ? last : null

/** From this many trips on, and with this share of them right. */
export const PROVEN_PARAMS = { provenTrips: 10, provenShare: 0.8 }

/** Never one that was muted. */
export function isProven(
  rows: Rows,
  /** name@version */
  rule: string,
  trip: string,
  { provenTrips, provenShare, mute }: typeof PROVEN_PARAMS & { readonly mute?: unknown },
): boolean {
  const { n, right } = ASSESSED.trigger.get(rows, `${rule}/${trip}`) ?? { n: 0, right: 0 }
  return mute !== true && n >= provenTrips && right / n >= provenShare
}
