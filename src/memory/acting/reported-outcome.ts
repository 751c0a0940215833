// A task's outcome in one call, as a swarm or a build server reports it (S3-08 … S3-10), and what it moved, in the order of
// S3-42: signals, score, observations, inversions, stages. The fold does the work; this records and reads.

import { MettleError } from "../../core/errors.ts"
import type { TaskError, TaskOutcome } from "../../core/promised.ts"
import { episodeOf } from "../../core/views/context.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { read } from "../../core/views/read.ts"
import type { Memory } from "../memory.ts"
import { errorContext, errorsOf, noteError } from "../reading/open-errors.ts"
import { readLedger } from "../reading/read.ts"
import { invertible } from "../tending/inversions.ts"
import { settle } from "../tending/settle.ts"
import { type ToldEpisode, toldEpisode } from "./told-episode.ts"

interface Teller {
  readonly host: string
  readonly scope: string | null
  /** another episode than the one named after the task */
  readonly episode: string | null
}
export async function recordOutcome(memory: Memory, told: TaskOutcome, by: Teller) {
  memory.catchUp()
  const criteria = Object.entries(told.criteria ?? {}).map(([criterion, helpful]) => ({ criterion, helpful }))
  for (const { criterion } of criteria)
    if (!CRITERION.test(criterion))
      throw new MettleError("E_USAGE", `"${criterion}" is no name for a criterion`, { hint: "such as type_safe" })
  const own = taskOf(memory, told.task, by)
  const episode = by.episode ?? own.id
  if (episode === own.id) await begun(memory, own, told.task)
  const known = episode === own.id ? own.progress() : null
  const where = { episode, scope: episodeOf(memory.views, episode)?.scope ?? by.scope }
  const draft = memory.authored("outcome.reported", where, {
    by: by.host,
    task: told.task,
    success: told.success,
    durationMs: told.durationMs ?? known?.durationMs ?? null,
    errors: told.errorCount ?? known?.errors ?? null,
    retries: told.retryCount ?? known?.retries ?? null,
    files: [...(told.filesTouched ?? [])],
    strategy: told.strategy ?? null,
    failureMode: told.failureMode ?? null,
    details: told.failureDetails ?? null,
    criteria,
  })
  await memory.record([draft])
  if (episode === own.id && episodeOf(memory.views, episode)?.closedAt === null) await own.closes(true)
  await settle(memory)
  return {
    episode,
    event: draft.id,
    verdict: episodeOf(memory.views, episode)?.verdict ?? ("unjudged" as const),
    credited: creditsOf(memory, episode),
    invertible: invertible(memory).map(card => card.id),
    ledger: readLedger(memory, episode),
    // what the next attempt should know: open errors as Markdown, empty when there are none (S3-35)
    retry: errorContext(errorsOf(memory, episode)),
  }
}

/** An error of a task, written down by whoever works on it (S3-34). Resolves to its id. */
export async function recordError(memory: Memory, told: TaskError, by: Teller): Promise<string> {
  memory.catchUp()
  const { type = null, message, tool = null, context = null, stackTrace: trace = null } = told
  const own = by.episode === null ? taskOf(memory, told.task, by) : null
  if (own) await begun(memory, own, told.task)
  const where = { episode: own?.id ?? by.episode!, scope: by.scope }
  return noteError(memory, where, { by: by.host, type, message, tool, context, trace })
}

const CRITERION = /^[a-z0-9][a-z0-9_.-]{0,59}$/i
const taskOf = (memory: Memory, task: string, { host, scope }: Teller): ToldEpisode =>
  toldEpisode(memory, { host, session: task, scope, opening: { interactive: false } })

/** An outcome needs a turn to speak of: a task that nobody told us about begins with its own name. */
async function begun(memory: Memory, own: ToldEpisode, task: string): Promise<void> {
  if ((episodeOf(memory.views, own.id)?.turns ?? 0) === 0) await own.says("harness", task)
  memory.catchUp()
}

function creditsOf(memory: Memory, episode: string) {
  const shown = new Set(turnsOf(memory.context(), episode).flatMap(turn => turn.exposures.map(e => e.card)))
  return [...shown].flatMap(card =>
    read.credit.list(memory.views, `${card}/${episode}/`).map(([, { amount, because }]) => ({
      card,
      amount,
      because,
    })),
  )
}
