// How a norm's record reads: "14 of 15, broken Tue". Episodes where nothing could be seen are named as such, never counted.
import type { NormRead } from "../memory/norms.ts"

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const
const WEEK = 7 * 86_400_000

export function normText(norm: NormRead, now: number): string {
  const { unknown, not_applicable } = norm.counts
  if (norm.told === 0) {
    const looked = unknown + not_applicable
    return looked === 0
      ? "no episode has closed under it yet"
      : unknown > 0
        ? `cannot be seen: ${unknown} episode${unknown === 1 ? "" : "s"}, and nobody complained`
        : `nothing it speaks of was run in ${not_applicable} episode${not_applicable === 1 ? "" : "s"}`
  }
  const when = norm.broken === null ? "" : `, broken ${brokenAt(Date.parse(norm.broken.at), now)}`
  return `${norm.followed} of ${norm.told}${when}${norm.nearer ? "; said at the prompt too until it holds again" : ""}`
}

/** A weekday within the last week, else the day. */
function brokenAt(at: number, now: number): string {
  const day = new Date(at)
  if (now - at < 86_400_000 && day.getDay() === new Date(now).getDay()) return "today"
  if (now - at < WEEK) return DAYS[day.getDay()]!
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`
}
