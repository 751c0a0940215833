// What may stand in an envelope of a shared log, and nothing else: cards with their cited words, exposures with outcomes,
// and who is a member. Transcripts have no shape here, so they cannot be shared. Sizes are bounded.
import { id } from "../events/define.ts"
import { hashId } from "../ids.ts"
import { CHANNELS, EVIDENCE_KINDS, KINDS, PLACEMENTS, type Scope } from "../model.ts"
import * as s from "../schema.ts"

export const SHARED_VERSION = 1
export const MOST_PROMPTS = 200
export const MOST_CANDIDATES = 64
/** people that one envelope names */
export const MOST_NAMED = 500
/** a statement is one line; a cited span may be longer */
export const LONGEST = { statement: 400, quote: 2000, tag: 200 } as const
/** how people are called: shown in packs and lists, so no room for sentences */
export const MEMBER_NAME = /^[a-z0-9][a-z0-9._-]{0,31}$/

const words = (most: number) => s.string().check(s.maxLength(most))
const finite = () => s.number().check(s.gte(-1e15), s.lte(1e15))
const whole = () => s.int().check(s.gte(0))
const unit = () => s.number().check(s.gte(0), s.lte(1))

const candidate = s.object({
  id: id(),
  score: finite(),
  rank: finite(),
  pi: unit(),
  shown: s.boolean(),
  mode: s.union([s.literal(1), s.literal(-1)]),
  channel: s.enum(CHANNELS),
  placement: s.enum(PLACEMENTS),
})
const prompt = s.object({
  idx: whole(),
  lenZ: finite(),
  hasError: s.boolean(),
  taskKind: s.nullable(s.enum(["edit", "read"])),
  nActive: whole(),
  slots: whole(),
  label: s.nullable(unit()),
  cand: s.array(candidate).check(s.maxLength(MOST_CANDIDATES)),
})

/** `subject` and `rev` name what an envelope speaks of: a higher `rev` of the same subject replaces a lower one. */
const about = { subject: id(), rev: whole() }
const BODIES = {
  /** the subject is the log's own id */
  "log.founded": s.object({ ...about }),
  /** the subject is who keeps the log from now on, `rev` how many kept it before */
  "log.kept": s.object({ subject: s.string().check(s.regex(/^[0-9a-f]{32}$/)), rev: s.int().check(s.gte(1)) }),
  "member.joined": s.object({ ...about, name: s.string().check(s.regex(MEMBER_NAME)) }),
  "member.left": s.object({ ...about }),
  "member.revoked": s.object({ ...about, who: s.string().check(s.regex(/^[0-9a-f]{32}$/)) }),
  /** a keeper's word that these may speak: from the first one on, nobody else is heard */
  "member.admitted": s.object({ ...about, who: s.array(id()).check(s.maxLength(MOST_NAMED)) }),
  "card.shared": s.object({
    ...about,
    kind: s.enum(KINDS),
    statement: words(LONGEST.statement),
    topic: words(LONGEST.tag),
    tags: s.array(words(LONGEST.tag)).check(s.maxLength(16)),
    source: s.enum(["user", "agent", "extracted"]),
    bornAt: whole(),
    evidence: s.array(s.object({ kind: s.enum(EVIDENCE_KINDS), quote: words(LONGEST.quote) })).check(s.maxLength(6)),
  }),
  "card.withdrawn": s.object({ ...about, why: s.enum(["forgotten", "archived"]) }),
  "episode.shared": s.object({
    ...about,
    day: finite(),
    /** a hash: people who share a domain need not know each other's repositories */
    repo: id(),
    prompts: s.array(prompt).check(s.maxLength(MOST_PROMPTS)),
  }),
} as const
export type SharedType = keyof typeof BODIES
export type BodyOf<T extends SharedType> = s.infer<(typeof BODIES)[T]>

/** The body as it was meant, or null: strangers, newer shapes and oversized ones are refused, never guessed. */
export function readBody<T extends SharedType>(type: T, text: string): BodyOf<T> | null {
  try {
    return (BODIES[type] as { parse: (value: unknown) => unknown }).parse(JSON.parse(text)) as BodyOf<T>
  } catch {
    return null
  }
}
/** Types that hold nobody's words: a name or a card does, a count does not. */
export const WORDLESS: readonly string[] = Object.keys(BODIES).filter(t => t !== "card.shared" && t !== "member.joined")
export const isSharedType = (type: string): type is SharedType => Object.hasOwn(BODIES, type)

/**
 * The id of an envelope follows from what it speaks of, so that sending it again adds nothing, and a copy of it under
 * another name, author or partition does not pass.
 */
export const sharedId = (author: string, partition: string, type: string, subject: string, rev: number): string =>
  hashId("shared", author, partition, type, subject, rev)

/** A scope as a partition of a shared log: no slash, no space, nothing beyond ASCII. Global is this person, and never shared. */
export const partitionOf = (scope: { readonly tier: string; readonly id: string }): string | null =>
  scope.tier === "global" ? null : `${scope.tier}:${encodeURIComponent(scope.id)}`
export function scopeOfPartition(partition: string): Scope | null {
  const found = /^(repo|domain):([^/\s]{1,300})$/.exec(partition)
  if (!found) return null
  try {
    return { tier: found[1] as Scope["tier"], id: decodeURIComponent(found[2]!) }
  } catch {
    return null
  }
}

/** A card's name in a team: it commits to its author, so nobody can speak in the name of another's card. */
export const sharedCardId = (author: string, partition: string, card: string): string =>
  hashId("shared-card", author, partition, card)

/** JSON with keys in order: the same body is the same bytes on every machine. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  const entries = Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(",")}}`
}
