// What learning tells a pack: the brief of what cards are worth, how memory as a whole does in the scope, what kinds did at
// this placement, and which norms were broken lately. Small rows only: this is read at every prompt.
import { contrast } from "../core/contrast/contrast.ts"
import { aged, STANDING, type StandDown, type Standing, standsDown } from "../core/contrast/standing.ts"
import { KINDS, type Kind, type Placement } from "../core/model.ts"
import type { RankInput } from "../core/questions/rank.ts"
import { briefOf, ruleFor } from "../core/views/context.ts"
import { isBroken } from "../core/views/norms.ts"
import { type NormView, type PlacementView, TABLE } from "../core/views/state.ts"
import type { Memory } from "./memory.ts"

const DAY = 86_400_000

export function learnedFor(
  memory: Memory,
  scope: string | null,
  placement: Placement,
): Pick<RankInput, "posterior" | "standing" | "placed"> {
  const context = memory.context()
  return {
    posterior: briefOf(context, ruleFor(context, "value") as never),
    standing: memory.standsDown ? standingOf(memory, scope) : null,
    placed: placedAt(memory, placement),
  }
}

const standingOf = (memory: Memory, scope: string | null): Standing | null => {
  const kept = memory.views.get<Standing>(TABLE.standing, scope ?? "-")
  return kept ? aged(kept, Math.max(kept.day, memory.parts.now() / DAY)) : null
}

function placedAt(memory: Memory, placement: Placement): NonNullable<RankInput["placed"]> {
  const rows = KINDS.flatMap(kind => {
    const row = memory.views.get<PlacementView>(TABLE.placement, `${kind}/${placement}`)
    return row ? [[kind, contrast(row.shown, row.not)] as const] : []
  })
  return Object.fromEntries(rows) as Partial<Record<Kind, ReturnType<typeof contrast>>>
}

/** A norm broken lately is shown at the prompt too, nearer the action; never more often than that. */
export const isBrokenLately = (memory: Memory, card: string): boolean =>
  isBroken(memory.views.get<NormView>(TABLE.adherence, `n/${card}`))

export interface StandingRead extends StandDown {
  /** false when the user switched standing down off, or the preset does not know it */
  readonly active: boolean
}
/** Does memory stand down in this scope, and by what figures? */
export function readStanding(memory: Memory, scope: string | null): StandingRead {
  const rule = ruleFor(memory.context(), "rank")
  const params = (rule.params as { standing?: typeof STANDING }).standing
  return {
    ...standsDown(standingOf(memory, scope), params ?? STANDING),
    active: memory.standsDown && params !== undefined,
  }
}
