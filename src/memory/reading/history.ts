// History: episodes in a row, and one episode with its trajectory, checkpoints, cards and trips (S2-101..105). Read models
// for every door; texts are looked up here and nowhere kept.
import { type CheckpointView, type Point, pointsOf } from "../../core/assess/tables.ts"
import { cardOf } from "../../core/views/context.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { read } from "../../core/views/read.ts"
import { isLearnable } from "../../core/views/records.ts"
import type { EpisodeView, ExposureView, TurnView } from "../../core/views/state.ts"
import { readTrips, type TripRead } from "../checks/breaker.ts"
import { FOLLOWED_WORDS, holdsOf } from "../checks/holds.ts"
import type { Memory } from "../memory.ts"
import { episodeShort, goesOn, readEpisodes } from "./episodes.ts"
import { cardShort } from "./read.ts"
import { summariesOf } from "./summaries.ts"

export interface HistoryRow {
  readonly id: string
  readonly short: string
  readonly client: string
  readonly scope: string | null
  readonly openedAt: number
  readonly lastAt: number
  readonly open: boolean
  readonly verdict: EpisodeView["verdict"]
  readonly p: number | null
  readonly because: string
  readonly messages: number
  readonly peak: number
  readonly end: number
  readonly success: number
  readonly corrections: number
  readonly retries: number
  readonly trips: number
  readonly intervened: boolean
  /** distinct cards the agent was given */
  readonly cards: number
  /** D38 */
  readonly judgedBy: "rules" | "rules+model" | "you" | null
  /** how it began; null when that was forgotten */
  readonly prompt: string | null
}
interface CardUse {
  readonly card: string
  readonly short: string
  readonly statement: string | null
  readonly placement: ExposureView["placement"]
  readonly channel: ExposureView["channel"]
  readonly tier: string
  /** signed; null = not credited */
  readonly attribution: number | null
  readonly because: string
}
export interface EpisodeHistory extends HistoryRow {
  readonly model: string | null
  /** null when nothing was heard yet */
  readonly trajectory: readonly Point[]
  readonly checkpoints: readonly (CheckpointView & { readonly summary: string })[]
  /** checkpoints that were cut and have expired since */
  readonly expired: number
  readonly used: readonly CardUse[]
  readonly proposed: number
  readonly tripped: readonly TripRead[]
}
interface HistoryFilter {
  readonly scope?: string | null
  readonly verdict?: string
  readonly since?: number
}

export const readHistory = (memory: Memory, filter: HistoryFilter = {}): readonly EpisodeView[] =>
  readEpisodes(memory)
    .filter(e => filter.scope === undefined || e.scope === filter.scope)
    .filter(e => filter.verdict === undefined || e.verdict === filter.verdict)
    .filter(e => e.turns > 0 && e.lastAt >= (filter.since ?? 0))
    .sort((a, b) => b.openedAt - a.openedAt || (a.id < b.id ? -1 : 1))

export const historyRow = (memory: Memory, episode: EpisodeView): HistoryRow =>
  rowOf(memory, episode, turnsOf(memory.context(), episode.id))

const BEGINNING = 400

function rowOf(memory: Memory, episode: EpisodeView, turns: readonly TurnView[]): HistoryRow {
  const live = read.live.get(memory.views, episode.id)
  const shown = new Set(turns.flatMap(t => t.exposures.filter(e => e.shown).map(e => e.card)))
  return {
    ...{ id: episode.id, short: episodeShort(episode.id), client: episode.client, scope: episode.scope },
    ...{ openedAt: episode.openedAt, lastAt: episode.lastAt, open: goesOn(memory, episode) },
    ...{ verdict: episode.verdict, p: episode.p, because: episode.because, intervened: episode.intervened },
    ...{ messages: live?.messages ?? 0, peak: live?.peak ?? 0, end: live?.frustration ?? 0 },
    ...{ success: live?.success ?? 0.5, trips: live?.trips ?? 0, cards: shown.size },
    ...{ corrections: live?.corrections ?? 0, retries: live?.retries ?? 0, judgedBy: judgedBy(episode, turns) },
    prompt: turns[0] === undefined ? null : (memory.text(turns[0].prompt)?.slice(0, BEGINNING).toWellFormed() ?? null),
  }
}

const judgedBy = (episode: EpisodeView, turns: readonly TurnView[]): HistoryRow["judgedBy"] =>
  episode.verdict === "unjudged"
    ? null
    : turns.some(t => t.reported !== null)
      ? "you"
      : turns.some(t => t.judge !== null)
        ? "rules+model"
        : "rules"

export function episodeHistory(memory: Memory, episode: EpisodeView): EpisodeHistory {
  const context = memory.context()
  const turns = turnsOf(context, episode.id)
  const live = read.live.get(memory.views, episode.id)
  const kept = read.assessment.get(memory.views, episode.id)
  const fresh = pointsOf(memory.views, episode.id)
  const checkpoints = read.checkpoint.list(memory.views, `${episode.id}/`).map(([, c]) => c)
  const summaries = summariesOf(memory, checkpoints)
  return {
    ...rowOf(memory, episode, turns),
    model: episode.model,
    // Rows of single messages expire; what was kept at the end of the episode does not.
    trajectory: kept && kept.trajectory.length > fresh.length ? kept.trajectory : fresh,
    checkpoints: checkpoints.map((checkpoint, i) => ({ ...checkpoint, summary: summaries[i] ?? "" })),
    expired: Math.max(0, (live?.checkpoints ?? 0) - checkpoints.length),
    used: usesOf(memory, episode, turns),
    proposed: read.ledger.list(memory.views, `${episode.id}/`).filter(([, entry]) => entry.proposal !== null).length,
    tripped: readTrips(memory, episode.id),
  }
}

/** Every card the agent was given, with what it is credited for here and why (S2-105). */
function usesOf(memory: Memory, episode: EpisodeView, turns: readonly TurnView[]): readonly CardUse[] {
  const holds = new Map(holdsOf(memory, episode.id).map(hold => [hold.card, hold]))
  const first = new Map<string, { exposure: ExposureView; turn: number }>()
  for (const turn of turns)
    for (const exposure of turn.exposures)
      if (exposure.shown && !first.has(exposure.card)) first.set(exposure.card, { exposure, turn: turn.index })
  return [...first].flatMap(([id, { exposure, turn }]): CardUse[] => {
    const card = cardOf(memory.views, id)
    if (!card) return []
    const credits = read.credit.list(memory.views, `${id}/${episode.id}/`).map(([, credit]) => credit)
    const hold = holds.get(id)
    const strongest = [...credits].sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount))[0]
    return [
      {
        ...{ card: id, short: cardShort(card), statement: memory.text(card.statement), tier: card.scope.tier },
        ...{ placement: exposure.placement, channel: exposure.channel },
        attribution: strongest === undefined ? null : credits.reduce((sum, c) => sum + c.amount, 0),
        because:
          (hold && `held one call; ${FOLLOWED_WORDS[hold.followed]}`) ??
          strongest?.because ??
          (isLearnable(card)
            ? episode.intervened
              ? "not credited: the breaker spoke"
              : `shown in turn ${turn + 1}, no sign of use`
            : `shown in turn ${turn + 1}; your words are never scored`),
      },
    ]
  })
}
