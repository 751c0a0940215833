// What of a card an action can meet (core/check/guard.ts), and what a call that was made did, from the live store.

import { commandLine } from "../../core/calls/shell-call.ts"
import { type Action, check } from "../../core/check/check.ts"
import { type Guard, guardOf } from "../../core/check/guard.ts"
import { type Evidence, isForeign } from "../../core/model.ts"
import { read } from "../../core/views/read.ts"
import type { CardView, ToolView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"

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
  const text = memory.text((does === "edits" ? path : input) ?? "")
  const none = { command: null, path: null, content: null, error: null }
  if (text === null) return null
  return does === "edits" ? { ...none, path: text, content: "" } : { ...none, command: commandLine(text) }
}
/** Did this call, made in an episode, provably break it? */
export function broke(memory: Memory, guard: Guard, tool: ToolView, episode: string): boolean {
  const action = actionOf(memory, tool)
  return action !== null && check(action, [guard], { ran: [], root: rootOf(memory, episode) }).some(hit => hit.hold)
}
/** Where an episode works. */
export const rootOf = (memory: Memory, episode: string): string | null =>
  memory.text(read.episode.get(memory.views, episode)?.cwd ?? "")
