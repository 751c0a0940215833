// The person speaks of an episode: how it went, that what was refused in it holds, or that it is looked at now instead of at its next
// boundary (S2-106). Their word is an authored event, so that it stands after a rebuild, and the fold does the rest.

import { MettleError } from "../../core/errors.ts"
import { read } from "../../core/views/read.ts"
import { type EpisodeView, messageKey } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { currentEpisode, goesOn } from "../reading/episodes.ts"
import { summariesOf } from "../reading/history.ts"
import { inPlainWords } from "../reading/plain-words.ts"
import { type LedgerRead, proposalFate, readLedger } from "../reading/read.ts"
import { approve, scopeOf } from "../reading/review.ts"
import { settle } from "../tending/settle.ts"
import { act } from "./acts.ts"
import { bareOutcome } from "./told-episode.ts"

/** How it went, in the user's own word: it counts before every reading. */
export const relabel = (memory: Memory, episode: EpisodeView, success: boolean, note: string | null): Promise<string> =>
  act(memory, "outcome.reported", bareOutcome({ by: "user", task: "episode", success, details: note }), {
    episode: episode.id,
    scope: episode.scope,
  })

/** Refused for want of what the user's word cannot give. */
const NOTHING_TO_ADMIT = /^(?:taught-nothing|malformed-statement|text-gone): /
/** Would the user's word let it in? */
export const mayAdmit = ({ act, because, proposal }: Pick<LedgerRead, "act" | "because" | "proposal">): boolean =>
  act === "refused" && proposal !== null && !NOTHING_TO_ADMIT.test(because)

/** Admits a refused proposal: its words are the user's from here on. */
export async function admitAnyway(memory: Memory, proposal: string): Promise<ReturnType<typeof proposalFate>> {
  const entry = readLedger(memory, undefined, line => line.proposal === proposal)[0]
  if (!entry)
    throw new MettleError("E_NOT_FOUND", `no proposal "${proposal}"`, { hint: "mettle review ledger lists them" })
  const { words, kind } = entry
  if (entry.act !== "refused" || words === null || kind === null)
    throw new MettleError("E_USAGE", `it was ${entry.act}${words === null ? " and its words were forgotten" : ""}`, {
      hint: "only what was refused can be admitted",
    })
  if (!mayAdmit(entry))
    throw new MettleError("E_USAGE", `there is nothing to admit: ${inPlainWords(entry.because)}`, {
      hint: 'mettle note "…" says it in your own words',
    })
  const scope = scopeOf(memory, proposal)
  const item = { id: proposal, why: "from a document", kind, statement: words, scope, card: null } as const
  return proposalFate(memory, await approve(memory, item))
}

/** `episode`: the last one here; `checkpoint`: cut just now, else `why` none was. */
export type Triggered = Awaited<ReturnType<typeof trigger>>
export async function trigger(memory: Memory, scope: string | null) {
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
