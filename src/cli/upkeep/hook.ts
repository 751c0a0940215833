// What agents call. mettle hook <client>: what the launcher does without a resident, by hand. mettle mcp: the memory over stdio, as a
// client starts it; stdout belongs to the protocol, what goes wrong is told on stderr.
import { CLIENTS } from "../../clients/registry.ts"
import { runHook, writeAll } from "../../hook/run.ts"
import { type Desk, offerOf } from "../../mcp/tools.ts"
import type { Memory } from "../../memory/memory.ts"
import { loadedTexts } from "../../memory/packs/rule-files.ts"
import { defineMettleCommand, word } from "../command.ts"
import { type Context, here, isIgnoredHere, isRecorded } from "../context.ts"

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

export const mcp = defineMettleCommand({
  name: "mcp",
  examples: [
    ["mettle mcp", "over stdio, as a client starts it (mettle init --mcp adds it)"],
    ["claude mcp add mettle -- mettle mcp", "by hand"],
  ],
  args: {},
  run: async ({ out, context }) => {
    // The protocol's library is loaded here and nowhere else.
    const { serveStdio } = await import("../../mcp/protocol.ts")
    await serveStdio(offerOf(deskOf(context)), context.signal, problem => out.note(`mettle mcp: ${problem}`))
  },
})

function deskOf(context: Context): Desk {
  const place = here(context)
  const { top } = context.repository()
  let opened: Memory | null = null
  const records = (): boolean => !(context.config().off || isIgnoredHere(context))
  return {
    asker: () => ({
      scope: place.scope,
      domains: place.domains,
      loaded: loadedTexts(top, context.home, null),
      packTokens: context.config().get("pack.tokens"),
    }),
    records,
    memory: async write => {
      // Switched off is silent too. And looking leaves no trace: a store is made by the first word, not by the first question.
      if (!records() || (!opened && !write && !isRecorded(context))) return null
      opened ??= (await context.memory()).memory
      opened.catchUp()
      return opened
    },
  }
}
