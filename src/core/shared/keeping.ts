// Whose log it is: who began it, under which id, and to whom its keeping was handed on. Every step is signed by who takes it,
// so the keeper is the same for everybody who holds the same envelopes. Revoking is the fold's; this only says who may.
import { hashId } from "../ids.ts"
import { list, type Rows } from "../views/rows.ts"
import { type FoundedRow, type KeptRow, type MemberRow, SHARED_TABLE, unitKey } from "./state.ts"

/** The partition of what concerns the log itself. No scope is called so, and nobody joins it. */
export const LOG_PARTITION = "log"
const ONE_ORDER = "one-order"

/** A new log's id: nobody else has this key, and begins at this moment. */
export const newLogId = (author: string, now: number): string => hashId("log", author, now)

/** Says whether the log's sequence is everybody's: then the first beginning counts, else the earliest by its own clock. */
export const noteOrder = (rows: Rows, oneOrder: boolean): void => rows.set(SHARED_TABLE.meta, ONE_ORDER, oneOrder)

/** Of several beginnings the one that counts. */
export function firstOf<T extends { readonly seq: number; readonly ts: number; readonly id: string }>(
  begun: readonly T[],
  oneOrder: boolean,
): T | undefined {
  const before = (a: T, b: T): boolean => (oneOrder ? a.seq < b.seq : a.ts < b.ts || (a.ts === b.ts && a.id < b.id))
  return begun.reduce<T | undefined>((best, one) => (best === undefined || before(one, best) ? one : best), undefined)
}

export const foundingIn = (rows: Rows): FoundedRow | undefined =>
  firstOf(
    list<FoundedRow>(rows, SHARED_TABLE.founded).map(([, row]) => row),
    rows.get<boolean>(SHARED_TABLE.meta, ONE_ORDER) ?? true,
  )

/** Everybody who kept the log, in order: who began it, whom they named, whom those named. */
export function keepersIn(rows: Rows): readonly string[] {
  const first = foundingIn(rows)?.author
  if (first === undefined) return []
  const named = list<KeptRow>(rows, SHARED_TABLE.kept).map(([, row]) => row)
  const chain = [first]
  for (;;) {
    const by = chain.at(-1)!
    // One who names two at once is read the same way everywhere.
    const next = named
      .filter(row => row.by === by && row.rev === chain.length)
      .map(row => row.who)
      .sort()[0]
    if (next === undefined) return chain
    chain.push(next)
  }
}

/** Who may revoke others in a partition: the latest keeper of the log who is in it. */
export const keeperOf = (rows: Rows, partition: string): MemberRow | undefined =>
  [...keepersIn(rows)]
    .reverse()
    .map(author => rows.get<MemberRow>(SHARED_TABLE.member, unitKey(partition, author)))
    .find(member => member?.gone === null)
