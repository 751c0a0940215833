// settle: all that is due and waits for nobody. Folds the tail, lets the proposers look at what is new, folds what
// they said. Cheap when nothing happened; running it twice adds nothing.
import type { Event } from "../core/events/define.ts"
import { episodeOf } from "../core/views/context.ts"
import { turnsOf } from "../core/views/judging.ts"
import type { Proposer } from "../proposers/proposer.ts"
import { PROPOSERS } from "../proposers/registry.ts"
import { knownDomains } from "./domains.ts"
import { finishForgetting } from "./forget.ts"
import { inversionsDue } from "./inversions.ts"
import type { Memory } from "./memory.ts"

export interface Settled {
  readonly folded: number
  readonly proposed: number
}

const MARK = "proposed"

export async function settle(memory: Memory, proposers: readonly Proposer[] = PROPOSERS): Promise<Settled> {
  await finishForgetting(memory)
  let folded = memory.catchUp()
  const from = Number(memory.parts.meta.get(MARK) ?? "0")
  const head = memory.parts.log.head()
  if (from >= head) return { folded, proposed: 0 }
  const { episodes, fresh } = tail(memory, from)
  const context = memory.context()
  const drafts = [...episodes].flatMap(id => {
    const episode = episodeOf(context.rows, id)
    if (!episode) return []
    const seen = {
      episode,
      turns: turnsOf(context, id),
      fresh: (e: string) => fresh.has(e),
      text: (ref: string) => memory.text(ref),
      hash: context.hash,
      now: memory.parts.now(),
      domains: knownDomains(memory, episode.scope),
    }
    return proposers.flatMap(p => p.propose(seen))
  })
  const { added } = drafts.length > 0 ? await memory.record(drafts) : { added: 0 }
  memory.parts.meta.set(MARK, String(head))
  if (added > 0) folded += memory.catchUp()
  const turned = inversionsDue(memory)
  if (turned.length === 0) return { folded, proposed: added }
  const more = await memory.record(turned)
  folded += memory.catchUp()
  return { folded, proposed: added + more.added }
}

/** Episodes and events since the last run. */
function tail(memory: Memory, from: number): { episodes: ReadonlySet<string>; fresh: ReadonlySet<string> } {
  const episodes = new Set<string>()
  const fresh = new Set<string>()
  for (let at = from; ; ) {
    const batch: readonly Event[] = memory.parts.log.read(at, 2000)
    if (batch.length === 0) return { episodes, fresh }
    for (const event of batch) {
      if (event.episode === null || event.type === "card.proposed" || event.type === "pack.built") continue
      episodes.add(event.episode)
      fresh.add(event.id)
    }
    at = batch[batch.length - 1]!.seq
  }
}
