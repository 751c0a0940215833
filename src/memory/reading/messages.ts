// What became of every message the user typed: kept, heard, refused at the gate, or left alone, with one reason each. Derived
// when somebody asks; nothing is stored for it.

import type { DataOf } from "../../core/events/registry.ts"
import { read } from "../../core/views/read.ts"
import type { LedgerEntry, TurnView } from "../../core/views/state.ts"
import { squash } from "../../core/words/similar.ts"
import { proposeFromPrompt } from "../../core/words/wishes/from-prompt.ts"
import { UNLEARNED, type Unlearned, whyNotLearned } from "../../core/words/wishes/unlearned.ts"
import { builtInHear } from "../../meaning/ear.ts"
import type { Memory } from "../memory.ts"
import { eventsOf } from "../refs.ts"
import { readLedger } from "./read.ts"

/** `words`: null when forgotten; `p`: how likely it was to last, as it was heard. */
export type MessageRead = ReturnType<typeof messageOf>

/** Newest first. */
export function readMessages(
  memory: Memory,
  of: {
    readonly episode?: string | undefined
    readonly since?: number | undefined
    readonly most: number
    /** only those that hold these words, whatever their case and marks */
    readonly holding?: string
  },
): readonly MessageRead[] {
  const out: MessageRead[] = []
  const wanted = of.holding === undefined ? "" : squash(of.holding)
  const turns = read.turn
    .values(memory.views, of.episode === undefined ? "" : `${of.episode}/`)
    .filter(turn => turn.author === "user" && turn.at >= (of.since ?? 0))
    .sort((a, b) => b.at - a.at)
  const fates = new Map<string, ReadonlyMap<string, readonly LedgerEntry[]>>()
  for (const turn of turns) {
    if (out.length >= of.most) break
    const words = memory.text(turn.prompt)
    if (wanted !== "" && !squash(words ?? "").includes(wanted)) continue
    if (!fates.has(turn.episode)) fates.set(turn.episode, fatesIn(memory, turn.episode))
    out.push(messageOf(memory, turn, words, fates.get(turn.episode)!.get(turn.event) ?? []))
  }
  return out
}

function messageOf(memory: Memory, turn: TurnView, words: string | null, fates: readonly LedgerEntry[]) {
  const base = { episode: turn.episode, event: turn.event, at: turn.at, words }
  const best = fates.find(e => e.act !== "refused") ?? fates[0]
  if (best !== undefined) {
    const heard = best.act === "admitted" && /; (?:only heard|waits for your yes)/.test(best.because)
    const became = best.act === "refused" ? ("refused" as const) : heard ? ("heard" as const) : ("kept" as const)
    const p = (memory.parts.log.get(best.proposal!)?.data as DataOf<"card.proposed"> | undefined)?.p ?? null
    const reason = best.act === "refused" ? best.because.split(":", 1)[0]! : best.act
    return { ...base, became, reason, because: plainly(best, heard), p, card: best.card }
  }
  const left = (reason: string, because: string, p: number | null) => ({
    ...{ ...base, became: "left alone" as const, reason, because, p, card: null },
  })
  if (words === null) return left("forgotten", "its words were forgotten", null)
  const episode = read.episode.get(memory.views, turn.episode)
  const before = read.turn.list(memory.views, `${turn.episode}/`).find(([, t]) => t.index === turn.index - 1)?.[1].reply
  const said = {
    text: words,
    agentTail: memory.text(before),
    author: turn.author,
    interactive: episode?.interactive ?? false,
  }
  if (memory.parts.norms === "off" && proposeFromPrompt(builtInHear, said).length > 0)
    return left("switched-off", "learning norms is off (learn.norms)", null)
  const { reason, p } = whyNotLearned(builtInHear, said)
  return left(reason, UNLEARNED[reason as Unlearned], p)
}

/** In words that need no page of concepts. */
function plainly({ act, because, card }: LedgerEntry, heard: boolean): string {
  const id = `c-${(card ?? "").slice(0, 6)}`
  if (heard) return `only heard, waits in Review as ${id}`
  if (act === "admitted" || act === "superseded")
    return `kept as ${id}${act === "admitted" ? "" : ", it replaces another"}`
  return act === "merged" ? `said before, kept as ${id}` : because.slice(because.indexOf(":") + 1).trim()
}

/** Of each prompt of an episode, what the ledger says of the proposals that cite it. */
function fatesIn(memory: Memory, episode: string): ReadonlyMap<string, readonly LedgerEntry[]> {
  const entries = new Map(readLedger(memory, episode, e => e.proposal !== null).map(e => [e.proposal!, e]))
  const out = new Map<string, LedgerEntry[]>()
  for (const { id, data } of eventsOf(memory.parts.log, "card.proposed", episode)) {
    const entry = entries.get(id)
    for (const { event: prompt, kind } of data.evidence)
      if (entry && kind === "user_span") out.set(prompt, [...(out.get(prompt) ?? []), entry])
  }
  return out
}
