// Cards through the library: the same reads and acts as the command line.
import { MettleError } from "../core/errors.ts"
import type { Card } from "../core/promised.ts"
import { note } from "../memory/acting/acts.ts"
import { agentNote, mark, marksOn } from "../memory/acting/agent-notes.ts"
import { actOnCard, type CardAct, supersede } from "../memory/acting/card-acts.ts"
import type { Memory } from "../memory/memory.ts"
import { type CardRead, findCard, type LedgerRead, proposalFate, readCard, readCards } from "../memory/reading/read.ts"
import type { Cards, LedgerLine } from "./contract.ts"
import { idOf, isPlaced, look, scopeAt, scopesAt, type Within, writing } from "./within.ts"

export function cardsOf(within: Within): Cards {
  const { memory, config } = within
  const one = (id: string): Card => look(within, m => cardShape(readCard(m, findCard(m, id))))
  const acted = async (id: string, name: CardAct, why?: string): Promise<Card> => {
    writing(within)
    const card = look(within, m => findCard(m, id).id)
    await actOnCard(memory, name, card, { note: why })
    return one(card)
  }
  return {
    get: async id => one(id),
    list: async (filter = {}) =>
      look(within, m =>
        readCards(m, {
          ...{ stage: filter.stage, q: filter.q, all: filter.all },
          kind: filter.kind ?? (filter.antiPatterns ? "negative_result" : undefined),
          scopes: isPlaced(filter) ? scopesAt(config, filter) : undefined,
        })
          .filter(card => filter.tag === undefined || tagsOf(m, card.id).includes(filter.tag))
          .map(cardShape),
      ),
    note: async (words, options = {}) => one(await noted(within, words, options)),
    candidate: async (words, options = {}) => {
      const id = await offered(within, words, options)
      return id === null ? null : one(id)
    },
    supersede: async (id, { statement, evidence = [] }, stoppable) => {
      writing(within, stoppable?.signal)
      const card = look(within, m => findCard(m, id), stoppable?.signal)
      const refs = evidence.map(ref => ref.event)
      return one((await supersede(memory, card, statement, refs)).id)
    },
    confirm: id => acted(id, "confirm"),
    archive: id => acted(id, "archive"),
    rate: (id, to, { note: why } = {}) => acted(id, to === "proven" ? "prove" : "deprecate", why),
    reset: id => acted(id, "reset"),
    feedback: async (id, tag, { by = "user" } = {}) => {
      writing(within)
      return one((await mark(memory, { card: id, tag, by })).card)
    },
    feedbackOn: async id =>
      look(within, m => marksOn(m, findCard(m, id).id).map(({ tag, by, at }) => ({ tag, by, at }))),
  }
}

async function noted(within: Within, words: string, options: NoteOptions): Promise<string> {
  const { memory, config } = within
  writing(within)
  memory.catchUp()
  const { kind, tier } = options
  const id = await note(memory, words, { scope: scopeAt(config, options), kind, tier })
  const fate = proposalFate(memory, id)
  if (fate.card) return fate.card.id
  throw new MettleError("E_USAGE", `not kept: ${fate.because}`, { still: "nothing else was changed" })
}

async function offered(within: Within, words: string, options: CandidateOptions): Promise<string | null> {
  const { memory, config } = within
  writing(within)
  memory.catchUp()
  const fate = await agentNote(memory, {
    text: words,
    kind: options.kind ?? "tactic",
    quote: null,
    scope: scopeAt(config, options),
    episode: options.episode === undefined ? null : idOf(memory, options.episode),
  })
  return fate.card?.id ?? null
}
type NoteOptions = NonNullable<Parameters<Cards["note"]>[1]>
type CandidateOptions = NonNullable<Parameters<Cards["candidate"]>[1]>

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
