// mettle hook <client>: what the launcher does without a resident, by hand. For settings use the launcher: it does not
// depend on where npm keeps this program.
import { CLIENTS } from "../../clients/registry.ts"
import { runHook, writeAll } from "../../hook/run.ts"
import { defineMettleCommand, word } from "../command.ts"

export const command = defineMettleCommand({
  name: "hook",
  examples: [["mettle hook claude-code < payload.json", "record it, print the answer if there is one"]],
  args: {
    client: word(CLIENTS.map(client => client.name).join(", ")),
  },
  rest: true,
  run: async ({ args, context }) => {
    const { io } = context
    await runHook(String(args.client ?? ""), { env: io.env, stdin: process.stdin, write: writeAll, now: io.now })
    // The store is left open on purpose (hook/run.ts); nothing else is.
    io.exit(0)
  },
})
