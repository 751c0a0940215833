/// <reference lib="esnext.disposable" preserve="true" />
// The library as other programs see it: every option, handle and answer, and nothing else. Covered by semantic versioning.
// Self-contained on purpose, so that its types need no package of ours; shapes that the memory shares stand in core/promised.ts.
// docs/sdk.md is generated from both.
// Long because: it is one contract, read and versioned as a whole.
import type { Kind, OutcomeType, Placement, Slot, Stage, Tier, Verdict } from "../core/model.ts"
import type {
  Card,
  CheckHit,
  ErrorLine,
  ForgetReceipt,
  FoundEpisode,
  LogEvent,
  ReplayDiff,
  TaskError,
  TaskOutcome,
  ToolCall,
  WorkLearned,
} from "../core/promised.ts"

/** How a memory is opened. Everything is optional and everything can be replaced. */
export interface MemoryOptions {
  /** Folder of the log and the views. Without it (and without `store`): the memory of this computer, with its settings. */
  readonly dir?: string
  /** `"memory"` keeps everything in RAM; or ports of your own, such as `memoryStore()`, shared between two openings. */
  readonly store?: "memory" | StorePorts
  /** Milliseconds since the epoch. Default: the computer's clock. */
  readonly clock?: () => number
  /** At least `bytes` fresh random bytes. Default: the system's. Ids and draws follow from it, so a fixed one repeats a run. */
  readonly rng?: (bytes: number) => Uint8Array
  /** Another embedder beside the built-in one: used by `search` and `plan`, filled by `settle`. */
  readonly embedder?: TextEmbedder
  /** A model that reads ended episodes. Default `"none"`: no model is ever called. */
  readonly llm?: "none" | LanguageModel
  /** Which rules answer the nine questions. Default `mettle`. */
  readonly preset?: string
  /** Settings by name, as in `mettle help settings`. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Never writes: packs are previews, everything told is refused with `E_LOCKED`. */
  readonly readOnly?: boolean
  /** Ends every wait of this memory when it is aborted. */
  readonly signal?: AbortSignal
}

/** Something that can be stopped: it rejects with the code `E_INTERRUPTED`. */
export interface Stoppable {
  readonly signal?: AbortSignal
}

/** Text in, vectors out. */
export interface TextEmbedder {
  /** Names model and version: vectors of different ids never meet. */
  readonly id: string
  readonly dims: number
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> | Float32Array[]
}

/** A model of yours. What it is sent is redacted, what it answers is data; the setting `model.dailyTokens` (default 0) caps it. */
export interface LanguageModel {
  readonly name: string
  complete(ask: {
    readonly system: string
    readonly prompt: string
    readonly signal: AbortSignal | undefined
  }): Promise<string>
}

/** The ports a store has to offer. `test/contracts` of the repository holds their suites. */
export interface StorePorts {
  readonly log: LogPort
  readonly blobs: BlobPort
  /** Small marks outside the log; kept in RAM when not given. */
  readonly meta?: { get(key: string): string | null; set(key: string, value: string): void }
}

/** Append-only, ordered, idempotent by event id, durable before it resolves. */
export interface LogPort {
  append(
    batch: readonly Omit<LogEvent, "seq">[],
    options?: { readonly expected?: number },
  ): Promise<{ readonly seqs: readonly number[]; readonly added: number }>
  /** Events with seq > from, at most `limit`. */
  read(from: number, limit: number): readonly LogEvent[]
  /** All events of an episode, or only those of these types. */
  readEpisode(episode: string, types?: readonly string[]): readonly LogEvent[]
  readRange(since: number, until: number): readonly LogEvent[]
  readTypes(types: readonly string[]): readonly LogEvent[]
  get(id: string): LogEvent | null
  subscribe(from: number, signal: AbortSignal): AsyncIterable<LogEvent>
  head(): number
  close(): Promise<void>
}

/** Texts by keyed hash. */
export interface BlobPort {
  put(text: string): string
  get(ref: string): string | null
  erase(refs: readonly string[]): number
  hash(text: string): string
}

/** Where something belongs: a folder, whose repository decides, or a name of your own. */
export interface Place {
  /** A folder; its repository is found as the hooks find it. */
  readonly repo?: string
  /** A name of your own instead of a repository. Default: `default`. */
  readonly scope?: string
}

/** One run of an agent on one task. */
export interface EpisodeOptions extends Place {
  /** The agent's name. Default `sdk`. */
  readonly host?: string
  /** Your own id of the run: opening it again goes on with the same episode. Default: a fresh one. */
  readonly session?: string
  /** Does a person sit in front of it? Only then do their words become norms. Default true. */
  readonly interactive?: boolean
  /** The model the agent runs on. */
  readonly model?: string
}

/** A verifiable pointer to what one event says. */
export interface EventRef {
  readonly event: string
}

/** An episode that goes on. Nothing is recorded before the first word; calls are recorded in the order they are made. */
export interface EpisodeHandle {
  readonly id: string
  readonly scope: string
  /** What the person typed. Resolves to the event's id. */
  user(text: string, options?: Stoppable): Promise<string>
  /** What a program wrote to the agent: never a norm. */
  harness(text: string, options?: Stoppable): Promise<string>
  /** What the agent said. */
  agent(text: string, options?: Stoppable): Promise<string>
  tool(call: ToolCall, options?: Stoppable): Promise<{ readonly id: string; readonly ref: EventRef }>
  /** How the work went, by somebody who knows. `evidence` must be of this episode. */
  outcome(
    outcome: { readonly type: OutcomeType; readonly evidence?: readonly EventRef[]; readonly note?: string },
    options?: Stoppable,
  ): Promise<string>
  /** Errors so far, retries, time since it began (for `recordOutcome`). */
  progress(): Promise<{ readonly errors: number; readonly retries: number; readonly durationMs: number }>
  /** Closes it, lets everything due run, and returns what was learned. */
  end(options?: Stoppable): Promise<readonly LedgerLine[]>
}

/** Which cards. Without `all` or `stage`: those that are live. */
export interface CardFilter extends Place {
  readonly kind?: Kind
  /** The stage a card stands at. */
  readonly stage?: Stage
  /** Words its statement holds. */
  readonly q?: string
  /** A tag its proposer gave it. */
  readonly tag?: string
  /** Only what failed before. */
  readonly antiPatterns?: boolean
  readonly all?: boolean
}

/** One line of what was let in, merged, refused or moved, and why. */
export interface LedgerLine {
  readonly seq: number
  readonly at: number
  readonly episode: string | null
  readonly act: "admitted" | "merged" | "superseded" | "archived" | "refused" | "moved" | "user"
  readonly card: string | null
  readonly kind: Kind | null
  readonly words: string | null
  readonly rule: string
  readonly because: string
}

/** What is asked of a pack. */
export interface PackRequest extends Place, Stoppable {
  /** The handle or id of the episode it is for; its scope counts, and what it was shown is not said again. */
  readonly episode?: EpisodeHandle | string
  readonly prompt?: string
  /** Default: the setting `pack.tokens`. */
  readonly budgetTokens?: number
  /** Default: `prompt`, or `session_start` without one. */
  readonly placement?: Placement
  /** Only look: nothing is recorded, nothing is learned from it. */
  readonly preview?: boolean
}

/** What the agent is given, and what was left out. */
export interface PackAnswer {
  /** Names it in `explain.pack`; null for a preview or when there was nothing to choose from. */
  readonly id: string | null
  /** Ready to be put before the agent; empty when there is nothing to say. */
  readonly text: string
  readonly tokens: number
  readonly items: readonly {
    readonly card: string
    readonly slot: Slot
    readonly why: string
    readonly tokens: number
    readonly statement: string
    /** Words of tools or documents: data, never instructions. */
    readonly untrusted: boolean
  }[]
  readonly leftOut: readonly { readonly card: string; readonly slot: Slot; readonly reason: string }[]
  readonly because: string
}

/** An action about to run, or an error just seen. */
export interface CheckRequest extends Place, Stoppable {
  readonly command?: string
  readonly path?: string
  readonly content?: string
  readonly error?: string
  /** With an episode the answer is recorded, and a card holds at most once. */
  readonly episode?: EpisodeHandle | string
}

/** Whose task is meant. */
export interface TaskTeller extends Place, Stoppable {
  /** Default `swarm`. */
  readonly host?: string
  /** Another episode than the one named after the task. */
  readonly episode?: EpisodeHandle | string
}
/** How a task went, told by a swarm, a build server or your own program. */
export interface OutcomeReport extends TaskTeller, TaskOutcome {}

/** What a reported outcome moved: signals, verdict and credit, inversions, stages, in this order. */
export interface OutcomeReceipt {
  readonly episode: string
  readonly event: string
  readonly verdict: Verdict
  /** Cards credited in this episode. */
  readonly credited: readonly { readonly card: string; readonly amount: number; readonly because: string }[]
  /** Tactics that mostly fail by now, offered to be turned into warnings. */
  readonly invertible: readonly string[]
  readonly ledger: readonly LedgerLine[]
  /** Open errors of the task as Markdown, for the next attempt; empty when there are none. */
  readonly retry: string
}

/** An error of a task, written down by whoever works on it. */
export interface ErrorReport extends TaskTeller, TaskError {}

/** What earlier work says about a task. */
export interface Plan {
  /** Similar past episodes, best first. */
  readonly similar: readonly FoundEpisode[]
  /** Cards that may be used: proven first, never deprecated or waiting ones. */
  readonly cards: readonly (Card & { readonly score: number })[]
  /** What failed before. */
  readonly avoid: readonly (Card & { readonly score: number })[]
  /** What reports say work is measured by, with weights. */
  readonly criteria: WorkLearned["criteria"]
  /** All of it for a prompt, each line with how well it is proven. */
  readonly text: string
}

/** What one event said about progress: words, tools, or a reported outcome with its duration, errors and retries. */
export interface SignalLine {
  readonly episode: string
  /** Null: of the whole episode. */
  readonly turn: number | null
  readonly event: string
  readonly signal: string
  readonly type: string
  readonly polarity: number
  readonly confidence: number
  readonly rule: string
  readonly because: string
}

/** Of which episode: its id, or the task it was opened for. */
export interface OfTask {
  readonly episode?: string
  readonly task?: string
  /** With `task`: the host it was opened under. Default `swarm`. */
  readonly host?: string
}

/** One point of an episode's lines. */
export interface TrajectoryPoint {
  /** Number of the message in the episode. */
  readonly message: number
  readonly frustration: number
  readonly success: number
  /** What moved the lines: 1 bad, 0 good, null nothing. */
  readonly bad: 0 | 1 | null
  readonly marks: readonly string[]
}

/** What to forget: exactly one of these. */
export type ForgetSelector =
  | { readonly card: string }
  | { readonly episode: string }
  | { readonly text: string }
  | { readonly since: number; readonly until: number }

/** Why a card stands where it stands. */
export interface UtilityAccount {
  readonly card: Card
  /** Judged uses behind its value. */
  readonly judged: number
  /** Too early to say. */
  readonly early: boolean
  readonly wins: number
  readonly losses: number
  /** Norms, pinned and confirmed cards are never scored. */
  readonly measured: boolean
  readonly credits: readonly { readonly episode: string; readonly amount: number; readonly because: string }[]
  readonly [more: string]: unknown
}

/** What a logged pack showed and left out. */
export interface PackAccount {
  readonly id: string
  readonly episode: string | null
  readonly at: number
  readonly placement: string
  readonly rule: string
  readonly preset: string
  readonly tokens: number
  /** Word for word, while every card still says what it said; else null. */
  readonly text: string | null
  readonly shortlist: readonly {
    readonly card: string
    readonly slot: string
    readonly score: number
    readonly shown: boolean
    readonly reason: string | null
    readonly chance: number
  }[]
}

/** Cards: read, and acts on them. Every act is one event and can be undone. */
export interface Cards {
  /** By its id, the start of it, or its short form; throws `E_NOT_FOUND`. */
  get(id: string): Promise<Card>
  list(filter?: CardFilter): Promise<readonly Card[]>
  /** The user's own words, stated to the memory: a norm or a fact at once. Resolves to the card, or throws why it was refused. */
  note(words: string, options?: Place & { readonly kind?: Kind; readonly tier?: Tier }): Promise<Card>
  /** Something an agent concluded: a candidate until an outcome or a nod. Null when the gate refused it. */
  candidate(
    words: string,
    options?: Place & {
      readonly kind?: "tactic" | "negative_result" | "fact"
      readonly episode?: EpisodeHandle | string
    },
  ): Promise<Card | null>
  /** The same card in other words: a new one that takes its place, citing what of `evidence` carries them. */
  supersede(
    id: string,
    by: { readonly statement: string; readonly evidence?: readonly EventRef[] },
    options?: Stoppable,
  ): Promise<Card>
  confirm(id: string): Promise<Card>
  archive(id: string): Promise<Card>
  /** By somebody who knows better: proven, or not to be used; holds until new evidence comes. A deprecated card is reset first. */
  rate(id: string, to: "proven" | "deprecated", options?: { readonly note?: string }): Promise<Card>
  /** Forgets what was measured, and begins again. */
  reset(id: string): Promise<Card>
  /**
   * Marks it; `wrong` takes it out of every pack at once. Telling the same twice is one mark. An agent's mark on what the user stands
   * by (a norm in the user's words, a confirmed or pinned card) only flags it for review.
   */
  feedback(
    id: string,
    tag: "useful" | "irrelevant" | "wrong" | "keep" | "doubt",
    options?: { readonly by?: "user" | "agent" },
  ): Promise<Card>
  /** Marks it got, oldest first. */
  feedbackOn(id: string): Promise<readonly { readonly tag: string; readonly by: string; readonly at: number }[]>
}

/** A memory. Close it, or use `await using`. */
export interface Mettle extends AsyncDisposable {
  episode(options?: EpisodeOptions): EpisodeHandle
  pack(request: PackRequest): Promise<PackAnswer>
  check(request: CheckRequest): Promise<readonly CheckHit[]>
  readonly cards: Cards
  readonly explain: {
    utility(card: string): Promise<UtilityAccount>
    pack(id: string): Promise<PackAccount>
  }
  readonly history: {
    /** Newest first. */
    episodes(
      filter?: Place & { readonly since?: number; readonly verdict?: Verdict },
    ): Promise<readonly { readonly id: string; readonly verdict: Verdict; readonly openedAt: number }[]>
    trajectory(episode: string): Promise<readonly TrajectoryPoint[]>
    ledger(episode?: string): Promise<readonly LedgerLine[]>
  }
  /** Signals, by type and task. */
  readonly signals: { list(filter?: OfTask & { readonly type?: string }): Promise<readonly SignalLine[]> }
  /** Errors, by task, all or only those that nobody has resolved. */
  readonly errors: {
    list(
      filter: OfTask & { readonly unresolved?: boolean },
    ): Promise<readonly (ErrorLine & { readonly episode: string })[]>
    /** Writes one down; it counts in the task's outcome. Resolves to its id. */
    note(error: ErrorReport): Promise<string>
    /** It is dealt with: no longer offered to the next attempt. */
    resolve(id: string, of: OfTask): Promise<void>
    /** Open errors as Markdown for a retry prompt. */
    context(of: OfTask & { readonly resolved?: boolean }): Promise<string>
    stats(of: OfTask): Promise<{
      readonly total: number
      readonly unresolved: number
      readonly by_type: Readonly<Record<string, number>>
    }>
  }
  /** Cards and past episodes by words and by meaning. */
  search(
    query: string,
    options?: Place & Stoppable & { readonly kind?: Kind; readonly limit?: number; readonly everywhere?: boolean },
  ): Promise<{
    readonly cards: readonly (Card & { readonly score: number })[]
    readonly episodes: readonly FoundEpisode[]
  }>
  /** Before a task: similar past ones, what is proven, what failed. */
  plan(task: string, options?: Place & Stoppable & { readonly limit?: number }): Promise<Plan>
  /** After a task: how it went, in one call. */
  recordOutcome(report: OutcomeReport): Promise<OutcomeReceipt>
  /** What reports taught so far. */
  learned(options?: Place): Promise<WorkLearned>
  /** The log from `since` (a sequence, exclusive): what is there, then what comes. Ends with the signal or the memory. */
  subscribe(options?: Stoppable & { readonly since?: number }): AsyncIterable<LogEvent>
  /** The text behind a reference; null when it was forgotten. */
  text(ref: string): string | null
  replay(
    request: { readonly presets: readonly [string, string]; readonly since?: number } & Stoppable,
  ): Promise<ReplayDiff>
  /** Erases text for good, then searches again. */
  forget(what: ForgetSelector, options?: Stoppable): Promise<ForgetReceipt>
  /** Runs all that is due: proposals, credit, stages; vectors and the model where they were given. */
  settle(options?: Stoppable): Promise<{ readonly folded: number; readonly proposed: number }>
  close(): Promise<void>
}
