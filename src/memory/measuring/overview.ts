// What is known in one look: episodes of the day, cards against their budgets, what waits for the person, faults, and
// whether an outcome ever moved a card (L9). Reads views only; sizes of files are the door's.
import { BUDGET_GROUPS, budgetGroup, DEFAULT_CAPS } from "../../core/admission/budget.ts"
import type { Tier, Verdict } from "../../core/model.ts"
import { type SetAside, setAsideTimes } from "../../core/views/clock.ts"
import { read } from "../../core/views/read.ts"
import { type CardView, isLive } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { cardRows } from "../reading/card-index.ts"
import { goesOn, readEpisodes } from "../reading/episodes.ts"
import { inboxNow } from "../reading/review.ts"

export function overview(memory: Memory, where: { readonly scope: string; readonly since: number }) {
  const episodes = readEpisodes(memory).filter(e => e.lastAt >= where.since)
  const here = episodes.filter(e => e.scope === where.scope)
  const cards = cardRows(memory)
  const mine = cards.filter(c => isLive(c.stage) && c.scope.tier === "repo" && c.scope.id === where.scope)
  const faults = read.fault
    .list(memory.views)
    .map(([, fault]) => fault)
    .filter(fault => fault.at >= where.since)
  const events = memory.parts.log.readRange(where.since, Number.MAX_SAFE_INTEGER)
  const packs = events.filter(e => e.type === "pack.built")
  return {
    events: memory.views.seq(),
    eventsToday: events.length,
    today: {
      here: here.length,
      everywhere: episodes.length,
      open: here.filter(e => goesOn(memory, e)).length,
      verdicts: tally(here.map(e => e.verdict)) as Record<Verdict, number>,
      packs: packs.length,
      packTokens: packs.reduce((sum, e) => sum + Number((e.data as { tokens?: unknown }).tokens ?? 0), 0),
    },
    cards: {
      live: cards.filter(c => isLive(c.stage)).length,
      here: mine.length,
      byStage: tally(cards.map(c => c.stage)),
      budgets: budgetsOf(mine, "repo"),
    },
    review: inboxNow(memory).length,
    faults: { count: faults.length, last: faults.at(-1) ?? null },
    /** cards an outcome spoke of, and when last; null = never yet */
    moved: {
      count: read.meta.get(memory.views, "moved") ?? 0,
      at: read.meta.get(memory.views, "movedAt") ?? null,
    },
  }
}

const budgetsOf = (cards: readonly CardView[], tier: Tier) =>
  BUDGET_GROUPS.map(group => ({
    group,
    live: cards.filter(card => budgetGroup(card.kind) === group).length,
    cap: DEFAULT_CAPS[group][tier],
  }))

const tally = <T extends string>(words: readonly T[]): Partial<Record<T, number>> => {
  const counts: Partial<Record<T, number>> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

/** Times that were not believed when they were folded. */
export const wrongTimes = (memory: Memory): SetAside | null => setAsideTimes(memory.views)
