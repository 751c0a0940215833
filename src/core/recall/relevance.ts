// The one ranking rule of recall: words that hit, words that come near, the subject as a whole, then what the moment
// adds (neighbours, speaker, date, recency, files). Recency is relevance, never truth (S4-56). Weights: RELEVANCE_PARAMS.
import { DAY } from "../time.ts"
import { wordSet } from "../words/word-list.ts"
import { words } from "./tokenise.ts"

export const RELEVANCE_PARAMS = {
  /** weights of the three readings of the text; lexical is the share of the query that hit, 0 … 1 */
  lexical: 1.5,
  /** above 1, one stray word that hits counts for less than its share */
  lexicalPower: 1.5,
  near: 0.8,
  subject: 0.3,
  /** share of a neighbour's score that a document of the same session gets */
  neighbour: 0.25,
  speaker: 0.08,
  date: 0.25,
  dateSlackDays: 1,
  /** added to what was just said, falling by half every so many days */
  recency: 0.1,
  halfLifeDays: 7,
  /** an episode that changed something says more than talk; only where some documents have files */
  edited: 0.1,
  /** how much a document gains from files that other well matching documents changed */
  sameFile: 0.3,
  /** how much it gains from files that the asking session has already changed */
  sessionFile: 0.3,
  /** what earlier words of the asking session weigh beside the query */
  context: 0.3,
} as const
export type RelevanceParams = { readonly [K in keyof typeof RELEVANCE_PARAMS]: number }
/** Full text and nothing else: what everything above is compared with. */
export const WORDS_ALONE: RelevanceParams = {
  ...{ lexical: 1, lexicalPower: 1, near: 0, subject: 0, date: 0, dateSlackDays: 1, recency: 0, halfLifeDays: 7 },
  ...{ neighbour: 0, speaker: 0, edited: 0, sameFile: 0, sessionFile: 0, context: 0 },
}

/** What is ranked, beside its words; a conversation's in the order they were said. */
export interface RecallDoc {
  readonly id: string
  readonly session?: string | null
  /** who said it */
  readonly role?: string | null
  /** UTC milliseconds */
  readonly at?: number | null
  /** files the episode edited */
  readonly files?: readonly string[] | null
}
export interface RecallQuery {
  readonly text: string
  /** UTC milliseconds of the question; recency is counted from here */
  readonly at?: number | null
  /** what the asking session changed before the question */
  readonly files?: readonly string[]
}

/** Three readings of one text against every document, each 0 … 1 and free of weights. */
export interface Readings {
  /** share of the query's weight that hit */
  readonly lexical: Float64Array
  /** words that come near */
  readonly near: Float64Array
  /** the subject as a whole: its cosine */
  readonly subject: Float64Array
}

const GENERIC = wordSet("user assistant agent system tool human ai bot model episode card note")
/** The name of who said something, as a lower-case word; "" where only a part in the conversation is named. */
export function speakerOf({ role }: Pick<RecallDoc, "role">): string {
  const name = role ? (words(role)[0] ?? "") : ""
  return GENERIC.has(name) ? "" : name
}

/** The better score of what was said just before and just after in the same session. */
function neighbours(docs: readonly RecallDoc[], score: Float64Array): Float64Array {
  const best = new Float64Array(docs.length)
  const last = new Map<string, number>()
  docs.forEach(({ session }, n) => {
    if (session == null) return
    const before = last.get(session)
    last.set(session, n)
    if (before === undefined) return
    best[n] = Math.max(best[n]!, score[before]!)
    best[before] = Math.max(best[before]!, score[n]!)
  })
  return best
}

/** The mean score of the three best editors of each file, so that one busy file does not win by numbers. */
function fileScores(docs: readonly RecallDoc[], score: Float64Array): ReadonlyMap<string, number> {
  const editors = new Map<string, number[]>()
  docs.forEach(({ files }, n) => {
    for (const file of new Set(files)) editors.set(file, [...(editors.get(file) ?? []), score[n]!])
  })
  const out = new Map<string, number>()
  for (const [file, scores] of editors) {
    const best = scores.sort((a, b) => b - a).slice(0, 3)
    if (best.length > 1) out.set(file, best.reduce((sum, x) => sum + x, 0) / 3)
  }
  return out
}

/** Relevance of every document. */
export function weigh(
  docs: readonly RecallDoc[],
  query: RecallQuery,
  read: Readings,
  around: Readings | null,
  params: RelevanceParams,
): Float64Array {
  const sum = ({ lexical, near, subject }: Readings, n: number): number =>
    params.lexical * lexical[n]! ** params.lexicalPower + params.near * near[n]! + params.subject * subject[n]!
  const base = Float64Array.from(docs, (_, n) => sum(read, n) + (around ? params.context * sum(around, n) : 0))
  const beside = neighbours(docs, base)
  const named = new Set(docs.some(doc => doc.role) ? words(query.text) : [])
  const date = mentionedDate(query.text)
  const files = fileScores(docs, base)
  const sessionFiles = new Set(query.files)
  return base.map((own, n) => {
    const doc = docs[n]!
    let score = own + params.neighbour * beside[n]!
    if (named.size > 0 && named.has(speakerOf(doc))) score += params.speaker
    if (date && doc.at != null && fallsOn(doc.at, date, params.dateSlackDays)) score += params.date
    if (query.at != null && doc.at != null) {
      const days = Math.max(0, query.at - doc.at) / DAY
      score += params.recency * 2 ** (-days / params.halfLifeDays)
    }
    const edited = doc.files ?? []
    if (edited.length === 0) return score
    score += params.edited + params.sameFile * Math.max(0, ...edited.map(file => files.get(file) ?? 0))
    const shared = edited.filter(file => sessionFiles.has(file)).length
    return shared > 0 ? score + params.sessionFile * Math.sqrt(shared / edited.length) : score
  })
}

// Reads the moments that transcripts and questions carry: ISO stamps, epoch numbers, and dates written out in English.
// All as UTC milliseconds; what cannot be read is null, never a guess.

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
