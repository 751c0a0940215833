// What may stand in place of a rule's params: a value of the same shape as the one it replaces, within the range its note gives. The
// shape is read off the defaults, so that no rule writes its constants down twice.
import { NOTES } from "./param-notes.ts"
import type { Params, Watcher } from "./rule.ts"

/** Params that replace those of rules, by the rules' names; only what is named changes. */
export type Overrides = Readonly<Record<string, Params>>

const isRecord = (value: unknown): value is Params =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The rule's params with some replaced, however deep. Throws RangeError on a key it does not have or a value of another shape. */
export function withOverrides<P extends Params>(rule: string, params: P, overrides: Params): P {
  for (const key of Object.keys(overrides))
    if (!Object.hasOwn(params, key)) throw new RangeError(`${rule} has no param "${key}"`)
  return replaced(params, overrides, problem => new RangeError(`${rule}: ${problem}`)) as P
}

function replaced(was: unknown, by: unknown, wrong: (problem: string) => Error, at = ""): unknown {
  if (!isRecord(was) || !isRecord(by)) {
    if (!fits(was, by)) throw wrong(`"${at}" has another shape than ${JSON.stringify(was)?.slice(0, 60)}`)
    return by
  }
  const all: Record<string, unknown> = { ...was }
  for (const [key, value] of Object.entries(by)) {
    if (!Object.hasOwn(was, key)) throw wrong(`"${at}" has no part "${key}"`)
    all[key] = replaced(was[key], value, wrong, at === "" ? key : `${at}.${key}`)
  }
  return all
}

/** A list of numbers keeps its length (a mean and its spread); other lists may grow and shrink. */
function fits(was: unknown, by: unknown): boolean {
  if (was === undefined || was === null) return true
  if (Array.isArray(was)) {
    if (!Array.isArray(by)) return false
    if (was.length === 0) return true
    const numbers = was.every(part => typeof part === "number")
    return (!numbers || by.length === was.length) && by.every(part => was.some(known => fits(known, part)))
  }
  if (isRecord(was)) return isRecord(by) && Object.keys(was).every(key => key in by && fits(was[key], by[key]))
  return typeof was === typeof by && (typeof by !== "number" || Number.isFinite(by))
}

/** One number, word or list of a rule that can be changed by itself: `learn.decay`. */
export interface Leaf {
  readonly path: string
  readonly value: unknown
  readonly about: string
  /** null: no number stands in it, or any number will do on that side */
  readonly least: number | null
  readonly most: number | null
  readonly whole: boolean
}

type Notes = Watcher["notes"]
export const leavesOf = (params: Params, notes: Notes = {}): readonly Leaf[] =>
  Object.entries(params).flatMap(([key, value]) => below(notes, key, value))
const below = (notes: NonNullable<Notes>, path: string, value: unknown): readonly Leaf[] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([key, part]) => below(notes, `${path}.${key}`, part))
    : [{ path, value, ...noteOf(notes, path) }]

const leavesIn = (overrides: Overrides) =>
  Object.entries(overrides).flatMap(([rule, params]) =>
    isRecord(params) ? leavesOf(params).map(leaf => ({ rule, ...leaf })) : [],
  )

const NOTE = /^(#?)(-?[\d.e-]+)\.\.(-?[\d.e]+)? (.*)$/

/** The note of the place itself, else of what it is a part of; a rule's own before that of all rules. */
function noteOf(notes: NonNullable<Notes>, path: string): Omit<Leaf, "path" | "value"> {
  const parts = path.split(".")
  const places = parts.map((_, i) => parts.slice(0, parts.length - i).join("."))
  const text = [notes, NOTES].flatMap(known => places.flatMap(place => known[place] ?? []))[0] ?? ""
  const found = NOTE.exec(text)
  if (!found) return { about: text, least: null, most: null, whole: false }
  const [, sign, least, most, about] = found
  return { about: about!, least: Number(least), most: most === undefined ? null : Number(most), whole: sign === "#" }
}

/** What is wrong with a value for this place, in words; null when it will do. */
export function outOfRange(leaf: Pick<Leaf, "value" | "least" | "most" | "whole">): string | null {
  const { value, least, most, whole } = leaf
  const numbers = (Array.isArray(value) ? value : [value]).filter(part => typeof part === "number")
  if (whole && numbers.some(n => !Number.isInteger(n))) return "must be a whole number"
  if (least !== null && numbers.some(n => n < least)) return `must be at least ${least}`
  if (most !== null && numbers.some(n => n > most)) return `must be at most ${most}`
  return null
}

/** Which places of these overrides differ from the rules' own params, and how; what no rule has any more is told apart. */
export const changedLeaves = (rules: readonly Watcher[], overrides: Overrides) =>
  leavesIn(overrides).flatMap(({ rule, path, value }) => {
    const own = rules.flatMap(r => (r.name === rule ? leavesOf(r.params) : []))
    const from = own.findLast(leaf => leaf.path === path)?.value
    return JSON.stringify(from) === JSON.stringify(value) ? [] : [{ rule, path, from, to: value }]
  })

/** These overrides with one place set, or taken out (undefined). Parts left empty go. */
export function withLeaf(overrides: Overrides, rule: string, path: string, value: unknown): Overrides {
  const set = (at: Params, [key, ...rest]: readonly string[]): Params => {
    const part = rest.length === 0 ? value : set(isRecord(at[key!]) ? (at[key!] as Params) : {}, rest)
    const { [key!]: _, ...others } = at
    return part === undefined || (isRecord(part) && Object.keys(part).length === 0)
      ? others
      : { ...others, [key!]: part }
  }
  return set(overrides, [rule, ...path.split(".")]) as Overrides
}

/** Both, the second before the first where they name the same place. */
export const mergeOverrides = (first: Overrides, second: Overrides): Overrides =>
  leavesIn(second).reduce((all, { rule, path, value }) => withLeaf(all, rule, path, value), first)

/** What of these overrides the rules still have, in the shape they have it: a log may be older than the rules. */
export const stillFitting = (rules: readonly Watcher[], overrides: Overrides): Overrides =>
  leavesIn(overrides)
    .filter(({ rule, path, value }) => {
      const own = rules.find(r => r.name === rule && path.split(".")[0]! in r.params)
      const known = own && leavesOf(own.params).find(leaf => leaf.path === path)
      return known !== undefined && fits(known.value, value)
    })
    .reduce((all: Overrides, { rule, path, value }) => withLeaf(all, rule, path, value), {})
