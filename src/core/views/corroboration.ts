// Corroboration of a card on trial: what a little trusted source proposed is used once enough independent episodes speak for it.
// The source saying it again is no corroboration, unless the work itself went that way again; the user's own words end the wait.
import { isOrder } from "../again/same-order.ts"
import type { Event } from "../events/define.ts"
import type { DataOf } from "../events/registry.ts"
import { isNorm } from "../model.ts"
import type { EvidenceFacts } from "../questions/cards.ts"
import { squash } from "../words/similar.ts"
import { type FoldContext, saveCard, upkeepIn, writeOf } from "./context.ts"
import { happen } from "./happen.ts"
import { cardOf } from "./read.ts"
import { believed } from "./sources.ts"
import { setStage } from "./stages.ts"
import type { CardView } from "./state.ts"
import { TABLE } from "./tables.ts"

/** What a piece of evidence was good for, without its words. */
export type Source = Pick<EvidenceFacts, "kind" | "holds" | "typed" | "outcome">

/** The agent that reads the prompt anyway, and quotes the user's own words to the memory. */
export const SECOND_EAR = {
  name: "second-ear",
  version: 1,
  provenance: "words",
  said: "kept by the agent, in the user's words",
} as const

const RULE = "corroboration@3"

export function corroborate(
  context: FoldContext,
  event: Event<DataOf<"card.proposed">>,
  id: string,
  evidence: readonly Source[],
): void {
  if (evidence.some(e => e.holds && e.kind !== "agent_span"))
    happen(context, event, { what: "evidence met", agrees: 1 })
  const card = cardOf(context.rows, id)
  if (card?.stage !== "trial" || event.episode === null) return
  // what waits for a yes has one when it is said again so plainly that nobody needs to be asked
  if (card.asks === true ? event.data.ask === true || event.data.sure === false : card.needs === undefined) return
  const backed = card.backed ?? []
  const said = evidence.some(e => e.typed && e.holds)
  // words that were only heard, twice, are one more voice, not a plain word
  const typed = said && event.data.sure !== false
  if (backed.includes(event.episode) && !typed) return
  const wanted = card.kind === "tactic" ? "success" : "failure"
  const worked = card.kind !== "fact" && evidence.some(e => e.holds && e.outcome === wanted)
  const other =
    event.data.proposer !== card.proposer && believed(context, event.data.proposer) >= upkeepIn(context).believed
  if (!said && !worked && !other) return
  const plainly = event.data.sure === true || event.data.provenance === "note"
  if (said && !plainly && !mayComeBack(context, card)) return
  const agent = typed && event.data.proposer.startsWith(`${SECOND_EAR.name}@`)
  const more = {
    ...card,
    backed: [...new Set([...backed, event.episode])],
    ...(agent ? { because: SECOND_EAR.said } : {}),
  }
  saveCard(context.rows, more)
  if (!typed && more.backed.length < (card.needs ?? Number.POSITIVE_INFINITY)) return
  const { asks: _, ...used } = more
  saveCard(context.rows, used)
  setStage(context, used, "active")
  writeOf(context, event, card, {
    ...{ episode: event.episode, act: "moved", proposal: event.id, rule: RULE },
    because: agent
      ? `trial → active: ${SECOND_EAR.said}`
      : typed
        ? "trial → active: the user's own words say it"
        : `trial → active: ${more.backed.length} of ${card.needs} episodes speak for it`,
  })
}

/** What keeps the work going, or says how it looks today, is said in every session: that makes no wish of it. */
const mayComeBack = (context: FoldContext, card: Pick<CardView, "kind" | "statement">): boolean =>
  !isNorm(card.kind) ||
  context.read(`order ${card.statement}`, () => {
    const statement = context.text(card.statement)
    return statement !== null && isOrder(statement)
  })

// Words that the user took back: they never come in again by themselves, however they are typed or found. Only a note in so
// many words brings them back. Kept as a keyed hash of the words, without case and punctuation.
const keyOf = (context: FoldContext, statement: string): string => context.hash(squash(statement))

type Words = Pick<CardView, "id" | "statement">
const keyIn = (context: FoldContext, card: Words): string | null =>
  context.read(`taken back ${card.statement}`, () => {
    const statement = context.text(card.statement)
    return statement === null ? null : keyOf(context, statement)
  })

export function takeBack(context: FoldContext, card: Words): void {
  const key = keyIn(context, card)
  if (key !== null) TABLE.takenBack.set(context.rows, key, card.id)
}
/** The act that took them back was undone itself. */
export function giveWords(context: FoldContext, card: Words): void {
  const key = keyIn(context, card)
  if (key !== null && TABLE.takenBack.get(context.rows, key) === card.id) TABLE.takenBack.delete(context.rows, key)
}

export const isTakenBack = (context: FoldContext, statement: string): boolean =>
  TABLE.takenBack.get(context.rows, keyOf(context, statement)) !== undefined
