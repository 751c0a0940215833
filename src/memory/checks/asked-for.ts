// Did the user ask for what a norm of theirs forbids, in this episode and after they said it? Then it was said for another day, or
// they mean it now: it is told, not held. The last message that names the act decides, in words of their own.
import { bansOf } from "../../core/check/ban.ts"
import { sentencesOf } from "../../core/propose/clauses.ts"
import { GONE } from "../../core/propose/mask.ts"
import { ownWords } from "../../core/propose/own-words.ts"
import { negations } from "../../core/propose/similar.ts"
import { contentStems } from "../../core/propose/stems.ts"
import type { CardView, TurnView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"

export function isAskedFor(memory: Memory, card: CardView, turns: readonly TurnView[]): boolean {
  if (card.strict) return false
  const acts = bansOf(memory.text(card.statement) ?? "").bans.map(({ lines }) =>
    contentStems(lines.flatMap(line => line.steps.flatMap(namesOf)).join(" ")),
  )
  for (const turn of turns.toReversed()) {
    if (turn.author !== "user" || turn.at <= card.bornAt) continue
    const own = ownWords(memory.text(turn.prompt) ?? "")
    for (const { start, end } of sentencesOf(own.masked).toReversed()) {
      if (own.masked.slice(start, end).includes(GONE) || own.doubted(start, end)) continue
      const sentence = own.text.slice(start, end)
      const said = new Set(contentStems(sentence))
      if (acts.some(words => words.length > 0 && words.every(word => said.has(word))))
        return negations(sentence) === 0 && !LOOKS_BACK.test(sentence)
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
