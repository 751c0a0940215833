// Failure → fix pairs from structured tool records: something failed, then passed after a change. The statement says
// what to do and names only commands and paths that were really run or edited. Error text is quoted data, never advice.
import { looksImperative, unsafeToRepeat } from "./imperative.ts"
import { normaliseStatement } from "./statement.ts"

export const FAILURE_FIX = "failure-fix@1"

export interface Step {
  readonly tool: string
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
/** The line of an error worth quoting; null when it reads like an order or is empty. */
export function errorName(line: string | null): string | null {
  if (line === null) return null
  const one = normaliseStatement(line.replaceAll("`", "'").replaceAll('"', "'"), MAX_ERROR)
  return one.length < 4 || looksImperative(one) ? null : one
}
export const failureSignature = (command: string, errorLine: string | null): string =>
  `${commandName(command)} | ${(errorName(errorLine) ?? "").replace(/0x[0-9a-f]+|\d+/gi, "#").toLowerCase()}`

const SET_UP =
  /\b(?:install|ci|sync|generate|codegen|migrate|migration|build|compile|bootstrap|setup|up|start|pull|fetch|init|restore|mkdir|chmod|export|source|activate|login|add|link|submodule|clean|prune|update|tidy|download|db:push|prepare)\b/
const LOOKING =
  /^(?:ls|cat|head|tail|grep|rg|find|fd|pwd|echo|which|wc|git (?:status|diff|log|show|branch)|sed -n|tree|stat|file|env|printenv|date|sleep)\b/
const EDITS =
  /^(?:edit|write|multiedit|notebookedit|apply_patch|str_replace|create|replace|patch|update_file|write_file)/i

export function proposeFix(input: FixInput): readonly FixProposal[] {
  const failed = commandName(input.failed.command)
  const passed = commandName(input.passed.command)
  if (failed === "" || passed === "" || unsafeToRepeat(passed)) return []
  const error = errorName(input.failed.errorLine)
  const signature = failureSignature(input.failed.command, input.failed.errorLine)
  const why = error === null ? "" : ` (“${error}”)`
  const edits = [
    ...new Set(
      input.between.filter(s => EDITS.test(s.tool) && s.path !== null).map(s => normaliseStatement(s.path!, 120)),
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
    statement: string,
    remedy: string,
    kind: FixProposal["kind"] = "negative_result",
  ): FixProposal => ({
    kind,
    statement: normaliseStatement(statement),
    remedy,
    signature,
    because,
  })
  const out: FixProposal[] = []
  if (failed !== passed && edits.length === 0 && setUps.length === 0) {
    out.push(make("other-command", `Use \`${passed}\` instead of \`${failed}\`, which failed${why}`, passed))
  } else if (setUps.length > 0 && edits.length === 0) {
    const remedy = setUps[setUps.length - 1]!
    out.push(make("set-up", `Run \`${remedy}\` before \`${passed}\`: without it \`${failed}\` failed${why}`, remedy))
    if (setUps.length >= 2) {
      const steps = setUps.slice(-3)
      out.push(
        make(
          "procedure",
          `To get \`${passed}\` to pass: ${steps.map(s => `\`${s}\``).join(", then ")}`,
          steps.join(" && "),
          "tactic",
        ),
      )
    }
  } else if (edits.length > 0 && edits.length <= 3) {
    const where = edits.map(e => `\`${e}\``).join(", ")
    out.push(
      make("edit", `When \`${failed}\` fails${why}, look at ${where}: a change there made it pass`, edits.join(", ")),
    )
  }
  // neither a change nor another command: a flake has no remedy, and a sweep over many files teaches nothing
  return out
}
