// What a program tells: an episode, in the order it happens (the rest is memory/acting/told-episode.ts), and the errors of its tasks.

import { queue } from "../core/in-turn.ts"
import type { Author } from "../core/model.ts"
import { recordError, toldEpisode } from "../memory/acting/told-episode.ts"
import type { Memory } from "../memory/memory.ts"
import {
  episodesNamed,
  errorContext,
  errorStats,
  errorsIn,
  errorsOf,
  markResolved,
} from "../memory/reading/open-errors.ts"
import { readLedger } from "../memory/reading/read.ts"
import { ledgerLine } from "./ask.ts"
import type { EpisodeHandle, EpisodeOptions, Mettle, OfTask, Stoppable, TaskTeller } from "./contract.ts"
import { idOf, look, scopeAt, type Within, writing } from "./within.ts"

export function episodeHandle(within: Within, options: EpisodeOptions): EpisodeHandle {
  const { memory, config } = within
  const scope = scopeAt(config, options)
  const told = toldEpisode(memory, {
    host: options.host ?? "sdk",
    session: options.session ?? Buffer.from(memory.parts.randomBytes()).toString("hex"),
    scope,
    opening: { interactive: options.interactive ?? true, start: "startup", model: options.model },
  })
  // In the order they were told, whatever the caller awaits.
  const turn = queue()
  const inTurn = <T>(stoppable: Stoppable | undefined, work: () => Promise<T>): Promise<T> =>
    turn(async () => {
      writing(within, stoppable?.signal)
      return work()
    })
  const says = (author: Author) => (text: string, stoppable?: Stoppable) =>
    inTurn(stoppable, () => told.says(author, text))
  return {
    id: told.id,
    scope,
    user: says("user"),
    harness: says("harness"),
    agent: (text, stoppable) => inTurn(stoppable, () => told.replies(text)),
    tool: (call, stoppable) =>
      inTurn(stoppable, async () => {
        const id = await told.calls(call)
        return { id, ref: { event: id } }
      }),
    outcome: ({ type, evidence = [], note }, stoppable) =>
      inTurn(stoppable, () => told.outcome({ type, evidence: evidence.map(ref => ref.event), note: note ?? null })),
    progress: async () => {
      await turn(async () => {})
      return look(within, () => told.progress())
    },
    end: stoppable =>
      inTurn(stoppable, async () => {
        await told.closes()
        await within.settle(stoppable?.signal)
        return readLedger(memory, told.id).map(ledgerLine)
      }),
  }
}

// Errors of tasks through the library: written down, resolved, read back, and as words for the next attempt (S3-34 … S3-37).

/** Whoever reports without a name of its own. */
export const SWARM = "swarm"

export const teller = ({ memory, config }: Within, { host = SWARM, episode, ...place }: TaskTeller) => ({
  host,
  episode: episode === undefined ? null : idOf(memory, episode),
  scope: typeof episode === "object" ? episode.scope : scopeAt(config, place),
})

export function errorsOfTasks(within: Within): Mettle["errors"] {
  const { memory } = within
  const one = (m: Memory, of: OfTask): string => episodesNamed(m, { host: SWARM, ...of })[0]!
  return {
    list: async filter =>
      look(within, m => errorsIn(m, episodesNamed(m, { host: SWARM, ...filter }), filter.unresolved ?? false)),
    note: async error => {
      writing(within, error.signal)
      return recordError(memory, error, teller(within, error))
    },
    resolve: async (id, of) => {
      writing(within)
      const episode = look(within, m => one(m, of))
      await markResolved(memory, episode, id, of.host ?? SWARM)
    },
    context: async of => look(within, m => errorContext(errorsOf(m, one(m, of)), of.resolved ?? false)),
    stats: async of =>
      look(within, m => {
        const { total, unresolved, by_type } = errorStats(errorsOf(m, one(m, of)))
        return { total, unresolved, by_type }
      }),
  }
}
