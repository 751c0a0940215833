// What of a card an action can meet (core/check/guard.ts), and what a call that was made did, from the live store.

import { keeps, normOf } from "../../core/adherence/adherence.ts"
import { commandLine } from "../../core/calls/shell-call.ts"
import { type Action, check, NO_ACTION } from "../../core/check/check.ts"
import { type Guard, guardOf } from "../../core/check/guard.ts"
import { type Evidence, isForeign, isNorm } from "../../core/model.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { cardOf, episodeOf, read } from "../../core/views/read.ts"
import { type CardView, isLive, type ToolView } from "../../core/views/state.ts"
import { asOf } from "../as-of.ts"
import type { Memory } from "../memory.ts"
import { cardRows } from "../reading/read.ts"

/** Null when its words were forgotten. */
export function guardFor(memory: Memory, card: CardView) {
  const statement = memory.text(card.statement)
  if (statement === null) return null
  const tags = card.tags.flatMap(ref => memory.text(ref) ?? [])
  // A failure a teammate reported does not make this person's own card hold.
  const foreign = isForeign(card.proposer)
  const own = ({ event }: Evidence): boolean => foreign || read.received.get(memory.views, event) === undefined
  return guardOf({
    card: card.id,
    kind: card.kind,
    statement,
    tags,
    failures: card.evidence.filter(e => e.kind === "tool_output" && own(e)).length,
  })
}

/** A call as a check would have been asked about it; null when its words were forgotten. */
export function actionOf(memory: Memory, { does, input, path }: ToolView): Action | null {
  const text = memory.text(does === "edits" ? path : input)
  if (text === null) return null
  return does === "edits" ? { ...NO_ACTION, path: text, content: "" } : { ...NO_ACTION, command: commandLine(text) }
}
/** Did this call, made in an episode, provably break it? */
export function broke(memory: Memory, guard: Guard, tool: ToolView, episode: string): boolean {
  const action = actionOf(memory, tool)
  return action !== null && check(action, [guard], { ran: [], root: rootOf(memory, episode) }).some(hit => hit.hold)
}
/** Where an episode works. */
export const rootOf = (memory: Memory, episode: string): string | null =>
  memory.text(read.episode.get(memory.views, episode)?.cwd)

// How often a wish was broken before it was stated, where a command shows it: the episodes of its scope that ran something it
// turns down. The one it was stated in is among those since, and to do what an earlier wish asked for broke nothing. Looks at
// the last episodes only; null when no command can show it.

const EPISODES = 40

export const brokenBefore = (memory: Memory, id: string): { readonly broken: number; readonly of: number } | null =>
  asOf(memory, `broken before ${id}`, () => counted(memory, id))

function counted(memory: Memory, id: string) {
  const card = cardOf(memory.views, id)
  const guard = card && isNorm(card.kind) ? guardFor(memory, card) : null
  if (!card || !guard || card.scope.tier !== "repo") return null
  return brokenIn(memory, card.scope.id, guard, card.bornAt, card.episode)
}

/** Episodes of a repository before a time, and those of them that ran what a norm turns down; `stated`: the one that brought it up. */
export function brokenIn(memory: Memory, scope: string, guard: Guard, before: number, stated: string | null = null) {
  if (guard.bans.length + guard.files.length === 0) return null
  const past = (read.recent.get(memory.views, scope) ?? [])
    .flatMap(one => episodeOf(memory.views, one) ?? [])
    .filter(episode => episode.id !== stated && episode.openedAt < before && episode.tools > 0)
    .slice(-EPISODES)
  const broken = past.filter(({ id }) =>
    turnsOf(memory.context(), id).some(turn =>
      turn.tools.some(
        tool =>
          tool.at < before && !tool.rejected && broke(memory, guard, tool, id) && !wasAsked(memory, scope, guard, tool),
      ),
    ),
  )
  return { broken: broken.length, of: past.length }
}

/** Did another wish of the user, in force when the call was made, pick what it did? */
function wasAsked(memory: Memory, scope: string, guard: Guard, tool: ToolView): boolean {
  const line = actionOf(memory, tool)?.command ?? null
  return cardRows(memory).some(card => {
    const mine = isNorm(card.kind) && card.id !== guard.card && card.bornAt <= tool.at
    const stood = isLive(card.stage) || card.supersededBy !== null
    if (!mine || !stood || (card.scope.tier === "repo" && card.scope.id !== scope)) return false
    const statement = memory.text(card.statement)
    return statement !== null && keeps(normOf(statement).picks, { line })
  })
}
