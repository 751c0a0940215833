// Times as people read them: "2 h ago". JSON keeps ISO times; this is for the other side. How they write them: memory/reading/since.ts.
import { DAY, HOUR } from "../core/time.ts"
import { isoDay } from "../memory/reading/since.ts"

export const iso = (at: number): string => new Date(at).toISOString()
/** 14:05, where the reader is */
export const clock = (at: number): string => {
  const time = new Date(at)
  return `${String(time.getHours()).padStart(2, "0")}:${String(time.getMinutes()).padStart(2, "0")}`
}

/** "just now", "5 min ago", "3 h ago", "yesterday", "4 d ago", then the day. A time to come is "just now": clocks step. */
export function ago(at: number, now: number): string {
  const past = now - at
  if (past < 60_000) return "just now"
  if (past < HOUR) return `${Math.floor(past / 60_000)} min ago`
  if (past < DAY) return `${Math.floor(past / HOUR)} h ago`
  if (past < 2 * DAY) return "yesterday"
  return past < 14 * DAY ? `${Math.floor(past / DAY)} d ago` : isoDay(at)
}
