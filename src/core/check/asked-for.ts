// Did the user ask for what a norm of theirs forbids, after they said it? Then it was said for another day, or they mean it now: it
// is told, not held, and no breach. The last message that names the act decides, in words of their own.

import { sentenceParts } from "../words/sentences.ts"
import { negations } from "../words/similar.ts"
import { contentStems } from "../words/stems.ts"
import { GONE } from "../words/whose/mask.ts"
import { ownWords } from "../words/whose/own-words.ts"
import { bansOf } from "./ban.ts"
import { isAsked } from "./ban-words.ts"
import { phraseFrom, tokensOf } from "./tokens.ts"

/** An order of long ago is done with. */
const RECENT = 12
/** Letters by which a word is found before it is read. */
const ROOT = 4
/** `messages`: what the user typed in the episode after the norm was said, in order. */
export function isAskedFor(norm: string, messages: readonly string[]): boolean {
  const acts = bansOf(norm).bans.map(({ lines }) =>
    contentStems(lines.flatMap(line => line.steps.flatMap(namesOf)).join(" ")),
  )
  const isNamed = (text: string): boolean =>
    acts.some(words => words.length > 0 && words.every(word => text.includes(word.slice(0, ROOT))))
  for (const message of messages.slice(-RECENT).toReversed()) {
    // whose words they are is only asked of a message that names the act
    if (!isNamed(message.toLowerCase())) continue
    const own = ownWords(message)
    for (const { start, end } of sentenceParts(own.masked).toReversed()) {
      if (own.masked.slice(start, end).includes(GONE) || own.doubted(start, end)) continue
      const sentence = own.text.slice(start, end)
      // as tokens: 用npm吧 names npm
      const phrase = phraseFrom(tokensOf(sentence), 0)
      const said = new Set(contentStems(phrase))
      if (!acts.some(words => words.length > 0 && words.every(word => said.has(word)))) continue
      const denied = negations(sentence) > 0 || bansOf(sentence).bans.length > 0
      return !denied && !LOOKS_BACK.test(sentence) && !isAsked(phrase, "")
    }
  }
  return false
}
/** Git's acts go by their own names. */
const namesOf = (step: {
  readonly program: string | null
  readonly args: readonly string[]
  readonly ref: string | null
}) => [
  ...(step.program === null || step.program === "git" ? [] : [step.program]),
  ...step.args.map(arg => arg.replace(/^-+/, "")),
  ...(step.ref === null ? [] : [step.ref]),
]
/** "did you commit?", "you committed": asks or tells what was done. */
const LOOKS_BACK = /\b(?:did|have|has|had|was|were|why|when|how|who|what|which)\b/i
