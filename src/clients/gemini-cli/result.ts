// How a Gemini CLI tool call ended. Ground truth: the recorded AfterTool payloads: `error.type`, then the
// client's own line `Exit Code: N`; a shell result without that line is exit 0.

import { isRecord, type Loose, record, str, textOf } from "../../core/loose.ts"
import type { ToolDoes } from "../../core/model.ts"
import { withoutAttached } from "../author.ts"
import { doesOf, type Tools } from "../client.ts"
import type { Ending } from "../drafts.ts"

export const TOOLS: Tools = {
  runs: ["run_shell_command"],
  edits: ["replace", "write_file"],
  reads: ["read_file", "read_many_files"],
  searches: ["list_directory", "glob", "search_file_content", "grep_search"],
  fetches: ["web_fetch", "google_web_search"],
  plans: ["write_todos"],
  asks: ["ask_user"],
}
export const does = doesOf(TOOLS)

/** The line stands among the last ones of the client's frame, after whatever the command printed. */
const EXIT_LINE = /(?:^|\n)Exit Code: (-?\d{1,10})(?=\n|$)/g
const SIGNAL_LINE = /(?:^|\n)Signal: (\d{1,3}|SIG[A-Z]+)(?=\n|$)/
const FRAME = 400
/** A hook or a rule kept the call from running; nothing failed. */
const HELD = /^Tool execution (?:blocked: |(?:for "[^"]{1,200}" )?denied by policy\b)/

/** AfterTool. */
export function responseEnding(does: ToolDoes, response: unknown): Ending {
  const fields = record(response)
  const output = clean(textOf(fields.llmContent) ?? textOf(fields.returnDisplay) ?? textOf(response))
  if (isRecord(fields.error)) {
    const type = str(fields.error.type) ?? ""
    const said = output ?? str(fields.error.message)
    if (/cancel|abort/i.test(type))
      return { ok: null, known: "client", cancelled: true, interrupted: true, output: said }
    if (/reject|den(?:y|ied)|policy/i.test(type)) return { ok: null, known: "client", rejected: true, output: said }
    return { ok: false, known: "client", exitCode: null, output: said }
  }
  if (does === "runs") return shellEnding(output, str(fields.returnDisplay))
  return { ok: true, known: "event", output }
}

/** What the client wrote after the command's own words: those can say "Exit Code: 0" as well. */
function frameOf(output: string, printed: string | null): string {
  const words = printed?.trimEnd() ?? ""
  const at = words === "" ? -1 : output.indexOf(words)
  return (at < 0 ? output : output.slice(at + words.length)).slice(-FRAME)
}

function shellEnding(output: string | null, printed: string | null = null): Ending {
  if (output === null) return { ok: null, known: null, output }
  if (/^(?:Command was cancelled|Command was automatically cancelled|Command cancelled)/.test(output))
    return { ok: null, known: "prefix", cancelled: true, interrupted: true, output }
  if (/^Command moved to background/.test(output)) return { ok: null, known: "client", output }
  const tail = frameOf(output, printed)
  const codes = [...tail.matchAll(EXIT_LINE)]
  const code = codes[codes.length - 1]?.[1]
  if (code !== undefined) return { ok: Number(code) === 0, known: "prefix", exitCode: Number(code), output }
  if (SIGNAL_LINE.test(tail)) return { ok: false, known: "prefix", output }
  return { ok: true, known: "event", exitCode: 0, output }
}

/** A call as the chat file keeps it: status, and the answer the model got. */
export function storedEnding(call: Loose): Ending {
  const first = Array.isArray(call.result) ? record(call.result[0]) : record(call.result)
  const response = record(record(first.functionResponse).response)
  const output = clean(str(response.error) ?? textOf(response.output) ?? textOf(response.content))
  if (call.status === "cancelled") return { ok: null, known: "transcript", cancelled: true, interrupted: true, output }
  if (call.status === "error" && HELD.test(output ?? ""))
    return { ok: null, known: "transcript", rejected: true, output }
  if (call.status === "error") return { ok: false, known: "transcript", output }
  return responseEnding(does(str(call.name) ?? ""), { llmContent: output ?? "" })
}

/** Without our own words and without the client's wrapping. */
const clean = (text: string | null): string | null =>
  text === null
    ? null
    : withoutAttached(text)
        .replace(/^<untrusted_context>\n/, "")
        .replace(/\n<\/untrusted_context>\s*$/, "")
        .trimEnd()
