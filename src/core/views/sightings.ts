// Sightings: in which episodes something was seen that may come back. An index of places, without a word of what stands there:
// what is the same is decided on the texts themselves, while they are there (core/again).
import { commandName } from "../readings/registry.ts"
import type { FoldContext } from "./context.ts"
import type { ToolView } from "./state.ts"
import { TABLE } from "./tables.ts"

export interface Place {
  readonly episode: string
  readonly event: string
}

/** The newest of so many episodes are remembered for one key. */
const MOST = 12

function note(context: FoldContext, key: string, place: Place): void {
  const known = TABLE.sighting.get(context.rows, key) ?? []
  if (known.at(-1)?.episode === place.episode) return
  TABLE.sighting.set(context.rows, key, [...known.filter(p => p.episode !== place.episode), place].slice(-MOST))
}

const brokeKey = (context: Pick<FoldContext, "hash">, scope: string, name: string): string =>
  `${scope}/broke/${context.hash(name)}`

/** A command that failed. */
export function sightCall(context: FoldContext, scope: string | null, episode: string, tool: ToolView): void {
  if (scope === null || tool.ok !== false || tool.input === null || tool.does !== "runs") return
  const ref = tool.input
  const key = context.read("sighting", () => {
    const name = context.readBy(commandName, [ref], null)
    return name === null ? null : brokeKey(context, scope, name)
  })
  if (key !== null) note(context, key, { episode, event: tool.event })
}

/** Where this command failed before, in other episodes; oldest first. */
export const brokeBefore = (
  context: Pick<FoldContext, "rows" | "hash">,
  scope: string | null,
  episode: string,
  name: string,
): readonly Place[] =>
  scope === null
    ? []
    : (TABLE.sighting.get(context.rows, brokeKey(context, scope, name)) ?? []).filter(p => p.episode !== episode)
