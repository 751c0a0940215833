// What a store has learned about its own signals: tables and base rate, the usual pace, and how much stands behind them. One row
// per episode of what was seen, so that evidence that comes late takes the place of what it corrects.
import type { TurnEvidence } from "../questions/judge.ts"
import type { Rows } from "../views/rows.ts"
import { table } from "../views/table.ts"
import { isRefit, type RefitWeights, refit } from "./latent-label.ts"
import { type Pace, paced, type Seen, START_PACE, seenOf } from "./signals.ts"
import type { LabelTables } from "./tables.ts"

export interface Learned {
  /** null = as they were written down */
  readonly tables: LabelTables | null
  /** what is usual as of the last fit, and what has come since: a label changes at fixed counts only */
  readonly pace: Pace
  readonly since: Pace
  readonly episodes: number
  /** episodes and prompts behind the tables */
  readonly fittedAt: number
  readonly prompts: number
}
export const LEARNED = table<Learned>("label_tables", "all")
export const SEEN = table<readonly Seen[]>("label_seen", "episode")
export const UNLEARNED: Learned = {
  tables: null,
  pace: START_PACE,
  since: START_PACE,
  episodes: 0,
  fittedAt: 0,
  prompts: 0,
}

export interface LearnedParams {
  readonly tables: LabelTables
  readonly refit: RefitWeights
  /** first count of episodes at which tables are fitted; then at every doubling */
  readonly first: number
  /** episodes that a fit looks at, the newest ones */
  readonly remember: number
}

/** An episode was judged, for the first time or again. */
export function learnFrom(rows: Rows, episode: string, turns: readonly TurnEvidence[], p: LearnedParams): void {
  const known = SEEN.get(rows, episode)
  const before = LEARNED.get(rows, "all") ?? UNLEARNED
  SEEN.set(
    rows,
    episode,
    turns.map(turn => seenOf(turn, before.pace)),
  )
  const fresh = turns.slice(known?.length ?? 0)
  const since = fresh.reduce((so, turn) => paced(so, turn.minutes, turn.nTools), before.since)
  const episodes = before.episodes + (known === undefined ? 1 : 0)
  const due = known === undefined && isRefit(episodes, p.first)
  const seen = due
    ? SEEN.list(rows)
        .slice(-p.remember)
        .flatMap(([, s]) => s)
    : []
  LEARNED.set(rows, "all", {
    ...before,
    since,
    episodes,
    ...(due
      ? {
          tables: refit(p.tables, seen, p.refit, before.tables ?? p.tables),
          pace: since,
          fittedAt: episodes,
          prompts: seen.length,
        }
      : {}),
  })
}
