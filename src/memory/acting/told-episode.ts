// An episode told by a program instead of by hooks: the same drafts, the same ids, the same fold. Named after host and session, so that
// telling something twice records it once. And a task's outcome in one call, as a swarm or a build server reports it (S3-08 … S3-10),
// with what it moved, in the order of S3-42: signals, score, observations, inversions, stages.
import { drafts, type Opening } from "../../clients/drafts.ts"
import { MettleError } from "../../core/errors.ts"
import type { Draft } from "../../core/events/draft.ts"
import type { DataOf } from "../../core/events/registry.ts"
import { doesByName } from "../../core/events/tool-names.ts"
import { type Author, isGood, type OutcomeType } from "../../core/model.ts"
import type { TaskError, TaskOutcome, ToolCall } from "../../core/promised.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { episodeOf, read } from "../../core/views/read.ts"
import type { Memory } from "../memory.ts"
import { errorContext, errorsOf, noteError } from "../reading/open-errors.ts"
import { readLedger } from "../reading/read.ts"
import { invertible } from "../tending/inversions.ts"
import { settle } from "../tending/settle.ts"

interface Told {
  readonly type: OutcomeType
  readonly evidence: readonly string[]
  readonly note: string | null
}
interface Telling {
  readonly host: string
  readonly session: string
  readonly scope: string | null
  readonly opening: Opening
}
export type ToldEpisode = ReturnType<typeof toldEpisode>

const WORDS = /^[\w.:@/ -]{1,120}$/

export function toldEpisode(memory: Memory, telling: Telling) {
  const { host, session, scope, opening } = telling
  if (!WORDS.test(host))
    throw new MettleError("E_USAGE", `"${host}" is no name for a host`, { hint: "letters, digits, - _ . : @ /" })
  if (session === "" || session.length > 500)
    throw new MettleError("E_USAGE", "a session needs an id of 1 to 500 characters")
  const now = () => memory.parts.now()
  const forms = () =>
    drafts(host, session, { now: now(), scope, branch: null, head: null, env: {}, tail: () => null, ours: () => false })
  const { episode: id } = forms()
  const isOpened = (): boolean => memory.parts.log.readEpisode(id).some(event => event.type === "episode.opened")
  let opened: Promise<unknown> | null = null
  /** something was told since it was last closed */
  let fresh = false
  // Names are drawn, not counted: two tellers of one session must not take each other's words for their own.
  const record = async (make: (name: string) => Draft): Promise<string> => {
    opened ??= isOpened() ? Promise.resolve() : memory.record([forms().opened(opening)])
    fresh = true
    const draft = make(`told-${Buffer.from(memory.parts.randomBytes()).toString("hex")}`)
    await opened
    await memory.record([draft])
    return draft.id
  }
  return {
    id,
    says: (author: Author, text: string) => record(name => forms().prompt(name, author, text)),
    replies: (text: string) => record(name => forms().replied(name, text)),
    calls: ({ call, name: tool, input, ...end }: ToolCall) =>
      record(name => {
        const about = { call: call ?? name, tool, does: doesByName(tool), input: inputOf(input) }
        const ok = end.ok ?? (end.exitCode === undefined ? null : end.exitCode === 0)
        return forms().finished(about, {
          ...end,
          ok,
          known: end.exitCode !== undefined ? "exit" : ok === null ? null : "client",
        })
      }),
    outcome: ({ type, evidence, note }: Told): Promise<string> => {
      for (const event of evidence)
        if (memory.parts.log.get(event)?.episode !== id)
          throw new MettleError("E_NOT_FOUND", `no event "${event}" in this episode`, {
            hint: "evidence is what ep.user, ep.agent and ep.tool returned",
          })
      const details = noteOf(type, evidence, note)
      const data = bareOutcome({ by: host, task: session, success: isGood({ type }), details })
      return record(() => memory.authored("outcome.reported", { episode: id, scope }, data))
    },
    progress: () => {
      memory.catchUp()
      const first = memory.parts.log.readEpisode(id)[0]
      return {
        errors: errorsOf(memory, id).total,
        retries: read.live.get(memory.views, id)?.retries ?? 0,
        durationMs: first === undefined ? 0 : Math.max(0, now() - first.ts),
      }
    },
    /** nothing happens in it any more; what is due is settle's. `whoever`: even if others told it all */
    closes: async (whoever = false): Promise<void> => {
      if (!fresh && !whoever) return
      await record(name => forms().ended(name, "end"))
      await record(name => forms().closed(name, "end"))
      fresh = false
    },
  }
}

/** A bare string is a command line. */
const inputOf = (input: unknown): unknown => (typeof input === "string" ? { command: input } : (input ?? {}))

const noteOf = (type: OutcomeType, evidence: readonly string[], note: string | null): string =>
  [type, ...(evidence.length > 0 ? [`evidence ${evidence.join(" ")}`] : []), ...(note === null ? [] : [note])].join(
    "; ",
  )

/** How it went, and nothing else known of it. */
export const bareOutcome = (
  told: Pick<DataOf<"outcome.reported">, "by" | "task" | "success" | "details">,
): DataOf<"outcome.reported"> => ({
  ...{ durationMs: null, errors: null, retries: null, files: [], strategy: null, failureMode: null, criteria: [] },
  ...told,
})

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
    read.credit.values(memory.views, `${card}/${episode}/`).map(({ amount, because }) => ({
      card,
      amount,
      because,
    })),
  )
}
