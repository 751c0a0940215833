// Feedback nobody put into words, and who answers for it: the rule that inferred it, once plain words were met.
import type { TurnView } from "../views/state.ts"
import type { Verdicted } from "./tally.ts"

/** A rule that reads feedback is another source than a proposer of the same name. */
export const readerOf = (rule: string): string => `reader:${rule}`

/** A retry, a go-ahead, the prompt sent again. */
export const isInferred = (type: string | null): boolean =>
  type === "implicit_retry" || type === "implicit_continuation" || type === "accept" || type === "resend"

/** Inferred feedback on a turn met plain words: the rule that inferred it was right or wrong. `index` null = the last such turn. */
export function readingJudged(
  turns: readonly TurnView[],
  index: number | null,
  well: boolean,
  because: string,
): Verdicted | null {
  const inferred = (turn: TurnView) =>
    turn.signals.findLast(s => s.signal === "feedback" && isInferred(s.type) && s.polarity !== 0)
  const turn = turns.findLast(t => (index === null || t.index === index) && inferred(t))
  const reading = turn && inferred(turn)
  if (!turn || !reading) return null
  const right = reading.polarity > 0 === well
  const fate = { good: right ? 1 : 0, weight: 1, because: `${right ? "borne out" : "contradicted"} by ${because}` }
  return { source: readerOf(reading.rule), episode: turn.episode, item: `turn-${turn.index}`, fate, ref: turn.episode }
}
