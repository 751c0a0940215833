// Does what a typed order says, and answers it in one line. Where a client shows no answer of a hook to a prompt, the agent is
// told that there is nothing to do.
import type { Answer } from "../clients/client.ts"
import { MettleError } from "../core/errors.ts"
import { actWord, undo, undoable, undoCard } from "../memory/acting/acts.ts"
import { actOnCard, actOnWaiting } from "../memory/acting/card-acts.ts"
import type { Memory } from "../memory/memory.ts"
import { quoted } from "../memory/packs/attention.ts"
import { cardShort, findCard } from "../memory/reading/read.ts"
import { waitingRule } from "../memory/reading/review.ts"
import type { Order } from "./order.ts"

export async function obey(memory: Memory, order: Order): Promise<Answer> {
  memory.catchUp()
  const said = await carriedOut(memory, order)
  const context = `The user's message was for mettle, which has answered it (${said}). There is nothing else to do.`
  return { context, hold: null, notice: `mettle: ${said}`, reply: `mettle: ${said}` }
}

/** In words. */
async function carriedOut(memory: Memory, { what, card: given, level }: Order): Promise<string> {
  try {
    if (given === null) return await lastTakenBack(memory)
    if (what === "undo") return `took back ${quoted((await undoCard(memory, given)).statement)}`
    const waiting = what === "confirm" ? waitingRule(memory, given) : null
    if (waiting) return keptLine(memory, (await actOnWaiting(memory, "confirm", waiting)).card!)
    const card = findCard(memory, given)
    if (what === "strict") {
      await actOnCard(memory, "strict", card.id, { level })
      return `${level} from now on: ${quoted(memory.text(card.statement))} · back: mettle undo`
    }
    await actOnCard(memory, "confirm", card.id)
    return keptLine(memory, card.id)
  } catch (error) {
    if (error instanceof MettleError && error.code !== "E_LOCKED") return error.message
    throw error
  }
}

function keptLine(memory: Memory, id: string): string {
  const card = findCard(memory, id)
  return `kept ${quoted(memory.text(card.statement))} · wrong? mettle undo ${cardShort(card)}`
}

/** What this process lives under is not taken from under it: that is for the command line, which ends it. */
async function lastTakenBack(memory: Memory): Promise<string> {
  const last = undoable(memory)[0]
  if (last === undefined) return "nothing to take back"
  const words = `${actWord(last.type)} ${quoted(last.statement)}`
  if (last.type === "preset.adopted") return `the last act: ${words} · in a terminal, mettle undo takes it back`
  await undo(memory)
  return `took back: ${words}`
}
