// Errors of tasks through the library: written down, resolved, read back, and as words for the next attempt (S3-34 … S3-37).

import { recordError } from "../memory/acting/reported-outcome.ts"
import { episodesNamed, errorsIn } from "../memory/measuring/signals.ts"
import type { Memory } from "../memory/memory.ts"
import { errorContext, errorStats, errorsOf, markResolved } from "../memory/reading/open-errors.ts"
import type { Mettle, OfTask } from "./contract.ts"
import { idOf, look, scopeAt, type Within, writing } from "./within.ts"

/** Whoever reports without a name of its own. */
export const SWARM = "swarm"

export function errorsOfTasks(within: Within): Mettle["errors"] {
  const { memory, config } = within
  const one = (m: Memory, of: OfTask): string => episodesNamed(m, { host: SWARM, ...of })[0]!
  return {
    list: async filter =>
      look(within, undefined, m =>
        errorsIn(m, episodesNamed(m, { host: SWARM, ...filter }), filter.unresolved ?? false),
      ),
    note: async error => {
      writing(within, error.signal)
      return recordError(memory, {
        host: error.host ?? SWARM,
        task: error.task,
        episode: error.episode === undefined ? null : idOf(memory, error.episode),
        scope: typeof error.episode === "object" ? error.episode.scope : scopeAt(config, error),
        type: error.type ?? null,
        message: error.message,
        tool: error.tool ?? null,
        context: error.context ?? null,
        trace: error.stackTrace ?? null,
      })
    },
    resolve: async (id, of) => {
      writing(within)
      const episode = look(within, undefined, m => one(m, of))
      await markResolved(memory, episode, id, of.host ?? SWARM)
    },
    context: async of => look(within, undefined, m => errorContext(errorsOf(m, one(m, of)), of.resolved ?? false)),
    stats: async of =>
      look(within, undefined, m => {
        const { total, unresolved, by_type } = errorStats(errorsOf(m, one(m, of)))
        return { total, unresolved, by_type }
      }),
  }
}
