// As strict as the user wants, per norm: say, tell, hold, block. Blocking is only for what the matcher can prove; a preview
// says what the last thirty days would have been.

import { check } from "../../core/check/check.ts"
import { isProvable } from "../../core/check/guard.ts"
import { MettleError } from "../../core/errors.ts"
import { isForeign, isNorm, type Strictness } from "../../core/model.ts"
import { DAY } from "../../core/time.ts"
import { read } from "../../core/views/read.ts"
import type { CardView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { cardShort } from "../reading/read.ts"
import { actionOf, guardFor, rootOf } from "./guard-for.ts"

const DAYS = 30
/** calls looked at, newest first */
const MOST = 20_000
const SHOWN = 3

/** Throws when the norm cannot be as strict as that. */
export function mayBeStrict(memory: Memory, card: CardView, level: Strictness): void {
  const no = (why: string) =>
    new MettleError("E_USAGE", `${cardShort(card)}: ${why}`, {
      still: "nothing was changed",
      hint: `mettle card ${cardShort(card)} --strict tell`,
    })
  if (!isNorm(card.kind)) throw no("only what you asked for can be made stricter")
  if (isForeign(card.proposer) && !card.confirmed && level !== "say" && level !== "tell")
    throw no("a teammate's rule may tell until you have confirmed it")
  const guard = guardFor(memory, card)
  if ((level === "hold" || level === "block") && !(guard && isProvable(guard)))
    throw no("it names no command or file by which a call can be proven to break it, so it can be told, not held")
}

export type StrictPreview = ReturnType<typeof strictPreview>
/** Of the calls that were looked at, how many it met, and how many of these ran and went well all the same. */
export function strictPreview(memory: Memory, card: CardView) {
  const guard = guardFor(memory, card)
  const since = memory.parts.now() - DAYS * DAY
  const here = card.scope.tier === "repo" ? card.scope.id : null
  const turns = read.turn
    .values(memory.views)
    .filter(t => t.at >= since && (here === null || read.episode.get(memory.views, t.episode)?.scope === here))
    .sort((a, b) => b.at - a.at)
  let [calls, met, wentWell] = [0, 0, 0]
  const examples = new Set<string>()
  for (const tool of turns.flatMap(({ episode, tools }) => tools.map(one => ({ ...one, episode })))) {
    if (guard === null || calls >= MOST) break
    const action = actionOf(memory, tool)
    if (action === null) continue
    calls++
    if (!check(action, [guard], { ran: [], root: rootOf(memory, tool.episode) }).some(hit => hit.hold)) continue
    met++
    if (tool.ok === true) wentWell++
    if (examples.size < SHOWN) examples.add(action.command ?? action.path!)
  }
  return { days: DAYS, calls, met, wentWell, examples: [...examples] }
}
