// The fold of a shared log: one verified envelope after another into shared views. Signatures are checked by the caller
// (src/team/signing.ts); who may speak, what replaces what and what is gone is decided here. A row depends on the set of
// an author's envelopes and not on how authors interleave, so that homes agree even where a log has no common order.

import { hashId } from "../ids.ts"
import { DAY } from "../time.ts"
import type { Rows } from "../views/rows.ts"
import { timeKey } from "../views/state.ts"
import {
  type BodyOf,
  isSharedType,
  readBody,
  SHARED_VERSION,
  type SharedType,
  sharedCardId,
  sharedId,
} from "./bodies.ts"
import { keepersIn, LOG_PARTITION } from "./keeping.ts"
import { cardCame, stale } from "./relearn.ts"
import { type ClaimRow, type MemberRow, type Refused, SHARED_TABLE, type SharedCardRow, unitKey } from "./tables.ts"

/** Bump when a reducer changes what it writes: shared views are then folded again. */
export const SHARED_FOLD = 8

/** One envelope as the fold reads it. */
export interface SharedEntry {
  readonly seq: number
  readonly id: string
  readonly partition: string
  readonly author: string
  readonly key: string
  readonly ts: number
  readonly type: string
  readonly v: number
  readonly body: string
}

/** Takes in one entry. Null when it was taken, else why not. Erased entries have no body and are passed over. */
export function applyShared(rows: Rows, entry: SharedEntry, verified: () => boolean): Refused | null {
  if (entry.body === "") return null
  if (!isSharedType(entry.type) || entry.v > SHARED_VERSION) return "unknown type"
  const body = readBody(entry.type, entry.body)
  if (!body) return "unreadable"
  const { author, partition } = entry
  const ofLog = entry.type.startsWith("log.")
  if (ofLog !== (partition === LOG_PARTITION)) return "not its id"
  if (entry.id !== sharedId(author, partition, entry.type, body.subject, body.rev)) return "not its id"
  if (!verified()) return "bad signature"
  if (SHARED_TABLE.known.get(rows, entry.id) !== undefined) return "replay"
  const member = memberOf(rows, partition, author)
  if (!ofLog && entry.type !== "member.joined" && (!member || member.gone !== null)) {
    // Somebody's machines arrive in any order: what comes before their name waits for it.
    if (!member) keepEarly(rows, entry)
    return "not a member"
  }
  if (entry.type === "member.joined" && member) {
    // Revoked before they were seen: now their name is known.
    if (member.key === "") {
      const { name } = body as BodyOf<"member.joined">
      SHARED_TABLE.member.set(rows, unitKey(partition, author), { ...member, key: entry.key, name })
    }
    return member.gone === null ? null : "not a member"
  }
  SHARED_TABLE.known.set(rows, entry.id, 1)
  REDUCERS[entry.type](rows, entry, body as never)
  if (entry.type === "member.joined") takeEarly(rows, partition, author)
  return null
}

/** Envelopes of one author that wait for their name. */
const MOST_EARLY = 2000
function keepEarly(rows: Rows, entry: SharedEntry): void {
  const waiting = `${unitKey(entry.partition, entry.author)}/`
  if (SHARED_TABLE.early.list(rows, waiting).length >= MOST_EARLY) return
  SHARED_TABLE.early.set(rows, `${waiting}${String(entry.seq).padStart(12, "0")}/${entry.id}`, entry)
}
function takeEarly(rows: Rows, partition: string, author: string): void {
  for (const [key, entry] of SHARED_TABLE.early.list(rows, `${unitKey(partition, author)}/`)) {
    SHARED_TABLE.early.delete(rows, key)
    applyShared(rows, entry, () => true)
  }
}

const REDUCERS: { readonly [T in SharedType]: (rows: Rows, entry: SharedEntry, body: BodyOf<T>) => void } = {
  "log.founded": (rows, entry, body) => {
    const { author, ts, seq } = entry
    SHARED_TABLE.founded.set(rows, body.subject, { id: body.subject, author, ts, seq })
    heedClaims(rows)
  },
  "log.kept": (rows, entry, body) => {
    SHARED_TABLE.kept.set(rows, entry.id, { by: entry.author, who: body.subject, rev: body.rev })
    heedClaims(rows)
  },
  "member.admitted": (rows, entry, body) => {
    const { author: by, partition } = entry
    for (const who of body.who) SHARED_TABLE.admitted.set(rows, `${unitKey(partition, by)}/${who}`, { by, who })
    relearn(rows, partition)
  },
  "member.joined": (rows, entry, body) => {
    const { author, partition, key, seq } = entry
    const { name } = body
    SHARED_TABLE.member.set(rows, unitKey(partition, author), { author, partition, key, name, seq, gone: null })
  },
  "member.left": (rows, entry) => dismiss(rows, entry.partition, entry.author, "left"),
  "member.revoked": (rows, entry, body) => {
    const { author, partition, seq } = entry
    const claim: ClaimRow = { by: author, who: body.who, partition, seq }
    if (keepersIn(rows).includes(author)) revoke(rows, claim)
    else SHARED_TABLE.claim.set(rows, entry.id, claim)
  },
  "card.shared": (rows, entry, body) => putCard(rows, entry, body, null),
  "card.withdrawn": (rows, entry, body) => putCard(rows, entry, body, body.why),
  "episode.shared": (rows, entry, body) => {
    const member = unitKey(entry.partition, entry.author)
    const at = `${member}/${body.subject}`
    const before = SHARED_TABLE.place.get(rows, at)
    if (before && before.rev >= body.rev) return
    if (before) {
      SHARED_TABLE.episode.delete(rows, before.key)
      stale(rows, learnedIn(before.key), before.key)
    }
    const unit = `${member}/${body.repo}`
    const key = `${unit}/${timeKey(body.day * DAY)}/${body.subject}`
    SHARED_TABLE.episode.set(rows, key, { body })
    SHARED_TABLE.place.set(rows, at, { key, rev: body.rev, hash: contentHash(entry.body) })
    stale(rows, unit, key)
  },
}

function putCard(
  rows: Rows,
  entry: SharedEntry,
  body: BodyOf<"card.shared"> | BodyOf<"card.withdrawn">,
  withdrawn: SharedCardRow["withdrawn"],
): void {
  const { author, partition } = entry
  const id = sharedCardId(author, partition, body.subject)
  const before = SHARED_TABLE.card.get(rows, id)
  if (before && before.rev >= body.rev) return
  const now = withdrawn === null ? (body as BodyOf<"card.shared">) : null
  if (withdrawn === "forgotten" || (now && before?.body && dropsWords(before.body, now)))
    SHARED_TABLE.owed.set(rows, id, { author, partition, subject: body.subject, upTo: body.rev - 1 })
  const { subject, rev } = body
  const said = { envelope: entry.id, hash: contentHash(entry.body), body: now, withdrawn }
  SHARED_TABLE.card.set(rows, id, { id, author, partition, subject, rev, ...said })
  if (withdrawn !== null) relearn(rows, partition)
  cardCame(rows, id)
}

/** Whether a revision no longer says something that the one before it did. */
function dropsWords(before: BodyOf<"card.shared">, now: BodyOf<"card.shared">): boolean {
  const said = ({ statement, topic, tags, evidence }: BodyOf<"card.shared">): readonly string[] => [
    ...[statement, topic, ...tags],
    ...evidence.map(e => e.quote),
  ]
  const kept = new Set(said(now))
  return said(before).some(words => !kept.has(words))
}

/** What waited for its author to be known as a keeper: revocations, and who is heard. */
function heedClaims(rows: Rows): void {
  const keepers = keepersIn(rows)
  for (const partition of new Set(SHARED_TABLE.admitted.list(rows).map(([key]) => key.split("/")[0]!)))
    relearn(rows, partition)
  for (const [key, claim] of SHARED_TABLE.claim.list(rows))
    if (keepers.includes(claim.by)) {
      revoke(rows, claim)
      SHARED_TABLE.claim.delete(rows, key)
    }
}

function revoke(rows: Rows, { who, partition, seq }: ClaimRow): void {
  // In a folder the keeper's word may arrive before the one it is about: nothing of theirs is taken when they come.
  const unseen = { author: who, partition, key: "", name: "somebody", seq }
  if (memberOf(rows, partition, who)) dismiss(rows, partition, who, "revoked")
  else SHARED_TABLE.member.set(rows, unitKey(partition, who), { ...unseen, gone: "revoked" })
}

/** Everything an author said in a partition goes, and nothing they say is taken again. */
function dismiss(rows: Rows, partition: string, author: string, how: "left" | "revoked"): void {
  const member = memberOf(rows, partition, author)
  if (!member || member.gone !== null) return
  SHARED_TABLE.member.set(rows, unitKey(partition, author), { ...member, gone: how })
  for (const [id, card] of SHARED_TABLE.card.list(rows))
    if (card.author === author && card.partition === partition)
      SHARED_TABLE.card.set(rows, id, { ...card, body: null, withdrawn: card.withdrawn ?? "archived" })
  SHARED_TABLE.episode.clear(rows, `${unitKey(partition, author)}/`)
  SHARED_TABLE.place.clear(rows, `${unitKey(partition, author)}/`)
  relearn(rows, partition)
}

/** partition/author/repo of an episode's key: the unit that is learned from apart */
const learnedIn = (key: string): string => key.split("/").slice(0, 3).join("/")

/** A card that is gone is learned about no more: everybody's episodes are read again without it. */
function relearn(rows: Rows, partition: string): void {
  for (const [unit] of SHARED_TABLE.unit.list(rows, `${partition}/`)) stale(rows, unit, "")
}

/**
 * What was said, without the number of the saying: the same content is not sent twice. In canonical JSON an unescaped
 * `"rev":` is a key, and only a body has that key.
 */
export const contentHash = (body: string): string => hashId("content", body.replace(/([{,])"rev":\d+,?/, "$1"))

export const memberOf = (rows: Rows, partition: string, author: string): MemberRow | undefined =>
  SHARED_TABLE.member.get(rows, unitKey(partition, author))
