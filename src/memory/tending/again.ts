// What was seen before in other episodes of a scope, for proposers: places out of the views, and the episodes they lie in; and how
// often and when something was said, for people.

import type { Meaning } from "../../core/again/same-order.ts"
import { isNorm } from "../../core/model.ts"
import { sentenceVector } from "../../core/recall/word-table.ts"
import type { FoldContext } from "../../core/views/context.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { episodeOf, liveCardsIn } from "../../core/views/read.ts"
import { brokeBefore, doneBefore, missedBefore, saidBefore } from "../../core/views/sightings.ts"
import type { CardView, EpisodeView } from "../../core/views/state.ts"
import { builtInSemantics } from "../../meaning/word-table.ts"
import type { Again } from "../../proposers/proposer.ts"
import { saidAgain } from "../../proposers/said-again.ts"
import type { Memory } from "../memory.ts"
import { scopesOf } from "../packs/situation.ts"
import { dayWord } from "../where-and-when.ts"

/** A clause as a direction of the built-in word table. */
export const meaning: Meaning = text => sentenceVector(builtInSemantics().table, text)

export function againIn(context: FoldContext, { id, scope }: EpisodeView): Again {
  const inForce = () => liveCardsIn(context.rows, scopesOf(scope, [])).filter(card => card.stage !== "trial")
  return {
    broke: name => brokeBefore(context, scope, id, name),
    missed: path => missedBefore(context, scope, id, path),
    done: () => doneBefore(context, scope, id),
    meaning,
    said: stems => saidBefore(context, scope, id, stems),
    episode: other => {
      const episode = episodeOf(context.rows, other)
      return episode ? { episode, turns: turnsOf(context, other) } : null
    },
    inForce: event => inForce().some(card => card.evidence.some(cited => cited.event === event)),
    wishes: () => inForce().flatMap(card => (isNorm(card.kind) ? (context.text(card.statement) ?? []) : [])),
  }
}

const TIMES = ["", "once", "twice", "three times", "four times"] as const

/** "said twice (Tue, today)": what is asked because it came back; null for any other card. */
export function saidTimes(memory: Memory, card: CardView): string | null {
  if (!card.proposer.startsWith(`${saidAgain.name}@`)) return null
  const now = memory.parts.now()
  const at = card.evidence.flatMap(e => memory.parts.log.get(e.event)?.ts ?? []).sort((a, b) => a - b)
  return `said ${TIMES[at.length] ?? `${at.length} times`} (${at.map(one => dayWord(one, now)).join(", ")})`
}
