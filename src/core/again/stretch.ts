// From red to green: a call that failed, the call that then went well, and what was done between the two. Reads calls in order;
// what of it is a lesson is decided where several of them meet (remedy.ts).

import { normalise, parseCommand, type SimpleCommand } from "../calls/command.ts"
import { readFailure } from "../calls/failure.ts"
import type { ToolDoes } from "../model.ts"
import { wordSet } from "../words/word-list.ts"
import { commandName, failureMarks, isIdle, sameFailure, shows, stepsBefore } from "./known-by.ts"
import { missingTop, wentTo } from "./other-folder.ts"

export interface Call {
  readonly event: string
  readonly does: ToolDoes
  readonly ok: boolean | null
  readonly salient: string | null
  readonly command: string | null
  /** as the repository knows it */
  readonly path: string | null
  /** what came back; null = forgotten or nothing */
  readonly output: () => string | null
}
export interface Step {
  readonly name: string
  readonly call: Call
}
export interface Stretch {
  readonly failed: Call
  readonly marks: ReadonlySet<string>
  /** the same check, green; null = not seen to pass */
  readonly passed: Call | null
  /** in the order they were done, each once: commands that can have helped */
  readonly steps: readonly Step[]
  readonly edits: readonly Step[]
  /** another call that went well in its place */
  readonly instead: Call | null
  /** the folder that was gone to, from where the same went well */
  readonly from: Step | null
  /** had been done when it failed, or failed alike in its place: did not help */
  readonly useless: ReadonlySet<string>
}

/** How far ahead the remedy may lie, and how soon another call has to come to stand in for the one that failed. */
const AHEAD = 40
const SOON = 3

/** The stretch that begins at a failing call; null when it fails the same way again first: then that one is looked at. */
export function stretchAt(calls: readonly Call[], at: number): Stretch | null {
  const failed = calls[at]!
  const line = failed.command
  const output = failed.output()
  if (failed.ok !== false || line === null || output === null) return null
  const name = commandName(line)
  const marks = failureMarks(output)
  const lost = missingTop(line, output) !== null
  const steps: Step[] = []
  const edits: Step[] = []
  let instead: Call | null = null
  let from: Step | null = null
  let others = 0
  const useless = new Set(doneBefore(calls.slice(0, at), line))
  const done = (passed: Call | null): Stretch => {
    return { failed, marks, passed, instead, from, useless, steps: once(steps), edits: once(edits) }
  }
  for (const call of calls.slice(at + 1, at + 1 + AHEAD)) {
    if (call.command === null) {
      if (call.path !== null && call.ok !== false && call.does === "edits") edits.push({ name: call.path, call })
      continue
    }
    const folder: string | null =
      call.ok === true && from === null && others < SOON ? wentTo(line, output, call.command) : null
    if (folder !== null) from = { name: folder, call }
    const same = commandName(call.command) === name
    const alike = call.ok === false && sameFailure(marks, failureMarks(call.output() ?? ""))
    if (alike && same) return null
    if (alike) useless.add(commandName(call.command))
    const idle = isIdle(call.command, line)
    const hidden = isPickedOver(call.command)
    if (call.ok === true && !idle && !hidden && isSameCheck(failed, call)) {
      for (const step of stepsBefore(line, call.command) ?? [])
        if (!isIdle(step, line)) steps.push({ name: step, call })
      return done(call)
    }
    const soon = instead === null && edits.length === 0 && others < SOON
    if (call.ok === false && soon && !alike && cameFurther(failed, call)) instead = call
    // another failure of the same check: what came before it is over, unless it never came to the check
    const isOfKind = failed.salient !== null && call.salient === failed.salient
    if (call.ok === false && !lost && (same || isOfKind)) return done(null)
    if (call.ok === false || idle) continue
    others++
    // what was cut off by a pipe may have failed the same way
    if (soon && !hidden && kin(line, call.command) && !sameFailure(marks, failureMarks(call.output() ?? "")))
      instead = call
    // the same kind of check with other words shows whether something helped, and is no help itself
    if (!(same || isOfKind)) steps.push({ name: commandName(call.command), call })
  }
  return done(null)
}

/** Lines were picked out of what it printed: that it went well is not seen. */
const isPickedOver = (line: string): boolean => parseCommand(line).some(c => c.joiner === "|" && PICKS.has(c.program))
const PICKS = wordSet("grep egrep fgrep rg awk sed cut wc jq")

/** It was called in a way that cannot work; told all of the same and more it got to the work itself, and that was red. */
const cameFurther = (failed: Call, later: Call): boolean =>
  readFailure(failed.output() ?? "").cause === "invocation" &&
  readFailure(later.output() ?? "").cause === "content" &&
  toldBeyond(failed.command!, later.command!)?.verb === false

const once = (steps: readonly Step[]): readonly Step[] => [...new Map(steps.map(s => [s.name, s])).values()]

/** Went well earlier in the episode, so that its want cannot have been the reason. */
const doneBefore = (calls: readonly Call[], failed: string): readonly string[] =>
  calls.flatMap(c =>
    c.command === null || c.ok === false || isIdle(c.command, failed) ? [] : [commandName(c.command)],
  )

/** The same check again: the same command, the same kind of work, or the same words with another program. */
function isSameCheck(failed: Call, later: Call): boolean {
  const [red, green] = [failed.command!, later.command!]
  if (commandName(green) === commandName(red) || stepsBefore(red, green) !== null) return true
  if (failed.salient !== null && failed.salient !== "commit" && failed.salient === later.salient)
    return sameSubject(red, green)
  const [a, b] = [parseCommand(red)[0], parseCommand(green)[0]]
  return (
    a !== undefined &&
    b !== undefined &&
    a.program !== b.program &&
    a.args.length > 0 &&
    a.args.join(" ") === b.args.join(" ")
  )
}

/** Two test runs speak of the same thing when neither names another file or package than the other. */
function sameSubject(a: string, b: string): boolean {
  const targets = (line: string) =>
    parseCommand(line).flatMap(c => c.args.filter(x => /[/.]/.test(x) && !x.startsWith("-")))
  const [x, y] = [targets(a), targets(b)]
  return x.length === 0 || y.length === 0 || x.some(t => y.includes(t))
}

/**
 * Stands in for another call: the same program told something of the same (one that only wraps others is told everything), or
 * everything it was told told to another; more than a part of the same line.
 */
export function kin(failed: string, other: string): boolean {
  const [a, b] = [parseCommand(failed), parseCommand(other)]
  const [x, y] = [doing(a), doing(b)]
  if (x === undefined || y === undefined) return false
  const whole = new Set(a.map(normalise))
  const shown = (c: SimpleCommand): boolean => shows(c) || whole.has(normalise(c))
  if (b.every(c => shown(c) && c.wrappers.length + c.env.length === 0)) return false
  const told = x.args.filter(w => !w.startsWith("-"))
  if (x.program === y.program) return told.length === 0 || told.some(w => y.args.some(v => sameWord(w, v)))
  // `rtk bun run test` for `bun run test`: without what it was wrapped in
  return told.length > 0 && x.args.every(w => w === y.program || y.args.includes(w))
}
/** What a call is told beyond all that the one was told that it stands in for; null when it leaves something out, or there was
 * nothing to leave out. */
export function toldBeyond(failed: string, other: string) {
  const [x, y] = [doing(parseCommand(failed)), doing(parseCommand(other))]
  if (x === undefined || y === undefined || x.program !== y.program) return null
  const [[verb, ...rest], [otherVerb, ...all]] = [x.args.flatMap(wordsIn), y.args.flatMap(wordsIn)]
  if (rest.length === 0 || rest.some(w => !all.includes(w))) return null
  const more = y.args.slice(1).filter(arg => wordsIn(arg).some(w => !rest.includes(w)))
  // the program and its verb; is that another verb (`go vet ./x` for `go build ./x`)
  return { call: `${y.program} ${otherVerb}`, verb: otherVerb !== verb, words: more.join(" ") }
}
/** `-t x` and `-t=x` are the same words. */
const wordsIn = (arg: string): readonly string[] => (arg.startsWith("-") ? arg.split("=") : [arg])
export const sameMore = (a: string, b: string): boolean => a.replaceAll("=", " ") === b.replaceAll("=", " ")
/** What a line is for: its last part that does not only show. */
const doing = (parts: readonly SimpleCommand[]): SimpleCommand | undefined => parts.findLast(p => !shows(p)) ?? parts[0]
/** `tests` for `test`, `psuh` for `push`: a word, or its misspelling. */
const sameWord = (a: string, b: string): boolean =>
  a === b || (a.length > 3 && b.length > 3 && (a.startsWith(b) || b.startsWith(a) || letters(a) === letters(b)))
const letters = (word: string): string => [...word].sort().join("")
