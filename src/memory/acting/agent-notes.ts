// What an agent writes down by itself: a candidate in the agent's own words, never the user's. A fact needs the words of a
// tool beside it, which are looked for in what the episode recorded; the gate decides, and its reason is passed on.
import type { Evidence } from "../../core/model.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import type { Memory } from "../memory.ts"
import { proposalFate } from "../reading/read.ts"
import { note } from "./acts.ts"

interface AgentNote {
  readonly text: string
  readonly kind: "tactic" | "negative_result" | "fact"
  /** exact words of a tool's output of this episode */
  readonly quote: string | null
  readonly scope: string | null
  readonly episode: string | null
}

/** A shorter quote stands somewhere by chance. */
const SHORTEST = 8

export async function agentNote(
  memory: Memory,
  given: AgentNote,
): Promise<ReturnType<typeof proposalFate> & { readonly anchored: boolean }> {
  const evidence = given.quote === null || given.episode === null ? [] : toolWords(memory, given.episode, given.quote)
  const id = await note(memory, given.text, {
    scope: given.scope,
    kind: given.kind,
    by: "agent",
    episode: given.episode,
    also: { evidence, tags: [] },
  })
  return { ...proposalFate(memory, id), anchored: evidence.length > 0 }
}

/** The last tool output of the episode that holds these very words. */
function toolWords(memory: Memory, episode: string, quote: string): readonly Evidence[] {
  const words = quote.trim()
  if (words.length < SHORTEST) return []
  for (const tool of turnsOf(memory.context(), episode)
    .flatMap(turn => turn.tools)
    .reverse()) {
    const text = memory.text(tool.output)
    const start = text?.indexOf(words) ?? -1
    if (start < 0) continue
    const end = start + words.length
    return [
      { kind: "tool_output", event: tool.event, blob: tool.output!, start, end, hash: memory.parts.blobs.hash(words) },
    ]
  }
  return []
}
