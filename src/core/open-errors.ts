// The errors of the task at hand that nobody has resolved yet: a pure fold over tool readings, for agents (S3-33 … S3-37,
// D74). An error leaves by itself when the same check passes. Not here: whether a call failed (calls), what it cost (judge).

import { ERROR_TYPES, type ErrorType } from "./calls/error-type.ts"
import type { Millis, Salient } from "./model.ts"
import type { ErrorLine } from "./promised.ts"

/** What one finished call adds. Text-free apart from `message`, the normalised error line. */
export interface CheckSeen {
  readonly event: string
  readonly at: Millis
  readonly tool: string
  readonly ok: boolean | null
  readonly salient: Salient | null
  /** the same check: the normalised command, or tool and file */
  readonly check: string
  readonly fingerprint: string | null
  readonly errorType: ErrorType | null
  readonly message: string
  readonly context: string | null
}
export interface OpenError extends ErrorLine {
  readonly type: ErrorType
  readonly salient: Salient | null
  readonly fingerprint: string | null
  readonly context: string | null
}
export interface ErrorState {
  readonly errors: readonly OpenError[]
  /** failures in a row, across checks (S2-37) */
  readonly failStreak: number
  /** every failure seen, resolved or not: the error_count of S3-37 */
  readonly total: number
}

const MOST_KEPT = 200
export const noErrors: ErrorState = { errors: [], failStreak: 0, total: 0 }

const sameError = (error: OpenError, seen: CheckSeen): boolean =>
  error.resolvedBy === null && error.check === seen.check && error.fingerprint === seen.fingerprint
const WHOLE = new Set([".", "./", "./...", "..."])
const restrictions = (check: string): string[] => check.split(" ").filter(word => word !== "" && !WHOLE.has(word))
/** `wide` runs at least what `narrow` runs: every word of it stands in the narrower one (`go test ./...`, `go test ./a -run X`). */
const covers = (wide: string, narrow: string): boolean => {
  const words = new Set(restrictions(narrow))
  return restrictions(wide).every(word => words.has(word))
}
/** The same check passed, or a wider one of the same kind of work. */
const resolves = (error: OpenError, seen: CheckSeen): boolean =>
  error.resolvedBy === null &&
  (error.check === seen.check ||
    (seen.salient !== null && error.salient === seen.salient && covers(seen.check, error.check)))

export function stepErrors(state: ErrorState, seen: CheckSeen): ErrorState {
  if (seen.ok === null) return state
  if (seen.ok)
    return {
      ...state,
      failStreak: 0,
      errors: state.errors.map(error => (resolves(error, seen) ? { ...error, resolvedBy: seen.event } : error)),
    }
  const known = state.errors.find(error => sameError(error, seen))
  const errors =
    known === undefined
      ? [...state.errors, open(seen)]
      : state.errors.map(error => (error === known ? { ...error, times: error.times + 1, lastAt: seen.at } : error))
  return { errors: trimmed(errors), failStreak: state.failStreak + 1, total: state.total + 1 }
}
const open = ({ event: id, at, errorType, ok: _, ...seen }: CheckSeen): OpenError => ({
  ...{ id, ...seen, type: errorType ?? "unknown", firstAt: at, lastAt: at, times: 1, resolvedBy: null },
})
function trimmed(errors: readonly OpenError[]): readonly OpenError[] {
  if (errors.length <= MOST_KEPT) return errors
  const oldest = errors.findIndex(error => error.resolvedBy !== null)
  return errors.filter((_, i) => i !== Math.max(0, oldest))
}

/** A person or an agent says it is dealt with (S3-36). */
export const resolveError = (state: ErrorState, id: string, by: string): ErrorState => ({
  ...state,
  errors: state.errors.map(error =>
    error.id === id && error.resolvedBy === null ? { ...error, resolvedBy: by } : error,
  ),
})

export const openErrors = (state: ErrorState, includeResolved = false): readonly OpenError[] =>
  includeResolved ? state.errors : state.errors.filter(error => error.resolvedBy === null)

export function errorStats(state: ErrorState) {
  const by_type = Object.fromEntries(ERROR_TYPES.map(type => [type, 0])) as Record<ErrorType, number>
  for (const error of state.errors) by_type[error.type] += error.times
  return { total: state.total, unresolved: openErrors(state).length, fail_streak: state.failStreak, by_type }
}

/** Markdown for the agent (S3-35): grouped by type with its count, each with context, tool and time, then questions. */
export function errorContext(state: ErrorState, includeResolved = false): string {
  const errors = openErrors(state, includeResolved)
  if (errors.length === 0) return ""
  const lines = ["## Open errors of this task"]
  for (const type of ERROR_TYPES) {
    const group = errors.filter(error => error.type === type)
    if (group.length === 0) continue
    lines.push("", `### ${type} (${group.length})`)
    for (const error of group) {
      const [times, over] = [
        error.times > 1 ? ` (${error.times} times)` : "",
        error.resolvedBy === null ? "" : " (resolved)",
      ]
      lines.push(`- ${error.message || "no message"}${times}${over}`)
      if (error.context !== null) lines.push(`  - context: ${error.context}`)
      lines.push(`  - tool: ${error.tool}; last seen ${new Date(error.lastAt).toISOString()}`)
    }
  }
  lines.push(
    "",
    "Before the next attempt:",
    "- Do these share one cause?",
    "- What was tried already, and why did it not help?",
    "- Which check will show that it is fixed?",
  )
  return lines.join("\n")
}
