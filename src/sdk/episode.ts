// The handle of an episode: what happens is told in order, the rest is memory/acting/told-episode.ts.
import { queue } from "../core/in-turn.ts"
import type { Author } from "../core/model.ts"
import { toldEpisode } from "../memory/acting/told-episode.ts"
import { readLedger } from "../memory/reading/read.ts"
import { ledgerLine } from "./cards.ts"
import type { EpisodeHandle, EpisodeOptions, Stoppable } from "./contract.ts"
import { look, scopeAt, type Within, writing } from "./within.ts"

export function episodeHandle(within: Within, options: EpisodeOptions): EpisodeHandle {
  const { memory, config } = within
  const scope = scopeAt(config, options)
  const told = toldEpisode(memory, {
    host: options.host ?? "sdk",
    session: options.session ?? Buffer.from(memory.parts.randomBytes()).toString("hex"),
    scope,
    opening: {
      interactive: options.interactive ?? true,
      start: "startup",
      ...(options.model === undefined ? {} : { model: options.model }),
    },
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
      return look(within, undefined, () => told.progress())
    },
    end: stoppable =>
      inTurn(stoppable, async () => {
        await told.closes()
        await within.settle(stoppable?.signal)
        return readLedger(memory, told.id).map(ledgerLine)
      }),
  }
}
