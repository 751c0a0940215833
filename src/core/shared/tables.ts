// THE list of tables of shared views, each with its rows and its keys: members, cards, episodes, and the pooled worth of cards.
// All of it follows from the envelopes alone, whatever order their authors' envelopes arrived in.
import type { Unit } from "../learn/pool.ts"
import { table } from "../views/table.ts"
import type { BodyOf } from "./bodies.ts"
import type { SharedEntry } from "./fold.ts"
import type { PooledRow, UnitRow } from "./relearn.ts"

/** A beginning of the log, by whom and under which id. */
export interface FoundedRow {
  readonly id: string
  readonly author: string
  readonly ts: number
  readonly seq: number
}
/** A revocation by somebody who is not known to be a keeper yet: in a folder their naming may come later. */
export interface ClaimRow {
  readonly by: string
  readonly who: string
  readonly partition: string
  readonly seq: number
}
export interface MemberRow {
  readonly author: string
  readonly partition: string
  readonly key: string
  readonly name: string
  /** place in the shared log */
  readonly seq: number
  readonly gone: "left" | "revoked" | null
}
export interface SharedCardRow {
  readonly id: string
  readonly author: string
  readonly partition: string
  /** the card's id at its author's home: names its revisions when the body is gone */
  readonly subject: string
  readonly rev: number
  readonly envelope: string
  readonly hash: string
  /** null once withdrawn: the words are gone from here too */
  readonly body: BodyOf<"card.shared"> | null
  readonly withdrawn: "forgotten" | "archived" | null
}
/** What is refused, and counted so that doctor can say it. */
export const REFUSED = ["unreadable", "unknown type", "not its id", "bad signature", "replay", "not a member"] as const
export type Refused = (typeof REFUSED)[number]

/** One person in one partition. */
export const unitKey = (partition: string, author: string): string => `${partition}/${author}`

export const SHARED_TABLE = {
  /** how far each partition was read, and what was refused */
  count: table<number>("count", "cursor/partition or refused/reason"),
  oneOrder: table<boolean>("one_order", "log"),
  /** the beginning that this home joined */
  pinned: table<string>("pinned", "log"),
  stale: table<string>("stale", "partition/author/repo"),
  member: table<MemberRow>("member", "partition/author"),
  /** what came before its author's name */
  early: table<SharedEntry>("early", "partition/author/seq/id"),
  card: table<SharedCardRow>("card", "card"),
  episode: table<{ readonly body: BodyOf<"episode.shared"> }>("episode", "partition/author/repo/day/episode"),
  /** where an episode's row lies: rows are kept in the order of their day */
  place: table<{ readonly key: string; readonly rev: number; readonly hash: string }>(
    "place",
    "partition/author/episode",
  ),
  unit: table<UnitRow>("unit", "partition/author/repo"),
  saw: table<Unit["saw"]>("saw", "partition/author/repo"),
  missing: table<1>("missing", "card/partition/author/repo"),
  pooled: table<PooledRow>("pooled", "card"),
  known: table<1>("known", "envelope"),
  /** words an author took back, in revisions up to this one: theirs to erase from the log */
  owed: table<Pick<SharedCardRow, "author" | "partition" | "subject"> & { readonly upTo: number }>("owed", "card"),
  founded: table<FoundedRow>("founded", "log"),
  /** hand-overs of its keeping */
  kept: table<{ readonly by: string; readonly who: string; readonly rev: number }>("kept", "envelope"),
  claim: table<ClaimRow>("claim", "envelope"),
  /** who may speak in a partition, by the word of one who may be a keeper */
  admitted: table<{ readonly by: string; readonly who: string }>("admitted", "partition/author/who"),
  taken: table<1>("taken", "envelope"),
} as const
