// check: is this action known to be unwanted or to fail? Exact matches only decide a hold; at most three answers.
// A hold costs the agent one step, never the work: who asks again passes (the caller knows what was held before).

import { exactName } from "../again/known-by.ts"
import { canGo, missingTop } from "../again/other-folder.ts"
import { isCommit, stepsIn } from "../again/procedure.ts"
import { type Failure, readFailure } from "../calls/failure.ts"
import { isNorm } from "../model.ts"
import type { CheckHit } from "../promised.ts"
import { within } from "../propose/wrong-path.ts"
import { count } from "../say-number.ts"
import { mayWrite, writesOf } from "./file-ban.ts"
import { type Guard, KEY, lineKeys } from "./guard.ts"
import { meets } from "./meets.ts"
import { stepLines } from "./mention.ts"

export interface Action {
  /** about to run */
  readonly command: string | null
  readonly path: string | null
  readonly content: string | null
  /** what it just failed with */
  readonly error: string | null
}
export const NO_ACTION: Action = { command: null, path: null, content: null, error: null }
interface CheckOptions {
  /** commands that already ran in this episode: a set-up step that was done needs no reminder */
  readonly ran: readonly string[]
  /** where the episode works: paths of actions are absolute, those of cards are not */
  readonly root?: string | null
  /** the repository's top, where it is known: files of a ban are named from there */
  readonly top?: string | null
  /** in how many episodes the command of a guard went well by itself since it first failed here */
  readonly passes?: (guard: Guard) => number
}

const MOST = 3
/** What failed once may have been chance. */
const LEAST_FAILURES = 2

export function check(action: Action, guards: readonly Guard[], options: CheckOptions): readonly CheckHit[] {
  const name = action.command === null ? null : exactName(action.command)
  const error = action.error === null ? null : readFailure(action.error)
  let found: readonly string[] | null = null
  const writes = (): readonly string[] => (found ??= writesOf(action, options.top ?? options.root ?? null))
  const hitsOf = (guard: Guard): readonly CheckHit[] => {
    if (isNorm(guard.kind))
      return action.error === null ? [...normHit(guard, action.command), ...fileHit(guard, writes())] : []
    if (guard.steps !== undefined) return action.error === null ? dueHit(guard, action.command, options.ran) : []
    if (guard.how === "other-path")
      return action.error === null ? [] : pathHit(guard, action.path, options.root ?? null)
    if (guard.how === "other-folder") return folderHit(guard, action)
    return action.error === null ? failureHit(guard, name, options) : errorHit(guard, error)
  }
  const met = guards.flatMap(guard => hitsOf(guard).map(hit => ({ guard, hit })))
  const among = met.map(({ guard }) => guard)
  return met
    .filter(({ guard }) => !isOutdone(guard, among))
    .map(({ hit }) => hit)
    .filter(hit => !saysItself(action, hit))
    .sort((a, b) => Number(b.hold) - Number(a.hold) || (a.card < b.card ? -1 : 1))
    .slice(0, MOST)
}

/** Of several ways round the same failure one is enough: the one that was seen most often. */
const isOutdone = (guard: Guard, among: readonly Guard[]): boolean =>
  (guard.how === "other-command" || guard.how === "other-folder") &&
  among.some(
    other =>
      other.how === guard.how &&
      (guard.how === "other-folder" || other.command === guard.command) &&
      other.error === guard.error &&
      (other.failures > guard.failures || (other.failures === guard.failures && other.card < guard.card)),
  )

/** The keys under which guards that may answer an action are found (guard.ts, guardKeys). */
export function actionKeys(action: Action, root: string | null): readonly string[] {
  if (action.error !== null) {
    const { key, place } = readFailure(action.error)
    const path = action.path === null ? null : within(action.path, root)
    const top = action.command === null ? null : missingTop(action.command, action.error)
    return [
      ...(top === null ? [] : [KEY.top + top]),
      ...(path === null ? [] : [KEY.path + path]),
      ...(key === null ? [] : [KEY.error + key]),
      ...(place === null ? [] : [KEY.place + place]),
    ]
  }
  if (action.command === null) return action.content === null ? [] : [KEY.edit]
  const name = exactName(action.command)
  return [
    ...(mayWrite(action.command) ? [KEY.edit] : []),
    ...lineKeys(action.command).map(one => KEY.run + one),
    ...(name === null ? [] : [KEY.command + name]),
    ...(isCommit(action.command) ? [KEY.end] : []),
  ]
}

/** "Did you mean x?", "trust it with `x`": what the failure says by itself needs no echo. */
function saysItself({ error, path }: Action, { remedy }: CheckHit): boolean {
  if (error === null || remedy === null) return false
  const text = error.slice(0, LONGEST_ERROR)
  // the path that was asked for is repeated in the refusal, and may lie below the remedy
  return (path === null ? text : text.replaceAll(path, "")).includes(remedy)
}
const LONGEST_ERROR = 32_768

const hitOf = ({ card, statement, ...guard }: Guard, why: string, hold = false, remedy = guard.remedy): CheckHit => ({
  ...{ card, statement, exact: true, hold, remedy, why },
})

function normHit(guard: Guard, command: string | null): readonly CheckHit[] {
  if (command === null) return []
  const instead = guard.pick === null ? [] : stepLines(guard.pick)
  const met = guard.bans.flatMap(ban => {
    const how = meets({ lines: ban.lines, instead }, command)
    return how === "no" ? [] : [{ ban, hold: how === "yes" && !ban.conditional }]
  })
  const first = met.find(one => one.hold) ?? met[0]
  if (first === undefined) return []
  return [hitOf(guard, `the user turned down \`${first.ban.said}\``, first.hold, guard.pick)]
}

function fileHit(guard: Guard, writes: readonly string[]): readonly CheckHit[] {
  const met = guard.files.filter(ban => writes.some(ban.matches))
  const first = met.find(ban => !ban.conditional) ?? met[0]
  return first === undefined
    ? []
    : [hitOf(guard, `the user wants \`${first.said}\` left as it is`, !first.conditional, null)]
}

function failureHit(guard: Guard, name: string | null, options: CheckOptions): readonly CheckHit[] {
  if (name === null || guard.command !== name || guard.remedy === null) return []
  // A test that failed for a reason in the code may be run again: only another command or a missing step can prevent.
  if (guard.how !== "other-command" && guard.how !== "set-up") return []
  if (guard.how === "set-up" && options.ran.includes(guard.remedy)) return []
  // It went well in this very episode: whatever was wrong then is not wrong now.
  if (options.ran.includes(name)) return []
  // A failure that came less often than the command went well by itself since is no reason to speak before it runs.
  if (guard.failures <= (options.passes?.(guard) ?? 0)) return []
  return [hitOf(guard, `failed ${count(guard.failures, "time")} here before`, guard.failures >= LEAST_FAILURES)]
}

/** A commit is about to come, and a step was left out since the last one. */
function dueHit(guard: Guard, command: string | null, ran: readonly string[]): readonly CheckHit[] {
  if (command === null || !isCommit(command)) return []
  const done = [command, ...ran.slice(ran.findLastIndex(isCommit) + 1)].flatMap(stepsIn)
  // `test:ci` is `test` and more
  const left = (guard.steps ?? []).filter(step => !done.some(d => d === step || d.startsWith(`${step}:`)))
  if (left.length === 0) return []
  const why = `done so ${guard.failures} times; not run yet: ${left.map(step => `\`${step}\``).join(", ")}`
  return [hitOf(guard, why)]
}

/** A path that was not there before is not there again. Said at the failure only: a hold would cost the same step. */
function pathHit(guard: Guard, path: string | null, root: string | null): readonly CheckHit[] {
  if (path === null || guard.path === null || guard.path !== within(path, root)) return []
  return [hitOf(guard, "it was looked for here before")]
}

/** What lies in this folder was looked for from elsewhere before. */
const folderHit = (guard: Guard, { command, error }: Action): readonly CheckHit[] =>
  command !== null && error !== null && canGo(command, guard.remedy) && guard.top === missingTop(command, error)
    ? [hitOf(guard, "it was found from another folder before")]
    : []

function errorHit(guard: Guard, error: Failure | null): readonly CheckHit[] {
  if (error === null) return []
  // A step or another command helps wherever the reason is the same; a changed file only where the same place failed.
  const prevents = guard.how !== "edit"
  const sameReason = error.key !== null && guard.error === error.key
  const samePlace = error.place !== null && guard.place === error.place
  const known = samePlace || (sameReason && (prevents ? error.cause !== "content" : error.finding))
  return known ? [hitOf(guard, "the same error was solved before")] : []
}
