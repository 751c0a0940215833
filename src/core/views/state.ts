// The shapes of folded state: what the views hold about episodes, turns and cards. All of it can be recomputed (L1).
// Long because: the shapes of the rows stand in one place.

import type { Adherence } from "../adherence/adherence.ts"
import type { CardUse } from "../adherence/use.ts"
import type { ToolDoes } from "../model.ts"
import {
  type Channel,
  type Evidence,
  type EvidenceKind,
  type FeedbackType,
  isNorm,
  type Kind,
  type Outcome,
  type Placement,
  type Provenance,
  type Salient,
  type Scope,
  type Signal,
  type Stage,
  type Strictness,
  type Unit,
  type Verdict,
} from "../model.ts"
import type { ValueAnswer } from "../questions/worth.ts"
import type { Pile } from "../uplift/uplift.ts"

export interface EpisodeView {
  readonly id: string
  readonly client: string
  readonly model: string | null
  readonly scope: string | null
  readonly interactive: boolean
  readonly parent: string | null
  readonly cwd: string | null
  readonly branch: string | null
  readonly openedAt: number
  readonly lastAt: number
  readonly closedAt: number | null
  readonly closeReason: string | null
  readonly turns: number
  /** first turn not yet handed to credit: a reopened episode is credited in parts, never twice */
  readonly uncredited: number
  /** records already handed to credit: turns [from, to) under `key` */
  readonly parts: readonly { readonly from: number; readonly to: number; readonly key: string }[]
  readonly sawTurnEnd: boolean
  readonly tools: number
  readonly failures: number
  readonly failStreak: number
  readonly packs: number
  readonly admitted: number
  readonly admittedTactics: number
  readonly interventions: number
  /** turn of the last compaction: cards shown before it are out of context */
  readonly compactedAt: number | null
  /** how many exposures that turn had by then: what came after them is in context. Absent = none */
  readonly compactedShown?: number
  readonly verdict: Verdict
  readonly p: Unit | null
  readonly because: string
  /** stretches judged together, known once the episode is closed */
  readonly segments: readonly SegmentView[]
  /** shown before the first prompt; joins turn 0 */
  readonly pending: readonly ExposureView[]
  readonly intervened: boolean
  readonly control: boolean
  /** calls that a check held: how they come back is our doing. Absent = none */
  readonly held?: readonly string[]
  /** the chance of being a control episode, where it was drawn */
  readonly controlChance?: number
}

export interface SegmentView {
  /** turns [from, to] */
  readonly from: number
  readonly to: number
  readonly endedBy: "outcome" | "commit" | "boundary" | "pause" | "episode"
  readonly p: Unit | null
  readonly verdict: Verdict
  readonly because: string
}

export interface ToolView {
  readonly call: string
  readonly event: string
  readonly tool: string
  readonly does: ToolDoes
  readonly at: number
  readonly input: string | null
  readonly path: string | null
  readonly output: string | null
  /** the client's word, then the reader's; null = unknown */
  readonly ok: boolean | null
  readonly kind: string
  readonly exitCode: number | null
  readonly salient: Salient | null
  readonly fingerprint: string | null
  readonly errorType: string | null
  /** what a plain list of words says (S0-39) */
  readonly words: boolean | null
  readonly rejected: boolean
  readonly cancelled: boolean
  readonly durationMs: number | null
  readonly agent: string | null
}

export interface ExposureView {
  readonly pack: string
  readonly card: string
  readonly channel: Channel
  readonly placement: Placement
  readonly slot: string
  readonly score: number
  readonly rank: number
  readonly shown: boolean
  readonly mode: 1 | -1
  readonly chance: Unit
  readonly reason: string | null
  readonly at: number
}

export interface TurnView {
  readonly episode: string
  readonly index: number
  readonly event: string
  readonly prompt: string
  readonly author: "user" | "harness" | "sub-agent"
  readonly chars: number
  readonly hasError: boolean
  readonly at: number
  readonly lastAt: number
  readonly end: "end" | "error" | "interrupt" | "next_prompt" | "episode_end" | "timeout" | null
  /** last thing the agent said, and the id of that event */
  readonly reply: string | null
  readonly replyEvent: string | null
  readonly tools: readonly ToolView[]
  /** calls that have not come back */
  readonly open: readonly {
    readonly call: string
    readonly tool: string
    readonly input: string | null
    readonly path: string | null
  }[]
  readonly signals: readonly Signal[]
  readonly exposures: readonly ExposureView[]
  /** how many cards were in context when the turn began, and how many slots the pack had */
  readonly active: number
  readonly slots: number
  readonly outcomes: readonly Outcome[]
  /** what the next user message says of this turn */
  readonly feedback: { readonly type: FeedbackType; readonly sentiment: Unit; readonly confidence: Unit } | null
  /** share of its words that the next message says again. Absent = no next message, or nothing to compare */
  readonly echo?: Unit
  readonly committed: boolean | null
  readonly reverted: boolean | null
  readonly survived: Unit | null
  readonly judge: Unit | null
  readonly reported: boolean | null
  /** a report on the whole task, as it was told last. Absent = none */
  readonly told?: ToldView
  /** cards that were seen in use, told when the episode closes */
  readonly cited: readonly CardUse[]
  readonly label: Unit | null
  /** what was seen, apart from what was expected. Absent = the judge says probabilities only */
  readonly llr?: number
  readonly verdict: Verdict
  readonly because: string
}

/** What a caller said of a task (S3-08, S3-09); null = left out. */
export interface ToldView {
  readonly event: string
  readonly success: boolean
  readonly minutes: number | null
  readonly errors: number | null
  readonly retries: number | null
  /** texts that evidence may cite: what it was called, how it was done, what came of it */
  readonly texts: readonly string[]
}

interface DisputeView {
  readonly event: string
  /** what anchors it; null or absent = nothing (D59) */
  readonly evidence?: EvidenceKind | null
  readonly weight: number
  readonly at: number
}

export interface CardView {
  readonly id: string
  readonly kind: Kind
  readonly statement: string
  readonly topic: string
  readonly tags: readonly string[]
  readonly scope: Scope
  readonly stage: Stage
  /** who said it: the user's own words, the agent's procedure, or taken from tools and documents */
  readonly source: "user" | "agent" | "extracted"
  readonly proposer: string
  readonly provenance: Provenance
  readonly evidence: readonly Evidence[]
  readonly bornAt: number
  readonly bornSeq: number
  readonly episode: string | null
  readonly turn: number | null
  readonly supersedes: string | null
  readonly supersededBy: string | null
  readonly pinned: boolean
  readonly confirmed: boolean
  /** evidence in a file no longer stands: neither shown nor blamed */
  readonly stale: boolean
  readonly value: ValueAnswer | null
  readonly support: number
  readonly contradiction: number
  /** anchored contradictions by what anchors them; only grows (D60). Absent = none */
  readonly contradictions?: Readonly<Partial<Record<EvidenceKind, number>>>
  /** places in `evidence` whose file says something else now. Absent = none */
  readonly changed?: readonly number[]
  readonly disputes: readonly DisputeView[]
  readonly recheckSince: number | null
  readonly seen: number
  readonly shown: number
  readonly read: number
  readonly lastShownAt: number | null
  readonly wins: number
  readonly losses: number
  readonly winsByRepo: Readonly<Record<string, number>>
  /** marked wrong: out of packs until the user has looked */
  readonly muted: boolean
  /** who, other than the user, marked what the user stands by: it waits for the user, and goes on as it was. Absent = nobody */
  readonly flagged?: readonly string[]
  readonly because: string
  /** independent episodes it needs before it is used, when its source is not trusted, and those that spoke for it */
  readonly needs?: number
  readonly backed?: readonly string[]
  /** of a fact: when it was last seen true, after its birth; absent = then */
  readonly trueAt?: number | undefined
  /** the last episodes in which it held a call */
  readonly heldIn?: readonly string[] | undefined
  /** how strict the user wants it; absent = as strict as the settings */
  readonly strict?: Strictness | undefined
  /** the user wants to be asked before it is used */
  readonly asks?: true
}

/** The user has not said yes yet, and wanted to be asked. */
export const waitsForYes = (card: CardView): boolean => card.asks === true && !card.confirmed

/** The user stands by it: a norm in the user's own words, or anything the user vouched for. Others may flag it, no more. */
export const standsBy = (card: CardView): boolean =>
  card.confirmed || card.pinned || (isNorm(card.kind) && card.source === "user")

/** What is known of a card that nobody has seen yet. */
export const UNSEEN = {
  supersededBy: null,
  pinned: false,
  confirmed: false,
  stale: false,
  value: null,
  contradiction: 0,
  disputes: [],
  recheckSince: null,
  seen: 0,
  shown: 0,
  read: 0,
  lastShownAt: null,
  wins: 0,
  losses: 0,
  winsByRepo: {},
  muted: false,
} as const satisfies Partial<CardView>

export interface LedgerEntry {
  readonly seq: number
  readonly at: number
  readonly episode: string | null
  readonly act: "admitted" | "merged" | "superseded" | "archived" | "refused" | "moved" | "user"
  readonly card: string | null
  readonly proposal: string | null
  readonly kind: Kind | null
  /** text reference, so that forgetting reaches it */
  readonly statement: string | null
  readonly rule: string
  readonly because: string
}

/** What an outcome was shared into: the shares stand in the credit table; these and the rest add up to what was observed. */
export interface ReceiptView {
  readonly episode: string
  readonly rule: string
  readonly rest: number
  readonly observed: readonly { readonly prompt: number; readonly amount: number }[]
  readonly because: string
}

/** How a norm was followed: episodes counted by answer, the last telling ones, the last breach. */
export interface NormView {
  readonly counts: Readonly<Record<Adherence, number>>
  readonly recent: readonly NormLine[]
  readonly broken: NormLine | null
}
interface NormLine {
  readonly episode: string
  readonly at: number
  /** the event that shows it */
  readonly event: string | null
  readonly adherence: Adherence
}

/** Outcomes of prompts where cards of a kind were shown at a placement, and of comparable ones where none was. */
export interface PlacementView {
  readonly shown: Pile
  readonly not: Pile
}

export interface NoteView {
  readonly by: string
  /** text reference */
  readonly text: string
}
export interface FaultView {
  readonly at: number
  readonly where: string
  readonly code: string
  readonly detail: string | null
}
/** What became of a proposal. */
export interface ProposalView {
  readonly act: "admit" | "merge" | "supersede" | "refuse"
  readonly into: string | null
}
/** One time a card was shown. */
export interface SeenView {
  readonly episode: string | null
  /** how a pack reached the agent (S2-71); absent = somebody asked for it */
  readonly method?: "hook" | "both"
  readonly placement: Placement
  readonly channel: Channel
  readonly at: number
}
/** A teammate's card as it came: what it cites. */
export interface ReceivedView {
  readonly card: string
  readonly quotes: readonly string[]
}

export const messageKey = (episode: string, n: number): string => `${episode}/${String(n).padStart(6, "0")}`
/** The turn that goes on is asked for several times an event. */
let last = { episode: "", index: -1, key: "" }
export function turnKey(episode: string, index: number): string {
  if (last.index !== index || last.episode !== episode) last = { episode, index, key: messageKey(episode, index) }
  return last.key
}
export const timeKey = (at: number): string => String(Math.max(0, Math.trunc(at))).padStart(15, "0")
export const seqKey = (seq: number): string => String(seq).padStart(12, "0")
export const scopeKey = (scope: Scope): string => `${scope.tier}:${scope.id}`
export const isLive = (stage: Stage): boolean =>
  stage === "trial" || stage === "active" || stage === "proven" || stage === "needs_recheck"
