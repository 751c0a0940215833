// Cards through the library: the same reads and acts as the command line.
import { MettleError } from "../core/errors.ts"
import { act, note } from "../memory/acting/acts.ts"
import { agentNote } from "../memory/acting/agent-notes.ts"
import { actOnCard } from "../memory/acting/card-acts.ts"
import { mark, marksOn } from "../memory/acting/feedback.ts"
import { supersede } from "../memory/acting/supersede.ts"
import type { Memory } from "../memory/memory.ts"
import { type CardRead, findCard, type LedgerRead, proposalFate, readCard, readCards } from "../memory/reading/read.ts"
import type { Card, Cards, LedgerLine } from "./contract.ts"
import { idOf, isPlaced, look, scopeAt, scopesAt, type Within, writing } from "./within.ts"

export function cardsOf(within: Within): Cards {
  const { memory, config } = within
  const one = (id: string): Card => look(within, undefined, m => cardShape(readCard(m, findCard(m, id))))
  const acted = async (type: "card.confirmed" | "card.archived", id: string): Promise<Card> => {
    writing(within)
    const card = look(within, undefined, m => findCard(m, id).id)
    await (type === "card.confirmed" ? act(memory, type, { card }) : act(memory, type, { card, note: null }))
    return one(card)
  }
  const changed = async (id: string, name: "prove" | "deprecate" | "reset", why?: string): Promise<Card> => {
    writing(within)
    const card = look(within, undefined, m => findCard(m, id).id)
    await actOnCard(memory, name, card, { note: why })
    return one(card)
  }
  return {
    get: async id => one(id),
    list: async (filter = {}) =>
      look(within, undefined, m =>
        readCards(m, {
          ...(filter.kind ? { kind: filter.kind } : filter.antiPatterns ? { kind: "negative_result" } : {}),
          ...(filter.stage ? { stage: filter.stage } : {}),
          ...(filter.q === undefined ? {} : { q: filter.q }),
          ...(filter.all ? { all: true } : {}),
          ...(isPlaced(filter) ? { scopes: scopesAt(config, filter) } : {}),
        })
          .filter(card => filter.tag === undefined || tagsOf(m, card.id).includes(filter.tag))
          .map(cardShape),
      ),
    note: async (words, options = {}) => {
      writing(within)
      memory.catchUp()
      const { kind, tier } = options
      const id = await note(memory, words, {
        scope: scopeAt(config, options),
        ...(kind ? { kind } : {}),
        ...(tier ? { tier } : {}),
      })
      const fate = proposalFate(memory, id)
      if (!fate.card)
        throw new MettleError("E_USAGE", `not kept: ${fate.because}`, { still: "nothing else was changed" })
      return one(fate.card.id)
    },
    candidate: async (words, options = {}) => {
      writing(within)
      memory.catchUp()
      const fate = await agentNote(memory, {
        text: words,
        kind: options.kind ?? "tactic",
        quote: null,
        scope: scopeAt(config, options),
        episode: options.episode === undefined ? null : idOf(memory, options.episode),
      })
      return fate.card ? one(fate.card.id) : null
    },
    supersede: async (id, { statement, evidence = [] }, stoppable) => {
      writing(within, stoppable?.signal)
      const card = look(within, stoppable?.signal, m => findCard(m, id))
      return one(
        (
          await supersede(
            memory,
            card,
            statement,
            evidence.map(ref => ref.event),
          )
        ).id,
      )
    },
    confirm: id => acted("card.confirmed", id),
    archive: id => acted("card.archived", id),
    rate: (id, to, { note: why } = {}) => changed(id, to === "proven" ? "prove" : "deprecate", why),
    reset: id => changed(id, "reset"),
    feedback: async (id, tag, { by = "user" } = {}) => {
      writing(within)
      return one((await mark(memory, { card: id, tag, by })).card)
    },
    feedbackOn: async id =>
      look(within, undefined, m => marksOn(m, findCard(m, id).id).map(({ tag, by, at }) => ({ tag, by, at }))),
  }
}

const tagsOf = (memory: Memory, id: string): readonly string[] =>
  findCard(memory, id).tags.flatMap(ref => memory.text(ref) ?? [])

// Read models of memory in the shapes of the contract: what is not promised there is left out.

export const ledgerLine = ({ seq, at, episode, act, card, kind, words, rule, because }: LedgerRead): LedgerLine => ({
  ...{ seq, at, episode, act, card, kind, words, rule, because },
})

export function cardShape(card: CardRead): Card {
  const { id, short, kind, statement, stage, scope, source, proposer, born, value, shown } = card
  const { pinned, confirmed, muted, flags, supersedes, supersededBy, because } = card
  return {
    ...{ id, short, kind, statement, stage, scope, source, proposer, born, shown },
    ...{ pinned, confirmed, muted, flags, supersedes, supersededBy, because },
    value: value && { mean: value.mean, sd: value.sd, n: value.n, verdict: value.verdict },
    evidence: card.evidence.map(e => ({ kind: e.kind, event: e.event, quote: e.quote, holds: e.holds })),
  }
}

export const found = <T extends CardRead & { readonly score: number }>(card: T): Card & { readonly score: number } => ({
  ...cardShape(card),
  score: card.score,
})
