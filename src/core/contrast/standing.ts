// How memory as a whole does in a scope: outcomes of prompts with measured cards in context, of comparable ones without,
// and what the cards are believed to have done. Old evidence fades, so that a memory that stood down tries again one day.
import { points } from "../say-number.ts"
import { add, contrast, fade, NO_PILE, type Pile } from "./contrast.ts"

export interface Standing {
  readonly day: number
  readonly yes: Pile
  readonly no: Pile
  /** sum of the shares of the cards in context, per prompt: adjusted for how hard the prompts were */
  readonly believed: Pile
}
export interface StandingParams {
  /** prompts wanted on both sides before anything is said */
  readonly least: number
  /** points of harm that the adjusted account must show */
  readonly points: number
  /** standard errors by which the plain account must agree */
  readonly z: number
}
export const STANDING: StandingParams = { least: 30, points: 0.02, z: 1.645 }
/** One kind or one placement alone. Some ten of them are looked at, so each must show its harm more surely. */
export const STANDING_PARTS: StandingParams = { least: 40, points: 0.02, z: 2.326 }
const HALF_LIFE_DAYS = 60

export const noStanding = (day: number): Standing => ({ day, yes: NO_PILE, no: NO_PILE, believed: NO_PILE })

export function aged(s: Standing, day: number): Standing {
  const days = Math.max(0, day - s.day)
  if (days === 0) return s
  const by = 0.5 ** (days / HALF_LIFE_DAYS)
  return { day, yes: fade(s.yes, by), no: fade(s.no, by), believed: fade(s.believed, by) }
}

/** One judged prompt: with measured cards in context (and what they are believed to have done), or with none though some were at hand. */
export const seen = (s: Standing, label: number, believed: number | null): Standing =>
  believed === null
    ? { ...s, no: add(s.no, label) }
    : { ...s, yes: add(s.yes, label), believed: add(s.believed, believed) }

export interface StandDown {
  readonly down: boolean
  readonly because: string
}

/** Harm must show twice: plainly, beyond its interval, and after allowing for how hard the prompts were. */
export function standsDown(s: Standing | null | undefined, p: StandingParams): StandDown {
  if (!s) return { down: false, because: "nothing seen yet" }
  const plain = contrast(s.yes, s.no, p.z)
  const counts = `${Math.round(s.yes.n)} prompts with measured cards, ${Math.round(s.no.n)} without`
  if (s.yes.n < p.least || s.no.n < p.least)
    return { down: false, because: `too early to say: ${counts}, ${p.least} wanted on both sides` }
  const adjusted = s.believed.n > 0 ? s.believed.sum / s.believed.n : 0
  const figures = `${points(plain.difference!)} points with them (${points(plain.low!)} to ${points(plain.high!)}), ${points(adjusted)} after allowing for difficulty; ${counts}`
  return { down: plain.high! < 0 && adjusted < -p.points, because: figures }
}
