// A gap: a stretch of time, or one episode, that the person does not want recorded. Gaps outlive the pause, so that a
// later look back over transcripts keeps them too. Pure: the store keeps the list as one of its marks.

import type { Draft } from "./events/draft.ts"
import { isRecord, parsed } from "./loose.ts"

export interface Gap {
  readonly from: number
  /** null = until the person says so */
  readonly until: number | null
  /** only this episode; null = everything */
  readonly episode: string | null
}
export const GAPS_MARK = "gaps"
export const DROPPED_MARK = "gaps.dropped"
const MOST = 1000

/** A mark that cannot be read keeps everything out: losing a record is mended, keeping what was private is not. */
export function readGaps(mark: string | null): readonly Gap[] {
  if (mark === null || mark === "") return []
  const gaps: unknown = parsed(mark)
  return Array.isArray(gaps) && gaps.every(isGap) ? gaps : [{ from: 0, until: null, episode: null }]
}
const isGap = (gap: unknown): gap is Gap =>
  isRecord(gap) &&
  typeof gap.from === "number" &&
  (gap.until === null || typeof gap.until === "number") &&
  (gap.episode === null || typeof gap.episode === "string")

export const writeGaps = (gaps: readonly Gap[]): string => JSON.stringify(gaps.slice(-MOST))

const holds = (gap: Gap, at: number): boolean => at >= gap.from && (gap.until === null || at < gap.until)

/** The gap that stands at this moment, for this episode or for everything. */
export const gapAt = (gaps: readonly Gap[], at: number, episode: string | null = null): Gap | null =>
  gaps.findLast(gap => holds(gap, at) && (gap.episode === null || gap.episode === episode)) ?? null

/** What a person does to the memory has no episode and is kept; proposals speak of text that was recorded before. */
export const keptOut = (gaps: readonly Gap[], draft: Pick<Draft, "ts" | "episode" | "type">): boolean =>
  draft.episode !== null && draft.type !== "card.proposed" && gapAt(gaps, draft.ts, draft.episode) !== null

/** Every gap ends at `at`, unless it has ended before. */
export const endGaps = (gaps: readonly Gap[], at: number): readonly Gap[] =>
  gaps.map(gap => (gap.until === null || gap.until > at ? { ...gap, until: Math.max(at, gap.from) } : gap))
