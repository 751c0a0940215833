// How a sentence is meant: it states something of the speaker's own for good, or it is asked, supposed, reported, denied or text that
// something is to carry; or it complains of a habit, tells what was done, or is for now. Learned (tools/ear/stance.ts), not listed.
import { stanceGroups } from "./features.ts"
import { type Ear, STANCES } from "./model.ts"

/** Chances, together 1. */
export interface Stance {
  readonly own: number
  readonly unstated: number
  readonly habit: number
  readonly told: number
  readonly now: number
}
/** `masked`: names as CODE, others' words as GONE. */
export type ReadStance = (masked: string) => Stance

/** Does a sentence state something of the speaker's own, rather than ask, suppose, report or deny it? Where no ear listens, or only a name stands, it does. */
export const statedBy =
  (stance: ReadStance | undefined, most = 0.5) =>
  (masked: string): boolean =>
    stance === undefined || !/\p{L}{2}/u.test(masked) || stance(masked).unstated < most

const MEANS: Readonly<Record<(typeof STANCES)[number], keyof Stance>> = {
  own: "own",
  asked: "unstated",
  supposed: "unstated",
  reported: "unstated",
  denied: "unstated",
  carried: "unstated",
  habit: "habit",
  told: "told",
  now: "now",
}

export function stanceOf(ear: Ear, masked: string): Stance {
  const out = { own: 0, unstated: 0, habit: 0, told: 0, now: 0 }
  const chances = ear.stances(stanceGroups(masked)).map(margin => 1 / (1 + Math.exp(-margin)))
  const sum = chances.reduce((a, b) => a + b, 0)
  for (const [i, name] of STANCES.entries()) out[MEANS[name]] += chances[i]! / sum
  return out
}
