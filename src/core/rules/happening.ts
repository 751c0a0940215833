// What a rule may watch: stored events by their type, and this closed list of what the fold derives from them. And what it may give
// back: times to be woken at, and what follows, which the fold then does and tells to whoever watches that.
import type { Averages } from "../assess/progress.ts"
import type { CheckpointView, Stretch, TripView } from "../assess/tables.ts"
import type { Event } from "../events/define.ts"
import type { DataOf, EventType } from "../events/registry.ts"
import type { Stage } from "../model.ts"
import type { AlarmAnswer, AlarmInput, TurnEvidence } from "../questions/happened.ts"
import type { CardFacts, Credit, EpisodeRecord } from "../questions/worth.ts"
import type { TrustMove } from "../trust/tally.ts"

interface When {
  /** the fold's clock */
  readonly at: number
  /** of the event that brought it about */
  readonly seq: number
}
export interface Derived {
  /** a prompt, a reply or a tool result, read */
  readonly "message heard": { readonly message: AlarmInput }
  /** what the alarm rules said of a message they had heard */
  readonly "alarms asked": {
    readonly message: AlarmInput
    /** what one of them decides by; absent = none keeps averages of its own */
    readonly averages?: Averages
    readonly alarms: readonly (NonNullable<AlarmAnswer> & { readonly rule: string; readonly because: string })[]
  }
  /** messages that belong together are over: the judge is asked about them, and what it says is told */
  readonly "stretch ended": { readonly stretch: Stretch }
  readonly "stretch judged": { readonly stretch: CheckpointView }
  /** the rows of an episode's messages are old enough to go */
  readonly "messages faded": { readonly episode: string }
  /** a closed episode was shared out among its exposures */
  readonly "record credited": {
    readonly record: EpisodeRecord
    readonly credits: readonly Credit[]
    readonly cards: readonly CardFacts[]
  }
  /** a card came in (from = null) or changed its stage by rule */
  readonly "card staged": { readonly card: string; readonly from: Stage | null; readonly to: Stage }
  /** the stage rules looked at a card, whether it moved or not */
  readonly "card looked at": { readonly card: string }
  /** somebody spoke of a card: the stage rules look at it */
  readonly "card spoken of": { readonly card: string }
  /** anchored evidence agrees with a card in use (1) or contradicts it (−1) */
  readonly "evidence met": { readonly agrees: number }
  /** the user's later words about an earlier turn */
  readonly "words met": { readonly episode: string; readonly turn: number; readonly good: boolean }
  /** what was seen in a closed episode, turn by turn; told again when late evidence changes it */
  readonly "episode judged": { readonly episode: string; readonly turns: readonly TurnEvidence[] }
  /** judged, shared out and put away */
  readonly "episode closed": { readonly episode: string }
  readonly "trust moved": { readonly move: Omit<TrustMove, "at" | "seq"> }
  readonly "breaker tripped": {
    readonly trip: Pick<TripView, "breaker" | "scope" | "episode" | "rule" | "trip" | "intervention" | "because">
  }
  /** what a trip guarded against is over */
  readonly "breaker over": { readonly key: string }
  /** a time that the rule asked for */
  readonly "time due": { readonly id: string }
}
export type Happened = { readonly [What in keyof Derived]: { readonly what: What } & Derived[What] }[keyof Derived]
export type Watched = keyof Derived | EventType
export type Happening<W extends Watched = Watched> = When &
  (W extends keyof Derived ? Derived[W] : W extends EventType ? { readonly event: Event<DataOf<W>> } : never)

export interface Consequences {
  /** wakes this rule at `at` with this id */
  readonly due?: readonly { readonly at: number; readonly id: string }[]
  readonly follows?: readonly Happened[]
}
