// Does a command line do what a ban names? Everything named must be there: program, sub-commands, words, options, what it
// is piped into. "perhaps" where the call leaves open what the ban is about (git push, without a branch).
import type { Redirect } from "../calls/shell-words.ts"
import { follow, SHELLS } from "../calls/wrappers.ts"
import { type Invocation, type Pipeline, readLine, type Stage } from "./invocation.ts"
import { bannedOptions, type Named, optionsOf, sameName, subCount } from "./same-name.ts"

/** One command that a ban names. */
export interface Step {
  /** null: whatever program has these options */
  readonly program: string | null
  readonly args: readonly string[]
  readonly redirects: readonly Redirect[]
  /** named as missing: "never commit without --signoff" */
  readonly lacks: readonly string[]
  /** a branch it goes to; a call that names none may go there */
  readonly ref: string | null
}
/** Steps piped into one another. */
export interface StepLine {
  readonly joiner: Pipeline["joiner"]
  readonly steps: readonly Step[]
}
type Met = "yes" | "perhaps" | "no"

const isOption = (arg: string): boolean => /^-./.test(arg)
const plainWord = (word: string): string => word.replace(/^\.\/(?=.)/, "").replace(/(?<=[^/])\/$/, "")
/** "-XDELETE" and "--request=DELETE" give the word DELETE. */
const givesWord = (arg: string, word: string): boolean =>
  plainWord(arg) === plainWord(word) || (isOption(arg) && (arg.endsWith(`=${word}`) || arg.slice(2) === word))

function hasWords(step: Named, command: Named): boolean {
  const wanted = step.args.filter(arg => !isOption(arg))
  const subs = subCount(step.program, wanted)
  const from = follow(command.args, wanted.slice(0, subs))
  if (from === null) return false
  const rest = command.args.slice(from)
  return wanted.slice(subs).every(word => rest.some(arg => givesWord(arg, word)))
}

function hasOptions(step: Named, lacks: readonly string[], command: Named): boolean {
  const options = optionsOf(command)
  for (const [option, value] of bannedOptions(step)) {
    if (!options.has(option)) return false
    if (value === null) continue
    const given = options.get(option) ?? command.args[command.args.indexOf(option) + 1]
    if (given !== value) return false
  }
  return lacks.every(option =>
    [...bannedOptions({ ...step, args: [...step.args, option] }).keys()].some(o => !options.has(o)),
  )
}

const ANY_TARGET = /^(?:EOF|FILE|file|\S*\.\.\.|…|)$/
const hasRedirects = (wanted: readonly Redirect[], given: readonly Redirect[]): boolean =>
  wanted.every(w =>
    given.some(g => g.op === w.op && (ANY_TARGET.test(w.target) || plainWord(g.target) === plainWord(w.target))),
  )

/** A refspec as the branch it goes to. */
const branchOf = (word: string): string =>
  (word.split(":").pop() ?? "").replace(/^\+/, "").replace(/^refs\/heads\//, "")

/** To a named branch: said in the call, left open by it, or said otherwise. */
function goesTo(ref: string, command: Named): Met {
  const words = command.args.filter(arg => !isOption(arg))
  const refs = words.slice(words.indexOf("push") + 2)
  if (refs.length === 0) return /^(?:--all|--mirror)$/.test(command.args.find(isOption) ?? "") ? "yes" : "perhaps"
  return refs.some(word => branchOf(word) === ref) ? "yes" : refs.includes("HEAD") ? "perhaps" : "no"
}

/** `npm --version`, `npm help install`: nothing is done with it. `git push --dry-run` does not push. */
const onlyAsks = ({ args: [first, ...more] }: Invocation): boolean =>
  /^(?:help|--help|--version)$/.test(first ?? "") || (more.length === 0 && /^(?:-h|-v|-V|version)$/.test(first ?? ""))
const idle = (step: Step, call: Invocation): boolean =>
  step.args.length === 0 ? onlyAsks(call) : call.args.includes("--dry-run") && !step.args.includes("--dry-run")

function meetsOne(step: Step, call: Invocation, sink: boolean): Met {
  const { program, args, redirects } = call
  if (step.program !== null && idle(step, call)) return "no"
  if (!hasRedirects(step.redirects, redirects)) return "no"
  if (step.program === null) {
    const given = sameName({ program, args })
    return hasOptions({ program: given.program, args: step.args }, step.lacks, given) ? "yes" : "no"
  }
  // what is piped into a shell may be piped into any: sh stands for them all
  const anyShell = sink && SHELLS.has(step.program) && SHELLS.has(program)
  const wanted = sameName({ program: anyShell ? program : step.program, args: step.args })
  const given = sameName({ program, args })
  if (wanted.program !== given.program) return "no"
  if (!hasWords(wanted, given) || !hasOptions(wanted, step.lacks, given)) return "no"
  return step.ref === null ? "yes" : goesTo(step.ref, given)
}

const best = (answers: readonly Met[]): Met =>
  answers.includes("yes") ? "yes" : answers.includes("perhaps") ? "perhaps" : "no"

/** Each of these is met in the order they stand, every one behind the one before it. */
function inOrder<Wanted, Place>(
  wanted: readonly Wanted[],
  places: readonly Place[],
  meet: (one: Wanted, place: Place, i: number) => Met,
): Met {
  let at = 0
  const all = wanted.map((one, i) => {
    let met: Met = "no"
    while (at < places.length && met === "no") met = meet(one, places[at++]!, i)
    return met
  })
  return all.includes("no") ? "no" : all.includes("perhaps") ? "perhaps" : "yes"
}

/** Steps in the order of the pipe; what made a stage's words ran before it. */
function meetsPipeline({ steps }: StepLine, pipeline: Pipeline, free: (stage: Stage) => boolean): Met {
  const places = pipeline.stages.flatMap(stage => [stage.feeds, free(stage) ? [] : stage.runs])
  const isSink = (i: number): boolean => steps.length > 1 && i === steps.length - 1
  return inOrder(steps, places, (step, runs, i) => best(runs.map(run => meetsOne(step, run, isSink(i)))))
}

interface Wanted {
  readonly lines: readonly StepLine[]
  /** what the user picked instead: a command that is this is never turned down by its other name */
  readonly instead: readonly StepLine[]
}

/** A stage that runs what was picked, and is not the turned-down command in its own name. */
function isPicked({ lines, instead }: Wanted, stage: Stage): boolean {
  const picked = instead[0]?.steps[0]
  const outer = stage.runs[0]
  if (picked === undefined || outer === undefined || picked.program !== outer.program) return false
  const banned = lines[0]?.steps[0]
  return meetsOne(picked, outer, false) === "yes" && banned?.program !== outer.program
}

export function meets(wanted: Wanted, line: string): Met {
  const { lines } = wanted
  const free = (stage: Stage): boolean => isPicked(wanted, stage)
  const fits = (step: StepLine, pipeline: Pipeline, i: number): boolean =>
    step.joiner !== "||" || pipeline.joiner === "||" || (i === 0 && lines.length > 1)
  const meet = (step: StepLine, pipeline: Pipeline, i: number): Met =>
    fits(step, pipeline, i) ? meetsPipeline(step, pipeline, free) : "no"
  return best(readLine(line).map(list => inOrder(lines, list, meet)))
}
