// A trigger in shadow is written down and stays silent; it speaks once its trips have proved right here. Never one that was muted.
import { type Rule, ruleId } from "../rules/rule.ts"
import type { Rows } from "../views/rows.ts"
import { ASSESSED } from "./tables.ts"

/** From this many trips on, and with this share of them right. */
export const PROVEN_PARAMS = { provenTrips: 10, provenShare: 0.8 }
export const PROVEN_READS = [ASSESSED.trigger]

export function isProven(
  rows: Rows,
  rule: Pick<Rule, "name" | "version">,
  trip: string,
  { provenTrips, provenShare, mute }: typeof PROVEN_PARAMS & { readonly mute?: unknown },
): boolean {
  const { n, right } = ASSESSED.trigger.get(rows, `${ruleId(rule)}/${trip}`) ?? { n: 0, right: 0 }
  return mute !== true && n >= provenTrips && right / n >= provenShare
}
