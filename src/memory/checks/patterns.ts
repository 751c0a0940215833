// The patterns that read prompts and tool output: built-in marks by id, phrases of the preset, the user's own; and which of
// them are switched off (S2-108, D42).
import { MARK_IDS, TOOL_FAMILIES } from "../../core/calls/family.ts"
import type { Preset } from "../../core/rules/registry.ts"
import type { Params } from "../../core/rules/rule.ts"

export function readPatterns({ preset }: { readonly preset: Preset }) {
  const params = (name: string) => preset.rules.detect.find(rule => rule.name === name)?.params ?? {}
  const off = new Set((params("tool-result").off ?? []) as readonly string[])
  const says = new Map(TOOL_FAMILIES.flatMap(reader => reader.marks.map(mark => [mark.id, mark.says] as const)))
  const reads = preset.rules.detect.some(rule => rule.name === "tool-result")
  const own = (params("user-phrases").patterns ?? []) as readonly { id: string; says: string; pattern: string }[]
  const listed = (given: unknown): readonly string[] =>
    Array.isArray(given) ? given.filter(phrase => typeof phrase === "string") : []
  // by the name that a reading gives for its reason
  const named = (rule: { readonly params: Params }, list: "negative" | "positive") =>
    listed(rule.params[list]).map((says, i) => ({ id: `${list}-${i + 1}`, says }))
  const phrases = preset.rules.detect.flatMap(rule => [
    ...named(rule, "negative"),
    ...named(rule, "positive"),
    ...listed(rule.params.words).map(word => ({ id: `word ${word}`, says: `fail: “${word}” in what a call printed` })),
  ])
  return [
    ...own.map(p => ({ id: p.id, says: `${p.says}: ${p.pattern}`, from: "yours" as const, on: true })),
    ...phrases.map(phrase => ({ ...phrase, from: "preset" as const, on: true })),
    ...(reads ? [...MARK_IDS] : []).sort().map(id => ({
      id,
      says: says.get(id) ?? "fail",
      from: "built in" as const,
      on: !off.has(id),
    })),
  ]
}
