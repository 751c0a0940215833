// `lab tool`: one finished call in, what became of it out. The preset's own rule answers; nothing is decided
// here. Missing fields mean unknown.
import { doesByName } from "../core/events/tool-names.ts"
import type { Loose } from "../core/loose.ts"
import type { ToolMoment } from "../core/questions/detect.ts"
import { preset } from "../core/rules/presets.ts"
import { alone, type Params } from "../core/rules/rule.ts"

const text = (value: unknown): string | null => (typeof value === "string" ? value : null)

/** A lab line as the moment a hook would have seen. */
const toolMoment = (line: Loose): ToolMoment => ({
  what: "tool",
  tool: text(line.tool) ?? "",
  does: doesByName(text(line.tool) ?? ""),
  input: text(line.input) ?? (line.input === undefined || line.input === null ? null : JSON.stringify(line.input)),
  text: text(line.text),
  stdout: text(line.stdout),
  stderr: text(line.stderr),
  ok: typeof line.ok === "boolean" ? line.ok : null,
  exitCode: typeof line.exit_code === "number" ? line.exit_code : null,
  rejected: false,
  cancelled: false,
  interrupted: line.interrupted === true,
  durationMs: null,
})

export function labTool(line: Loose, named = "mettle", params: Params = {}) {
  const moment = toolMoment(line)
  const said = preset(named).rules.detect.map(rule => rule.decide(alone(), moment, { ...rule.params, ...params }))
  // A preset's own answer comes behind those it borrows.
  const reading = said.flatMap(({ answer }) => answer).findLast(({ signal }) => signal === "tool")
  const ok = reading?.type === "ok" ? true : reading?.type === "fail" ? false : null
  const kind = reading?.facts?.kind
  return {
    id: line.id ?? null,
    ok,
    kind: typeof kind === "string" ? kind : ok === null ? "unknown" : "reader",
    because: reading?.because ?? said[0]!.because,
  }
}
