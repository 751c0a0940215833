// The sweep: live cards that came to say the same are merged into one, and what outgrew its budget is put away (S4-24,
// S4-26, S4-68). Weekly, or when many cards came in. All of it is reversible: nothing is deleted, a confirmed card stays.

import { budgetGroup, type Upkeep } from "../admission/budget.ts"
import type { Event } from "../events/define.ts"
import { isGood, isNorm, type Tier } from "../model.ts"
import { DAY } from "../time.ts"
import { contradicts } from "../words/opposes.ts"
import { differsInValue, namesSame, negations, overlap } from "../words/similar.ts"
import { type FoldContext, saveCard, schedule, setFigure, upkeepIn, writeOf } from "./context.ts"
import { mergeEvidence } from "./disputes.ts"
import { moveStage } from "./happen.ts"
import { cardOf, liveCards } from "./read.ts"
import { setStage, wake } from "./stages.ts"
import { type CardView, isLive, scopeKey } from "./state.ts"
import { type Statement, takenApart } from "./statements.ts"
import { TABLE } from "./tables.ts"

const COUNT = "sinceSweep"
const RULE = "sweep@3"

/** Counts an admitted card; the sweep comes when its week is over or enough cards came in. */
export function sweepSoon(context: FoldContext, event: Pick<Event, "seq" | "ts">): void {
  const n = (TABLE.meta.get(context.rows, COUNT) ?? 0) + 1
  setFigure(context.rows, COUNT, n)
  const upkeep = upkeepIn(context)
  if (n >= upkeep.sweepCards) sweep(context, event, upkeep)
  else if (n === 1) schedule(context.rows, event.ts + upkeep.sweepDays * DAY, "sweep", "all")
}

/** Due: a week after the first card since the last sweep. */
export function sweepDue(context: FoldContext, event: Pick<Event, "seq">): void {
  if ((TABLE.meta.get(context.rows, COUNT) ?? 0) > 0) sweep(context, event, upkeepIn(context))
}

function sweep(context: FoldContext, event: Pick<Event, "seq">, upkeep: Upkeep): void {
  setFigure(context.rows, COUNT, 0)
  for (const cards of groups(context)) {
    const live = mergeAlike(context, event, cards, upkeep.alike)
    putAwaySurplus(context, event, live, upkeep.caps)
  }
}

/** Live cards by scope and kind, oldest first. */
function groups(context: FoldContext): readonly (readonly CardView[])[] {
  const by = new Map<string, CardView[]>()
  for (const card of liveCards(context.rows)) {
    const group = `${scopeKey(card.scope)}/${card.kind}`
    by.set(group, [...(by.get(group) ?? []), card])
  }
  return [...by.values()].map(cards => cards.sort((a, b) => a.bornSeq - b.bornSeq || (a.id < b.id ? -1 : 1)))
}

const held = (card: CardView): boolean => card.pinned || card.confirmed

function mergeAlike(
  context: FoldContext,
  event: Pick<Event, "seq">,
  cards: readonly CardView[],
  least: number,
): readonly CardView[] {
  if (cards.length < 2) return cards
  const by = new Map(cards.map(card => [card.id, card]))
  const pairs = context.read(`alike ${scopeKey(cards[0]!.scope)}/${cards[0]!.kind}`, () =>
    alikeOf(context, cards, least),
  )
  for (const [keep, dropped] of pairs) {
    const kept = cardOf(context.rows, keep)
    const drop = by.get(dropped)
    if (!kept || !drop) continue
    saveCard(context.rows, mergeEvidence(kept, drop.evidence))
    setStage(context, cardOf(context.rows, drop.id)!, "archived")
    const because = `says what ${keep.slice(0, 6)} says`
    writeOf(context, event, { ...drop, id: keep }, { act: "merged", rule: RULE, because })
  }
  const gone = new Set(pairs.map(([, dropped]) => dropped))
  return cards.filter(card => !gone.has(card.id))
}

/** Which cards of a group say the same: the one that stays, and the one that goes into it. */
function alikeOf(
  context: FoldContext,
  cards: readonly CardView[],
  least: number,
): readonly (readonly [string, string])[] {
  const said = new Map(
    cards.map(card => {
      const text = context.text(card.statement)
      return [card.id, text === null ? null : takenApart(text)]
    }),
  )
  const gone = new Set<string>()
  const pairs: [string, string][] = []
  for (const [i, first] of cards.entries())
    for (const second of cards.slice(i + 1)) {
      if (gone.has(first.id) || gone.has(second.id) || (held(first) && held(second))) continue
      const [a, b] = [said.get(first.id), said.get(second.id)]
      if (!a || !b || !alike(a, b, least)) continue
      const [keep, drop] = held(second) ? [second, first] : [first, second]
      gone.add(drop.id)
      pairs.push([keep.id, drop.id])
    }
  return pairs
}

const alike = (one: Statement, other: Statement, least: number): boolean => {
  if (one.words === other.words) return true
  if (overlap(one.stems, other.stems) < least) return false
  const [a, b] = [one.text, other.text]
  return negations(a) % 2 === negations(b) % 2 && !contradicts(a, b) && !differsInValue(a, b) && namesSame(a, b)
}

/** Only what is measured can be put away alone, and what was only heard and did not come back, which has as much room again: a norm in
 * use stays until the user says otherwise, and what waits for a yes until it is answered. */
function putAwaySurplus(
  context: FoldContext,
  event: Pick<Event, "seq">,
  cards: readonly CardView[],
  caps: Upkeep["caps"],
): void {
  const first = cards[0]
  if (!first) return
  const counted = isNorm(first.kind) ? cards.filter(card => card.stage === "trial" && !card.asks) : cards
  const cap = caps[budgetGroup(first.kind)]?.[first.scope.tier as Tier] ?? Number.POSITIVE_INFINITY
  const surplus = counted.length - cap
  if (surplus <= 0) return
  const worth = (card: CardView): number => card.value?.mean ?? (card.wins - card.losses) / 100
  const least = counted
    .filter(card => !held(card))
    .sort((a, b) => worth(a) - worth(b) || (a.lastShownAt ?? a.bornAt) - (b.lastShownAt ?? b.bornAt))
  for (const card of least.slice(0, surplus)) {
    setStage(context, cardOf(context.rows, card.id)!, "archived")
    const because = `${counted.length} of ${cap} live cards: the least useful goes`
    writeOf(context, event, card, { act: "archived", rule: RULE, because })
  }
}

// A card's time has come: the stage rules look at it again, and a candidate may have earned its place.
/** Due: look at a card again, and once more later while it lives. */
export function cardDue(context: FoldContext, event: Pick<Event, "seq">, id: string, at: number): void {
  const card = cardOf(context.rows, id)
  if (!card || !isLive(card.stage)) return
  if (card.stage === "trial" && earnedItsPlace(context, card)) {
    setStage(context, card, "active")
    writeOf(context, event, card, {
      episode: card.episode,
      act: "moved",
      rule: "own-outcome@1",
      because: "trial → active: the work it was noted in ended in a salient success",
    })
  }
  moveStage(context, event, id)
  wake(context, id, at)
}

/** What the gate waited for (D75): after an agent's note, the last salient outcome of its own episode was a success. */
function earnedItsPlace(context: FoldContext, card: CardView): boolean {
  if (card.episode === null || card.kind !== "tactic" || (card.needs ?? 1) > 1) return false
  const last = TABLE.turn
    .list(context.rows, `${card.episode}/`)
    .flatMap(([, turn]) => turn.outcomes)
    .findLast(outcome => outcome.at >= card.bornAt)
  return last !== undefined && isGood(last)
}
