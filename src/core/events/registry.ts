// THE list of events, by noun. Union type, parser and docs/log-format.md follow from it.
import { MettleError } from "../errors.ts"
import * as card from "./card.ts"
import { type EventDefinition, type NewEvent, upcast } from "./define.ts"
import * as episode from "./episode.ts"
import * as exposure from "./exposure.ts"
import * as store from "./store.ts"

/** What a file of events exports is its events, and nothing else. */
export const EVENTS: readonly Definitions[] = [episode, exposure, card, store].flatMap((noun): Definitions[] =>
  Object.values(noun),
)

type In<Noun> = Noun[keyof Noun]
type Definitions = In<typeof episode> | In<typeof exposure> | In<typeof card> | In<typeof store>
export type EventType = Definitions["type"]
export type DataOf<T extends EventType> =
  Extract<Definitions, { type: T }> extends EventDefinition<T, infer D> ? D : never

const BY_TYPE = new Map<string, EventDefinition>(EVENTS.map(e => [e.type, e as EventDefinition]))

export function definitionOf(type: string): EventDefinition {
  const definition = BY_TYPE.get(type)
  if (definition) return definition
  throw new MettleError("E_NEWER", `unknown event type "${type}"`, {
    still: "nothing was changed; other events can be read",
    hint: "it may come from a newer mettle: upgrade, then run mettle doctor rebuild",
  })
}

/** An event of the log in the current version's shape: what is stored was parsed when it was stored (record.ts). */
export function storedEvent<E extends NewEvent>(event: E): E {
  const definition = definitionOf(event.type)
  if (event.v === definition.version) return event
  return { ...event, v: definition.version, data: upcast(definition, event.v, event.data) as E["data"] }
}

/** Data that came out of parsing, and of which type: what was looked at when it was recorded is not looked at again to be appended. */
const PARSED = new WeakMap<object, string>()

/** The event with its data in the current version's shape. Stored bytes stay as they are. */
export function parseEvent<E extends NewEvent>(event: E): E {
  if (PARSED.get(event.data) === event.type) return event
  const definition = definitionOf(event.type)
  const data = upcast(definition, event.v, event.data)
  try {
    const parsed = definition.data.parse(data) as Record<string, unknown>
    const { masked, recorded } = data as { masked?: unknown; recorded?: unknown }
    const more = { ...(masked === undefined ? {} : { masked }), ...(recorded === undefined ? {} : { recorded }) }
    const whole = { ...parsed, ...more }
    PARSED.set(whole, event.type)
    return { ...event, v: definition.version, data: whole }
  } catch (cause) {
    throw new MettleError("E_EVENT", `${event.type} does not fit its schema`, {
      cause,
      hint: "this is a fault in mettle: mettle doctor",
    })
  }
}
