// Standing down, watched: when memory as a whole, a kind of card or a placement begins to do harm in a scope, and when that
// is over. Each time is a trip in the one log of breakers; what is shown then decides the rank rule.

import { tripKey } from "../assess/tables.ts"
import type { Event } from "../events/define.ts"
import { KINDS, PLACEMENTS } from "../model.ts"
import { type Rule, ruleId } from "../rules/rule.ts"
import { DAY } from "../time.ts"
import { aged, type Standing, type StandingParams, standsDown } from "../uplift/uplift.ts"
import { type FoldContext, ruleFor } from "./context.ts"
import { happen } from "./happen.ts"
import { clockOf } from "./read.ts"
import type { Rows } from "./rows.ts"
import { TABLE } from "./tables.ts"

export const WHOLE = "memory"
/** What may stand down by itself: everything measured, a kind, a placement. */
export const PARTS = [WHOLE, ...KINDS, ...PLACEMENTS] as const
export type Part = (typeof PARTS)[number]

/** The row of a part in a scope; that of the whole is the scope's own. */
export const standingKey = (scope: string | null, part: Part): string =>
  part === WHOLE ? (scope ?? "-") : `${scope ?? "-"}/${part}`

export function standingAt(rows: Rows, scope: string | null, part: Part, now: number): Standing | null {
  const kept = TABLE.standing.get(rows, standingKey(scope, part))
  return kept ? aged(kept, Math.max(kept.day, now / DAY)) : null
}

/** How a preset's rank rule reads standing; null when it does not know standing down. */
export function standingParams(rule: Rule<"rank">, part: Part): StandingParams | null {
  const own = rule.standing?.(rule.params)
  return (part === WHOLE ? own?.whole : own?.parts) ?? null
}

export function watchStanding(context: FoldContext, event: Pick<Event, "seq">, scope: string | null): void {
  const rule = ruleFor(context, "rank")
  for (const part of PARTS) {
    const params = standingParams(rule, part)
    const standing = params === null ? null : standingAt(context.rows, scope, part, clockOf(context.rows))
    if (params === null || standing === null) continue
    const { down, because } = standsDown(standing, params)
    const mark = standingKey(scope, part)
    const open = TABLE.down.get(context.rows, mark)
    if (down && open === undefined) {
      const what = { breaker: "standing", intervention: "stand_down", episode: "", scope, trip: part } as const
      happen(context, event, { what: "breaker tripped", trip: { ...what, rule: ruleId(rule), because } })
      TABLE.down.set(context.rows, mark, tripKey(what, event.seq))
    } else if (!down && open !== undefined) {
      happen(context, event, { what: "breaker over", key: open })
      TABLE.down.delete(context.rows, mark)
    }
  }
}
