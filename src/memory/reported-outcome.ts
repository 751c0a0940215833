// A task's outcome in one call, as a swarm or a build server reports it (S3-08 … S3-10), and what it moved, in the order of
// S3-42: signals, score, observations, inversions, stages. The fold does the work; this records and reads.
import { authored, type Draft } from "../core/events/draft.ts"
import type { Verdict } from "../core/model.ts"
import { episodeOf } from "../core/views/context.ts"
import { turnsOf } from "../core/views/judging.ts"
import { read } from "../core/views/read.ts"
import { invertible } from "./inversions.ts"
import type { Memory } from "./memory.ts"
import { type LedgerRead, readLedger } from "./read.ts"
import { settle } from "./settle.ts"
import { toldEpisode } from "./told-episode.ts"

export interface TaskOutcome {
  readonly host: string
  readonly task: string
  /** another episode than the one named after the task */
  readonly episode: string | null
  readonly scope: string | null
  readonly success: boolean
  readonly durationMs: number | null
  readonly errors: number | null
  readonly retries: number | null
  readonly files: readonly string[]
  readonly strategy: string | null
  readonly failureMode: string | null
  readonly details: string | null
}
export interface Moved {
  readonly episode: string
  readonly event: string
  readonly verdict: Verdict
  readonly credited: readonly { readonly card: string; readonly amount: number; readonly because: string }[]
  readonly invertible: readonly string[]
  readonly ledger: readonly LedgerRead[]
}

export async function recordOutcome(memory: Memory, told: TaskOutcome): Promise<Moved> {
  memory.catchUp()
  const { host, task, scope } = told
  const own = toldEpisode(memory, { host, session: task, scope, opening: { interactive: false } })
  const episode = told.episode ?? own.id
  // An outcome needs a turn to speak of: a task that nobody told us about begins with its own name.
  if ((episodeOf(memory.views, episode)?.turns ?? 0) === 0 && episode === own.id) await own.says("harness", task)
  memory.catchUp()
  const known = episode === own.id ? own.progress() : null
  const draft = authored(
    "outcome.reported",
    memory.parts.randomBytes(),
    { ts: memory.parts.now(), episode, scope: episodeOf(memory.views, episode)?.scope ?? scope },
    {
      by: host,
      task,
      success: told.success,
      durationMs: told.durationMs ?? known?.durationMs ?? null,
      errors: told.errors ?? known?.errors ?? null,
      retries: told.retries ?? known?.retries ?? null,
      files: [...told.files],
      strategy: told.strategy,
      failureMode: told.failureMode,
      details: told.details,
    },
  ) as Draft
  await memory.record([draft])
  if (episode === own.id && episodeOf(memory.views, episode)?.closedAt === null) await own.closes(true)
  await settle(memory)
  return {
    episode,
    event: draft.id,
    verdict: episodeOf(memory.views, episode)?.verdict ?? "unjudged",
    credited: creditsOf(memory, episode),
    invertible: invertible(memory).map(card => card.id),
    ledger: readLedger(memory, episode),
  }
}

function creditsOf(memory: Memory, episode: string): Moved["credited"] {
  const shown = new Set(turnsOf(memory.context(), episode).flatMap(turn => turn.exposures.map(e => e.card)))
  return [...shown].flatMap(card =>
    read.credit.list(memory.views, `${card}/${episode}/`).map(([, { amount, because }]) => ({
      card,
      amount,
      because,
    })),
  )
}
