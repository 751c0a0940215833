// mettle undo: take back the last acts. The log keeps both; the cards are as if the act had not been.
import { undo, undoable } from "../memory/acts.ts"
import { defineMettleCommand, FLAGS, whole } from "./command.ts"
import { isRecorded, readMemory, writeMemory } from "./memory-of.ts"
import { clean } from "./print.ts"
import { ago } from "./time.ts"

export const command = defineMettleCommand({
  name: "undo",
  summary: "take back the last acts",
  examples: [
    ["mettle undo", "the last one: an act on a card, a note, a norm that was kept"],
    ["mettle undo 3", "the last three"],
    ["mettle undo --dry-run", "what can be taken back, newest first"],
  ],
  args: { n: { type: "positional", required: false, description: "how many" }, "dry-run": FLAGS["dry-run"] },
  run: async ({ args, out, context }) => {
    const dry = args["dry-run"] ?? false
    const n = whole(command, "n", args.n, dry ? 20 : 1)
    const acts = !isRecorded(context)
      ? []
      : dry
        ? undoable((await readMemory(context, out))!.memory).slice(0, n)
        : await undo((await writeMemory(context, out)).memory, n)
    out.result({ undone: dry ? [] : acts, could: dry ? acts : [] }, () => {
      if (acts.length === 0) out.line("Nothing to take back.")
      for (const { type, statement, at } of acts)
        out.line(
          `${dry ? "" : "took back: "}${said(type)} "${clean(statement ?? "(forgotten)")}"  (${ago(at, context.now())})`,
        )
    })
  },
})

const said = (type: string): string =>
  type === "card.proposed" ? "kept" : type === "feedback.given" ? "marked" : type.replace("card.", "")
