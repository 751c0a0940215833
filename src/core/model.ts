// The vocabulary: every noun of docs/concepts.md that crosses a boundary, as plain JSON-safe data. No behaviour here.

/** 0 … 1 */
export type Unit = number
/** −1 … 1 */
export type Signed = number
/** milliseconds since the epoch */
export type Millis = number

export const KINDS = ["preference", "constraint", "commitment", "fact", "tactic", "negative_result"] as const
export type Kind = (typeof KINDS)[number]
/** Kinds that state what the user wants: anchored only in the user's own words, never measured by value. */
export const NORMS: readonly Kind[] = ["preference", "constraint", "commitment"]
export const isNorm = (kind: Kind): boolean => NORMS.includes(kind)

/** How a proposal came to its words, as its proposer declares it: what it may become hangs on this and on its evidence. */
export const PROVENANCES = [
  "words", // heard in what the user typed
  "note", // written down by the user
  "agent-note", // written down by an agent: a candidate until an outcome or a nod
  "model", // read by a model
  "document", // a line of a file
  "output", // found in what a tool printed
  "records", // composed from structured tool records only
  "named", // chosen from fixed names that the agent's words have to name again
  "relayed", // let in by another home's gate
  "restated", // an admitted card, turned
] as const
export type Provenance = (typeof PROVENANCES)[number]

/** "foreign:alice@1": what a teammate shared. Quoted data until this person approves it. */
export const foreignProposer = (name: string): string => `foreign:${name}@1`
export const isForeign = (proposer: string): boolean => proposer.startsWith("foreign:")
export const foreignName = (proposer: string): string => proposer.slice("foreign:".length).split("@")[0]!

/** The parts of a pack, most urgent first, and which part a kind belongs to. */
export const SLOTS = ["norms", "negatives", "tactics", "facts"] as const
export type Slot = (typeof SLOTS)[number]
export const SLOT_OF: Readonly<Record<Kind, Slot>> = {
  preference: "norms",
  constraint: "norms",
  commitment: "norms",
  negative_result: "negatives",
  tactic: "tactics",
  fact: "facts",
}

export const TIERS = ["repo", "domain", "global"] as const
export type Tier = (typeof TIERS)[number]
export interface Scope {
  readonly tier: Tier
  readonly id: string
}

export const STAGES = ["trial", "active", "proven", "needs_recheck", "archived", "superseded", "deprecated"] as const
export type Stage = (typeof STAGES)[number]

export const EVIDENCE_KINDS = ["user_span", "agent_span", "doc_span", "tool_output"] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]
/** A verifiable pointer: the words at [start, end) (UTF-16) of the blob that `event` carries; `hash` is keyed to the store. */
export interface Evidence {
  readonly kind: EvidenceKind
  readonly event: string
  readonly blob: string
  readonly start: number
  readonly end: number
  readonly hash: string
}

/** What a tool does, as its client declares it: the only thing known of a tool besides its name. */
export const TOOL_DOES = [
  "runs", // a command line
  "edits", // files
  "reads", // one thing that is there
  "searches", // or lists
  "fetches", // from the web
  "delegates", // to another agent
  "awaits", // what was started before
  "plans",
  "asks", // the person
  "other",
] as const
export type ToolDoes = (typeof TOOL_DOES)[number]
/** The result is somebody else's text: words like "error" in it say little. */
export const isLooking = (does: ToolDoes): boolean => does === "reads" || does === "searches" || does === "fetches"

export const AUTHORS = ["user", "harness", "sub-agent"] as const
export type Author = (typeof AUTHORS)[number]

export const CHANNELS = ["auto_pack", "search", "explicit_read", "check"] as const
export type Channel = (typeof CHANNELS)[number]
export const PLACEMENTS = ["session_start", "prompt", "before_tool", "after_failure"] as const
export type Placement = (typeof PLACEMENTS)[number]

export const FEEDBACK_TYPES = [
  "explicit_positive",
  "explicit_negative",
  "implicit_retry",
  "implicit_continuation",
  "accept",
  "resend",
  "neutral",
] as const
export type FeedbackType = (typeof FEEDBACK_TYPES)[number]

const OUTCOMES = ["tool_success", "tool_failure", "user_confirmed_helpful", "user_corrected"] as const
export type OutcomeType = (typeof OUTCOMES)[number]
/**
 * What kind of work an outcome speaks of. Only these are salient: `ls` is not a win. "call" is any call at all,
 * for a preset that counts them (S4-40).
 */
export const SALIENT = ["test", "build", "lint", "typecheck", "commit", "push", "deploy", "user", "call"] as const
export type Salient = (typeof SALIENT)[number]
export interface Outcome {
  readonly type: OutcomeType
  readonly salient: Salient
  readonly event: string
  readonly at: Millis
  /** what it is the last word on, when others may follow: the next one takes its place */
  readonly on?: string
}
/** What ran went well, or the user says that it did. */
export const isGood = ({ type }: Pick<Outcome, "type">): boolean =>
  type === "tool_success" || type === "user_confirmed_helpful"

/** Who tripped: the watch over an episode, the gate before promotions, or memory itself where it does harm. */
export type Breaker = "session" | "promotion" | "standing"

export const VERDICTS = ["success", "failure", "mixed", "unjudged"] as const
export type Verdict = (typeof VERDICTS)[number]

/** What one event says, free of text, so that it can outlive the text (L4). `because` names patterns, never quotes. */
export interface Reading {
  readonly signal: "feedback" | "tool" | "interrupt" | "refusal" | "drift" | "boundary" | "change" | "words" | "later"
  readonly type: string
  readonly polarity: Signed
  readonly confidence: Unit
  readonly because: string
  readonly facts?: Readonly<Record<string, string | number | boolean | null>>
}
export interface Signal extends Reading {
  readonly event: string
  /** index of the turn it speaks of, null when it speaks of none */
  readonly turn: number | null
  /** rule@version */
  readonly rule: string
}

/** Posterior of a card's effect on success, in points of probability when eligible. `n` judged exposures stand behind it. */
export interface Value {
  readonly mean: number
  readonly sd: number
  readonly n: number
  readonly help: Unit
  readonly nothing: Unit
  readonly harm: Unit
  readonly verdict: "helps" | "harms" | "inert" | "early"
}

export interface Trust {
  readonly mean: Unit
  readonly low: Unit
  readonly high: Unit
  readonly n: number
}

/** How strict Mettle is about a norm: said in packs, told at the call, held once, always blocked. */
export const STRICTNESS = ["say", "tell", "hold", "block"] as const
export type Strictness = (typeof STRICTNESS)[number]
