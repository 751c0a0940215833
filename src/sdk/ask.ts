// pack, check, explain, cards: what an agent is given, told, and why; what is known, and acts on it. The same functions that hooks and
// commands call.
import { MettleError } from "../core/errors.ts"
import type { Card, CheckHit } from "../core/promised.ts"
import { note } from "../memory/acting/acts.ts"
import { agentNote, mark, marksOn } from "../memory/acting/agent-notes.ts"
import { actOnCard, type CardAct, supersede } from "../memory/acting/card-acts.ts"
import { checkAction, stillHolds } from "../memory/checks/checks.ts"
import type { Memory } from "../memory/memory.ts"
import { makePack } from "../memory/packs/packs.ts"
import { packText, shownPack } from "../memory/packs/shown-packs.ts"
import { knownDomains } from "../memory/packs/situation.ts"
import { findEpisode } from "../memory/reading/episodes.ts"
import { explainCard } from "../memory/reading/explain.ts"
import { type CardRead, findCard, type LedgerRead, proposalFate, readCard, readCards } from "../memory/reading/read.ts"
import type { Cards, CheckRequest, LedgerLine, Mettle, PackAccount, PackAnswer, PackRequest } from "./contract.ts"
import { idOf, isPlaced, look, orStop, scopeAt, scopesAt, type Within, writing } from "./within.ts"

/** Where a request belongs: its episode's scope, when it names one that was heard of. */
function whereOf(within: Within, memory: Memory, request: PackRequest | CheckRequest) {
  const given = request.episode
  const handle = typeof given === "object" ? given.scope : null
  const heard = typeof given === "string" ? findEpisode(memory, given).scope : null
  const scope = handle ?? heard ?? scopeAt(within.config, request)
  return { scope, domains: knownDomains(memory, scope), episode: given === undefined ? null : idOf(memory, given) }
}

export async function pack(within: Within, request: PackRequest): Promise<PackAnswer> {
  const { memory, config } = within
  const prompt = request.prompt ?? ""
  const built = look(
    within,
    m =>
      makePack(m, {
        ...whereOf(within, m, request),
        placement: request.placement ?? (prompt === "" ? "session_start" : "prompt"),
        prompt,
        limits: { tokens: request.budgetTokens ?? config.get("pack.tokens") },
      }),
    request.signal,
  )
  const kept = !request.preview && !within.readOnly && built.draft.data.shortlist.length > 0
  if (kept) {
    await memory.record([...(built.drawn === null ? [] : [built.drawn]), built.draft])
    orStop(request.signal, within.signal)
    memory.catchUp()
  }
  const { text, tokens, items, leftOut, because } = built.pack
  return {
    ...{ text, tokens, because },
    id: kept ? built.draft.id : null,
    items: items.map(({ card, slot, why, tokens: size, statement, untrusted }) => ({
      ...{ card, slot, why, tokens: size, statement, untrusted },
    })),
    leftOut: leftOut.map(({ card, slot, reason }) => ({ card, slot, reason })),
  }
}

export async function check(within: Within, request: CheckRequest): Promise<readonly CheckHit[]> {
  const { command = null, path = null, content = null, error = null } = request
  if (command === null && path === null && content === null && error === null)
    throw new MettleError("E_USAGE", "check needs a command, a path, content or an error")
  const { hits, draft } = look(
    within,
    m => checkAction(m, { ...whereOf(within, m, request), mode: "hold", action: { command, path, content, error } }),
    request.signal,
  )
  if (draft !== null && request.episode !== undefined && !within.readOnly) {
    const written = await within.memory.record([draft])
    within.memory.catchUp()
    if (!stillHolds([draft], written)) return hits.map(hit => ({ ...hit, hold: false }))
  }
  return hits
}

export const explain = (within: Within): Mettle["explain"] => ({
  utility: async id =>
    look(within, m => {
      const account = explainCard(m, findCard(m, id))
      return { ...account, card: cardShape(account.card) }
    }),
  pack: async id =>
    look(within, (m): PackAccount => {
      const event = shownPack(m, id)
      if (!event) throw new MettleError("E_NOT_FOUND", `no pack "${id}"`, { hint: "a preview is not kept" })
      const { placement, rule, preset, tokens, shortlist } = event.data
      return {
        ...{ id: event.id, episode: event.episode, at: event.ts, placement, rule, preset, tokens },
        text: packText(m, event),
        shortlist: shortlist.map(({ card, slot, score, shown, reason, chance }) => ({
          ...{ card, slot, score, shown, reason, chance },
        })),
      }
    }),
})

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

function cardShape(card: CardRead): Card {
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
