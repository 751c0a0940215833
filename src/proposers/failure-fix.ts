// Failures and their fixes: something failed, then the same check passed after a change. A negative result with its
// remedy, anchored in the failing output and the passing one.
import { readFailure } from "../core/check/failure.ts"
import { TAG } from "../core/check/guard.ts"
import { commandName, proposeFix, type Step, stepsBefore } from "../core/propose/fix.ts"
import { within } from "../core/propose/wrong-path.ts"
import { parseCommand } from "../core/readers/command.ts"
import { commandLine } from "../core/readers/shell-call.ts"
import type { ToolView, TurnView } from "../core/views/state.ts"
import { cite, type Proposer, type Seen, suggest } from "./proposer.ts"

/** How far ahead the remedy may lie. */
const AHEAD = 40

interface Placed {
  readonly tool: ToolView
  readonly turn: number
  readonly command: string | null
}

export const failureFix: Proposer = {
  name: "failure-fix",
  version: 3,
  propose(seen) {
    const calls = callsOf(seen)
    const solved = new Set<string>()
    return calls.flatMap((failed, i) => {
      if (failed.tool.ok !== false || failed.command === null || failed.tool.output === null) return []
      const name = commandName(failed.command)
      if (solved.has(name)) return []
      const ahead = calls.slice(i + 1, i + 1 + AHEAD)
      const at = ahead.findIndex(c => sameCheck(failed, c) && c.tool.ok === true)
      const passed = at < 0 ? undefined : ahead[at]
      // Red again before it was green: no remedy yet, the later failure will be looked at itself.
      if (
        !passed ||
        ahead.slice(0, at).some(c => redAgain(failed, c)) ||
        passed.command === null ||
        !seen.fresh(passed.tool.event)
      )
        return []
      solved.add(name)
      return suggestions(seen, failed, passed, ahead.slice(0, at))
    })
  },
}

function suggestions(seen: Seen, failed: Placed, passed: Placed, between: readonly Placed[]) {
  const output = seen.text(failed.tool.output!)
  if (output === null) return []
  const failure = readFailure(output)
  const span = [failure.start, failure.end] as const
  const steps = between
    .filter(c => c.tool.ok !== false)
    .map(
      (c): Step => ({
        does: c.tool.does,
        path: c.tool.path === null ? null : placeOf(seen, c.tool.path),
        command: c.command,
      }),
    )
  const found = proposeFix({
    failed: { tool: failed.tool.tool, command: failed.command!, errorLine: output.slice(span[0], span[1]), output },
    passed: { command: passed.command! },
    between: steps,
  })
  return found.map(p =>
    suggest(failureFix, seen, {
      kind: p.kind,
      statement: p.statement,
      turn: failed.turn,
      at: passed.tool.at,
      topic: commandName(failed.command!),
      tags: [
        `${TAG.command}${commandName(failed.command!)}`,
        ...(failure.key === null ? [] : [`${TAG.error}${failure.key}`]),
        ...(failure.place === null ? [] : [`${TAG.place}${failure.place}`]),
        `${TAG.remedy}${p.remedy}`,
        `${TAG.how}${p.because}`,
      ],
      evidence: [
        cite(seen, "tool_output", failed.tool.event, failed.tool.output!, output, span[0], span[1]),
        ...[
          failed,
          ...between.filter(c => c.command !== null && p.statement.includes(commandName(c.command))),
          ...edited(seen, between, p.remedy),
          passed,
        ].flatMap(c => inputOf(seen, c.tool)),
      ],
    }),
  )
}

/** As the repository knows it, when it lies there. */
function placeOf(seen: Seen, ref: string): string | null {
  const path = seen.text(ref)
  const root = seen.episode.cwd === null ? null : seen.text(seen.episode.cwd)
  return path === null ? null : (within(path, root) ?? path)
}

/** The last edit of each file that the remedy names. */
function edited(seen: Seen, between: readonly Placed[], remedy: string): readonly Placed[] {
  const last = new Map<string, Placed>()
  for (const call of between) {
    const path = call.command !== null || call.tool.path === null ? null : seen.text(call.tool.path)
    const place = path === null ? undefined : remedy.split(", ").find(name => path.endsWith(name))
    if (place !== undefined) last.set(place, call)
  }
  return [...last.values()]
}

/** The call itself, as evidence: what was run is what the statement names. */
function inputOf(seen: Seen, tool: ToolView) {
  const text = tool.input === null ? null : seen.text(tool.input)
  return text === null ? [] : [cite(seen, "agent_span", tool.event, tool.input!, text)]
}

const redAgain = (failed: Placed, later: Placed): boolean =>
  later.tool.ok === false &&
  later.command !== null &&
  (commandName(later.command) === commandName(failed.command!) || later.tool.salient === "test")

/** The same check again: the same command, the same kind of work, or the same words with another program. */
function sameCheck(failed: Placed, later: Placed): boolean {
  if (later.command === null || failed.command === null) return false
  if (commandName(later.command) === commandName(failed.command)) return true
  if (stepsBefore(failed.command, later.command) !== null) return true
  if (failed.tool.salient !== null && failed.tool.salient !== "commit" && failed.tool.salient === later.tool.salient)
    return sameSubject(failed.command, later.command)
  const [a, b] = [parseCommand(failed.command)[0], parseCommand(later.command)[0]]
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

function callsOf(seen: Seen): readonly Placed[] {
  return seen.turns.flatMap((turn: TurnView) =>
    turn.tools.map(tool => {
      const input = tool.input === null ? null : seen.text(tool.input)
      const line = input === null ? "" : commandLine(input)
      return { tool, turn: turn.index, command: line === "" ? null : line }
    }),
  )
}
