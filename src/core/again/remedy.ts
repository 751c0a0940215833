// What helped: the same failure of one command, met in several episodes, and what was done each time before it was green. Two
// episodes agree, or the failure itself names the way, or the command as called cannot work. Everything else teaches nothing,
// and says why.
import { type Failure, readFailure } from "../calls/failure.ts"
import { unsafeToRepeat } from "../propose/imperative.ts"
import { overlap } from "../words/similar.ts"
import { MAX_STATEMENT, normaliseStatement } from "../words/statement.ts"
import { changesShell, commandName, errorName, exactName, sameWords, stepsBefore } from "./known-by.ts"
import { lookedFor, missingTop, STAY } from "./other-folder.ts"
import { kin, type Step, type Stretch, sameMore, toldBeyond } from "./stretch.ts"

/** How a remedy works: another command, the same one told otherwise, a step before it, a change of files, another folder to call
 * it from. */
export type Because = "other-command" | "other-words" | "set-up" | "edit" | "other-folder"
export interface Lesson {
  readonly statement: string
  readonly remedy: string
  readonly because: Because
  /** the calls that the statement names, of this episode */
  readonly named: readonly Step[]
  /** earlier stretches that show it too */
  readonly with: readonly Stretch[]
}
/** Why a failure that was met taught nothing. */
export type Nothing =
  | "never seen to pass"
  | "only looked at between red and green"
  | "passed after the code was changed, each time elsewhere"
  | "what was done in between differed"
  | "what helped must not be repeated"
  | "seen once so far"
  | "has no name of its own"

const MOST_EDITS = 2
const MOST_STEPS = 3
const SCRATCH = /^(?:\/private)?\/(?:tmp|var\/(?:tmp|folders))\//

/** `earlier`: the same failure in other episodes, newest first. */
export function remedyOf(now: Stretch, earlier: readonly Stretch[]): Lesson | Nothing {
  const line = now.failed.command!
  const failed = commandName(line)
  // what lies in a scratch folder is gone tomorrow
  if (failed === "" || SCRATCH.test(failed)) return "has no name of its own"
  const output = now.failed.output() ?? ""
  const failure = readFailure(output)
  const error = errorName(output.slice(failure.start, failure.end))
  const make: Case["make"] = (because, remedy, named, met, say) => ({
    ...{ statement: fitting(say, error), remedy, because, named, with: met },
  })
  const asked: Case = { now, earlier, line, failed, output, failure, make }
  const place = wrongPlace(asked)
  if (place !== null) return place
  // what runs over several lines has no name that says what failed
  if (line.trim().includes("\n")) return "has no name of its own"
  const other = toldByTheFailure(asked) ?? anotherCommand(asked)
  if (other !== null) return other
  if (green(now) === null) return "never seen to pass"
  const found = sameStepBefore(asked) ?? sameFileChanged(asked)
  if (found !== null) return found
  if (now.steps.length === 0 && now.edits.length === 0) return "only looked at between red and green"
  if (earlier.length === 0) return "seen once so far"
  return now.steps.length === 0
    ? "passed after the code was changed, each time elsewhere"
    : "what was done in between differed"
}

/** What is asked about: the failure, what came of it, and how a lesson is made of it. */
interface Case {
  readonly now: Stretch
  readonly earlier: readonly Stretch[]
  readonly line: string
  readonly failed: string
  readonly output: string
  readonly failure: Failure
  readonly make: (because: Because, remedy: string, named: readonly Step[], met: readonly Stretch[], say: Say) => Lesson
}

function use({ failed, make }: Case, step: Step, met: readonly Stretch[], because: Because = "other-command") {
  // a command whose words had to be left out cannot be used by anybody
  const other = exactName(step.call.command!)
  if (other === null) return "has no name of its own"
  if (unsafeToRepeat(other)) return "what helped must not be repeated"
  return make(because, other, [step], met, why => `Use \`${other}\` instead of \`${failed}\`, which failed${why}`)
}

function run({ failed, make }: Case, steps: readonly Step[], met: readonly Stretch[]): Lesson | Nothing {
  const taken = steps.slice(-MOST_STEPS)
  if (taken.some(s => unsafeToRepeat(s.name) || unsafeToRepeat(s.call.command ?? "")))
    return "what helped must not be repeated"
  // what only changes the shell is gone with it: it helps on the same line
  if (taken.some(s => changesShell(s.name))) {
    const line = [...taken.map(s => s.name), failed].join(" && ")
    if (line.includes("…")) return "has no name of its own"
    const say: Say = why => `Use \`${line}\` instead of \`${failed}\`, which failed${why}`
    return make("other-command", line, taken, met, say)
  }
  const ticked = taken.map(s => `\`${s.name}\``).join(", then ")
  const say: Say = why => `Run ${ticked} before \`${failed}\`: without it \`${failed}\` failed${why}`
  return make("set-up", taken.at(-1)!.name, taken, met, say)
}

/** 1. It was called from the wrong place. Of the line only the part that looked there is named: the rest may be nobody's to repeat. */
function wrongPlace({ now: { from }, earlier, line, output, make }: Case): Lesson | null {
  const looked = from === null ? null : lookedFor(line, output)
  if (from === null || looked === null) return null
  const met = earlier.filter(e => e.from?.name === from.name)
  // One lesson however often and by whatever command it was learned: what failed is its evidence.
  const say: Say = () =>
    from.name === STAY
      ? `Leave out \`${looked.part}\` where it finds nothing: the shell stood there already`
      : `Run \`${from.name}\` before you name \`${missingTop(line, output)}\`: from another folder it is not found`
  return make("other-folder", from.name, [from], met, say)
}

/** 2. The failure itself names what then was done. */
function toldByTheFailure(asked: Case): Lesson | Nothing | null {
  const { now, output } = asked
  const told = now.steps.findLast(s => names(output, s))
  if (told !== undefined && green(now) !== null) return run(asked, [told], [])
  const instead = insteadOf(now)[0]
  return instead !== undefined && names(output, instead) ? use(asked, instead, []) : null
}

/** 3. The command cannot work as it was called, and another that says the same does; or it did so twice. */
function anotherCommand(asked: Case): Lesson | Nothing | null {
  const { now, earlier, line, failed, failure, make } = asked
  const instead = insteadOf(now)[0]
  if (instead === undefined) return null
  const wrong = failure.cause === "invocation"
  // told all of the same and more it went well: what it was told was at fault
  const more = toldBeyond(line, instead.call.command!)
  const alike = more === null ? [] : earlier.filter(e => asMuchMore(more, e))
  if (more !== null && !more.verb && more.words !== "" && (wrong || alike.length > 0)) {
    const say: Say = why => `Call \`${more.call}\` with \`${more.words}\`: without it \`${failed}\` failed${why}`
    return make("other-words", more.words, [instead], alike, say)
  }
  const met = earlier.filter(e => insteadOf(e)[0]?.name === instead.name)
  if (met.length > 0 || wrong || sameWords(line, instead.call.command!)) return use(asked, instead, met)
  return more !== null && alike.length > 0 ? use(asked, instead, alike, "other-words") : null
}

/** 4. The same step before green in two episodes, one of them without any change of the code. */
function sameStepBefore(asked: Case): Lesson | Nothing | null {
  const { now, earlier, failure } = asked
  const helped = (s: Step, e: Stretch): boolean => green(e) !== null && e.steps.some(o => sameStep(o.name, s.name))
  const failedAnyway = (s: Step): number =>
    [now, ...earlier].filter(e => [...e.useless].some(u => sameStep(u, s.name))).length
  const common = now.steps.filter(s => {
    const met = earlier.filter(e => helped(s, e))
    return met.length > 0 && [now, ...met].some(e => e.edits.length === 0) && failedAnyway(s) < 1 + met.length
  })
  if (common.length > 0) {
    const met = earlier.filter(e => common.some(s => helped(s, e)))
    return run(asked, common, met)
  }
  // once is enough where something that the command needs was not there, and one step was taken
  const clean = now.edits.length === 0 && now.steps.length === 1 && failedAnyway(now.steps[0]!) === 0
  return clean && (failure.cause === "surroundings" || isPrefixed(now)) ? run(asked, now.steps, []) : null
}

/** 5. The same file was changed each time. */
function sameFileChanged({ now, earlier, failed, failure, make }: Case): Lesson | null {
  const places = (e: Stretch): ReadonlySet<string> =>
    new Set(e.edits.length > MOST_EDITS ? [] : e.edits.map(s => s.name))
  const changed = now.edits.length > MOST_EDITS ? [] : now.edits.filter(s => earlier.some(e => places(e).has(s.name)))
  if (changed.length === 0) return null
  const files = changed.map(s => placeName(s.name))
  const where = files.map(file => `\`${file}\``).join(", ")
  const met = earlier.filter(e => changed.some(s => places(e).has(s.name)))
  return make("edit", files.join(", "), changed, met, why =>
    failure.finding
      ? `When \`${failed}\` reports${why}, see ${where}: a change there solved it before`
      : `When \`${failed}\` fails${why}, look at ${where}: a change there made it pass`,
  )
}

type Say = (why: string) => string
/** The same command was green, not another one in its place. */
const green = (s: Stretch) => (s.passed !== null && (sameName(s) || isPrefixed(s)) ? s.passed : null)
const sameName = (s: Stretch): boolean =>
  s.passed !== null && commandName(s.passed.command!) === commandName(s.failed.command!)
const isPrefixed = (s: Stretch): boolean =>
  s.passed !== null && stepsBefore(s.failed.command!, s.passed.command!) !== null

/** Another call that took the place of the one that failed, nothing changed in between: the one that passed as the same check, or
 * the next of its kin. */
function insteadOf(s: Stretch): readonly Step[] {
  if (sameName(s) || isPrefixed(s)) return []
  const call = s.passed !== null && s.edits.length === 0 ? s.passed : s.instead
  if (call === null || !kin(s.failed.command!, call.command!)) return []
  return [{ name: commandName(call.command!), call }]
}

/** It was told something else, or the same more, the other time too. */
function asMuchMore(more: NonNullable<ReturnType<typeof toldBeyond>>, e: Stretch): boolean {
  const [other] = insteadOf(e)
  const then = other === undefined ? null : toldBeyond(e.failed.command!, other.call.command!)
  return then !== null && (more.verb ? then.verb : sameMore(then.words, more.words) && more.words !== "")
}

/** The output says the very words that were then run; a program's bare name is no way out. */
function names(output: string, { name, call }: Step): boolean {
  const text = output.slice(0, 32_768).replace(/\s+/g, " ")
  const said = [name, ...(call.command === null ? [] : [call.command.trim()])].flatMap(c => [
    c,
    c.replace(/^(?:npx|pnpm exec|yarn|bunx) /, ""),
  ])
  return said.some(c => c.includes(" ") && !c.includes("\n") && text.includes(c))
}

const WORDS = /[^\s"'=]+/g
/** The same kind of step: the same program, and mostly the same words. */
function sameStep(a: string, b: string): boolean {
  if (a === b) return true
  const [x, y] = [a.match(WORDS) ?? [], b.match(WORDS) ?? []]
  return x[0] === y[0] && overlap(new Set<string>(x), new Set<string>(y)) >= 0.6
}

const OUTSIDE = 3
/** A path as the repository knows it; of one that lies elsewhere only its end is the same for others. */
const placeName = (path: string): string =>
  /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path) ? path.split(/[\\/]/).slice(-OUTSIDE).join("/") : path

const SHORTEST_ERROR = 24
/** What was quoted gives way, never what to do about it. */
function fitting(say: Say, error: string | null): string {
  const whole = say(error === null ? "" : ` (“${error}”)`)
  if (error === null || whole.length <= MAX_STATEMENT) return normaliseStatement(whole)
  const room = error.length - (whole.length - MAX_STATEMENT) - 1
  return normaliseStatement(say(room < SHORTEST_ERROR ? "" : ` (“${normaliseStatement(error, room)}”)`))
}
