// Reads the moments that transcripts and questions carry: ISO stamps, epoch numbers, and dates written out in English.
// All as UTC milliseconds; what cannot be read is null, never a guess.
import { DAY } from "../time.ts"

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b,? ?(\\d{4})?`, "i")
const MONTH_FIRST = new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (\\d{4}))?`, "i")
const MONTH_ONLY = new RegExp(`\\b(?:in|during|since|of|last|this) ${MONTH}\\b,? ?(\\d{4})?`, "i")
/** In all three of them; most texts name none. */
const SOME_MONTH = new RegExp(MONTHS.join("|"), "i")
const ISO_DAY = /\b(\d{4})-(\d{2})-(\d{2})\b/
const CLOCK = /\b(\d{1,2}):(\d{2})(?::\d{2})?\s?(am|pm)?/i

const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase())

interface MentionedDate {
  readonly year: number | null
  readonly month: number
  readonly day: number | null
}

/** The first date a text names; null when it names none. */
export function mentionedDate(text: string): MentionedDate | null {
  const head = text.slice(0, 2000)
  const iso = ISO_DAY.exec(head)
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]) - 1, day: Number(iso[3]) }
  if (!SOME_MONTH.test(head)) return null
  const day = DAY_FIRST.exec(head)
  if (day) return { year: day[3] ? Number(day[3]) : null, month: monthOf(day[2]!), day: Number(day[1]) }
  const month = MONTH_FIRST.exec(head)
  if (month) return { year: month[3] ? Number(month[3]) : null, month: monthOf(month[1]!), day: Number(month[2]) }
  const only = MONTH_ONLY.exec(head)
  return only ? { year: only[2] ? Number(only[2]) : null, month: monthOf(only[1]!), day: null } : null
}

/** A stamp as UTC milliseconds. */
export function readMoment(stamp: string | number | null | undefined): number | null {
  if (typeof stamp === "number") return Number.isFinite(stamp) ? stamp : null
  if (!stamp) return null
  if (/^\d{4}-\d{2}-\d{2}/.test(stamp)) {
    const at = Date.parse(stamp)
    return Number.isNaN(at) ? null : at
  }
  const date = mentionedDate(stamp)
  if (date?.year == null) return null
  const clock = CLOCK.exec(stamp)
  const hours = clock ? (Number(clock[1]) % (clock[3] ? 12 : 24)) + (clock[3]?.toLowerCase() === "pm" ? 12 : 0) : 0
  return Date.UTC(date.year, date.month, date.day ?? 1, hours, clock ? Number(clock[2]) : 0)
}

/** Does a moment fall on the date (or in the month) named, give or take `slackDays`? What is said on a day is often told the day after. */
export function fallsOn(at: number, date: MentionedDate, slackDays: number): boolean {
  const moment = new Date(at)
  const year = date.year ?? moment.getUTCFullYear()
  if (date.day === null) return moment.getUTCMonth() === date.month && moment.getUTCFullYear() === year
  const days = (at - Date.UTC(year, date.month, date.day)) / DAY
  return days >= -slackDays && days < 1 + slackDays
}
