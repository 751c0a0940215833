// Commits and the turns whose work they hold, so that a revert finds them: in a later command, or seen in the repository.
// Fed by readings and by change.observed; ids only.
import type { Event } from "../../events/define.ts"
import type { Outcome, Signal } from "../../model.ts"
import { type FoldContext, saveTurn } from "../context.ts"
import { recredit } from "../crediting.ts"
import { episodeOf, turnOf } from "../read.ts"
import type { TurnView } from "../state.ts"
import { TABLE } from "../tables.ts"

export interface CommitView {
  readonly id: string
  readonly at: number
  readonly turns: readonly { readonly episode: string; readonly turn: number }[]
  /** commits that this one takes back */
  readonly undoes: readonly string[]
}

/** Ids are shortened by whoever prints them: seven digits name a commit well enough within one repository. */
const SHORT = 7
const KEPT = 40
const REVERT = "revert"
const keyOf = (scope: string | null, id: string): string => `${scope ?? "-"}/${id.slice(0, SHORT)}`

const commitOf = (context: Pick<FoldContext, "rows">, scope: string | null, id: string): CommitView | undefined =>
  TABLE.commit.get(context.rows, keyOf(scope, id))

/** `turn`'s work is (also) in this commit. */
export function noteCommit(
  context: FoldContext,
  scope: string | null,
  id: string,
  by: { readonly episode: string; readonly turn: number; readonly at: number },
  also: Partial<Pick<CommitView, "turns" | "undoes">> = {},
): void {
  const known = commitOf(context, scope, id)
  const turns = [...(known?.turns ?? []), ...(also.turns ?? []), { episode: by.episode, turn: by.turn }]
  const places = new Map(turns.map(t => [`${t.episode}/${t.turn}`, t]))
  TABLE.commit.set(context.rows, keyOf(scope, id), {
    id: known?.id ?? id,
    at: known?.at ?? by.at,
    turns: [...places.values()].slice(-KEPT),
    undoes: [...new Set([...(known?.undoes ?? []), ...(also.undoes ?? [])])],
  } satisfies CommitView)
}

/** What a tool result says about history: commits made by this turn, earlier ones taken back or thrown away. */
export function takeChanges(context: FoldContext, event: Event, turn: TurnView, signals: readonly Signal[]): void {
  const scope = episodeOf(context.rows, turn.episode)?.scope ?? null
  const line = (): readonly string[] => TABLE.commitLine.get(context.rows, turn.episode) ?? []
  const keep = (ids: readonly string[]): void => TABLE.commitLine.set(context.rows, turn.episode, ids.slice(-KEPT))
  const by = { episode: turn.episode, turn: turn.index, at: event.ts }
  for (const signal of signals) {
    if (signal.signal !== "change") continue
    const [made, of, back] = ["made", "of", "back"].map(name => words(signal, name)) as [string[], string[], string[]]
    const before = line()
    if (signal.type === "commit") {
      for (const id of made) noteCommit(context, scope, id, by)
      if (made.length > 0) keep([...before, ...made])
    } else if (signal.type === "amend") {
      const last = before.at(-1)
      const old = last === undefined ? undefined : commitOf(context, scope, last)
      for (const id of made) noteCommit(context, scope, id, by, old ? { turns: old.turns } : {})
      if (made.length > 0) keep([...before.slice(0, -1), ...made])
    } else if (signal.type === "revert") {
      const undone = [...of, ...back.flatMap(n => before.at(-1 - Number(n)) ?? [])]
      for (const id of undone) undo(context, event, turn, scope, id)
      // The turns stay whose they were: this commit only takes back.
      for (const id of made) noteCommit(context, scope, id, by, { undoes: undone })
      keep([...before, ...made])
    } else if (signal.type === "discard") {
      const to = signal.facts?.to
      const place = typeof to === "string" ? before.findLastIndex(id => sameCommit(id, to)) : -1
      const n = place >= 0 ? before.length - 1 - place : Number(signal.facts?.dropped ?? 0)
      const gone = n > 0 ? before.slice(-n) : []
      for (const id of gone) undo(context, event, turn, scope, id)
      if (gone.length > 0) keep(before.slice(0, -gone.length))
    }
  }
}

function undo(context: FoldContext, event: Event, from: TurnView, scope: string | null, id: string): void {
  const commit = commitOf(context, scope, id)
  if (!commit) return
  // Taking back what took something back puts it in place again.
  for (const again of commit.undoes)
    for (const t of commitOf(context, scope, again)?.turns ?? []) setReverted(context, event, t.episode, t.turn, false)
  if (commit.undoes.length > 0) return
  for (const t of commit.turns) {
    // A try that a turn itself threw away is part of its work.
    if (t.episode === from.episode && t.turn === from.index) continue
    setReverted(context, event, t.episode, t.turn, true)
  }
}

/** Seen again later it says the same: nothing is counted twice. */
export function setReverted(
  context: FoldContext,
  event: Pick<Event, "seq" | "id" | "ts">,
  episode: string,
  index: number,
  reverted: boolean,
): void {
  const turn = turnOf(context.rows, episode, index)
  if (!turn || (turn.reverted ?? false) === reverted) return
  // Put in place again, the turn is what it was: however often that went to and fro, it counts once.
  const others = turn.outcomes.filter(outcome => outcome.on !== REVERT)
  const outcome: Outcome = { type: "tool_failure", salient: "commit", event: event.id, at: event.ts, on: REVERT }
  const outcomes = reverted ? [...others, outcome] : others
  saveTurn(context.rows, { ...turn, reverted: reverted ? true : null, outcomes })
  recredit(context, event, episode, index)
}

const words = (signal: Signal, name: string): readonly string[] => {
  const value = signal.facts?.[name]
  return typeof value === "string" && value !== "" ? value.split(" ") : []
}
const sameCommit = (a: string, b: string): boolean => a.slice(0, SHORT) === b.slice(0, SHORT)
