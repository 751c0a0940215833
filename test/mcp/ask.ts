// A client for our server, in a world of its own: the protocol's own client over a real process.
import { join } from "node:path"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import type { World } from "../cli/world.ts"
import { ROOT } from "../house/source.ts"

export const BIN = join(ROOT, "bin", "mettle")
export const envOf = (world: World): Record<string, string> => ({
  METTLE_HOME: world.home,
  HOME: world.home,
  PATH: process.env.PATH ?? "",
  LANG: "C.UTF-8",
})

export async function overStdio(world: World, env: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [BIN, "mcp"],
      cwd: world.cwd,
      env: { ...envOf(world), ...env },
    }),
  )
  return client
}

export interface Told {
  readonly text: string
  readonly data: any
  readonly failed: boolean
}
export async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Told> {
  const result = (await client.callTool({ name, arguments: args })) as {
    content: readonly { text: string }[]
    structuredContent?: unknown
    isError?: boolean
  }
  return { text: result.content[0]!.text, data: result.structuredContent, failed: result.isError ?? false }
}
