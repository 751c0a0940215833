// User acts on cards, each reversible: what an act changed is kept beside it, so that undo takes back exactly that.
import type { Event } from "../events/define.ts"
import type { DataOf } from "../events/registry.ts"
import type { Stage, Strictness } from "../model.ts"
import { type FoldContext, saveCard, writeOf } from "./context.ts"
import { giveWords, takeBack } from "./corroboration.ts"
import { withDispute, withoutDisputes } from "./disputes.ts"
import { moveStage } from "./happen.ts"
import { cardOf } from "./read.ts"
import { believed } from "./sources.ts"
import { index, seenTrue, setStage, wake } from "./stages.ts"
import { type CardView, isLive, type LedgerEntry, standsBy, UNSEEN, waitsForYes } from "./state.ts"
import { TABLE } from "./tables.ts"

type CardAct = Event<{ readonly card: string } & Record<string, unknown>>

/** How each act changes a card. */
const CHANGES: Readonly<Record<string, (card: CardView, event: CardAct) => Partial<CardView>>> = {
  "card.confirmed": (card, e) => ({
    ...seenTrue(card, e.ts),
    confirmed: true,
    muted: false,
    ...unflagged(card),
    stage: card.stage === "trial" || card.stage === "archived" ? "active" : card.stage,
  }),
  "card.narrowed": (_, e) => ({
    scope: { tier: e.data.tier as CardView["scope"]["tier"], id: String(e.data.to) },
  }),
  "card.promoted": (_, e) => ({
    scope: { tier: e.data.tier as CardView["scope"]["tier"], id: String(e.data.to) },
  }),
  "card.pinned": (_, e) => ({ pinned: e.data.on === true }),
  "card.strict": (_, e) => ({ strict: e.data.level as Strictness }),
  "card.archived": () => ({ stage: "archived" as Stage }),
  "card.verified": (card, e) => ({
    ...seenTrue(card, e.ts),
    disputes: [],
    recheckSince: null,
    stale: false,
    changed: [],
    muted: false,
    ...unflagged(card),
    support: card.support + 1,
    stage: card.stage === "needs_recheck" ? "active" : card.stage,
  }),
  "card.reset": card => ({
    value: null,
    wins: 0,
    losses: 0,
    winsByRepo: {},
    muted: false,
    stage: card.stage === "deprecated" || card.stage === "proven" ? "active" : card.stage,
  }),
  "card.rated": (_, e) => ({ stage: e.data.to as Stage }),
}

export function cardAct(context: FoldContext, event: CardAct): void {
  const card = cardOf(context.rows, event.data.card)
  const change = CHANGES[event.type]
  if (!card || !change) return
  if (card.stage === "deprecated" && (event.type === "card.promoted" || event.data.to === "proven")) {
    // S3-24: a deprecated card must be reset first.
    writeOf(context, event, card, { act: "refused", rule: "user-act@1", because: "deprecated: reset it first" })
    return
  }
  put(context, card, { ...card, ...change(card, event) })
  remember(context, event.id, card)
  // put away while it waited: a no, which is not asked again
  if (event.type === "card.archived" && event.data.by === undefined && card.stage === "trial") takeBack(context, card)
  // what the user was asked about takes the place of what it says otherwise only now
  const old =
    event.type === "card.confirmed" && waitsForYes(card) ? cardOf(context.rows, card.supersedes ?? "") : undefined
  if (old && isLive(old.stage)) setStage(context, old, "superseded", { supersededBy: card.id })
  writeOf(context, event, card, whose(event))
}

/** Whose act it was, as the ledger says it: the user's, unless the event says otherwise. */
function whose({ type, data }: CardAct): Pick<LedgerEntry, "act" | "rule" | "because"> {
  if (data.by === "team") return { act: "archived", rule: "team@1", because: "taken back by a teammate" }
  if (type === "card.narrowed" && data.by === "mettle")
    return { act: "moved", rule: "scope@1", because: "went along with its repository" }
  if (data.by === "mettle")
    return { act: "merged", rule: "promotion@1", because: `goes on in ${String(data.into).slice(0, 6)}, which grew` }
  if (data.by === "rule") return { act: "moved", rule: "promotion@1", because: "won in several repositories" }
  return { act: "user", rule: "user-act@1", because: type }
}

export function feedbackGiven(context: FoldContext, event: Event<DataOf<"feedback.given">>): void {
  if (event.data.about !== "card") return
  const card = cardOf(context.rows, event.data.target)
  if (!card) return
  const { tag, by } = event.data
  if (by !== "user" && standsBy(card)) {
    if (against(tag)) flag(context, event, card, by)
    return
  }
  // "wrong" stops packing at once; the person decides the rest in Review.
  if (tag === "wrong") put(context, card, { ...card, muted: true })
  // A person's "keep" dismisses what was held against it (D61).
  if (tag === "keep" && by === "user")
    put(context, card, withoutDisputes({ ...card, support: card.support + 1, muted: false, ...unflagged(card) }))
  if (tag === "doubt" || tag === "artifact") {
    // The user's word counts as it is; another's as far as it has been right (D63).
    const dispute =
      by === "user"
        ? withDispute(card, event.id, "user_span", event.ts)
        : withDispute(card, event.id, null, event.ts, believed(context, by))
    put(context, card, dispute)
  }
  moveStage(context, event, card.id)
  remember(context, event.id, card)
}

const against = (tag: string): boolean => tag === "wrong" || tag === "doubt" || tag === "artifact"

const unflagged = (card: CardView): Partial<CardView> => (card.flagged ? { flagged: [] } : {})
/** The user sees it in Review; until then nothing changes. */
function flag(context: FoldContext, event: Event, card: CardView, by: string): void {
  const flagged = card.flagged ?? []
  if (flagged.includes(by)) return
  put(context, card, { ...card, flagged: [...flagged, by] })
  remember(context, event.id, card)
}

/** Takes back an act, or a card that the user's words made: what it replaced comes back. */
export function actUndone(context: FoldContext, event: Event<DataOf<"act.undone">>): void {
  const kept = TABLE.act.get(context.rows, event.data.act)
  const changed = kept && cardOf(context.rows, kept.card)
  if (changed) {
    const back = without(changed, kept)
    put(context, changed, back)
    giveWords(context, changed)
    if (waitsForYes(back) && !waitsForYes(changed)) giveBack(context, changed)
  }
  TABLE.act.delete(context.rows, event.data.act)
  const made = cardOf(context.rows, event.data.act)
  if (made && isLive(made.stage)) {
    retract(context, made)
    if (made.source === "user") takeBack(context, made)
  }
  const about = changed ?? made
  if (about) writeOf(context, event, about, { act: "user", rule: "user-act@1", because: "undone" })
}

/** What an act changed of a card: as it was, as it became. */
export interface Changed {
  readonly card: string
  readonly was: Partial<CardView>
  readonly became: Partial<CardView>
}

const fieldsOf = (...cards: readonly Partial<CardView>[]): ReadonlySet<keyof CardView> =>
  new Set(cards.flatMap(card => Object.keys(card) as (keyof CardView)[]))
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Called when all is done that the act leads to: a stage that moved by it belongs to it. */
function remember(context: FoldContext, act: string, before: CardView): void {
  const after = cardOf(context.rows, before.id)!
  const changed = [...fieldsOf(before, after)].filter(field => !same(before[field], after[field]))
  const pick = (card: CardView): Partial<CardView> => Object.fromEntries(changed.map(field => [field, card[field]]))
  TABLE.act.set(context.rows, act, { card: before.id, was: pick(before), became: pick(after) })
}

/** The card as if the act had not been: what happened to it since stays. */
function without(now: CardView, { was, became }: Changed): CardView {
  const back = [...fieldsOf(was, became)].map(field => [field, takenFrom(field, now[field], was[field], became[field])])
  return { ...now, ...Object.fromEntries(back) }
}

const TALLIES: ReadonlySet<string> = new Set(["support", "contradiction", "wins", "losses"])
type Tally = Readonly<Record<string, number>>

/** A tally is moved by as much; a list loses what was put in and gets back what was taken out; all else goes back unless it was set since. */
function takenFrom(field: string, now: unknown, was: unknown, became: unknown): unknown {
  if (same(now, became)) return was
  if (TALLIES.has(field)) return Number(now) + Number(was) - Number(became)
  if (field === "winsByRepo" || field === "contradictions") return moved(now as Tally, was as Tally, became as Tally)
  if (!Array.isArray(now)) return now
  const less = (list: unknown, by: unknown) =>
    ((list ?? []) as unknown[]).filter(x => !((by ?? []) as unknown[]).some(y => same(x, y)))
  return [...less(was, became), ...less(now, less(became, was))]
}

const moved = (now: Tally = {}, was: Tally = {}, became: Tally = {}): Tally =>
  Object.fromEntries(
    Object.keys({ ...was, ...now })
      .map(key => [key, (now[key] ?? 0) + (was[key] ?? 0) - (became[key] ?? 0)] as const)
      .filter(([, n]) => n > 0),
  )

function retract(context: FoldContext, made: CardView): void {
  setStage(context, made, "archived")
  giveBack(context, made)
}

/** What it had replaced comes back. */
function giveBack(context: FoldContext, made: CardView): void {
  const old = made.supersedes === null ? undefined : cardOf(context.rows, made.supersedes)
  if (old?.stage === "superseded" && old.supersededBy === made.id)
    setStage(context, old, "active", { supersededBy: null })
}

function put(context: FoldContext, before: CardView, after: CardView): void {
  drop(context, before)
  saveCard(context.rows, after)
  index(context, after)
}

/** Leaves the scope index: the key holds scope and kind, which an act may change. */
const drop = (context: FoldContext, card: CardView): void => index(context, { ...card, stage: "archived" })

// card.corrected: the user's new words replace a card. The act itself is the evidence: these are words the user typed.
export function cardCorrected(context: FoldContext, event: Event<DataOf<"card.corrected">>): void {
  const old = cardOf(context.rows, event.data.card)
  const words = context.read("corrected", () => {
    const text = context.text(event.data.statement)
    return text === null ? null : { end: text.length, hash: context.hash(text) }
  })
  if (!old || words === null) return
  const card: CardView = {
    ...old,
    ...UNSEEN,
    id: event.id,
    statement: event.data.statement,
    stage: "active",
    source: "user",
    proposer: "user@1",
    provenance: "note",
    evidence: [{ kind: "user_span", event: event.id, blob: event.data.statement, start: 0, ...words }],
    bornAt: event.ts,
    bornSeq: event.seq,
    supersedes: old.id,
    pinned: old.pinned,
    confirmed: true,
    support: 1,
    because: "the user's correction",
  }
  saveCard(context.rows, card)
  index(context, card)
  wake(context, card.id, event.ts)
  setStage(context, old, "superseded", { supersededBy: card.id })
  remember(context, event.id, old)
  writeOf(context, event, card, { act: "superseded", rule: "user-act@1", because: card.because })
}
