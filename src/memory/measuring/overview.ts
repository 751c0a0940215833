// What is known in one look, and week by week: episodes of the day, cards against their budgets, what waits for the person, faults, and
// whether an outcome ever moved a card (L9). And norms as a person asks about them: how many episodes followed each, when it was last
// broken, and what shows it. Reads views only; sizes of files are the door's.
import { BUDGET_GROUPS, budgetGroup, type Caps } from "../../core/admission/budget.ts"
import { isNorm, type Tier, type Verdict } from "../../core/model.ts"
import { WEEK } from "../../core/time.ts"
import { type SetAside, setAsideTimes } from "../../core/views/clock.ts"
import { upkeepIn } from "../../core/views/context.ts"
import { isBroken, NEARER } from "../../core/views/norms.ts"
import { episodeOf, read } from "../../core/views/read.ts"
import { type CardView, type EpisodeView, isLive, type NormView } from "../../core/views/state.ts"
import { asOf } from "../as-of.ts"
import type { Memory } from "../memory.ts"
import { goesOn, readEpisodes } from "../reading/episodes.ts"
import { cardRows, cardShort } from "../reading/read.ts"
import { inboxNow } from "../reading/review.ts"

export function overview(memory: Memory, where: { readonly scope: string; readonly since: number }) {
  const episodes = readEpisodes(memory).filter(e => e.lastAt >= where.since)
  const here = episodes.filter(e => e.scope === where.scope)
  const cards = cardRows(memory)
  const mine = cards.filter(c => isLive(c.stage) && c.scope.tier === "repo" && c.scope.id === where.scope)
  const faults = read.fault.values(memory.views).filter(fault => fault.at >= where.since)
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
      budgets: budgetsOf(mine, "repo", upkeepIn(memory.context()).caps),
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

const budgetsOf = (cards: readonly CardView[], tier: Tier, caps: Caps) =>
  BUDGET_GROUPS.map(group => ({
    group,
    live: cards.filter(card => budgetGroup(card.kind) === group).length,
    cap: caps[group][tier],
  }))

export const tally = <T extends string>(words: readonly T[]): Partial<Record<T, number>> => {
  const counts: Partial<Record<T, number>> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

/** Times that were not believed when they were folded. */
export const wrongTimes = (memory: Memory): SetAside | null => setAsideTimes(memory.views)

// Is it helping? Weeks in a row: episodes and how they ended, corrections, norms broken again; and the worst episodes
// of the last one. Reads views.

export const everyEpisode = (memory: Memory): readonly EpisodeView[] =>
  asOf(memory, "episodes", () =>
    [...readEpisodes(memory)]
      .filter(e => e.turns > 0)
      .sort((a, b) => b.openedAt - a.openedAt || (a.id < b.id ? -1 : 1)),
  )

/** Breaches of norms by episode. */
const breaches = (memory: Memory): ReadonlyMap<string, number> =>
  asOf(
    memory,
    "breaches",
    () =>
      new Map(
        read.adherence
          .list(memory.views)
          .map(([key, row]) => [key, Object.values(row).filter(followed => followed.adherence === "violated").length]),
      ),
  )

/** Oldest first; the last one ends now. */
export function readWeeks(memory: Memory, now: number, count: number) {
  const broken = breaches(memory)
  const end = now + 1
  const placeOf = (at: number): number => count - 1 - Math.floor((end - at) / WEEK)
  const weeks = Array.from({ length: count }, (_, i) => ({
    ...{ from: end - (count - i) * WEEK, episodes: 0, corrections: 0 },
    verdicts: { success: 0, failure: 0, mixed: 0, unjudged: 0 },
    /** a norm that was known already was broken */
    repeated: 0,
  }))
  for (const episode of everyEpisode(memory)) {
    const week = weeks[placeOf(episode.lastAt)]
    if (!week) continue
    const live = read.live.get(memory.views, episode.id)
    week.episodes++
    week.verdicts[episode.verdict]++
    week.corrections += live?.corrections ?? 0
    week.repeated += broken.get(episode.id) ?? 0
  }
  return weeks
}

/** Judged a failure or mixed, within the last week that had any. */
export function worstEpisodes(memory: Memory, most: number): readonly EpisodeView[] {
  const recent = everyEpisode(memory)
  const last = recent[0]?.lastAt ?? 0
  const badness = (e: EpisodeView): number => {
    const live = read.live.get(memory.views, e.id)
    return (e.verdict === "failure" ? 1 : e.verdict === "mixed" ? 0.5 : 0) + (1 - (e.p ?? 0.5)) + (live?.peak ?? 0)
  }
  return recent
    .filter(e => e.lastAt > last - WEEK && (e.verdict === "failure" || e.verdict === "mixed"))
    .map(e => ({ e, bad: badness(e) }))
    .sort((a, b) => b.bad - a.bad || b.e.lastAt - a.e.lastAt)
    .slice(0, most)
    .map(({ e }) => e)
}

/** So many telling episodes in a row that kept it, and a broken norm holds again. */
export const HOLDS_AGAIN = NEARER

const NONE: NormView = { counts: { obeyed: 0, violated: 0, not_applicable: 0, unknown: 0 }, recent: [], broken: null }

export type NormRead = ReturnType<typeof readNorm>
export function readNorm(memory: Memory, card: CardView) {
  const norm = read.norm.get(memory.views, card.id) ?? NONE
  const { obeyed, violated } = norm.counts
  return {
    card: card.id,
    short: cardShort(card),
    statement: memory.text(card.statement),
    scope: card.scope,
    counts: norm.counts,
    /** followed of told: episodes where it could be seen */
    followed: obeyed,
    told: obeyed + violated,
    broken: norm.broken && {
      episode: norm.broken.episode,
      event: norm.broken.event,
      at: new Date(norm.broken.at).toISOString(),
    },
    /** broken in the last telling episodes, so it is said at the prompt too */
    nearer: isBroken(norm),
  }
}

/** Norms in force, those broken last first, then those with most to tell; what is only on trial holds nobody. */
export const readNorms = (memory: Memory, scopes: readonly string[] | null): readonly NormRead[] =>
  cardRows(memory)
    .filter(card => isNorm(card.kind) && isLive(card.stage) && card.stage !== "trial")
    .filter(card => scopes === null || scopes.includes(`${card.scope.tier}:${card.scope.id}`))
    .map(card => readNorm(memory, card))
    .sort(
      (a, b) =>
        Date.parse(b.broken?.at ?? "1970-01-01") - Date.parse(a.broken?.at ?? "1970-01-01") ||
        b.told - a.told ||
        (a.card < b.card ? -1 : 1),
    )

/** What every episode showed of one norm, latest first. */
export const normEpisodes = (memory: Memory, card: string) =>
  read.adherence
    .list(memory.views)
    .flatMap(([id, row]) => {
      const followed = row[card]
      if (!followed) return []
      const at = followed.at ?? episodeOf(memory.views, id)?.lastAt ?? 0
      const { adherence, event, because } = followed
      return [{ episode: id, at: new Date(at).toISOString(), adherence, event, because }]
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1))
