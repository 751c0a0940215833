// Shapes that several events share.
import { EVIDENCE_KINDS } from "../model.ts"
import { s } from "../schema.ts"
import { ref } from "./define.ts"

export const id = () => s.string().check(s.regex(/^[0-9a-f]{32}$/))

export const evidence = () =>
  s.object({
    kind: s.enum(EVIDENCE_KINDS),
    event: id(),
    blob: ref(),
    start: s.number().check(s.gte(0)),
    end: s.number().check(s.gte(0)),
    hash: s.string(),
  })

/** One candidate of a pack, shown or not. */
export const shortlisted = () =>
  s.object({
    card: id(),
    hash: s.string(),
    slot: s.enum(["norms", "negatives", "tactics", "facts"]),
    score: s.number(),
    lexical: s.number(),
    semantic: s.number(),
    rank: s.number(),
    tokens: s.number(),
    shown: s.boolean(),
    mode: s.union([s.literal(1), s.literal(-1)]),
    reason: s.nullable(s.string()),
    chance: s.number(),
  })
