// `lab tool`: one finished call in, what became of it out. The preset's own rule answers; nothing is decided
// here. Missing fields mean unknown.
import { doesByName } from "../core/events/tool-names.ts"
import type { Loose } from "../core/loose.ts"
import type { ToolMoment } from "../core/questions/detect.ts"
import { toolResult } from "../core/rules/detect/tool-result.ts"
import { evolverToolWords } from "../core/rules/evolver/tool-words.ts"
import { grooveCounters } from "../core/rules/groove/counters.ts"
import { nucleusAnchored } from "../core/rules/nucleus/anchored.ts"
import { alone, type Params, type Rule } from "../core/rules/rule.ts"
import { swarmSignals } from "../core/rules/swarm/signals.ts"

export interface LabToolAnswer {
  readonly id: unknown
  readonly ok: boolean | null
  readonly kind: string
  readonly because: string
}

const RULES: Readonly<Record<string, Rule<"detect">>> = {
  mettle: toolResult,
  plain: toolResult,
  evolver: evolverToolWords,
  astra: toolResult,
  groove: grooveCounters,
  swarm: swarmSignals,
  nucleus: nucleusAnchored,
}
const text = (value: unknown): string | null => (typeof value === "string" ? value : null)

/** A lab line as the moment a hook would have seen. */
export const toolMoment = (line: Loose): ToolMoment => ({
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

export function labTool(line: Loose, preset = "mettle", params: Params = {}): LabToolAnswer {
  const rule = Object.hasOwn(RULES, preset) ? RULES[preset] : undefined
  if (rule === undefined) throw new RangeError(`unknown preset "${preset}": one of ${Object.keys(RULES).join(", ")}`)
  const { answer, because } = rule.decide(alone(), toolMoment(line), { ...rule.params, ...params })
  const reading = answer.find(r => r.signal === "tool")
  const ok = reading?.type === "ok" ? true : reading?.type === "fail" ? false : null
  const kind = reading?.facts?.kind
  return {
    id: line.id ?? null,
    ok,
    kind: typeof kind === "string" ? kind : ok === null ? "unknown" : "reader",
    because: reading?.because ?? because,
  }
}
