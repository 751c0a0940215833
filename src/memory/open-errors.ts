// The errors of an episode that nobody has resolved: its tool calls, in order, through the fold of core/open-errors.ts.

import { commandName } from "../core/again/command-name.ts"
import { type CheckSeen, type ErrorState, noErrors, stepErrors } from "../core/open-errors.ts"
import { ERROR_TYPES } from "../core/readers/error-type.ts"
import { errorLine } from "../core/readers/fingerprint.ts"
import { commandLine } from "../core/readers/shell-call.ts"
import { turnsOf } from "../core/views/judging.ts"
import type { ToolView } from "../core/views/state.ts"
import type { Memory } from "./memory.ts"

export { errorContext, errorStats, openErrors } from "../core/open-errors.ts"

export const errorsOf = (memory: Memory, episode: string): ErrorState =>
  turnsOf(memory.context(), episode)
    .flatMap(turn => turn.tools)
    .map(tool => seen(memory, tool))
    .reduce(stepErrors, noErrors)

function seen(memory: Memory, tool: ToolView): CheckSeen {
  const input = tool.input === null ? null : memory.text(tool.input)
  const path = tool.path === null ? null : memory.text(tool.path)
  const output = tool.output === null ? null : memory.text(tool.output)
  const line = input === null ? "" : commandName(commandLine(input))
  return {
    event: tool.event,
    at: tool.at,
    tool: tool.tool,
    ok: tool.ok,
    salient: tool.salient,
    check: line === "" ? [tool.tool, path ?? ""].join(" ").trim() : line,
    fingerprint: tool.fingerprint,
    errorType: ERROR_TYPES.find(type => type === tool.errorType) ?? null,
    message: output === null ? "" : errorLine(output),
    context: path,
  }
}
