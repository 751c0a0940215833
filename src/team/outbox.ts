// The outbox: what this home has to say and the shared log does not hold yet. It keeps no list of its own: what was sent is
// what came back from the shared log, so a crash, a lost answer or a week offline neither loses nor doubles anything. A mark
// in the store says up to where the local log was carried over, so that looking costs nothing when nothing happened.

import { hashId } from "../core/ids.ts"
import { LEARN } from "../core/learn/params.ts"
import { isForeign } from "../core/model.ts"
import type { PromptRecord } from "../core/questions/worth.ts"
import { redact } from "../core/redact/redact.ts"
import {
  type BodyOf,
  canonical,
  LONGEST,
  MOST_CANDIDATES,
  MOST_PROMPTS,
  partitionOf,
  SHARED_VERSION,
  type SharedType,
  sharedCardId,
  sharedId,
} from "../core/shared/bodies.ts"
import { contentHash, memberOf } from "../core/shared/fold.ts"
import { foundingIn, heardIn, LOG_PARTITION, newLogId } from "../core/shared/keeping.ts"
import { SHARED_TABLE, unitKey } from "../core/shared/tables.ts"
import { logit, sigmoid } from "../core/stats.ts"
import { read } from "../core/views/read.ts"
import type { Rows } from "../core/views/rows.ts"
import { type CardView, isLive } from "../core/views/state.ts"
import type { Memory } from "../memory/memory.ts"
import type { Membership } from "./membership.ts"
import { goneHere, isElsewhere, repeats } from "./own-machines.ts"
import type { Envelope } from "./shared-log.ts"
import type { Identity } from "./signing.ts"

const mark = (team: string): string => `team/${team}/carried`
/** Events of the local log not looked at for this team yet. */
export const backlog = (memory: Memory, team: string): number =>
  Math.max(0, memory.parts.log.head() - Number(memory.parts.meta.get(mark(team)) ?? "0"))
export const carriedTo = (memory: Memory, team: string, seq: number): void =>
  memory.parts.meta.set(mark(team), String(seq))

interface Content {
  readonly subject: string
  readonly [more: string]: unknown
}
/** What this home says of something, as an envelope: its id follows from what it names. */
export const said = (
  identity: Identity,
  ts: number,
  type: SharedType,
  partition: string,
  content: Content,
  rev: number,
): Envelope =>
  identity.sign({
    id: sharedId(identity.author, partition, type, content.subject, rev),
    partition,
    ts,
    type,
    v: SHARED_VERSION,
    body: canonical({ ...content, rev }),
  })

/** Envelopes to append, in order: the log's beginning, who speaks, cards, what is withdrawn, episodes. */
export function pending(
  memory: Memory,
  rows: Rows,
  membership: Membership,
  identity: Identity,
  now: number,
): readonly Envelope[] {
  const { partitions, name } = membership
  const { author } = identity
  const seal = (type: SharedType, partition: string, content: Content, rev: number) =>
    said(identity, now, type, partition, content, rev)
  const joins = partitions
    .filter(partition => memberOf(rows, partition, author) === undefined)
    .map(partition => {
      const rev = freeRev(rows, author, partition, "member.joined", author, 0)
      return seal("member.joined", partition, { subject: author, name }, rev)
    })
  // Whoever speaks first begins the log, and keeps it.
  const founds =
    foundingIn(rows) === undefined ? [seal("log.founded", LOG_PARTITION, { subject: newLogId(author, now) }, 0)] : []
  // Who has to be admitted first says who they are, and no more.
  const mine = partitions.filter(
    partition => memberOf(rows, partition, author)?.gone == null && heardIn(rows, partition)(author),
  )
  const cards = sharedCards(memory, mine).filter(({ partition, content: { subject } }) => {
    const known = SHARED_TABLE.card.get(rows, sharedCardId(author, partition, subject))
    return known !== undefined || !repeats(memory, rows, author, subject)
  })
  const news = [...cards, ...sharedEpisodes(memory, mine, author)].flatMap(out => {
    const rev = nextRev(rows, author, out)
    return rev === null ? [] : [seal(out.type, out.partition, out.content, rev)]
  })
  const withdrawn = goneCards(memory, rows, mine, author, cards).map(({ partition, subject, why, rev }) =>
    seal("card.withdrawn", partition, { subject, why }, rev),
  )
  const first = news.filter(e => e.type === "card.shared")
  return [...founds, ...joins, ...first, ...withdrawn, ...news.filter(e => e.type !== "card.shared")]
}

/** The number under which this is said next; null when the shared log holds it as it is. */
function nextRev(rows: Rows, author: string, out: Outgoing): number | null {
  const { partition, content } = out
  const known =
    out.type === "card.shared"
      ? SHARED_TABLE.card.get(rows, sharedCardId(author, partition, content.subject))
      : SHARED_TABLE.place.get(rows, `${unitKey(partition, author)}/${content.subject}`)
  if (known && known.hash === contentHash(canonical({ ...content, rev: 0 }))) return null
  return freeRev(rows, author, partition, out.type, content.subject, known ? known.rev + 1 : 0)
}

/** The next number whose id nobody else's envelope holds: ids follow from what they name, so another could be there first. */
function freeRev(
  rows: Rows,
  author: string,
  partition: string,
  type: SharedType,
  subject: string,
  from: number,
): number {
  let rev = from
  while (SHARED_TABLE.taken.get(rows, sharedId(author, partition, type, subject, rev)) !== undefined) rev++
  return rev
}

/** Envelopes that were appended and did not come back as this home's own stand under ids that were taken. */
export function noteTaken(rows: Rows, author: string, sent: readonly Envelope[]): void {
  for (const { id, partition, type } of sent) {
    if (SHARED_TABLE.known.get(rows, id) !== undefined) continue
    const me = memberOf(rows, partition, author)
    if (type === "member.joined" ? me === undefined : me?.gone === null) SHARED_TABLE.taken.set(rows, id, 1)
  }
}

/** Cards the team still has of this home, and this home no longer gives. */
function goneCards(
  memory: Memory,
  rows: Rows,
  partitions: readonly string[],
  author: string,
  cards: readonly Outgoing[],
): readonly { partition: string; subject: string; why: "forgotten" | "archived"; rev: number }[] {
  const given = new Set(cards.map(out => `${out.partition}/${out.content.subject}`))
  return SHARED_TABLE.card.list(rows).flatMap(([, row]) => {
    const { partition, subject } = row
    if (row.author !== author || given.has(`${partition}/${subject}`) || !partitions.includes(partition)) return []
    if (row.withdrawn === "forgotten") return []
    const why = isElsewhere(memory, row) ? goneHere(memory, row) : withdrawal(memory, subject)
    if (why === null) return []
    // Put away first and forgotten later: the words go all the same.
    if (row.withdrawn === why) return []
    const rev = freeRev(rows, author, partition, "card.withdrawn", subject, row.rev + 1)
    return [{ partition, subject, why, rev }]
  })
}

// What of this memory is shared with a team: cards of the joined scopes with their cited words, redacted again; exposures and
// outcomes of those cards. Everything else stays: this file is the only road out, and it reads no transcript.

/** One thing that may leave: its content, not yet numbered and signed. */
type Outgoing = {
  readonly [T in "card.shared" | "episode.shared"]: {
    readonly type: T
    readonly partition: string
    readonly content: Omit<BodyOf<T>, "rev">
  }
}["card.shared" | "episode.shared"]

/** Cards that may leave: of a joined scope, in use, this home's own, with their words. */
function sharedCards(memory: Memory, partitions: readonly string[]): readonly Outgoing[] {
  return ownCards(memory, partitions).flatMap(({ card, partition }): Outgoing[] => {
    const statement = memory.text(card.statement)
    if (statement === null || !isLive(card.stage) || card.stage === "trial" || card.muted) return []
    return [
      {
        type: "card.shared",
        partition,
        content: {
          subject: card.id,
          kind: card.kind,
          statement: clean(statement, LONGEST.statement),
          topic: clean(memory.text(card.topic) ?? "", LONGEST.tag),
          tags: card.tags
            .flatMap(tag => memory.text(tag) ?? [])
            .slice(0, 16)
            .map(tag => clean(tag, LONGEST.tag)),
          source: card.source,
          bornAt: card.bornAt,
          evidence: quotesOf(memory, card),
        },
      },
    ]
  })
}

const ownCards = (memory: Memory, partitions: readonly string[]) =>
  read.card.list(memory.views).flatMap(([, card]) => {
    const partition = partitionOf(card.scope)
    return partition === null || isForeign(card.proposer) || !partitions.includes(partition)
      ? []
      : [{ card, partition }]
  })

const quotesOf = (memory: Memory, card: CardView): BodyOf<"card.shared">["evidence"] =>
  card.evidence
    .flatMap(e => {
      // What a teammate's like card added here is theirs to share.
      if (read.received.get(memory.views, e.event) !== undefined) return []
      const quote = memory.text(e.blob)?.slice(e.start, e.end)
      return quote ? [{ kind: e.kind, quote: clean(quote, LONGEST.quote) }] : []
    })
    .slice(0, 6)

/** Redacted once more, well-formed, and no longer than it may be. */
function clean(text: string, most: number): string {
  const safe = redact(text.toWellFormed()).text
  return (safe.length > most ? safe.slice(0, most) : safe).toWellFormed()
}

/** Why a card that was shared is shared no more. */
function withdrawal(memory: Memory, card: string): "forgotten" | "archived" {
  const row = read.card.get(memory.views, card)
  return row && memory.text(row.statement) !== null ? "archived" : "forgotten"
}

/** What was shown and how it went, for cards that the team knows. No tool, no path, no word of it. */
export function sharedEpisodes(memory: Memory, partitions: readonly string[], author: string): readonly Outgoing[] {
  const cards = new Map(
    read.card.list(memory.views).flatMap(([id, card]) => {
      const partition = partitionOf(card.scope)
      if (partition === null || !partitions.includes(partition) || card.stage === "trial") return []
      return [[id, { partition, id: isForeign(card.proposer) ? id : sharedCardId(author, partition, id) }] as const]
    }),
  )
  if (cards.size === 0) return []
  return read.record.list(memory.views).flatMap(([, record]) => {
    // An episode in which the breaker spoke is not the cards' doing (D67).
    if (read.episode.get(memory.views, record.ep)?.intervened) return []
    const here = new Set(record.prompts.flatMap(p => p.cand.flatMap(c => cards.get(c.id)?.partition ?? [])))
    return [...here].sort().map(
      (partition): Outgoing => ({
        type: "episode.shared",
        partition,
        content: {
          // a stretch of an episode is known by its first prompt: the order of the fold may change, that does not
          subject: hashId("shared-episode", author, record.ep, record.prompts[0]?.idx ?? 0),
          day: record.day,
          repo: hashId("shared-repo", partition, record.repo),
          prompts: record.prompts.slice(0, MOST_PROMPTS).map(prompt => ({
            idx: prompt.idx,
            lenZ: prompt.lenZ,
            hasError: prompt.hasError,
            taskKind: prompt.taskKind,
            nActive: prompt.nActive,
            slots: prompt.slots,
            label: sharedLabel(prompt),
            cand: prompt.cand
              .flatMap(c => {
                const known = cards.get(c.id)
                return known?.partition === partition ? [{ ...c, id: known.id }] : []
              })
              .slice(0, MOST_CANDIDATES),
          })),
        },
      }),
    )
  })
}

/** What was seen, over the base rate that everybody assumes: what is usual here is nobody else's business. */
const sharedLabel = ({ llr, label }: PromptRecord): number | null =>
  llr === undefined ? label : sigmoid(logit(LEARN.labelBase) + llr)
