// mettle resume: recording goes on. The gap stays a gap.
import { resume } from "../memory/pause.ts"
import { defineMettleCommand } from "./command.ts"
import { isRecorded, writeMemory } from "./memory-of.ts"
import { ago } from "./time.ts"

export const command = defineMettleCommand({
  name: "resume",
  summary: "go on recording after a pause",
  examples: [["mettle resume", "ends every pause"]],
  args: {},
  run: async ({ out, context }) => {
    const paused = isRecorded(context) ? await resume((await writeMemory(context, out)).memory) : null
    out.result(
      {
        resumed: paused !== null,
        since: paused && new Date(paused.gap.from).toISOString(),
        dropped: paused?.dropped ?? 0,
      },
      () =>
        out.line(
          paused
            ? `recording again; paused ${ago(paused.gap.from, context.now())}, ${paused.dropped} events kept out`
            : "recording was not paused",
        ),
    )
  },
})
