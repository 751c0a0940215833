// mettle doctor rebuild: the cards anew from the log; --check compares hashes without changing anything.
import { checkRebuild } from "../../memory/rebuild.ts"
import { defineMettleCommand, FLAGS, flag } from "../command.ts"
import { changeMemory, foldShown, isRecorded } from "../context.ts"

export const command = defineMettleCommand({
  name: "doctor rebuild",
  examples: [
    ["mettle doctor rebuild", "empties the views and folds every event"],
    ["mettle doctor rebuild --check", "folds beside the views and compares the hashes; exit 6 when they differ"],
  ],
  args: { check: flag("compare only, change nothing"), preset: FLAGS.preset },
  run: async ({ args, out, context }) => {
    if (!isRecorded(context)) {
      out.result({ events: 0, equal: true }, "Nothing was recorded yet, so there is nothing to fold.")
      return
    }
    const memory = args.check ? await changeMemory(context, out) : (await context.memory()).memory
    const started = context.now()
    if (args.check) {
      const check = checkRebuild(memory)
      out.result(
        { ...check },
        check.equal
          ? `equal: ${check.events} events fold to ${check.live.slice(0, 16)}`
          : `different: live ${check.live.slice(0, 16)}, rebuilt ${check.rebuilt.slice(0, 16)} (mettle doctor rebuild makes it right; please report it)`,
      )
      return check.equal ? 0 : 6
    }
    const events = foldShown(out, memory.parts.log.head(), 0, step => memory.rebuild(step))
    const ms = context.now() - started
    out.result({ events, ms }, `folded ${events} events in ${(ms / 1000).toFixed(1)} s`)
  },
})
