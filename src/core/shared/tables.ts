// THE list of tables of shared views: each with its rows and its keys.
import type { Unit } from "../learn/pool.ts"
import { table } from "../views/table.ts"
import type { SharedEntry } from "./fold.ts"
import type { PooledRow, UnitRow } from "./relearn.ts"
import type {
  AdmittedRow,
  ClaimRow,
  EpisodePlace,
  FoundedRow,
  InheritedRow,
  KeptRow,
  MemberRow,
  OwedRow,
  SharedCardRow,
  SharedEpisodeRow,
  WillRow,
} from "./state.ts"

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
  episode: table<SharedEpisodeRow>("episode", "partition/author/repo/day/episode"),
  place: table<EpisodePlace>("place", "partition/author/episode"),
  unit: table<UnitRow>("unit", "partition/author/repo"),
  saw: table<Unit["saw"]>("saw", "partition/author/repo"),
  missing: table<1>("missing", "card/partition/author/repo"),
  pooled: table<PooledRow>("pooled", "card"),
  known: table<1>("known", "envelope"),
  owed: table<OwedRow>("owed", "card"),
  founded: table<FoundedRow>("founded", "log"),
  kept: table<KeptRow>("kept", "envelope"),
  claim: table<ClaimRow>("claim", "envelope"),
  will: table<WillRow>("will", "keeper/rev/heir"),
  inherited: table<InheritedRow>("inherited", "envelope"),
  admitted: table<AdmittedRow>("admitted", "partition/author/who"),
  taken: table<1>("taken", "envelope"),
} as const
