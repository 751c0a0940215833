// observedEvent, authoredEvent: type, validator, version and upcasts of one event in one place. Free text never stands in an event:
// the fields named in `texts` are given as text in a draft and stored as blob references (L4).
import { MettleError } from "../errors.ts"
import { EVIDENCE_KINDS } from "../model.ts"
import type { LogEvent } from "../promised.ts"
import * as s from "../schema.ts"

/** A blob reference: HMAC of the text under the store's key, 128 bits, base64url. */
export const REF = /^b:[A-Za-z0-9_-]{22}$/
export const ref = () => s.string().check(s.regex(REF))
export const nullableRef = () => s.nullable(ref())

/** What is stored. `seq` is given by the log; order is `seq`, never `ts`. */
export interface Event<D = Readonly<Record<string, unknown>>> extends Omit<LogEvent, "data"> {
  readonly data: D
}
export type NewEvent<D = Readonly<Record<string, unknown>>> = Omit<Event<D>, "seq">

export interface EventDefinition<T extends string = string, D = unknown> {
  readonly type: T
  readonly version: number
  readonly about: string
  readonly origin: "observed" | "authored"
  /** fields that hold free text: a string, null, or a list of strings in a draft; references when stored */
  readonly texts: readonly string[]
  /** fields that hold a name somebody else gave: a fact that stays, so forgetting says where the words still stand in one */
  readonly names: readonly string[]
  readonly data: { readonly parse: (value: unknown) => D }
  /** upcasts[n] turns data of version n−1 into version n */
  readonly upcasts: Readonly<Record<number, Upcast>>
}
interface Upcast {
  readonly name: string
  readonly up: (data: never) => unknown
}

interface Parts<Shape extends s.ZodMiniObject> {
  readonly about: string
  readonly version?: number
  readonly texts?: readonly string[]
  readonly names?: readonly string[]
  readonly data: Shape
  readonly upcasts?: Readonly<Record<number, Upcast>>
}
const definer =
  (origin: EventDefinition["origin"]) =>
  <T extends string, Shape extends s.ZodMiniObject>(
    type: T,
    { about, version = 1, texts = [], names = [], data, upcasts = {} }: Parts<Shape>,
  ): EventDefinition<T, s.infer<Shape>> => {
    for (let n = 2; n <= version; n++)
      if (!upcasts[n]) throw new TypeError(`${type}: version ${n} has no upcast from ${n - 1}`)
    return { type, version, about, origin, texts, names, data, upcasts }
  }
export const observedEvent = definer("observed")
export const authoredEvent = definer("authored")

/** Data of any released version, brought up to the current one. A newer version is refused, never guessed. */
export function upcast(definition: EventDefinition, v: number, data: unknown): unknown {
  if (v > definition.version)
    throw new MettleError(
      "E_NEWER",
      `${definition.type} v${v} was written by a newer mettle (this one knows v${definition.version})`,
      {
        still: "nothing was changed; reading older events works",
        hint: "upgrade mettle on this machine",
      },
    )
  let current = data
  for (let n = v + 1; n <= definition.version; n++) current = definition.upcasts[n]!.up(current as never)
  return current
}

// Shapes that several events share.

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
