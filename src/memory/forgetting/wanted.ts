// What a person wants forgotten: a card, an episode, a stretch of time, or every text that holds some words. Words are the same
// whatever their case and Unicode form: what was typed as one character may be stored as two, and a font's ligature as one.
import { MettleError } from "../../core/errors.ts"
import type { Memory } from "../memory.ts"
import { findEpisode } from "../reading/episodes.ts"
import { findCard } from "../reading/read.ts"
import { parseSince } from "../reading/since.ts"
import type { Selector } from "./forget.ts"

interface Asked {
  readonly card?: string | undefined
  readonly episode?: string | undefined
  readonly text?: string | undefined
  /** times as people write them; without `until`, up to now */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** Exactly one of card, episode, text and since is given. */
export function selectorFor(memory: Memory, { card, episode, text, since, until }: Asked): Selector {
  if (card !== undefined) return { card: findCard(memory, card).id }
  if (episode !== undefined) return { episode: findEpisode(memory, episode).id }
  if (text !== undefined) {
    if (text.trim().length < 3) throw refused("text needs at least three characters, or it would name everything")
    return { text }
  }
  const now = memory.parts.now()
  const [from, to] = [parseSince(since!, now), until === undefined ? now + 1 : parseSince(until, now)]
  if (to <= from) throw refused("until must be later than since")
  return { since: from, until: to }
}
const refused = (what: string): MettleError =>
  new MettleError("E_USAGE", `forget: ${what}`, { still: "nothing was erased", hint: "mettle forget --help" })

export const folded = (text: string): string => text.normalize("NFKC").toLowerCase().normalize("NFKC")

/** Tells whether a text holds these words. */
export function holder(words: string): (text: string) => boolean {
  const wanted = folded(words)
  return text => folded(text).includes(wanted)
}
