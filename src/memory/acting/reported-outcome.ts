// A task's outcome in one call, as a swarm or a build server reports it (S3-08 … S3-10), and what it moved, in the order of
// S3-42: signals, score, observations, inversions, stages. The fold does the work; this records and reads.

import type { ErrorType } from "../../core/calls/error-type.ts"
import { MettleError } from "../../core/errors.ts"
import { authored, type Draft } from "../../core/events/draft.ts"
import { episodeOf } from "../../core/views/context.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { read } from "../../core/views/read.ts"
import type { Memory } from "../memory.ts"
import { errorContext, errorsOf, noteError } from "../reading/open-errors.ts"
import { readLedger } from "../reading/read.ts"
import { invertible } from "../tending/inversions.ts"
import { settle } from "../tending/settle.ts"
import { type ToldEpisode, toldEpisode } from "./told-episode.ts"

interface TaskOutcome {
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
  readonly criteria: readonly { readonly criterion: string; readonly helpful: boolean }[]
}
export async function recordOutcome(memory: Memory, told: TaskOutcome) {
  memory.catchUp()
  const { scope } = told
  for (const { criterion } of told.criteria)
    if (!CRITERION.test(criterion))
      throw new MettleError("E_USAGE", `"${criterion}" is no name for a criterion`, { hint: "such as type_safe" })
  const own = taskOf(memory, told)
  const episode = told.episode ?? own.id
  if (episode === own.id) await begun(memory, own, told.task)
  const known = episode === own.id ? own.progress() : null
  const draft = authored(
    "outcome.reported",
    memory.parts.randomBytes(),
    { ts: memory.parts.now(), episode, scope: episodeOf(memory.views, episode)?.scope ?? scope },
    {
      by: told.host,
      task: told.task,
      success: told.success,
      durationMs: told.durationMs ?? known?.durationMs ?? null,
      errors: told.errors ?? known?.errors ?? null,
      retries: told.retries ?? known?.retries ?? null,
      files: [...told.files],
      strategy: told.strategy,
      failureMode: told.failureMode,
      details: told.details,
      criteria: [...told.criteria],
    },
  ) as Draft
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

interface TaskError {
  readonly host: string
  readonly task: string
  readonly episode: string | null
  readonly scope: string | null
  readonly type: ErrorType | null
  readonly message: string
  readonly tool: string | null
  readonly context: string | null
  readonly trace: string | null
}
/** An error of a task, written down by whoever works on it (S3-34). Resolves to its id. */
export async function recordError(memory: Memory, told: TaskError): Promise<string> {
  memory.catchUp()
  const { type, message, tool, context, trace } = told
  const own = told.episode === null ? taskOf(memory, told) : null
  if (own) await begun(memory, own, told.task)
  return noteError(
    memory,
    { episode: own?.id ?? told.episode!, scope: told.scope },
    { by: told.host, type, message, tool, context, trace },
  )
}

const CRITERION = /^[a-z0-9][a-z0-9_.-]{0,59}$/i
const taskOf = (memory: Memory, { host, task, scope }: Pick<TaskOutcome, "host" | "task" | "scope">): ToldEpisode =>
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
