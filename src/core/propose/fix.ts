// Failure → fix pairs from structured tool records: something failed, then passed after a change. The statement says
// what to do and names only commands and paths that were really run or edited. Error text is quoted data, never advice.

import { readFailure } from "../check/failure.ts"
import type { ToolDoes } from "../model.ts"
import { normalise, parseCommand } from "../readers/command.ts"
import { looksImperative, unsafeToRepeat } from "./imperative.ts"
import { MAX_STATEMENT, normaliseStatement } from "./statement.ts"

export const FAILURE_FIX = "failure-fix@1"

export interface Step {
  readonly does: ToolDoes
  readonly path: string | null
  readonly command: string | null
}
export interface FixInput {
  readonly failed: {
    readonly tool: string
    readonly command: string
    readonly errorLine: string | null
    readonly output: string | null
  }
  readonly passed: { readonly command: string }
  /** what the agent did between the two, in order */
  readonly between: readonly Step[]
}
export interface FixProposal {
  readonly kind: "negative_result" | "tactic"
  readonly statement: string
  readonly remedy: string
  /** the failure, bounded and free of numbers that change from run to run: equal failures have equal signatures */
  readonly signature: string
  readonly because: "other-command" | "set-up" | "edit" | "procedure"
}

const MAX_COMMAND = 110
const MAX_ERROR = 120
/** A command as a name: one line, bounded, long quoted arguments (commit messages, prompts) left out. */
export function commandName(command: string): string {
  const line = command
    .split("\n")[0]!
    .replace(/^(?:cd\s+\S+\s*&&\s*)+/, "")
    .replace(/("|')(?:(?!\1).){24,}\1/g, "$1…$1")
    .replace(/\s*\|\s*(?:tail|head|tee|cat|less|grep)\b.*$/, "")
    .replace(/\s*2>&1\s*$/, "")
    .replaceAll("`", "'")
    .trim()
  return normaliseStatement(line, MAX_COMMAND)
}
/** The name, when it says everything: a command of several lines, or one whose words were left out, has none. */
export function exactName(command: string): string | null {
  if (command.trim().includes("\n")) return null
  const name = commandName(command)
  return name === "" || name.includes("…") ? null : name
}
/** The line of an error worth quoting; null when it reads like an order or is empty. */
export function errorName(line: string | null): string | null {
  if (line === null) return null
  const one = normaliseStatement(line.replaceAll("`", "'").replaceAll('"', "'"), MAX_ERROR)
  return one.length < 4 || looksImperative(one) ? null : one
}
export const failureSignature = (command: string, errorLine: string | null): string =>
  `${commandName(command)} | ${(errorName(errorLine) ?? "").replace(/0x[0-9a-f]+|\d+/gi, "#").toLowerCase()}`

const OUTSIDE = 3
/** A path as the repository knows it; of one that lies elsewhere, or nobody knows where, only its end is the same for others. */
const placeName = (path: string): string =>
  /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path) ? path.split(/[\\/]/).slice(-OUTSIDE).join("/") : path
const SCRATCH = /^(?:\/private)?\/(?:tmp|var\/(?:tmp|folders))\//
/** A change of more files than this teaches nothing. */
const MOST_EDITS = 2
const SHORTEST_ERROR = 24
/** What was quoted gives way, never what to do about it. */
function fitting(say: (why: string) => string, error: string | null): string {
  const whole = say(error === null ? "" : ` (“${error}”)`)
  if (error === null || whole.length <= MAX_STATEMENT) return normaliseStatement(whole)
  const room = error.length - (whole.length - MAX_STATEMENT) - 1
  return normaliseStatement(say(room < SHORTEST_ERROR ? "" : ` (“${normaliseStatement(error, room)}”)`))
}

const SET_UP =
  /\b(?:install|ci|sync|generate|codegen|migrate|migration|build|compile|bootstrap|setup|up|start|pull|fetch|init|restore|mkdir|chmod|export|source|activate|login|add|link|submodule|clean|prune|update|tidy|download|db:push|prepare)\b/
const LOOKING =
  /^(?:ls|cat|head|tail|grep|rg|find|fd|pwd|echo|which|wc|git (?:status|diff|log|show|branch)|sed -n|tree|stat|file|env|printenv|date|sleep)\b/

export function proposeFix(input: FixInput): readonly FixProposal[] {
  const failed = commandName(input.failed.command)
  const { cause, finding } = readFailure(`${input.failed.errorLine ?? ""}\n${input.failed.output ?? ""}`)
  const passed = commandName(input.passed.command)
  if (failed === "" || passed === "" || unsafeToRepeat(passed)) return []
  // what runs over several lines has no name that says what failed; what lies in a scratch folder is gone tomorrow
  if (input.failed.command.trim().includes("\n") || SCRATCH.test(failed)) return []
  const error = errorName(input.failed.errorLine)
  const signature = failureSignature(input.failed.command, input.failed.errorLine)
  const edits = [
    ...new Set(
      input.between
        .filter(s => s.does === "edits" && s.path !== null)
        .map(s => placeName(normaliseStatement(s.path!, 400))),
    ),
  ]
  const runs = input.between
    .flatMap(s => (s.command === null ? [] : [commandName(s.command)]))
    .filter(c => c !== "" && !LOOKING.test(c) && c !== failed && c !== passed)
  const setUps = [...new Set(runs.filter(c => SET_UP.test(c)))]
  // what made it pass may be the very step that must not be taught
  if (input.between.some(s => s.command !== null && unsafeToRepeat(s.command))) return []
  const make = (
    because: FixProposal["because"],
    say: (why: string) => string,
    remedy: string,
    kind: FixProposal["kind"] = "negative_result",
  ): FixProposal => ({
    kind,
    statement: fitting(say, error),
    remedy,
    signature,
    because,
  })
  const out: FixProposal[] = []
  const prefix = stepsBefore(input.failed.command, input.passed.command)
  const steps = prefix === null ? setUps : [...setUps, ...prefix]
  if (edits.length > 0) {
    if (edits.length > MOST_EDITS) return []
    const where = edits.map(e => `\`${e}\``).join(", ")
    return [
      make(
        "edit",
        why =>
          finding
            ? `When \`${failed}\` reports${why}, see ${where}: a change there solved it before`
            : `When \`${failed}\` fails${why}, look at ${where}: a change there made it pass`,
        edits.join(", "),
      ),
    ]
  }
  if (steps.length > 0 && (prefix !== null || failed === passed) && cause !== "content") {
    const remedy = steps[steps.length - 1]!
    out.push(
      make("set-up", why => `Run \`${remedy}\` before \`${failed}\`: without it \`${failed}\` failed${why}`, remedy),
    )
    if (steps.length >= 2) {
      const last = steps.slice(-3)
      out.push(
        make(
          "procedure",
          () => `To get \`${failed}\` to pass: ${last.map(s => `\`${s}\``).join(", then ")}`,
          last.join(" && "),
          "tactic",
        ),
      )
    }
  } else if (failed !== passed && prefix === null && steps.length === 0) {
    // Another command that goes well says nothing about one that found real faults or missed something it needs, unless
    // the two are the same but for the program or what stands around them.
    // and a command whose words had to be left out cannot be used by anybody
    const said = exactName(input.passed.command) !== null
    if (said && (cause === "invocation" || sameWords(input.failed.command, input.passed.command)))
      out.push(make("other-command", why => `Use \`${passed}\` instead of \`${failed}\`, which failed${why}`, passed))
  }
  // neither a change nor another command: a flake has no remedy
  return out
}

/** `mise trust && mise run fmt` after `mise run fmt`: what was put before the command that failed; null when it is not there. */
export function stepsBefore(failed: string, passed: string): readonly string[] | null {
  const [before, after] = [parseCommand(failed), parseCommand(passed).filter(c => c.program !== "cd")]
  const only = before.filter(c => c.program !== "cd")
  if (only.length !== 1 || after.length < 2) return null
  const at = after.findIndex(c => normalise(c) === normalise(only[0]!))
  if (at <= 0 || after.slice(1, at + 1).some(c => c.joiner !== "&&" && c.joiner !== ";")) return null
  return after.slice(0, at).map(c => commandName(normalise(c)))
}

/** `npm test` and `pnpm test`, `x` and `A=1 x`: one program for another, or other surroundings; every other word alike. */
function sameWords(a: string, b: string): boolean {
  const [x, y] = [parseCommand(a).filter(c => c.program !== "cd"), parseCommand(b).filter(c => c.program !== "cd")]
  const [one, other] = [x[0], y[0]]
  if (x.length !== 1 || y.length !== 1 || !one || !other || one.args.join(" ") !== other.args.join(" ")) return false
  return one.program !== other.program
    ? one.args.length > 0
    : one.env.length + one.wrappers.length > 0 || other.env.length + other.wrappers.length > 0
}
