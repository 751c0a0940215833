// The Rule contract: a rule is a pure, versioned answer to one of nine questions, and it watches what happens. It keeps
// what it must remember in tables of its own; reads of others' tables are declared. Reasons are mandatory.
import type { Averages } from "../assess/progress.ts"
import type { Posterior } from "../learn/state.ts"
import type { WorkLearned } from "../promised.ts"
import type {
  AdmitAnswer,
  AdmitInput,
  RankAnswer,
  RankInput,
  StageAnswer,
  StageInput,
  Suggested,
} from "../questions/cards.ts"
import type { AlarmAnswer, AlarmInput, DetectAnswer, JudgeAnswer, JudgeInput, Moment } from "../questions/happened.ts"
import type {
  CreditAnswer,
  CreditInput,
  TrustAnswer,
  TrustInput,
  TrustWork,
  ValueAnswer,
  ValueInput,
} from "../questions/worth.ts"
import { type ReadBy, readAnew } from "../readings/reader.ts"
import type { StandingParams } from "../uplift/uplift.ts"
import { memoryRows, type Rows } from "../views/rows.ts"
import type { ReadTable } from "../views/table.ts"
import type { HearWork } from "../words/ear/hear.ts"
import type { Consequences, Derived, Happening, Watched } from "./happening.ts"

export const QUESTIONS = ["detect", "judge", "credit", "value", "trust", "admit", "stage", "rank", "alarm"] as const
/** Of detect, stage and alarm several rules combine in list order; the others take exactly one. */
export type Question = (typeof QUESTIONS)[number]

interface InAndOut {
  readonly detect: readonly [Moment, DetectAnswer]
  readonly judge: readonly [JudgeInput, JudgeAnswer]
  readonly credit: readonly [CreditInput, CreditAnswer]
  readonly value: readonly [ValueInput, ValueAnswer]
  readonly trust: readonly [TrustInput, TrustAnswer]
  readonly admit: readonly [AdmitInput, AdmitAnswer]
  readonly stage: readonly [StageInput, StageAnswer]
  readonly rank: readonly [RankInput, RankAnswer]
  readonly alarm: readonly [AlarmInput, AlarmAnswer]
}
export type QuestionInput = { readonly [Q in Question]: InAndOut[Q][0] }
export type QuestionAnswer = { readonly [Q in Question]: InAndOut[Q][1] }

export type Params = Readonly<Record<string, unknown>>
export interface Decision<A> {
  readonly answer: A
  readonly because: string
}

/** Where a rule finds its tables, and the text of what it was told about; null = forgotten. */
export interface RuleContext {
  readonly rows: Rows
  readonly text: (ref: string) => string | null
  /** keyed hash of a text, to know the same words again */
  readonly hash: (text: string) => string
  /**
   * What the event being told makes of texts, its own and those it is compared with: as `text.forgotten` kept it, else read
   * now. Free of text itself. Every look at a text stands in one of these, or forgetting would change what follows (L4).
   */
  readonly read: <T>(what: string, work: () => T) => T
  /** What a reader makes of texts by themselves, read once and kept (readings/reader.ts); inside a `read`. */
  readonly readBy: ReadBy
  /** what a message says of the work before it, as learned from people; absent where nobody listens */
  readonly hear?: HearWork
}

/** What a rule may tell beside its answer, by the question it answers. */
interface Beside<P extends Params> {
  readonly detect: {
    /** the one kind of moment that it reads, and is asked about; absent = every kind */
    readonly hears?: Moment["what"]
  }
  readonly judge: {
    /** what it counted of an episode, in its document's own words; null = nothing */
    signals?(context: RuleContext, episode: string): Readonly<Record<string, unknown>> | null
  }
  readonly credit: {
    /** its credit is a share of each use: the uses are shown with the card */
    readonly byUse?: true
  }
  readonly value: {
    /** what credit and rank draw from; `atPrompt`: only what is small enough to load at every one */
    posterior?(context: RuleContext, atPrompt: boolean): Posterior | undefined
  }
  readonly trust: {
    /** what it says of its own work */
    report?(context: RuleContext): TrustWork
  }
  readonly admit: unknown
  readonly stage: {
    /** questions people ask about a card, answered by its own figures */
    explain?(
      context: RuleContext,
      input: StageInput,
      params: P,
    ): readonly { readonly question: string; readonly answer: string }[]
    /** how much a card of this standing counts where cards are chosen (S3-25) */
    weigh?(context: RuleContext, card: Pick<StageInput, "card" | "kind" | "stage" | "now">, params: P): number
    /** cards that follow from what it remembers; they go through the gate like any other */
    suggests?(context: RuleContext, params: P): readonly Suggested[]
    /** what reports on tasks have taught it */
    learned?(
      context: RuleContext,
      at: { readonly scopes: readonly string[] | null; readonly now: number },
      params: P,
    ): WorkLearned
  }
  readonly rank: {
    /** when what it would show stands down: memory as a whole, and a kind or a placement; without it never */
    standing?(params: P): { readonly whole: StandingParams; readonly parts: StandingParams }
  }
  readonly alarm: {
    /** the running averages it decides by: what is shown of an episode is the same */
    averages?(context: RuleContext, episode: string): Averages
  }
}
/** What whoever watches tells of itself beside its name. */
interface Told<P extends Params> {
  /** seed ids, paper or measurement it rests on */
  readonly source: string
  /** every constant of the rule lives here and nowhere else; what may replace one has its shape (params.ts) */
  readonly params: P
  /** what its own params mean and between what they may be set, where param-notes.ts has other words for the name */
  readonly notes?: Readonly<Record<string, string>>
  /** tables of its own: only what stands in `on` writes them, and only the keys that what happened touches */
  readonly tables?: readonly ReadTable<unknown>[]
  /** tables of others that it looks into */
  readonly reads?: readonly ReadTable<unknown>[]
  /** what it does when something happens: an event, by its type, or what was derived */
  readonly on?: On<NoInfer<P>>
}
type Answers<Q extends Question, P extends Params> = Beside<P>[Q] & {
  decide(context: RuleContext, input: QuestionInput[Q], params: P): Decision<QuestionAnswer[Q]>
}
/** Who watches what happens and keeps tables: a rule, or a scribe. */
export interface Watcher<P extends Params = Params> extends Told<P> {
  readonly question?: Question
  /** says what it does, kebab-case: "first-outcome-top-k" */
  readonly name: string
  /** bump when behaviour changes: the fingerprint then rebuilds the views */
  readonly version: number
}
export type Rule<Q extends Question = Question, P extends Params = Params> = Watcher<P> &
  Answers<Q, P> & { readonly question: Q }
/** It only watches and keeps: asked none of the nine questions. */
type Scribe<P extends Params> = Watcher<P> & { readonly question?: never }

/** What falls due and what follows is returned, never written. (A method's type, so that a rule with its own params is a rule.) */
type Step<W extends Watched, P> = {
  step(context: RuleContext, happening: Happening<W>, params: P): Consequences | undefined
}["step"]
export type On<P> = { readonly [W in Watched]?: Step<W, P> }
/** The same for several of them. */
export const onEach = <W extends Watched, P>(
  watched: readonly W[],
  step: Step<W, P>,
): { readonly [_ in W]: Step<W, P> } =>
  Object.fromEntries(watched.map(what => [what, step])) as { readonly [_ in W]: Step<W, P> }

export const ruleId = (rule: Pick<Watcher, "name" | "version">): string => `${rule.name}@${rule.version}`

/** `id`: name@version, as it is shown. Refuses one that could not be told apart in a registry. */
function named(id: string): Pick<Watcher, "name" | "version"> {
  const [, name, version] = /^([a-z][a-z0-9-]*)@([1-9]\d*)$/.exec(id) ?? []
  if (name === undefined) throw new TypeError(`rule "${id}" is no kebab-case name with its version`)
  return { name, version: Number(version) }
}
export const defineRule = <Q extends Question, P extends Params>(
  question: Q,
  id: string,
  told: Told<P> & Answers<Q, P>,
): Rule<Q, P> => ({ question, ...named(id), ...told })
export const defineScribe = <P extends Params>(id: string, told: Told<P>): Scribe<P> => ({ ...named(id), ...told })

/** A closed episode told to a rule that nobody folds. */
export const tellRecord = (rule: Rule<"value">, context: RuleContext, told: Derived["record credited"]): void => {
  rule.on?.["record credited"]?.(context, { ...told, at: 0, seq: 0 }, rule.params)
}

/** Tables of a rule that nobody folds: for labs, benches and tests. */
export const alone = (rows: Rows = memoryRows()): RuleContext => ({
  rows,
  text: () => null,
  hash: text => text,
  read: (_, work) => work(),
  readBy: readAnew(() => null),
})
