// Numbers of rules as people name them: rules.<rule>.<param>, parsed, typed and held to their range; or a file of them.
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { didYouMean } from "../../core/nearest.ts"
import { changedLeaves, type Leaf, leavesOf, type Overrides, outOfRange, withLeaf } from "../../core/rules/params.ts"
import { type Preset, WATCHERS, watchersOf } from "../../core/rules/registry.ts"
import type { Params } from "../../core/rules/rule.ts"

export { withLeaf } from "../../core/rules/params.ts"
export { watchersOf } from "../../core/rules/registry.ts"
export { ruleId } from "../../core/rules/rule.ts"

import { MARK_IDS, TOOL_FAMILIES } from "../../core/calls/family.ts"

export const changesIn = (params: Overrides) => changedLeaves(WATCHERS, params)

/**
 * "plus-minus.learn.decay", with or without "rules." before it. `rules`: of this name, several where one learner answers several
 * questions; `leaves`: what stands there or below, as they ship; `leaf`: the place itself, when it is one number, word or list.
 */
export type ParamPlace = ReturnType<typeof placeOf>
export function placeOf(text: string) {
  const [rule = "", ...parts] = text.replace(/^rules\./, "").split(".")
  const rules = WATCHERS.filter(r => r.name === rule)
  if (rules.length === 0)
    throw unknown(
      `no rule "${rule}"`,
      rule,
      WATCHERS.map(r => r.name),
      "mettle config rules",
    )
  const path = parts.join(".")
  const all = leavesOf(Object.assign({}, ...rules.map(r => r.params)), Object.assign({}, ...rules.map(r => r.notes)))
  const leaves = all.filter(leaf => path === "" || leaf.path === path || leaf.path.startsWith(`${path}.`))
  if (leaves.length === 0 && path !== "")
    throw unknown(
      `${rule} has no param "${path}"`,
      path,
      all.map(leaf => leaf.path),
      `mettle config rules.${rule}`,
    )
  return { rule, rules, leaves, leaf: leaves.find(leaf => leaf.path === path) ?? null }
}

const unknown = (what: string, said: string, names: readonly string[], list: string): MettleError =>
  new MettleError("E_NOT_FOUND", what, { hint: didYouMean(said, names, list) })

/** Words stay words, lists may be given with commas, the rest is JSON; checked against what stands there. */
export function valueFor(place: ParamPlace, text: string): unknown {
  const { leaf, rule } = place
  if (leaf === null)
    throw new MettleError("E_USAGE", `rules.${rule} holds several numbers`, { hint: `mettle config rules.${rule}` })
  let value: unknown = text
  if (typeof leaf.value !== "string")
    try {
      value = JSON.parse(Array.isArray(leaf.value) && !text.trimStart().startsWith("[") ? `[${text}]` : text)
    } catch {
      // Told below: it is not what stands there.
    }
  refuseUnfit(rule, { ...leaf, value }, leaf)
  return value
}

function refuseUnfit(rule: string, given: Leaf, was: Leaf): void {
  const kind = (value: unknown) => (Array.isArray(value) ? "a list" : `a ${typeof value}`)
  const wrong =
    kind(given.value) === kind(was.value) ? outOfRange({ ...was, value: given.value }) : `must be ${kind(was.value)}`
  if (wrong === null && shapeKept(given.value, was.value)) return
  throw new MettleError(
    "E_CONFIG",
    `rules.${rule}.${was.path} ${wrong ?? `must be like ${JSON.stringify(was.value)}`}`,
    {
      still: "nothing was changed",
      hint: `mettle config rules.${rule}.${was.path}`,
    },
  )
}

const shapeKept = (given: unknown, was: unknown): boolean =>
  !Array.isArray(was) ||
  was.length === 0 ||
  ((typeof was[0] !== "number" || (given as unknown[]).length === was.length) &&
    (given as unknown[]).every(part => typeof part === typeof was[0]))

/** --params: files of {"rule": {"param": value}} and rule.param=value, any number of them. */
export function paramsGiven(cwd: string, given: readonly string[]): Overrides {
  return given.reduce((all: Overrides, text) => {
    const at = text.indexOf("=")
    if (at > 0) {
      const place = placeOf(text.slice(0, at).trim())
      const value = valueFor(place, text.slice(at + 1))
      return withLeaf(all, place.rule, place.leaf!.path, value)
    }
    return changedLeaves([], fileOf(resolve(cwd, text))).reduce((sum, { rule, path, to }) => {
      const place = placeOf(`${rule}.${path}`)
      if (place.leaf === null) throw new MettleError("E_CONFIG", `${text}: ${rule}.${path} holds several numbers`)
      refuseUnfit(rule, { ...place.leaf, value: to }, place.leaf)
      return withLeaf(sum, rule, path, to)
    }, all)
  }, {})
}

function fileOf(file: string): Overrides {
  const wrong = (what: string, cause?: unknown) =>
    new MettleError("E_CONFIG", `--params ${file} ${what}`, {
      cause,
      hint: 'rule.param=value, or a file such as {"slots": {"perTopic": 2}}',
    })
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, "utf8"))
  } catch (cause) {
    throw wrong(cause instanceof SyntaxError ? "is not JSON" : "cannot be read", cause)
  }
  const isObject = (what: unknown) => typeof what === "object" && what !== null && !Array.isArray(what)
  if (!isObject(value) || !Object.values(value as object).every(isObject))
    throw wrong("must hold rules, each with its params")
  return value as Overrides
}

/** Refuses a number of a rule that is not in use here: changing it would change nothing. */
export function refuseUnused(preset: Preset, params: Overrides): void {
  const used = watchersOf(preset).map(rule => rule.name)
  const idle = Object.keys(params).find(rule => !used.includes(rule))
  if (idle !== undefined)
    throw new MettleError("E_USAGE", `the rule ${idle} is not in use under ${preset.name}`, {
      still: "nothing was changed",
      hint: `rules in use: mettle config rules; presets: mettle config preset`,
    })
}

// The patterns that read prompts and tool output: built-in marks by id, phrases of the preset, the user's own; and which of
// them are switched off (S2-108, D42).

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
