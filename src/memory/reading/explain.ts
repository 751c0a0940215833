// Why a card stands where it stands: how often it was shown, what was judged, and every line of the ledger about it. And evidence where
// it stands: the cited words inside the text they were taken from, and the messages beside it (U-04).

import type { Event } from "../../core/events/define.ts"
import type { Avoided } from "../../core/learn/avoided.ts"
import { type Evidence, isNorm } from "../../core/model.ts"
import { ENOUGH } from "../../core/say-number.ts"
import { truthStatsOf } from "../../core/truth.ts"
import { read } from "../../core/views/read.ts"
import { isLearnable } from "../../core/views/records.ts"
import { trustIfMoved } from "../../core/views/sources.ts"
import type { CardView } from "../../core/views/state.ts"
import { holdsBy } from "../checks/holds.ts"
import { type Account, accountOf } from "../measuring/account.ts"
import { readNorm } from "../measuring/overview.ts"
import { readUsage } from "../measuring/receipt.ts"
import type { Memory } from "../memory.ts"
import { avoidedCounts, readAvoided } from "../packs/learned.ts"
import { readPooled } from "../packs/pooled.ts"
import { messagesOf, sayAgain } from "../past/transcript.ts"
import { cardShort, quoted, readCard, readLedger } from "./read.ts"

export type Explanation = ReturnType<typeof explainCard>
export function explainCard(memory: Memory, card: CardView) {
  const judged = card.value?.n ?? 0
  const measured = isLearnable(card)
  const avoided = readAvoided(memory, [card]).get(card.id) ?? null
  return {
    card: readCard(memory, card),
    judged,
    early: judged < ENOUGH,
    wins: card.wins,
    losses: card.losses,
    support: card.support,
    contradiction: card.contradiction,
    /** what stands for and against it, by kind of evidence (S4-30) */
    truth: truthStatsOf(card),
    disputes: card.disputes.length,
    /** measured at all? Norms, pinned and confirmed cards are never scored. */
    measured,
    credits: read.credit.list(memory.views, `${card.id}/`).map(([key, c]) => ({
      episode: key.split("/")[1] ?? "",
      amount: c.amount,
      because: c.because ?? "",
    })),
    /** what its value rests on; null when it is not measured */
    account: measured ? told(accountOf(memory, card, ENOUGH), avoided) : null,
    /** since when packs leave it out although it fits: no verdict comes while it is hardly shown; null when they do not */
    avoided,
    /** what teammates saw of it, apart from this person's own; null when nobody shared any */
    pooled: measured ? readPooled(memory, card.id) : null,
    /** how it was followed; null when it is no norm */
    adherence: isNorm(card.kind) ? readNorm(memory, card) : null,
    /** calls it held, oldest first, and what followed each */
    holds: holdsBy(memory, card.id),
    /** usage rows, where credit is shared out by use */
    usage: memory.preset.rules.credit[0]?.byUse ? readUsage(memory, card.id) : null,
    ledger: readLedger(memory, undefined, entry => entry.card === card.id || entry.proposal === card.id),
    /** where it came from and how sure that was, and how often it was given and credited since (S2-78) */
    origin: originOf(memory, card),
    /** older versions first, then this one, then what replaced it */
    lineage: lineageOf(memory, card),
  }
}

function originOf(memory: Memory, card: CardView) {
  const { p } = (memory.parts.log.get(card.id)?.data ?? {}) as { readonly p?: number }
  return {
    ...{ episode: card.episode, event: card.id, proposer: card.proposer },
    /** how sure the ear was, else how often its source has been right; null = nobody knows */
    confidence: p ?? trustIfMoved(memory.context(), card.proposer)?.mean ?? null,
    activations: card.shown,
    attributions: read.credit.list(memory.views, `${card.id}/`).length,
  }
}

/** "Too early" would promise a verdict: a card that is avoided is hardly judged any more. */
function told(account: Account, avoided: Avoided | null): Account {
  if (avoided === null) return account
  const since = new Date(avoided.since).toISOString().slice(0, 10)
  const words = `Avoided since ${since}: ${avoidedCounts(avoided)}, as it promises less than its place is worth.`
  return { ...account, words: [words, ...account.words.filter(sentence => !sentence.startsWith("Too early"))] }
}

/** In how many episodes it was put before somebody, and how those ended that were judged. Showings are not episodes. */
export function shownIn(memory: Memory, id: string) {
  const episodes = new Set(read.seenBy.values(memory.views, `${id}/`).flatMap(seen => seen.episode ?? []))
  const verdicts = [...episodes].map(one => read.episode.get(memory.views, one)?.verdict ?? "unjudged")
  const judged = verdicts.filter(verdict => verdict !== "unjudged")
  const succeeded = judged.filter(verdict => verdict === "success").length
  return { episodes: episodes.size, judged: judged.length, succeeded }
}

/** Every time the card was put before somebody, with the commit the episode started from and what was committed in it afterwards. */
export function seenBy(memory: Memory, id: string) {
  const known = new Map<string, readonly Event[]>()
  return read.seenBy.values(memory.views, `${id}/`).map(seen => {
    const { episode } = seen
    const events = episode === null ? [] : (known.get(episode) ?? memory.parts.log.readEpisode(episode))
    if (episode !== null) known.set(episode, events)
    const opened = events.find(e => e.type === "episode.opened")
    const commits = events.flatMap(e => {
      const { change, commit } = e.data as { change?: string; commit?: string | null }
      const made = e.type === "change.observed" && (change === "commit" || change === "amend")
      return made && commit != null && e.ts >= seen.at ? [commit] : []
    })
    const { head = null } = (opened?.data ?? {}) as { head?: string | null }
    return { ...seen, at: new Date(seen.at).toISOString(), scope: opened?.scope ?? null, head, commits }
  })
}

function lineageOf(memory: Memory, card: CardView) {
  const follow = (next: (c: CardView) => string | null): readonly CardView[] => {
    const line = [card]
    for (let id = next(card); id !== null && line.every(c => c.id !== id); id = next(line.at(-1)!)) {
      const found = read.card.get(memory.views, id)
      if (!found) break
      line.push(found)
    }
    return line.slice(1)
  }
  const line = [...follow(c => c.supersedes).toReversed(), card, ...follow(c => c.supersededBy)]
  return line.map(c => ({ id: c.id, short: cardShort(c), statement: memory.text(c.statement) }))
}

const ROUND = 1200
const BESIDE = 2
const BESIDE_CHARS = 1500

export type Cited = ReturnType<typeof citedAt>
/** `beside` false leaves the neighbours out: they cost a walk through the episode. */
export function citedAt(memory: Memory, evidence: Evidence, beside = true) {
  const event = memory.parts.log.get(evidence.event)
  const text = memory.text(evidence.blob)
  const { quote, holds } = quoted(memory, evidence)
  const [start, stop] = text === null ? [0, 0] : windowOf(text, evidence)
  const places = beside && event?.episode ? messagesOf(memory, event.episode) : []
  const mine = places.findIndex(place => place.event === evidence.event)
  const near = mine < 0 ? [] : places.slice(Math.max(0, mine - BESIDE), mine + BESIDE + 1)
  return {
    ...evidence,
    episode: event?.episode ?? null,
    at: event?.ts ?? null,
    message: places[mine]?.message ?? null,
    holds,
    quote,
    /** the text around it: the words are context.slice(from, to), with so many characters before and after the context */
    context: holds ? text!.slice(start, stop) : null,
    from: holds ? evidence.start - start : 0,
    to: holds ? evidence.end - start : 0,
    before: holds ? start : 0,
    after: holds ? text!.length - stop : 0,
    around: sayAgain(
      memory,
      near.filter(place => place.event !== evidence.event),
      BESIDE_CHARS,
    ),
  }
}

/** Some text on both sides, on whole characters. */
function windowOf(text: string, { start, end }: Evidence): readonly [number, number] {
  const low = (at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00
  let from = Math.max(0, start - ROUND)
  let to = Math.min(text.length, end + ROUND)
  if (from > 0 && low(from)) from++
  if (to < text.length && low(to)) to--
  return [Math.min(from, start), Math.max(to, end)]
}
