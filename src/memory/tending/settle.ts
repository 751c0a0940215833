// settle: all that is due and waits for nobody. Folds the tail, lets the proposers look at what is new, folds what
// they said. Cheap when nothing happened; running it twice adds nothing.

import type { Event } from "../../core/events/define.ts"
import type { Draft } from "../../core/events/draft.ts"
import type { TextReader } from "../../core/readings/reader.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { episodeOf } from "../../core/views/read.ts"
import { ownClauses, type PromptProposal } from "../../core/words/wishes/from-prompt.ts"
import { builtInHear } from "../../meaning/ear.ts"
import type { Proposer } from "../../proposers/proposer.ts"
import { PROPOSERS } from "../../proposers/registry.ts"
import { saidAgain } from "../../proposers/said-again.ts"
import { userWords } from "../../proposers/user-words.ts"
import { VERSION } from "../../version.ts"
import { consented, type LearnNorms } from "../acting/acts.ts"
import { finishForgetting } from "../forgetting/forget.ts"
import { FORGETTING, type Memory } from "../memory.ts"
import { knownDomains } from "../packs/situation.ts"
import { againIn } from "./again.ts"
import { hearAgain } from "./heard-otherwise.ts"
import { suggestionsDue } from "./inversions.ts"
import { promoteByRule } from "./promotions.ts"

const MARK = "proposed"
/** Episodes that had not ended when they were looked at. */
const OPEN = "proposed-open"

export async function settle(
  memory: Memory,
  proposers: readonly Proposer[] = PROPOSERS,
  norms: LearnNorms | undefined = memory.parts.norms,
): Promise<{ readonly folded: number; readonly proposed: number }> {
  // Where somebody waits, what was begun is finished elsewhere (owedWork, below).
  if (memory.patience === null) await finishForgetting(memory)
  let folded = memory.catchUp()
  // Where somebody waits, no walk over all cards.
  if (memory.patience === null) {
    await promoteByRule(memory)
    hearAgain(memory)
  }
  const added = await propose(memory, proposers, norms)
  if (added === null) return { folded, proposed: 0 }
  if (added > 0) folded += memory.catchUp()
  const turned = suggestionsDue(memory)
  if (turned.length === 0) return { folded, proposed: added }
  const more = await memory.record(turned)
  folded += memory.catchUp()
  return { folded, proposed: added + more.added }
}

/**
 * Lets the proposers look at what is folded and new, and records what they say; whoever asks next folds it. Null when there was
 * nothing to look at.
 */
export async function propose(
  memory: Memory,
  proposers: readonly Proposer[] = PROPOSERS,
  norms: LearnNorms | undefined = memory.parts.norms,
): Promise<number | null> {
  const from = Number(memory.parts.meta.get(MARK) ?? "0")
  // What is not folded yet is looked at once it is; where somebody waits, a part at a time.
  const seen = memory.views.standsIn ? 0 : memory.views.seq()
  const { episodes, fresh, closing, head } = tail(
    memory,
    from,
    Math.min(seen, from + (memory.patience?.proposals ?? Number.POSITIVE_INFINITY)),
  )
  if (from >= head) return null
  const hasEnded = (id: string): boolean => episodeOf(memory.views, id)?.closedAt !== null
  const open: readonly string[] = JSON.parse(memory.parts.meta.get(OPEN) ?? "[]")
  // a terminal that was killed says no word of it: such an episode ends by the clock
  const quiet = open.filter(id => !episodes.has(id) && hasEnded(id))
  const found = [...episodes, ...quiet].flatMap(id =>
    proposed(memory, id, fresh, proposers, closing.has(id) || hasEnded(id)),
  )
  const drafts = consented(found, norms)
  const { added } = drafts.length > 0 ? await memory.record(drafts) : { added: 0 }
  memory.keepReadings()
  // Lost with the power, it is looked at once more, and adds nothing.
  memory.parts.meta.set(MARK, String(head), false)
  const left = [...new Set([...open, ...episodes])].filter(id => !hasEnded(id))
  if (left.join() !== open.join()) memory.parts.meta.set(OPEN, JSON.stringify(left), false)
  return added
}

/** What the user just typed, heard while its turn begins. Settling finds the same again, and adds nothing. */
export async function hearAtOnce(memory: Memory, episode: string, prompt: string, norms: LearnNorms): Promise<number> {
  const drafts = consented(proposed(memory, episode, new Set([prompt]), [saidAgain, userWords]), norms)
  if (drafts.length === 0) return 0
  const { added } = await memory.record(drafts)
  memory.catchUp()
  return added
}

function proposed(
  memory: Memory,
  id: string,
  fresh: ReadonlySet<string>,
  proposers: readonly Proposer[],
  closing = false,
): readonly Draft<"card.proposed">[] {
  const context = memory.context()
  const episode = episodeOf(context.rows, id)
  if (!episode) return []
  const seen = {
    episode,
    turns: turnsOf(context, id),
    fresh: (event: string) => fresh.has(event),
    text: (ref: string | null) => (ref === null ? null : memory.text(ref)),
    hash: context.hash,
    lasting: (prompt: string, reply: string | null) => lastingIn(memory, prompt, reply),
    now: memory.parts.now(),
    again: againIn(context, episode),
    closing,
    domains: knownDomains(memory, episode.scope),
  }
  return proposers.flatMap(p => p.propose(seen))
}

/** Events that wait for the proposers. */
export const waitingToSettle = (memory: Memory): number =>
  memory.parts.log.head() - Number(memory.parts.meta.get(MARK) ?? "0")

/** Episodes and events since the last run, as far as they are folded, and no more messages than somebody waits for. */
function tail(
  memory: Memory,
  from: number,
  most: number,
): { episodes: ReadonlySet<string>; fresh: ReadonlySet<string>; closing: ReadonlySet<string>; head: number } {
  const episodes = new Set<string>()
  const fresh = new Set<string>()
  const closing = new Set<string>()
  const upTo = (head: number) => ({ episodes, fresh, closing, head })
  let messages = memory.patience?.messages ?? Number.POSITIVE_INFINITY
  for (let at = from; ; ) {
    const batch: readonly Event[] = at < most ? memory.parts.log.read(at, Math.min(2000, most - at)) : []
    if (batch.length === 0) return upTo(at)
    for (const event of batch) {
      if (event.type === "prompt.submitted" && --messages < 0) return upTo(event.seq - 1)
      if (event.episode === null || event.type === "card.proposed" || event.type === "pack.built") continue
      episodes.add(event.episode)
      fresh.add(event.id)
      if (event.type === "episode.closed") closing.add(event.episode)
      // Hooks of one client run beside each other: what was said before its session was known is looked at again.
      if (event.type === "episode.opened")
        for (const { id, type } of memory.parts.log.readEpisode(event.episode))
          if (type === "episode.opened") break
          else fresh.add(id)
    }
    at = batch[batch.length - 1]!.seq
  }
}

// What a prompt says in the user's own words and how likely it lasts, by the built-in ear: a reader like any other, heard once however often proposers look. Never asked in the
// fold: what they make of it is an event. Its weights come with the release, so a reading is one of this release.

/** Of a prompt and the agent's last message before it. */
const lastingWords: TextReader<string, readonly PromptProposal[]> = {
  name: "lasting-words",
  version: 7,
  read: ([text, agentTail = null]) =>
    text == null ? [] : ownClauses(builtInHear, { text, agentTail, author: "user", interactive: true }),
}

const lastingIn = (memory: Memory, prompt: string, reply: string | null): readonly PromptProposal[] =>
  memory.readBy(lastingWords, [prompt, reply], VERSION)

// Owed work: what takes long and was met where somebody waits. It is done in a process of its own (hook/beside/owed.ts) or by
// the next command; until then answers stand on what is there.

/** A forgetting that was broken off · views of these rules to be folded · one event that is
 * long work · search to be filled · more events than slices are for · more than slices are for that no proposer has seen */
type OwedWork = "forgetting" | "views" | "long" | "search" | "tail" | "proposals"

/** Null also where nobody waits: there it is done at once. */
export function owedWork(memory: Memory): OwedWork | null {
  const { views, search, parts, patience } = memory
  if (patience === null) return null
  if (parts.meta.get(FORGETTING)) return "forgetting"
  if (views.standsIn) return "views"
  const { long } = views.owed()
  const [seq, head] = [views.seq(), parts.log.head()]
  if (long === seq + 1 && head >= long) return "long"
  if (seq > 0 && search.stale()) return "search"
  if (head - seq > patience.far) return "tail"
  return waitingToSettle(memory) > patience.far ? "proposals" : null
}
