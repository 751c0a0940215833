// A tool call as a hook would see it, for tests: everything unknown unless said.
import { doesByName } from "../../../src/core/events/tool-names.ts"
import type { ToolMoment } from "../../../src/core/questions/happened.ts"

export const call = (parts: Partial<ToolMoment> & { readonly command?: string } = {}): ToolMoment => {
  const { command, ...rest } = parts
  return {
    what: "tool",
    tool: "Bash",
    does: doesByName(rest.tool ?? "Bash"),
    input: command === undefined ? null : JSON.stringify({ command }),
    text: null,
    stdout: null,
    stderr: null,
    ok: null,
    exitCode: null,
    rejected: false,
    cancelled: false,
    interrupted: false,
    durationMs: null,
    ...rest,
  }
}
