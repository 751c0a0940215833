// What learning tells a pack: the brief of what cards are worth, how memory as a whole does in the scope, what kinds did at
// this placement, and which norms were broken lately. Small rows only: this is read at every prompt.
import { contrast } from "../core/contrast/contrast.ts"
import { aged, STANDING, type StandDown, type Standing, standsDown } from "../core/contrast/standing.ts"
import type { LearnParams } from "../core/learn/params.ts"
import { KINDS, type Kind, type Placement } from "../core/model.ts"
import type { RankInput } from "../core/questions/rank.ts"
import { briefOf, type FoldContext, ruleFor } from "../core/views/context.ts"
import { isBroken } from "../core/views/norms.ts"
import type { Rows } from "../core/views/rows.ts"
import { type CardView, type NormView, type PlacementView, TABLE } from "../core/views/state.ts"
import type { Memory } from "./memory.ts"
import { withTeam } from "./pooled.ts"

const DAY = 86_400_000

type Learned = Pick<RankInput, "posterior" | "standing" | "placed">

/** `cards`: the candidates at hand, for what teammates saw of them. */
export const learnedFor = (
  memory: Memory,
  scope: string | null,
  placement: Placement,
  cards: readonly CardView[] = [],
): Learned => {
  const learned = learnedFrom(memory.context(), scope, placement, memory.parts.now())
  const { params } = ruleFor(memory.context(), "value")
  const posterior = withTeam(memory, learned.posterior, cards, params as { learn?: LearnParams })
  return { ...learned, posterior, ...(memory.standsDown ? {} : { standing: null }) }
}

export function learnedFrom(context: FoldContext, scope: string | null, placement: Placement, now: number): Learned {
  return {
    posterior: briefOf(context, ruleFor(context, "value") as never),
    standing: standingOf(context.rows, scope, now),
    placed: placedAt(context.rows, placement),
  }
}

const standingOf = (rows: Rows, scope: string | null, now: number): Standing | null => {
  const kept = rows.get<Standing>(TABLE.standing, scope ?? "-")
  return kept ? aged(kept, Math.max(kept.day, now / DAY)) : null
}

function placedAt(rows: Rows, placement: Placement): NonNullable<RankInput["placed"]> {
  const found = KINDS.flatMap(kind => {
    const row = rows.get<PlacementView>(TABLE.placement, `${kind}/${placement}`)
    return row ? [[kind, contrast(row.shown, row.not)] as const] : []
  })
  return Object.fromEntries(found) as Partial<Record<Kind, ReturnType<typeof contrast>>>
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
    ...standsDown(standingOf(memory.views, scope, memory.parts.now()), params ?? STANDING),
    active: memory.standsDown && params !== undefined,
  }
}
