// The inbox: what waits for a person. Candidates, cards marked wrong, cards to check again, rules found in documents or in
// words that may be pasted, which become norms only by a nod (L7), and what the counts suggest: a wider scope, or a tactic
// turned into its warning.

import type { DataOf } from "../../core/events/registry.ts"
import { idStart } from "../../core/ids.ts"
import { foreignName, isForeign, isNorm, type Kind, type Tier } from "../../core/model.ts"
import { onlyOne } from "../../core/nearest.ts"
import { cardOf, read } from "../../core/views/read.ts"
import { isLearnable } from "../../core/views/records.ts"
import { type CardView, isLive, type LedgerEntry, waitsForYes } from "../../core/views/state.ts"
import { contradicts, opposes } from "../../core/words/opposes.ts"
import { DOC_TAG } from "../../proposers/rule-files.ts"
import { act, note } from "../acting/acts.ts"
import { undoneActs } from "../acting/adoptions.ts"
import { asOf } from "../as-of.ts"
import type { Memory } from "../memory.ts"
import { readPooled } from "../packs/pooled.ts"
import { eventsOf } from "../refs.ts"
import { heardOtherwise } from "../tending/heard-otherwise.ts"
import { inversionOf, invertible } from "../tending/inversions.ts"
import { keepHere, promote, promotions } from "../tending/promotions.ts"
import { type CardRead, cardRows, readCard } from "./read.ts"

type Waiting =
  | "candidate"
  | "marked wrong"
  | "needs recheck"
  | "kept by an older ear"
  | "perhaps said otherwise"
  | "from a document"
  | "perhaps pasted"
  | "from a teammate"
  | "won in other repositories"
  | "mostly fails"
  | "seems to harm"
export interface InboxItem {
  /** id of the card, or of the proposal when there is no card yet */
  readonly id: string
  readonly why: Waiting
  readonly kind: Kind
  readonly statement: string
  readonly scope: { readonly tier: string; readonly id: string }
  readonly card: CardRead | null
  readonly against?: { readonly id: string; readonly statement: string }
  readonly by?: string
  readonly document?: string
  /** where it would belong, and in how many repositories it won */
  readonly grows?: { readonly domain: string; readonly repositories: number }
}

export function inbox(memory: Memory): readonly InboxItem[] {
  const cards = cardRows(memory)
    .filter(card => isLive(card.stage))
    .sort((a, b) => b.bornSeq - a.bornSeq)
  const waiting = cards.flatMap((card): InboxItem[] => {
    // Words are read of the few that wait.
    const why = reasonOf(card) ?? (heardOtherwise(memory, card) ? "kept by an older ear" : null)
    return why === null ? [] : itemOf(memory, card, why)
  })
  const all = [...waiting, ...perhapsTurned(memory, cards), ...suggestions(memory), ...documents(memory, cards)]
  // One question about a card at a time: the answer names the card alone.
  const asked = new Set<string>()
  return all.filter(({ id }) => !asked.has(id) && asked.add(id))
}

const itemOf = (memory: Memory, card: CardView, why: Waiting, more: Partial<InboxItem> = {}): InboxItem[] => {
  const statement = memory.text(card.statement)
  if (statement === null) return []
  const { id, kind, scope } = card
  return [{ id, why, kind, statement, scope, card: readCard(memory, card), ...more }]
}

/** Norms in use that later words for the same place turn round in part, or in other words: both stand until the user says. */
function perhapsTurned(memory: Memory, cards: readonly CardView[]): readonly InboxItem[] {
  const norms = cards
    .filter(card => isNorm(card.kind) && card.stage !== "trial")
    .flatMap(card => {
      const statement = memory.text(card.statement)
      return statement === null ? [] : [{ card, statement }]
    })
  return norms.flatMap(({ card, statement }): InboxItem[] => {
    if (card.confirmed || card.pinned) return []
    const later = norms.find(
      n =>
        n.card.bornSeq > card.bornSeq &&
        n.card.scope.id === card.scope.id &&
        opposes(n.statement, statement) === "perhaps",
    )
    if (later === undefined) return []
    return itemOf(memory, card, "perhaps said otherwise", {
      against: { id: later.card.id, statement: later.statement },
    })
  })
}

/** The same, walked once until the log moves. */
export const inboxNow = (memory: Memory): readonly InboxItem[] => asOf(memory, "inbox", () => inbox(memory))

/** A rule that is no card yet, by the id under which review shows it; null when a card has that id, or nothing does. */
export function waitingRule(memory: Memory, given: string): InboxItem | null {
  const start = idStart(given)
  if (start === null || start.length < 3 || read.card.list(memory.views, start).length > 0) return null
  const found = inboxNow(memory).filter(item => item.id.startsWith(start))
  return found.length === 0 ? null : onlyOne(found, given, "waiting rule", "mettle review lists them")
}

/** What the counts suggest and only a person decides. */
const suggestions = (memory: Memory): readonly InboxItem[] => [
  ...promotions(memory).flatMap(({ card, domain, repos }) =>
    itemOf(memory, card, "won in other repositories", { grows: { domain, repositories: repos.length } }),
  ),
  ...harming(memory).flatMap(card => itemOf(memory, card, "seems to harm")),
  ...invertible(memory).flatMap(card =>
    inversionOf(memory, card) === null ? [] : itemOf(memory, card, "mostly fails"),
  ),
]

/** Measured to do harm, here or by the team, and no tactic that could be turned around: put it away, or vouch for it. */
const harming = (memory: Memory): readonly CardView[] =>
  cardRows(memory).filter(
    c =>
      isLive(c.stage) &&
      isLearnable(c) &&
      ((c.kind !== "tactic" && c.value?.verdict === "harms") || readPooled(memory, c.id)?.team.verdict === "harms"),
  )

const reasonOf = (card: CardView): Waiting | null =>
  card.muted || (card.flagged ?? []).length > 0
    ? "marked wrong"
    : card.stage === "needs_recheck" || (card.changed ?? []).length > 0
      ? "needs recheck"
      : card.stage === "trial" || waitsForYes(card)
        ? "candidate"
        : null

/** Rules that a document or a teammate states and nobody has nodded to or turned down. */
function documents(memory: Memory, cards: readonly CardView[]): readonly InboxItem[] {
  // Words are read of the few that wait, not of the whole ledger.
  const waits = ledgerRows(memory)
    .filter(e => e.act === "refused" && e.because.startsWith("awaits-user"))
    .reverse()
  if (waits.length === 0) return []
  const said = new Set(cards.map(card => keyOf(card.scope, memory.text(card.statement))))
  const undone = undoneActs(memory.parts.log)
  const turnedDown = new Set(
    eventsOf(memory.parts.log, "feedback.given").flatMap(e => (undone.has(e.id) ? [] : e.data.target)),
  )
  return waits.flatMap((entry): InboxItem[] => {
    const { proposal, kind } = entry
    const words = memory.text(entry.statement)
    if (proposal === null || words === null || kind === null || turnedDown.has(proposal)) return []
    const scope = scopeOf(memory, proposal)
    const key = keyOf(scope, words)
    if (said.has(key) || said.has(keyOf(EVERYWHERE, words))) return []
    said.add(key)
    const against = cards
      .filter(card => isNorm(card.kind) && (card.scope.id === scope.id || card.scope.tier === "global"))
      .flatMap(card => {
        const statement = memory.text(card.statement)
        return statement !== null && contradicts(statement, words) ? [{ id: card.id, statement }] : []
      })[0]
    const sender = (memory.parts.log.get(proposal)?.data as DataOf<"card.proposed"> | undefined)?.proposer ?? ""
    const why: Waiting = isForeign(sender)
      ? "from a teammate"
      : sender.startsWith("user-words@")
        ? "perhaps pasted"
        : "from a document"
    const by = isForeign(sender) ? { by: foreignName(sender) } : {}
    const place = why === "from a document" ? standsAt(memory, proposal).tags[0] : undefined
    const document = place === undefined ? {} : { document: place.slice(DOC_TAG.length) }
    const item = { id: proposal, why, kind, statement: words, scope, card: null, ...by, ...document }
    return [against === undefined ? item : { ...item, against }]
  })
}

/** Words and the repository that they hold in: what one repository keeps is still to be asked for another. */
const keyOf = ({ tier, id }: InboxItem["scope"], words: string | null): string =>
  `${tier === "repo" ? id : ""}\n${words}`
const EVERYWHERE = { tier: "global", id: "me" } as const

export function scopeOf(memory: Memory, proposal: string): { readonly tier: Tier; readonly id: string } {
  const event = memory.parts.log.get(proposal)
  const tier = (event?.data as DataOf<"card.proposed"> | undefined)?.tier ?? "repo"
  return tier === "global" ? EVERYWHERE : { tier, id: event?.scope ?? "-" }
}

/** The document's own line, so that the card says where it stands and is told when it goes. */
function standsAt(memory: Memory, proposal: string) {
  const data = memory.parts.log.get(proposal)?.data as DataOf<"card.proposed"> | undefined
  const tags = (data?.tags ?? []).flatMap(tag => memory.text(tag) ?? []).filter(tag => tag.startsWith(DOC_TAG))
  return { evidence: data?.evidence ?? [], tags }
}

/** Somebody else's rule: a nod makes it the user's own words. */
const isRule = ({ why }: InboxItem): boolean =>
  why === "from a document" || why === "from a teammate" || why === "perhaps pasted"

/** It is right. Returns the id of the act, or of the card a document's rule became. */
export function approve(memory: Memory, item: InboxItem): Promise<string> {
  if (isRule(item)) return note(memory, item.statement, { ...whereOf(memory, item), also: standsAt(memory, item.id) })
  if (item.why === "won in other repositories") return grow(memory, item)
  if (item.why === "mostly fails") return turnAround(memory, item)
  const vouched = ["candidate", "seems to harm", "kept by an older ear", "perhaps said otherwise"].includes(item.why)
  return act(memory, vouched ? "card.confirmed" : "card.verified", { card: item.id })
}

/** It is not: put away, and searchable. What was only asked to grow stays where it is. */
export function turnDown(memory: Memory, item: InboxItem): Promise<string> {
  if (isRule(item))
    return act(memory, "feedback.given", { about: "card", target: item.id, tag: "irrelevant", by: "user", note: null })
  const card = item.why === "won in other repositories" ? cardOf(memory.views, item.id) : undefined
  return card ? keepHere(memory, card) : act(memory, "card.archived", { card: item.id, note: null })
}

/** It is nearly right: these words instead. */
export async function reword(memory: Memory, item: InboxItem, words: string): Promise<string> {
  if (!isRule(item)) return act(memory, "card.corrected", { card: item.id, statement: words as never })
  const made = await note(memory, words, whereOf(memory, item))
  await act(memory, "feedback.given", { about: "card", target: item.id, tag: "useful", by: "user", note: null })
  return made
}

/** A note lies in the scope of the document that said it. */
const whereOf = (memory: Memory, item: InboxItem) => ({
  scope: memory.parts.log.get(item.id)?.scope ?? item.scope.id,
  tier: item.scope.tier as Tier,
  kind: item.kind,
})

async function grow(memory: Memory, item: InboxItem): Promise<string> {
  const found = promotions(memory).find(p => p.card.id === item.id)
  return found ? promote(memory, found) : item.id
}

/** The tactic goes, its warning comes in by the same gate as everything. */
async function turnAround(memory: Memory, item: InboxItem): Promise<string> {
  const card = cardOf(memory.views, item.id)
  const warning = card ? inversionOf(memory, card) : null
  if (warning !== null) await memory.record([warning])
  return act(memory, "card.archived", { card: item.id, note: null })
}

export const ledgerRows = (memory: Memory): readonly LedgerEntry[] =>
  read.ledger.values(memory.views).toSorted((a, b) => b.seq - a.seq)
