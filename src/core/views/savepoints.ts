// Savepoints: what credit and value had learned after so many records, kept at distances that grow towards the past, so that late
// evidence replays from shortly before the record it changes. Which ones there are follows from the number of records alone.
import { type FoldContext, ruleFor } from "./context.ts"
import { type Effects, effectsAgain, effectsNow } from "./effects.ts"
import { seqKey } from "./state.ts"
import { table } from "./table.ts"
import { TABLE } from "./tables.ts"

/** Everything that a replay of records makes anew, but for the credit and the receipt of each record. */
export interface Savepoint {
  readonly effects: Effects
  /** rows of the rules by table */
  readonly rules: Readonly<Record<string, readonly (readonly [string, unknown])[]>>
}

/** Records between two savepoints of the recent past; each step back they lie so much further apart. */
const EVERY = 8
const APART = 4

const learners = (context: FoldContext) => [ruleFor(context, "value"), ruleFor(context, "credit")]
const tablesOf = (context: FoldContext): readonly string[] =>
  learners(context).flatMap(rule => (rule.tables ?? []).map(({ name }) => name))
/** A rule that also hears of other things knows what no replay of records from the middle would tell it. */
const canSave = (context: FoldContext): boolean =>
  learners(context).every(rule => Object.keys(rule.on ?? {}).every(what => what === "record credited"))
/** As rows stand: what a table makes of them is for whoever uses them. */
const plain = (name: string) => table<unknown>(name, "any")

/** Is there one at `at` when so many records are in? */
function isKept(at: number, records: number): boolean {
  let apart = EVERY
  while (records - at > 2 * apart) apart *= APART
  return at > 0 && at % apart === 0
}

/** So many records are in. */
export function save(context: FoldContext, records: number): void {
  if (records % EVERY !== 0 || !canSave(context)) return
  const { rows } = context
  const rules = Object.fromEntries(tablesOf(context).map(name => [name, plain(name).list(rows)]))
  TABLE.savepoint.set(rows, seqKey(records), { effects: effectsNow(context), rules })
  for (let apart = EVERY; 2 * apart < records; apart *= APART) {
    const at = records - 2 * apart - EVERY
    if (isKept(at, records - EVERY) && !isKept(at, records)) TABLE.savepoint.delete(rows, seqKey(at))
  }
}

/** Goes back to before a record when so many are in. Returns how many are in then. */
export function restore(context: FoldContext, before: number, learned: number): number {
  const { rows } = context
  const records = learned - (learned % EVERY)
  let at = canSave(context) ? before - 1 - ((before - 1) % EVERY) : 0
  while (at > 0 && !isKept(at, records)) at -= EVERY
  const point = at > 0 ? TABLE.savepoint.get(rows, seqKey(at))! : null
  effectsAgain(context, point?.effects ?? null)
  for (const name of tablesOf(context)) {
    plain(name).clear(rows)
    for (const [key, value] of point?.rules[name] ?? []) plain(name).set(rows, key, value)
  }
  for (let later = at + EVERY; later <= records; later += EVERY)
    if (isKept(later, records)) TABLE.savepoint.delete(rows, seqKey(later))
  return at
}
