// What was done before work was done with: the steps of several episodes, reduced to the shapes of their commands, and what they have
// in common, in one order. Looking, keeping books and changing single files are no steps.

import { salientOfTask } from "../calls/claims.ts"
import { normalise, parseCommand, type SimpleCommand } from "../calls/command.ts"
import { gitOperations } from "../calls/git-operations.ts"
import { unsafeToRepeat } from "../propose/imperative.ts"
import { wordSet } from "../words/word-list.ts"
import { isIdle } from "./known-by.ts"

/** What came before the end in one episode, in order: every step once, where it was done last. */
export interface Finish {
  readonly steps: readonly string[]
  readonly day: number
}
/** Episodes that went the same way before it is one, this one among them; how many of those that were done with; on how many days. */
const LEAST = { episodes: 3, share: 0.5, days: 2 }
/** Where all the steps were taken, so many kept this order: what comes in any order is no procedure. */
const ORDERED = 0.75
const MOST_STEPS = 5
/** Two steps that any user of these tools would take say nothing of this repository. */
const LEAST_COMMON = 3

/** With the earlier episodes that went the same way, newest first. */
export function procedureOf<F extends Finish>(now: Finish, earlier: readonly F[]) {
  const times = (step: string): number => earlier.filter(e => e.steps.includes(step)).length
  const rarest = (of: readonly string[]): string => of.reduce((a, b) => (times(b) < times(a) ? b : a))
  const wanted = Math.max(LEAST.episodes, LEAST.share * (earlier.length + 1)) - 1
  const without = (of: readonly string[], one: string): readonly string[] => of.filter(step => step !== one)
  let steps: readonly string[] = now.steps.filter(step => times(step) >= wanted)
  for (; steps.length >= 2; steps = without(steps, rarest(steps))) {
    const same = earlier.filter(e => inOrder(steps, e.steps))
    const any = earlier.filter(e => steps.every(step => e.steps.includes(step)))
    const days = new Set([now, ...same].map(e => e.day)).size
    if (steps.length > MOST_STEPS || same.length < wanted || same.length < ORDERED * any.length || days < LEAST.days)
      continue
    const kept = steps.filter(step => !isCheck(step))
    if (kept.length === 0 || (steps.length < LEAST_COMMON && !kept.some(isOwn))) return null
    return { steps, with: same }
  }
  return null
}

function inOrder(steps: readonly string[], done: readonly string[]): boolean {
  let at = 0
  for (const step of done) if (step === steps[at]) at++
  return at === steps.length
}

/** Each once, where it came last. */
export const lastOnes = (steps: readonly string[]): readonly string[] =>
  steps.filter((step, i) => steps.lastIndexOf(step) === i)

/** It only says whether the work is right: checks come in any order, and none of them needs another. */
const isCheck = (step: string): boolean => step.split(" ").some(word => salientOfTask(word) !== null)

/** A task the repository named itself, or a script that lies in it. */
const OWN =
  /^(?:(?:npm|pnpm|yarn|bun|mise|deno|pdm|hatch|composer|invoke|poe) (?:run )?|(?:make|just|task|rake|nx|turbo|gradlew?|ant|lerna|sbt|mix|bazel) )[\w:.-]+|^\S+ \S*\/|\.(?:sh|py|js|mjs|ts|rb|ps1)$/
const isOwn = (step: string): boolean => OWN.test(step) && !/ (?:install|ci|i|add)$/.test(step)

/** Programs that put single files in order, and words of the shell itself. */
const FILES = wordSet(
  "rm mkdir cp mv touch chmod chown ln rmdir sed awk perl tee dd kill pkill killall xargs export source unset set eval exec exit tar unzip git gh",
)
const RUNS_FILES = wordSet("python python3 node bash sh zsh ruby deno tsx ts-node")
const MOST_WORDS = 3
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}_:@+-]{0,31}$/u

/** The steps that a command line takes, by the words that say what each does; flags and what it is done to are left out. */
export const stepsIn = (line: string): readonly string[] =>
  parseCommand(line).flatMap(command => (command.joiner === "||" ? [] : (shapeOf(command) ?? [])))

function shapeOf(command: SimpleCommand): string | null {
  const { program, args } = command
  if (FILES.has(program) || !/^[\w.@+-]{2,40}$/.test(program) || isIdle(normalise(command), "")) return null
  if (unsafeToRepeat([...command.wrappers, normalise(command)].join(" "))) return null
  if (RUNS_FILES.has(program)) {
    const [file] = args
    return file !== undefined && /^[\w@][\w./@-]{0,60}\.\w{1,4}$/.test(file) ? `${program} ${file}` : null
  }
  const end = args.findIndex((arg, i) => i >= MOST_WORDS - 1 || !PLAIN.test(arg) || /^\d+$/.test(arg))
  const words = end < 0 ? args : args.slice(0, end)
  // `npm --prefix web run build`: what it does stands behind what it is done to
  if (words.length === 0 && args.some((arg, i) => i > 0 && PLAIN.test(arg) && args[0]!.startsWith("-"))) return null
  return [program, ...words].join(" ")
}

/** A commit is what work is done with, never a step of it. */
export const isCommit = (line: string): boolean =>
  gitOperations(line).some(operation => operation === "commit" || operation === "amend")
