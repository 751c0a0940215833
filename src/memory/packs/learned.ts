// What learning tells a pack: in short what cards are worth, how memory as a whole does in the scope, what kinds did at
// this placement, and which norms were broken lately. Small rows only: this is read at every prompt.

import type { TripView } from "../../core/assess/tables.ts"
import { type Avoided, avoidedIn } from "../../core/learn/avoided.ts"
import { CHOOSE } from "../../core/learn/choose.ts"
import type { LearnParams } from "../../core/learn/params.ts"
import { KINDS, type Kind, type Placement } from "../../core/model.ts"
import type { RankInput } from "../../core/questions/cards.ts"
import { DAY } from "../../core/time.ts"
import {
  contrast,
  STANDING,
  STANDING_PARTS,
  type StandDown,
  type StandingParams,
  standsDown,
} from "../../core/uplift/uplift.ts"
import { type FoldContext, ruleFor } from "../../core/views/context.ts"
import { isBroken } from "../../core/views/norms.ts"
import { read } from "../../core/views/read.ts"
import { isLearnable } from "../../core/views/records.ts"
import type { Rows } from "../../core/views/rows.ts"
import { PARTS, type Part, standingAt, standingKey, standingParams, WHOLE } from "../../core/views/standing.ts"
import { type CardView, isLive } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { readPooled, withTeam } from "./pooled.ts"

type Learned = Pick<RankInput, "posterior" | "standing" | "standingOf" | "placed">

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
  return { ...learned, posterior, ...(mayStandDown(memory, scope) ? {} : { standing: null, standingOf: null }) }
}

/** Not where the user said otherwise, everywhere or for this scope. */
export const mayStandDown = (memory: Memory, scope: string | null): boolean =>
  memory.standsDown && !(memory.parts.keepShowing ?? []).some(id => id.length >= 6 && (scope ?? "").startsWith(id))

export function learnedFrom(context: FoldContext, scope: string | null, placement: Placement, now: number): Learned {
  return {
    posterior: ruleFor(context, "value").posterior?.(context, true),
    standing: standingAt(context.rows, scope, WHOLE, now),
    standingOf: {
      kinds: Object.fromEntries(
        KINDS.flatMap(kind => {
          const standing = standingAt(context.rows, scope, kind, now)
          return standing ? [[kind, standing]] : []
        }),
      ),
      placement: standingAt(context.rows, scope, placement, now),
    },
    placed: placedAt(context.rows, placement),
  }
}

function placedAt(rows: Rows, placement: Placement): NonNullable<RankInput["placed"]> {
  const found = KINDS.flatMap(kind => {
    const row = read.placement.get(rows, `${kind}/${placement}`)
    return row ? [[kind, contrast(row.shown, row.not)] as const] : []
  })
  return Object.fromEntries(found) as Partial<Record<Kind, ReturnType<typeof contrast>>>
}

/** A norm broken lately is shown at the prompt too, nearer the action; never more often than that. */
export const isBrokenLately = (memory: Memory, card: string): boolean => isBroken(read.norm.get(memory.views, card))

export type StandingRead = ReturnType<typeof readStanding>
/** Does memory stand down in this scope, as a whole or in part, and by what figures? */
export function readStanding(memory: Memory, scope: string | null) {
  const rule = ruleFor(memory.context(), "rank")
  const read = (part: Part, otherwise: StandingParams): StandDown =>
    standsDown(standingAt(memory.views, scope, part, memory.parts.now()), standingParams(rule, part) ?? otherwise)
  const parts = standingParams(rule, "tactic") === null ? [] : PARTS.filter(part => part !== WHOLE)
  return {
    ...read(WHOLE, STANDING),
    /** false when the user switched standing down off, or the preset does not know it */
    active: mayStandDown(memory, scope) && standingParams(rule, WHOLE) !== null,
    /** kinds and placements that stand down by themselves */
    parts: parts.flatMap(part => {
      const { down, because } = read(part, STANDING_PARTS)
      return down ? [{ part, because }] : []
    }),
  }
}

// Memory standing down, as people hear of it: said once when it begins, and explained as long as it lasts.

/** Parts that stand down in a scope now, and the trip that began it. */
const standingTrips = (memory: Memory, scope: string | null): readonly TripView[] =>
  PARTS.flatMap(part => {
    const key = read.down.get(memory.views, standingKey(scope, part))
    const trip = key === undefined ? undefined : read.trip.get(memory.views, key)
    return trip ? [trip] : []
  })

export const partName = (part: Part | string): string =>
  part === WHOLE ? "measured cards" : part.includes("_") ? part.replaceAll("_", " ") : `${part}s`

/** One line for the person, the first time only. Whoever takes it has said it. */
export function standDownNotice(memory: Memory, scope: string | null): string | null {
  if (!mayStandDown(memory, scope)) return null
  const { meta } = memory.parts
  const fresh = standingTrips(memory, scope).filter(trip => meta.get(`told:${trip.id}`) === null)
  const [first] = fresh
  if (first === undefined) return null
  for (const trip of fresh) meta.set(`told:${trip.id}`, "1")
  const parts = first.trip === WHOLE ? [first] : fresh
  return `mettle: stands down here, ${parts.map(trip => partName(trip.trip)).join(", ")} did harm · mettle status`
}

// Cards that packs avoid: at hand and hardly ever shown, because they are believed to be worth less than their place. Read from
// the records learning keeps; how `why` and `team status` tell "avoided" from "too early".

/** Avoided cards among these, by id. */
export function readAvoided(memory: Memory, cards: readonly CardView[]): ReadonlyMap<string, Avoided> {
  const asked = new Map(
    cards.filter(card => isUnwanted(memory, card)).map(card => [card.id, [] as { at: number; shown: boolean }[]]),
  )
  if (asked.size === 0) return new Map()
  for (const record of read.record.values(memory.views))
    for (const prompt of record.prompts)
      for (const { id, shown } of prompt.cand) asked.get(id)?.push({ at: record.day * DAY, shown })
  return new Map(
    [...asked].flatMap(([id, times]) => {
      const found = avoidedIn(times.sort((a, b) => a.at - b.at))
      return found ? [[id, found] as const] : []
    }),
  )
}

/** Believed, with what teammates saw where there is any, to promise less than a card must. */
function isUnwanted(memory: Memory, card: CardView): boolean {
  if (!isLive(card.stage) || !isLearnable(card)) return false
  const mean = readPooled(memory, card.id)?.team.mean ?? card.value?.mean ?? 0
  return mean < CHOOSE.margin
}

/** "shown 2 of 60 times it was at hand": what follows "avoided since …". */
export const avoidedCounts = ({ shown, of }: Avoided): string => `shown ${shown} of ${of} times it was at hand`
