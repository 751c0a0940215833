// Whose log it is: who began it, under which id, and to whom its keeping was handed on by the keeper's own word. Every step is signed by who takes it, so the keeper is the same for everybody who holds the
// same envelopes and joined the same beginning. Revoking is the fold's; this says who may, and who is heard.
import { hashId } from "../ids.ts"
import type { Rows } from "../views/rows.ts"
import { type FoundedRow, type MemberRow, SHARED_TABLE, unitKey } from "./tables.ts"

/** The partition of what concerns the log itself. No scope is called so, and nobody joins it. */
export const LOG_PARTITION = "log"

/** A new log's id: nobody else has this key, and begins at this moment. */
export const newLogId = (author: string, now: number): string => hashId("log", author, now)

/** Says whether the log's sequence is everybody's: then the first beginning counts, else the earliest by its own clock. */
export const noteOrder = (rows: Rows, oneOrder: boolean): void => SHARED_TABLE.oneOrder.set(rows, "log", oneOrder)

/** Of several beginnings the one that counts. */
export function firstOf<T extends { readonly seq: number; readonly ts: number; readonly id: string }>(
  begun: readonly T[],
  oneOrder: boolean,
): T | undefined {
  const before = (a: T, b: T): boolean => (oneOrder ? a.seq < b.seq : a.ts < b.ts || (a.ts === b.ts && a.id < b.id))
  return begun.reduce<T | undefined>((best, one) => (best === undefined || before(one, best) ? one : best), undefined)
}

/** The beginning this home joined: no other one counts here, whatever time it claims. */
export const pinnedIn = (rows: Rows): string | undefined => SHARED_TABLE.pinned.get(rows, "log")
export const pin = (rows: Rows, log: string): void => SHARED_TABLE.pinned.set(rows, "log", log)

export function foundingIn(rows: Rows): FoundedRow | undefined {
  const pinned = pinnedIn(rows)
  if (pinned !== undefined) return SHARED_TABLE.founded.get(rows, pinned)
  return firstOf(SHARED_TABLE.founded.values(rows), SHARED_TABLE.oneOrder.get(rows, "log") ?? true)
}

/** Everybody who kept the log, in order: who began it, whom they named, and so on. */
export function keepersIn(rows: Rows): readonly string[] {
  const first = foundingIn(rows)?.author
  if (first === undefined) return []
  const named = SHARED_TABLE.kept.values(rows)
  const chain = [first]
  for (;;) {
    const by = chain.at(-1)!
    // One who names two at once is read the same way everywhere.
    const [handed] = named
      .filter(row => row.by === by && row.rev === chain.length)
      .map(row => row.who)
      .sort()
    if (handed === undefined) return chain
    chain.push(handed)
  }
}

/**
 * Who is heard in a partition. The door is open until a keeper has said who is in; from then on a key that no keeper named
 * is not listened to. What it said stays in the rows, so that an admission that comes later finds it.
 */
export function heardIn(rows: Rows, partition: string): (author: string) => boolean {
  const said = SHARED_TABLE.admitted.values(rows, `${partition}/`)
  if (said.length === 0) return () => true
  const keepers = new Set(keepersIn(rows))
  const admitted = new Set(said.filter(row => keepers.has(row.by)).map(row => row.who))
  return admitted.size === 0 ? () => true : author => admitted.has(author) || keepers.has(author)
}

/** Who may revoke others in a partition: the latest keeper of the log who is in it. */
export const keeperOf = (rows: Rows, partition: string): MemberRow | undefined =>
  [...keepersIn(rows)]
    .reverse()
    .map(author => SHARED_TABLE.member.get(rows, unitKey(partition, author)))
    .find(member => member?.gone === null)
