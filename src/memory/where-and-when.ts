// Where and when, as people write them: 7d, yesterday, a day; repo, domain:x, global, or an id. Other times are each door's to tell.
import { MettleError } from "../core/errors.ts"
import type { Scope } from "../core/model.ts"
import { DAY, WEEK } from "../core/time.ts"

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY, w: 604_800_000 }

/** 30m, 12h, 7d, 2w, today, yesterday, 2026-01-31 (local midnight), or a whole ISO time. */
export function parseSince(text: string, now: number): number {
  const word = text.trim().toLowerCase()
  const span = /^(\d{1,6})\s?([mhdw])$/.exec(word)
  if (span) return now - Number(span[1]) * UNITS[span[2]!]!
  if (word === "today" || word === "yesterday") {
    const day = new Date(now)
    day.setHours(0, 0, 0, 0)
    if (word === "yesterday") day.setDate(day.getDate() - 1)
    return day.getTime()
  }
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word)
  const at = date ? new Date(Number(date[1]), Number(date[2]) - 1, Number(date[3])).getTime() : Date.parse(text.trim())
  if (Number.isFinite(at) && (date ? isoDay(at) === word : /^\d{4}-/.test(word))) return at
  throw new MettleError("E_USAGE", `"${text}" is not a time`, { hint: "write 7d, 12h, yesterday or 2026-01-31" })
}

export function isoDay(at: number): string {
  const day = new Date(at)
  const two = (part: number) => String(part).padStart(2, "0")
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** "today", "yesterday", "3 days ago" by the reader's calendar: what was left yesterday evening is not of today. */
export function daysAgo(at: number, now: number): string {
  // Noons, so that a night that is an hour longer or shorter is a night.
  const [day, today] = [at, now].map(time => new Date(time).setHours(12, 0, 0, 0)) as [number, number]
  const days = Math.max(0, Math.round((today - day) / DAY))
  return days === 0 ? "today" : days === 1 ? "yesterday" : days < 14 ? `${days} days ago` : isoDay(at)
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const
/** "today", a weekday within the last week, else the day. */
export function dayWord(at: number, now: number): string {
  if (isoDay(at) === isoDay(now)) return "today"
  return now - at < WEEK ? DAYS[new Date(at).getDay()]! : isoDay(at)
}

/** The repository a door speaks of, the name people know it by, its domains. */
export interface Place {
  readonly scope: string
  readonly name: string
  readonly domains: readonly string[]
}

/** What a person writes as a scope. */
export function readScope(text: string, place: Place): Scope {
  if (text === "repo" || text === "here") return { tier: "repo", id: place.scope }
  if (text === "global" || text === "global:me") return { tier: "global", id: "me" }
  const named = /^(repo|domain):(.+)$/.exec(text)
  if (named) return { tier: named[1] as "repo" | "domain", id: named[2]! }
  throw new MettleError("E_USAGE", `"${text}" is no scope`, { hint: "repo, domain:<name> or global" })
}
