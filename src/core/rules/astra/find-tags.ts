// Tags in a conversation: does a sentence stand by a card, doubt it, or call it made up? (S1-37) The tag sits on the cards whose
// words the sentence hits best; a sentence that hits none is a tag about nothing in particular. Bounded and linear.

import type { TextReader } from "../../readings/reader.ts"
import { contentStems } from "../../words/stems.ts"
import { each, type WordList, wordList, wordsSaid } from "../../words/word-list.ts"
import type { Tag } from "./formulas.ts"

export interface Target {
  readonly id: string
  readonly statement: string
}
const MOST_CHARS = 8000
const MOST_SENTENCES = 80
const MADE = "template, boilerplate, artifact, artefact, autocomplete, leftover, left-over, copy-paste"
const SURE = "sure, certain, true, right, correct, convinced, valid, needed, the case"
const HOLDS = "holds, hold, works, work, applies, apply, needs, need"
/** The strongest first. */
const CUES: readonly (readonly [Tag, WordList])[] = [
  [
    "artifact",
    wordList(
      `${each("just, only, merely, probably, likely", `${MADE}, ${each("a, an", MADE)}`)}, made up, made-up, hallucinated, hallucination, hallucinating, placeholder text`,
    ),
  ],
  [
    "doubt",
    wordList(
      `${each("not, no longer, never, hardly", `${SURE}, ${each("quite, entirely, so, really", SURE)}`)}, ${each("isn't, wasn't, aren't, doesn't, don't, didn't", "true, right, correct, hold, work, apply, the case, anymore, any more")}, doubt, doubts, doubtful, questionable, ${each("no longer", HOLDS)}, ${each("was, were, is, are", "wrong")}, outdated, out of date, ${each("i wonder", "whether, if")}`,
    ),
  ],
  [
    "keep",
    wordList(
      `${each("still", `believe, think, true, right, correct, stands, stand, ${HOLDS}`)}, ${each("i, we", "believe, am sure, are sure, stand by, agree")}, ${each("that, this, it, that is, this is, it is, that's, it's", "right, correct, true, still right, still correct, still true")}, ${each("as", "noted, remembered, expected")}, ${each("let's, let us, please, will, we'll, i'll", "keep")}, ${each("keep", "using, doing, it")}, confirmed`,
    ),
  ],
]

/** What a sentence says, and the words it says it of; null when it says nothing of the kind. */
export function cueOf(sentence: string): { readonly tag: Tag; readonly rest: string } | null {
  const words = wordsSaid(sentence)
  for (const [tag, cues] of CUES) {
    const found = cues.find(words)
    if (found) return { tag, rest: words.toSpliced(found[0], found[1] - found[0]).join(" ") }
  }
  return null
}

export const sentencesOf = (text: string): readonly string[] =>
  text
    .slice(0, MOST_CHARS)
    .split(/[.!?](?=\s|$)|\n/)
    .map(s => s.trim())
    .filter(s => s.length > 3)
    .slice(0, MOST_SENTENCES)

/** Does anything in it say a tag? */
export const tagCue: TextReader<null, boolean> = {
  name: "tag-cue",
  version: 2,
  read: ([text]) => text != null && sentencesOf(text).some(s => cueOf(s) !== null),
}

/** Cosine of the content words of two sentences, each word once. */
export function alignmentOf(words: string, target: Target): number {
  if (words.includes(target.id)) return 1
  const a = new Set(contentStems(words))
  const b = new Set(contentStems(target.statement))
  if (a.size === 0 || b.size === 0) return 0
  let both = 0
  for (const w of a) if (b.has(w)) both++
  return both / Math.sqrt(a.size * b.size)
}

/**
 * Of the cards a sentence hits, only the best is meant; below `least` it is about none (null). Alignment is 1 when the sentence names the
 * card's id, else the cosine of content words (D24); the sentence is for telling repeats apart, never stored as text.
 */
export const findTags = (text: string, targets: readonly Target[], least: number) =>
  sentencesOf(text).flatMap(words => {
    const cue = cueOf(words)
    if (cue === null) return []
    const hits = targets.map(target => ({ card: target.id, alignment: alignmentOf(cue.rest, target) }))
    const best = hits.reduce((a, b) => (b.alignment > a.alignment ? b : a), { card: "", alignment: 0 })
    const card = best.card !== "" && best.alignment >= least ? best.card : null
    return [{ tag: cue.tag, card, alignment: best.alignment, words }]
  })
