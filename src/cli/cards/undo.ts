// mettle undo: take back what was kept, by its id, or the last acts. The log keeps both; the cards are as if the act had not been.

import { actWord, undo, undoable, undoCard } from "../../memory/acting/acts.ts"
import { askResidentToLeave } from "../../memory/forgetting/resident-leaves.ts"
import { findCard } from "../../memory/reading/read.ts"
import { runDir } from "../../paths.ts"
import { confirm } from "../ask.ts"
import { defineMettleCommand, FLAGS, usage, word } from "../command.ts"
import { changeMemory, readMemory } from "../context.ts"
import { clean } from "../print.ts"
import { ago } from "../say.ts"

/** A card's id as notices write it; a bare number counts acts. */
const CARD = /^[a-z]-/i

export const command = defineMettleCommand({
  name: "undo",
  examples: [
    ["mettle undo c-7f2a41", "what was kept of your words; the same words never come back by themselves"],
    ["mettle undo", "the last act: on a card, a note, a norm that was kept, a preset or a number adopted"],
    ["mettle undo 3", "the last three (asks first)"],
    ["mettle undo --dry-run", "what can be taken back, newest first"],
  ],
  args: {
    n: word("a card's id, or how many acts"),
    yes: FLAGS.yes,
    "dry-run": FLAGS["dry-run"],
  },
  run: async ({ args, out, context }) => {
    const dry = args["dry-run"] ?? false
    const card = args.n !== undefined && CARD.test(args.n) ? args.n : null
    const n = card === null ? howMany(args.n, dry ? 20 : 1) : 20
    const memory = dry ? await readMemory(context, out) : await changeMemory(context, out)
    if (card !== null) findCard(memory, card)
    const could = undoable(memory).slice(0, n)
    if (!dry && card === null && could.length > 1) {
      for (const act of could) out.note(`  ${actWord(act.type)} "${clean(act.statement ?? "(forgotten)")}"`)
      if (!(await confirm(context.io, args, `take back these ${could.length}?`))) return 1
    }
    const acts = dry
      ? could.filter(act => card === null || act.card?.startsWith(card.slice(2).toLowerCase()))
      : card !== null
        ? [await undoCard(memory, card)]
        : await undo(memory, could.length)
    // It holds the memory open under the rules there were.
    if (!dry && acts.some(act => act.type === "preset.adopted"))
      await askResidentToLeave(runDir(context.basePaths(), context.io.env))
    out.result({ undone: dry ? [] : acts, could: dry ? acts : [] }, () => {
      if (acts.length === 0) out.line("Nothing to take back.")
      else if (dry) out.line("Nothing was changed (--dry-run). What can be taken back, newest first:")
      for (const { type, statement, at } of acts)
        out.line(
          `${dry ? "  " : "took back: "}${actWord(type)} "${clean(statement ?? "(forgotten)")}"  (${ago(at, context.now())})`,
        )
    })
  },
})

function howMany(given: string | undefined, usual: number): number {
  if (given !== undefined && !/^\d{1,3}$/.test(given))
    throw usage(command, `takes a card's id or how many acts, not "${given}"`)
  return given === undefined ? usual : Number(given)
}
