// How often a wish was broken before it was stated, where a command shows it: the episodes of its scope that ran something it
// turns down. Looks at the last episodes only; null when no command can show it.
import type { Guard } from "../../core/check/guard.ts"
import { isNorm } from "../../core/model.ts"
import { cardOf, episodeOf } from "../../core/views/context.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { read } from "../../core/views/read.ts"
import { asOf } from "../as-of.ts"
import { broke, guardFor } from "../checks/guard-for.ts"
import type { Memory } from "../memory.ts"

const EPISODES = 40

export const brokenBefore = (memory: Memory, id: string): { readonly broken: number; readonly of: number } | null =>
  asOf(memory, `broken before ${id}`, () => counted(memory, id))

function counted(memory: Memory, id: string) {
  const card = cardOf(memory.views, id)
  const guard = card && isNorm(card.kind) ? guardFor(memory, card) : null
  return card && guard && card.scope.tier === "repo" ? brokenIn(memory, card.scope.id, guard, card.bornAt) : null
}

/** Episodes of a repository before a time, and those of them that ran what a norm turns down. */
export function brokenIn(memory: Memory, scope: string, guard: Guard, before: number) {
  if (guard.bans.length + guard.files.length === 0) return null
  const past = (read.recent.get(memory.views, scope) ?? [])
    .flatMap(one => episodeOf(memory.views, one) ?? [])
    .filter(episode => episode.openedAt < before && episode.tools > 0)
    .slice(-EPISODES)
  const broken = past.filter(({ id }) =>
    turnsOf(memory.context(), id).some(turn =>
      turn.tools.some(tool => tool.at < before && !tool.rejected && broke(memory, guard, tool, id)),
    ),
  )
  return { broken: broken.length, of: past.length }
}
