// As strict as the user wants, per norm: say, tell, hold, block. Blocking is only for what the matcher can prove; a preview
// says what the last thirty days would have been.
import { check } from "../../core/check/check.ts"
import { MettleError } from "../../core/errors.ts"
import { isForeign, isNorm, type Strictness } from "../../core/model.ts"
import { commandLine } from "../../core/readers/shell-call.ts"
import { read } from "../../core/views/read.ts"
import type { CardView } from "../../core/views/state.ts"
import { act } from "../acting/acts.ts"
import type { Memory } from "../memory.ts"
import { cardShort } from "../reading/read.ts"
import { guardFor } from "./guard-for.ts"

const DAYS = 30
/** calls looked at, newest first */
const MOST = 20_000
const SHOWN = 3

export interface StrictPreview {
  readonly days: number
  /** calls that were looked at */
  readonly calls: number
  readonly met: number
  /** of these, how many ran and went well all the same */
  readonly wentWell: number
  readonly examples: readonly string[]
}

/** Throws when the norm cannot be as strict as that. */
export function setStrict(memory: Memory, card: CardView, level: Strictness): Promise<string> {
  const no = (why: string) =>
    new MettleError("E_USAGE", `${cardShort(card)}: ${why}`, {
      still: "nothing was changed",
      hint: `mettle card ${cardShort(card)} --strict tell`,
    })
  if (!isNorm(card.kind)) throw no("only what you asked for can be made stricter")
  if (isForeign(card.proposer) && !card.confirmed && level !== "say" && level !== "tell")
    throw no("a teammate's rule may tell until you have confirmed it")
  if ((level === "hold" || level === "block") && !isProvable(memory, card))
    throw no("it names no command that can be proven to break it, so it can be told, not held")
  return act(memory, "card.strict", { card: card.id, level })
}

/** Does it turn down a command outright? */
const isProvable = (memory: Memory, card: CardView): boolean =>
  (isNorm(card.kind) && guardFor(memory, card)?.bans.some(ban => !ban.conditional)) ?? false

export function strictPreview(memory: Memory, card: CardView): StrictPreview {
  const guard = guardFor(memory, card)
  const since = memory.parts.now() - DAYS * 86_400_000
  const here = card.scope.tier === "repo" ? card.scope.id : null
  const turns = read.turn
    .list(memory.views)
    .map(([, turn]) => turn)
    .filter(t => t.at >= since && (here === null || read.episode.get(memory.views, t.episode)?.scope === here))
    .sort((a, b) => b.at - a.at)
  let [calls, met, wentWell] = [0, 0, 0]
  const examples = new Set<string>()
  for (const tool of turns.flatMap(turn => turn.tools)) {
    if (guard === null || calls >= MOST) break
    const input = tool.input === null ? null : memory.text(tool.input)
    if (input === null) continue
    calls++
    const action = { command: commandLine(input), path: null, content: null, error: null }
    if (!check(action, [guard], { ran: [] }).some(hit => hit.hold)) continue
    met++
    if (tool.ok === true) wentWell++
    if (examples.size < SHOWN) examples.add(action.command)
  }
  return { days: DAYS, calls, met, wentWell, examples: [...examples] }
}
