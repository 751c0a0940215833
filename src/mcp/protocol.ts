// The wire: the only file that knows the protocol's library, built apart so that nothing else loads it. What leaves is
// well-formed Unicode, or a client's session may break for good (security 18).
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server"
import { serveStdio as serveOverStdio } from "@modelcontextprotocol/server/stdio"
import type { Offer } from "./tools.ts"

/** Every string in it, well formed. */
function wellFormed<T>(value: T): T {
  if (typeof value === "string") return value.toWellFormed() as T
  if (Array.isArray(value)) return value.map(wellFormed) as T
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)])) as T
}

function serverOf(offer: Offer): McpServer {
  const server = new McpServer(
    { name: offer.name, version: offer.version },
    { instructions: offer.instructions, capabilities: { tools: {} } },
  )
  for (const tool of offer.tools)
    server.registerTool(
      tool.name,
      {
        description: tool.description,
        inputSchema: fromJsonSchema<Record<string, unknown>>(tool.input as never),
        annotations: tool.annotations,
      },
      async input => {
        const { text, data, failed } = wellFormed(await tool.run(wellFormed(input)))
        return {
          content: [{ type: "text" as const, text }],
          ...(failed ? { isError: true } : { structuredContent: data as Record<string, unknown> }),
        }
      },
    )
  return server
}

/** Until the client closes its end, or the signal comes. */
export async function serveStdio(offer: Offer, signal: AbortSignal, tell: (problem: string) => void): Promise<void> {
  const ended = new Promise<void>(resolve => {
    process.stdin.once("end", resolve)
    process.stdin.once("close", resolve)
    signal.addEventListener("abort", () => resolve(), { once: true })
  })
  const serving = serveOverStdio(() => serverOf(offer), { onerror: error => tell(error.message) })
  await ended
  await serving.close()
}
