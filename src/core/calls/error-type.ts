// The five types of an error (S3-33) and how a text is put into one (S3-38 names classifyError without defining it).
import { each, wordList, wordsSaid } from "../words/word-list.ts"

export const ERROR_TYPES = ["validation", "timeout", "conflict", "tool_failure", "unknown"] as const
export type ErrorType = (typeof ERROR_TYPES)[number]

const LONGEST_READ = 8_192
/** In order: a time-out inside a test run is a time-out, a lock is a conflict before it is a failed tool. */
const WORDS: Readonly<Record<Exclude<ErrorType, "unknown">, string>> = {
  timeout:
    "timed out, time out, timeout, timed-out, time-out, deadline exceeded, etimedout, esockettimedout, timeouterror",
  conflict:
    "conflict content, conflict modify, conflict add, conflict rename, merge conflict, merge conflicts, automatic merge failed, rejected, non-fast-forward, index.lock, eaddrinuse, address already in use, database is locked, file reservation, reserved by, modified since read, would be overwritten by, already exists, http 409, 409 conflict",
  validation: `inputvalidationerror, validationerror, validation failed, validation error, ${each("invalid", "argument*, option*, input*, value*, syntax, parameter*")}, ${each("unknown", "flag*, option*, command*, argument*")}, ${each("unrecognized, unrecognised", "option*, argument*")}, missing required, must be a, must be an, must be one of, syntaxerror, syntax error, error ts*, error e0*, typecheck*, type check*, type-check*, assertionerror, assertion failed, schema, usage, string to replace not found, matches of the string to replace, has not been read yet, problem, problems, issue, issues, offense, offenses`,
  tool_failure:
    "exit code, exit status, exited code, exited with code, exited with status, exit with code, command not found, no such file, does not exist, permission denied, enoent, eacces, eisdir, segmentation fault, panic, traceback, fatal, fail, failed, failure, error",
}
const MARKS = (Object.keys(WORDS) as (keyof typeof WORDS)[]).map(type => ({ type, marks: wordList(WORDS[type]) }))

export function classifyError(text: string): ErrorType {
  const read = wordsSaid(text.slice(0, LONGEST_READ))
  return MARKS.find(({ marks }) => marks.has(read))?.type ?? "unknown"
}
