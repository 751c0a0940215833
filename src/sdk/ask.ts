// pack, check, explain: what an agent is given, told, and why. The same functions that hooks and commands call.
import { MettleError } from "../core/errors.ts"
import type { CheckHit } from "../core/promised.ts"
import { checkAction, stillHolds } from "../memory/checks/checks.ts"
import type { Memory } from "../memory/memory.ts"
import { makePack } from "../memory/packs/packs.ts"
import { packText, shownPack } from "../memory/packs/shown-packs.ts"
import { knownDomains } from "../memory/packs/situation.ts"
import { findEpisode } from "../memory/reading/episodes.ts"
import { explainCard } from "../memory/reading/explain.ts"
import { findCard } from "../memory/reading/read.ts"
import { cardShape } from "./cards.ts"
import type { CheckRequest, Mettle, PackAccount, PackAnswer, PackRequest } from "./contract.ts"
import { idOf, look, orStop, scopeAt, type Within } from "./within.ts"

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
