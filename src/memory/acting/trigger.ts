// mettle history now, for every door: what is due is done, and the episode that goes on gets its checkpoint now instead of at its
// next boundary (S2-106). Who asked is in the log, so that the cut stands after a rebuild.
import type { CheckpointView } from "../../core/assess/tables.ts"
import { read } from "../../core/views/read.ts"
import type { EpisodeView } from "../../core/views/state.ts"
import { messageKey } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { currentEpisode, goesOn } from "../reading/episodes.ts"
import { summariesOf } from "../reading/summaries.ts"
import { type Settled, settle } from "../tending/settle.ts"
import { act } from "./acts.ts"

export interface Triggered {
  readonly settled: Settled
  /** the last one here */
  readonly episode: EpisodeView | null
  /** cut just now */
  readonly checkpoint: (CheckpointView & { readonly summary: string }) | null
  /** why none was cut */
  readonly why: "no episode" | "it has ended" | "nothing new" | null
}

export async function trigger(memory: Memory, scope: string | null): Promise<Triggered> {
  const settled = await settle(memory)
  const episode = currentEpisode(memory, scope)
  if (!episode) return { settled, episode, checkpoint: null, why: "no episode" }
  if (!goesOn(memory, episode)) return { settled, episode, checkpoint: null, why: "it has ended" }
  const live = read.live.get(memory.views, episode.id)
  if (!live || live.messages < live.from) return { settled, episode, checkpoint: null, why: "nothing new" }
  await act(memory, "checkpoint.asked", { message: live.messages }, { episode: episode.id, scope })
  const cut = read.checkpoint.get(memory.views, messageKey(episode.id, live.checkpoints + 1))
  if (!cut) return { settled, episode, checkpoint: null, why: "nothing new" }
  return { settled, episode, checkpoint: { ...cut, summary: summariesOf(memory, [cut])[0] ?? "" }, why: null }
}
