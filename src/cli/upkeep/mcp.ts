// mettle mcp: the memory for agents that ask, over stdio (a client starts it) or over HTTP on this computer. Stdout belongs to
// the protocol; what goes wrong is told on stderr.
import { homedir } from "node:os"
import { offerOf } from "../../mcp/offer.ts"
import type { Desk } from "../../mcp/tools.ts"
import type { Memory } from "../../memory/memory.ts"
import { loadedTexts } from "../../memory/packs/loaded.ts"
import { defineMettleCommand, usage, whole } from "../command.ts"
import type { Context } from "../context.ts"
import { here } from "../here.ts"
import { isRecorded } from "../memory-of.ts"

const TOKEN_BYTES = 32
const LAST_PORT = 65_535

export const command = defineMettleCommand({
  name: "mcp",
  examples: [
    ["mettle mcp", "over stdio, as a client starts it (mettle init --mcp adds it)"],
    ["mettle mcp --http", "on 127.0.0.1, with a token; says where"],
    ["mettle mcp --http --port 7070 --json", "{url, port, token} on the first line, then it serves"],
    ["claude mcp add mettle -- mettle mcp", "by hand"],
  ],
  args: {
    http: { type: "boolean", description: "streamable HTTP instead of stdio" },
    port: { type: "string", valueHint: "n", description: "with --http: this port (default: a free one)" },
  },
  run: async ({ args, out, context }) => {
    const port = whole(command, "port", args.port, 0)
    if (port > LAST_PORT) throw usage(command, `--port is at most ${LAST_PORT}`)
    if (args.port !== undefined && !args.http) throw usage(command, "--port needs --http")
    const offer = offerOf(deskOf(context))
    const { signal } = context
    // The protocol's library is loaded here and nowhere else.
    const { httpHandler, serveStdio } = await import("../../mcp/protocol.ts")
    if (!args.http) {
      await serveStdio(offer, signal, problem => out.note(`mettle mcp: ${problem}`))
      return
    }
    const { listen } = await import("../../mcp/http.ts")
    const token = Buffer.from(context.random(TOKEN_BYTES)).toString("base64url")
    const handler = httpHandler(offer)
    const listening = await listen({ port, token, answer: handler.fetch })
    out.result({ url: listening.url, port: listening.port, token }, () => {
      out.line(`${listening.url}  (this computer only)`)
      out.line(`Authorization: Bearer ${token}`)
      out.line("Ctrl-C ends it.")
    })
    await new Promise<void>(resolve => {
      if (signal.aborted) resolve()
      signal.addEventListener("abort", () => resolve(), { once: true })
    })
    await handler.close()
    await listening.close()
  },
})

function deskOf(context: Context): Desk {
  const place = here(context)
  const { top } = context.repository()
  let opened: Memory | null = null
  const records = (): boolean => !context.config().off
  return {
    asker: () => ({
      scope: place.scope,
      domains: place.domains,
      loaded: loadedTexts(top, context.io.env.HOME || homedir(), null),
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
