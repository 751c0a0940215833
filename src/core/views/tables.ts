// THE list of the fold's own tables: each with its rows and its keys. Tables of a rule stand with the rule.

import type { Credit, EpisodeRecord } from "../questions/worth.ts"
import type { TrustMove } from "../trust/tally.ts"
import type { Standing } from "../uplift/uplift.ts"
import type { Changed } from "./acts.ts"
import type { AttemptView } from "./attempts.ts"
import type { Doubt, SetAside } from "./clock.ts"
import type { CommitView } from "./episode/commits.ts"
import type { HeardView } from "./episode/messages.ts"
import type { EpisodeAdherence } from "./norms.ts"
import type { Savepoint } from "./savepoints.ts"
import type { Place, Sayings } from "./sightings.ts"
import type {
  CardView,
  EpisodeView,
  FaultView,
  LedgerEntry,
  NormView,
  NoteView,
  PlacementView,
  ProposalView,
  ReceiptView,
  ReceivedView,
  SeenView,
  TurnView,
} from "./state.ts"
import { table } from "./table.ts"

export const TABLE = {
  meta: table<number>("meta", "name of a counter or a time"),
  doubt: table<Doubt>("doubt", "all"),
  setAside: table<SetAside>("set_aside", "all"),
  episode: table<EpisodeView>("episode", "episode"),
  turn: table<TurnView>("turn", "episode/index"),
  recent: table<readonly string[]>("recent", "scope"),
  card: table<CardView>("card", "card"),
  scopeCards: table<1>("scope_cards", "tier:scope/kind/card"),
  ledger: table<LedgerEntry>("ledger", "episode or -/n"),
  credit: table<Credit>("credit", "card/episode/prompt/record/n"),
  record: table<EpisodeRecord>("record", "n"),
  savepoint: table<Savepoint>("savepoint", "records"),
  seenBy: table<SeenView>("seen_by", "card/seq"),
  due: table<1>("due", "time/what/id"),
  note: table<NoteView>("note", "event"),
  act: table<Changed>("act", "event"),
  takenBack: table<string>("taken_back", "hash of the words"),
  retold: table<number>("retold", "reference of a forgotten text"),
  fault: table<FaultView>("fault", "seq"),
  proposal: table<ProposalView>("proposal", "event"),
  sighting: table<readonly Place[]>("sighting", "scope/broke/hash of the command"),
  said: table<Sayings>("said", "scope/number; scope/ alone is the newest"),
  attempt: table<AttemptView>("attempt", "scope/hash of the command"),
  ran: table<readonly string[]>("ran", "episode"),
  heard: table<HeardView>("heard", "episode"),
  receipt: table<ReceiptView>("receipt", "record"),
  adherence: table<EpisodeAdherence>("adherence", "episode"),
  norm: table<NormView>("norm", "card"),
  placement: table<PlacementView>("placement", "kind/placement"),
  standing: table<Standing>("standing", "scope or scope/part"),
  down: table<string>("down", "scope or scope/part"),
  received: table<ReceivedView>("received", "event"),
  trustMove: table<TrustMove>("trust_move", "source/n"),
  commit: table<CommitView>("commit", "scope/short id"),
  wordless: table<CardView>("wordless", "card"),
  commitLine: table<readonly string[]>("commit_line", "episode"),
} as const
