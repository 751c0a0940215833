// mettle config rules…: every number of a rule, what it means and what changing it would have done with the own log. Adopted numbers
// stand in the log, never in a file, so a repository cannot bring them.

import { MettleError } from "../../core/errors.ts"
import type { ReplayDiff } from "../../core/promised.ts"
import type { Leaf, Overrides } from "../../core/rules/params.ts"
import {
  changesIn,
  type ParamPlace,
  placeOf,
  refuseUnused,
  ruleId,
  valueFor,
  watchersOf,
  withLeaf,
} from "../../memory/acting/rule-params.ts"
import { askResidentToLeave } from "../../memory/forgetting/text-places.ts"
import type { Memory } from "../../memory/memory.ts"
import { adopt, compareFolds, inUse } from "../../memory/past/replay.ts"
import { settingOf } from "../../open.ts"
import { runDir } from "../../paths.ts"
import { usage } from "../command.ts"
import { type Context, isRecorded, readMemory, writeMemory } from "../context.ts"
import { type Consent, confirm } from "../io.ts"
import { clean, type Out } from "../print.ts"
import { folded } from "./replay.ts"

interface Door {
  readonly out: Out
  readonly context: Context
  readonly args: Consent & { readonly "dry-run"?: boolean | undefined }
}
const shown = (value: unknown): string => {
  const text = typeof value === "string" ? value || '""' : (JSON.stringify(value) ?? "nothing")
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** in place of a question where none is asked */
const WATCHES = "watches"

/** `act`: get, set, unset or explain; `place`: "rules" or "rules.<rule>.<param>". */
export async function configRules(
  door: Door,
  act: string,
  place: string,
  value: string | undefined,
): Promise<void | number> {
  if (place === "rules") {
    if (act === "set" || act === "unset") throw usage({ name: "config" }, `${act} needs rules.<rule>.<param>`)
    return value === undefined ? list(door) : configRules(door, act, `rules.${value}`, undefined)
  }
  const found = placeOf(place)
  if (act === "unset" || value !== undefined) return change(door, found, act === "unset" ? undefined : value)
  return found.leaf ? explain(door, found, found.leaf) : listRule(door, found)
}

/** What the user adopted, and the preset it was adopted for. */
async function machineHere({ context, out }: Door) {
  const memory = await readMemory(context, out)
  return { memory, preset: memory.preset, params: inUse(memory).params }
}

async function list(door: Door): Promise<void> {
  const { out } = door
  const { preset, params } = await machineHere(door)
  const changed = changesIn(params)
  const rules = watchersOf(preset).map(rule => ({
    question: rule.question ?? null,
    rule: ruleId(rule),
    params: placeOf(rule.name).leaves.filter(leaf => leaf.path.split(".")[0]! in rule.params).length,
    changed: changed.filter(c => c.rule === rule.name && c.path.split(".")[0]! in rule.params),
  }))
  out.result({ preset: preset.name, rules, changed }, () => {
    out.table(
      [{ name: "question" }, { name: "rule" }, { name: "params" }, { name: "changed" }],
      rules.map(r => [
        r.question ?? WATCHES,
        r.rule,
        String(r.params),
        r.changed.map(c => `${c.path} ${shown(c.from)} -> ${shown(c.to)}`).join(", "),
      ]),
    )
    out.line()
    out.line(
      changed.length === 0
        ? `Every number is as ${preset.name} has it. One rule's: mettle config rules.<rule>`
        : `${changed.length === 1 ? "One number is" : `${changed.length} numbers are`} not as ${preset.name} has it. Back: mettle config unset rules.<rule>.<param>`,
    )
  })
}

async function listRule(door: Door, { rule, rules, leaves }: ParamPlace): Promise<void> {
  const { out } = door
  const { params } = await machineHere(door)
  const changed = changesIn(params).filter(c => c.rule === rule)
  const rows = leaves.map(leaf => ({
    ...leaf,
    default: leaf.value,
    value: changed.find(c => c.path === leaf.path)?.to ?? leaf.value,
  }))
  out.result({ rule, questions: rules.flatMap(r => r.question ?? []), source: rules[0]!.source, params: rows }, () => {
    out.line(`${rules.map(r => `${r.question ?? WATCHES}: ${ruleId(r)}`).join(", ")} (${rules[0]!.source})`)
    if (rows.length === 0) out.line("It has no numbers.")
    out.table(
      [{ name: "param" }, { name: "now" }, { name: "from, to" }, { name: "what it means" }],
      rows.map(row => [row.path, shown(row.value), range(row) ?? "", row.about]),
    )
  })
}

const range = ({ least, most, whole }: Leaf): string | null =>
  least === null ? null : `${least} to ${most ?? "any"}${whole ? ", whole" : ""}`

async function explain(door: Door, place: ParamPlace, leaf: Leaf): Promise<void> {
  const { out } = door
  const { preset, params } = await machineHere(door)
  const key = `rules.${place.rule}.${leaf.path}`
  const change = changesIn(params).find(c => c.rule === place.rule && c.path === leaf.path)
  const value = change ? change.to : leaf.value
  const used = watchersOf(preset).some(rule => rule.name === place.rule)
  const setting = settingOf(place.rules[0]!, leaf.path)
  const { about, least, most, whole } = leaf
  out.result({ key, value, default: leaf.value, about, least, most, whole, inUse: used, setting }, () => {
    out.line(`${key}: ${about}`)
    out.line(
      `  ${shown(value)}${change ? `, by default ${shown(leaf.value)}` : ", the default"}${range(leaf) ? ` (${range(leaf)})` : ""}`,
    )
    out.line(
      `  of ${place.rules.map(r => `${ruleId(r)}, ${r.question ?? WATCHES}`).join("; ")}${used ? "" : `, not in use under ${preset.name}`}`,
    )
    out.line(
      setting
        ? `Change it: mettle config set ${setting} <value>`
        : `Change it: mettle config ${key} <value>, which replays your log first and asks; mettle undo takes it back.`,
    )
  })
}

async function change(door: Door, place: ParamPlace, text: string | undefined): Promise<void | number> {
  const { out, context, args } = door
  const value = text === undefined ? undefined : valueFor(place, text)
  const leaf = place.leaf
  if (leaf === null) throw usage({ name: "config" }, `unset needs rules.${place.rule}.<param>`)
  const key = `rules.${place.rule}.${leaf.path}`
  const setting = settingOf(place.rules[0]!, leaf.path)
  if (setting)
    throw new MettleError("E_USAGE", `${key} follows the setting ${setting}`, {
      still: "nothing was changed",
      hint: `mettle config set ${setting} <value>`,
    })
  const here = await machineHere(door)
  const params = withLeaf(here.params, place.rule, leaf.path, same(value, leaf.value) ? undefined : value)
  refuseUnused(here.preset, withLeaf({}, place.rule, leaf.path, leaf.value))
  const was = changesIn(here.params).find(c => c.rule === place.rule && c.path === leaf.path)?.to ?? leaf.value
  const to = value ?? leaf.value
  const move = { key, value: to, was, default: leaf.value }
  if (same(to, was)) return out.result({ ...move, replay: null, adopted: false }, `${key} is ${shown(was)} already.`)
  const replay = isRecorded(context) ? tried(door, here.memory, params) : null
  const said = [`${key}: ${leaf.about}`, `  ${shown(was)} ${out.symbol("arrow")} ${shown(to)}`, ...toldLines(replay)]
  const dry = args["dry-run"] ?? false
  if (!dry && !args.yes) {
    for (const line of said) out.note(line)
    if (!(await confirm(context.io, args, "live with this number from here on?"))) return 1
  }
  if (!dry) {
    const memory = await writeMemory(context, out)
    await adopt(memory, memory.preset.name, params)
    await askResidentToLeave(runDir(context.basePaths(), context.io.env))
  }
  out.result({ ...move, replay, adopted: !dry }, () => {
    if (dry || args.yes) for (const line of said) out.line(line)
    out.line(dry ? "Nothing was changed." : `${key} = ${shown(to)} from here on. To take it back: mettle undo`)
  })
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function tried(door: Door, memory: Memory, params: Overrides): ReplayDiff {
  const now = inUse(memory)
  const [before, after] = [now, { ...now, params }].map(machine => folded(door, memory, machine))
  return compareFolds(memory, before!, after!, 0, ["now", "then"])
}

function toldLines(replay: ReplayDiff | null): readonly string[] {
  if (replay === null) return ["Nothing was recorded yet, so there is no log to try it on."]
  const { cards, verdicts, packs } = replay
  const log = `your log of ${replay.events} events`
  if (
    cards.changed.length + verdicts.changed.length + packs.changed.length === 0 &&
    replay.told.every(t => t.a === t.b)
  )
    return [`With ${log} nothing would have been different.`]
  return [
    `With ${log} it would have:`,
    ...replay.told.map(t => `  ${t.what.padEnd(8)} ${clean(t.words)}`),
    `  ${"judged".padEnd(8)} ${verdicts.changed.length} of ${verdicts.total} episodes otherwise; ${cards.changed.length} of ${cards.total} cards are worth or stand otherwise`,
  ]
}
