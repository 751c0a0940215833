// What a card's value would be had one episode not been: value and credit are replayed from the kept records without it, on
// rows that are thrown away. An answer to "where does this number come from"; nothing is changed.
import { waterfall } from "../../core/learn/explain.ts"
import { LEARN, type LearnParams } from "../../core/learn/params.ts"
import { learnerIn } from "../../core/learn/state.ts"
import type { ValueAnswer } from "../../core/questions/value.ts"
import { tellRecord } from "../../core/rules/rule.ts"
import { cardOf, clockOf, decide, episodeOf, ruleFor } from "../../core/views/context.ts"
import { forget } from "../../core/views/crediting.ts"
import { read } from "../../core/views/read.ts"
import { factsOf } from "../../core/views/records.ts"
import { overlayRows } from "../../core/views/rows.ts"
import type { CardView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"

export function valueWithout(memory: Memory, card: CardView, without: string) {
  const rows = overlayRows(memory.views)
  const context = memory.context(rows)
  const [value, credit] = [ruleFor(context, "value"), ruleFor(context, "credit")]
  for (const rule of [value, credit]) forget(rows, rule)
  for (const [, record] of read.record.list(memory.views)) {
    if (record.ep === without || episodeOf(rows, record.ep)?.intervened) continue
    const ids = [...new Set(record.prompts.flatMap(p => p.cand.map(c => c.id)))]
    const cards = ids.flatMap(id => {
      const known = cardOf(rows, id)
      return known ? [factsOf(known)] : []
    })
    const { answer } = decide(context, credit, { episode: record, cards, posterior: value.posterior?.(context, false) })
    tellRecord(value, context, { record, credits: answer.credits, cards })
  }
  const { answer } = decide(context, value, { card: factsOf(card), now: clockOf(rows) })
  const params = (value.params as { learn?: LearnParams }).learn
  const learner = params ? learnerIn(value.posterior?.(context, false)) : null
  return {
    value: answer as ValueAnswer,
    waterfall: learner?.cards.has(card.id) ? waterfall(learner, card.id, params ?? LEARN) : null,
  }
}
