// Sightings: in which episodes something was seen that may come back. An index of places, without a word of what stands there:
// what is the same is decided on the texts themselves, while they are there (core/again).
import { commandName, failureName, saidStems } from "../readings/registry.ts"
import type { FoldContext } from "./context.ts"
import type { CallRead } from "./episode/moments.ts"
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
  TABLE.sighting.set(context.rows, key, [...known.filter(p => p.episode !== place.episode), place].slice(-MOST))
}

/** By the command's name, or by that of the failure. */
const brokeKey = (context: Pick<FoldContext, "hash">, scope: string, name: string): string =>
  `${scope}/broke/${context.hash(name)}`

const doneKey = (scope: string): string => `${scope}/done`
/** Work was done with: `place` is the call or the turn that shows it. */
export function sightDone(context: FoldContext, scope: string | null, place: Place): void {
  if (scope !== null) note(context, doneKey(scope), place)
}

/** A path is known by its text's reference, which is a keyed hash already. */
const missedKey = (scope: string, path: string): string => `${scope}/missed/${path}`

/** A command or a look at a path that failed, or a command that shows that work is done with. */
export function sightCall(
  context: FoldContext,
  scope: string | null,
  episode: string,
  tool: ToolView,
  [texts, facts]: CallRead,
): void {
  if (tool.ok === true && tool.salient !== null) sightDone(context, scope, { episode, event: tool.event })
  if (scope === null || tool.ok !== false) return
  if (tool.does !== "runs" && tool.path !== null)
    note(context, missedKey(scope, tool.path), { episode, event: tool.event })
  if (tool.input === null || tool.does !== "runs") return
  for (const [reading, reader] of [
    ["sighting", commandName],
    ["failure sighted", failureName],
  ] as const) {
    const key = context.read(reading, () => {
      const name = context.readBy(reader, texts, facts)
      return name === null ? null : brokeKey(context, scope, name)
    })
    if (key !== null) note(context, key, { episode, event: tool.event })
  }
}

/** Places in other episodes, oldest first. */
const elsewhere = ({ rows }: Pick<FoldContext, "rows">, key: string | null, episode: string): readonly Place[] =>
  key === null ? [] : (TABLE.sighting.get(rows, key) ?? []).filter(p => p.episode !== episode)

/** Where work was done with. */
export const doneBefore = (context: Pick<FoldContext, "rows">, scope: string | null, episode: string) =>
  elsewhere(context, scope === null ? null : doneKey(scope), episode)

/** Where a command or a failure of this name was met before. */
export const brokeBefore = (
  context: Pick<FoldContext, "rows" | "hash">,
  scope: string | null,
  episode: string,
  name: string,
) => elsewhere(context, scope === null ? null : brokeKey(context, scope, name), episode)

/** Where a look at this path (the reference of its text) failed before. */
export const missedBefore = (context: Pick<FoldContext, "rows">, scope: string | null, episode: string, path: string) =>
  elsewhere(context, scope === null ? null : missedKey(scope, path), episode)

/** A message that the user typed, by buckets of its words: so few that no word can be told from its bucket. */
interface Saying extends Place {
  readonly words: readonly number[]
}
export interface Sayings {
  /** rows before this one that are full */
  readonly full: number
  readonly said: readonly Saying[]
}
const BUCKETS = 4096
const PRIME = 16_777_213
const IN_A_ROW = 64
const MOST_ROWS = 32
function bucket(context: Pick<FoldContext, "hash">, stem: string): number {
  const hash = context.hash(stem)
  let sum = 0
  for (let i = 0; i < hash.length; i++) sum = (sum * 31 + hash.charCodeAt(i)) % PRIME
  return sum % BUCKETS
}
const rowKey = (scope: string, row: number): string => `${scope}/${String(row).padStart(6, "0")}`

export function sightWords(context: FoldContext, scope: string | null, place: Place, ref: string): void {
  if (scope === null) return
  const words = context.read("said", () => [
    ...new Set(context.readBy(saidStems, [ref], null).map(stem => bucket(context, stem))),
  ])
  if (words.length === 0) return
  const head = TABLE.said.get(context.rows, `${scope}/`) ?? { full: 0, said: [] }
  const said = [...head.said, { ...place, words }]
  const isFull = said.length === IN_A_ROW
  TABLE.said.set(context.rows, isFull ? rowKey(scope, head.full) : `${scope}/`, { ...head, said })
  if (!isFull) return
  TABLE.said.set(context.rows, `${scope}/`, { full: head.full + 1, said: [] })
  TABLE.said.delete(context.rows, rowKey(scope, head.full - MOST_ROWS))
}

const MOST_FOUND = 32
const LEAST_SHARED = 0.3
/** Messages of other episodes that share enough of these words; those that share most come first, then those that say
 * little else, then the newest. */
export function saidBefore(
  context: Pick<FoldContext, "rows" | "hash">,
  scope: string | null,
  episode: string,
  stems: ReadonlySet<string>,
): readonly Place[] {
  if (scope === null || stems.size === 0) return []
  const want = [...new Set([...stems].map(stem => bucket(context, stem)))]
  const least = Math.max(1, LEAST_SHARED * want.length)
  return TABLE.said
    .list(context.rows, `${scope}/`)
    .flatMap(([, row]) => row.said.map((saying, i) => ({ saying, at: row.full * IN_A_ROW + i })))
    .flatMap(({ saying, at }) => {
      const n = saying.episode === episode ? 0 : want.filter(w => saying.words.includes(w)).length
      return n < least ? [] : [{ place: saying, n, at, words: saying.words.length }]
    })
    .sort((a, b) => b.n - a.n || a.words - b.words || b.at - a.at)
    .slice(0, MOST_FOUND)
    .map(f => f.place)
}
