// Threats 5, 6, 9, 12: the dashboard's API and MCP over HTTP, as processes of their own: requests of pages, of other names and of
// nobody in particular, sent byte by byte. None gets through; the ordinary one does.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { cameThrough, HARMLESS, HOSTILE, request, STATUS } from "../test/http/hostile-rows.ts"
import { raw } from "../test/http/served.ts"
import { home, until } from "../torture/home.ts"
import { start } from "../torture/processes.ts"
import type { Family } from "./family.ts"
import { mettle } from "./secrets.ts"

const MAIN = join(process.cwd(), "bin", "mettle")
interface Served {
  readonly port: number
  readonly token: string
}

export const loopback: Family = {
  name: "loopback",
  threats: [5, 6, 9, 12],
  title: "hostile requests to the dashboard and to MCP over HTTP",
  run: async ({ dir }) => {
    const h = home(join(dir, "h"))
    mkdirSync(join(h.project, ".git"))
    await mettle(h, ["note", "use pnpm here"])
    const failures: string[] = []
    let attempts = 0
    const serve = async (words: readonly string[]) => {
      const run = start(process.execPath, [MAIN, ...words], h.env, undefined, h.project)
      if (!(await until(() => run.printed().includes("\n"), 120_000))) throw new Error(`${words[0]} does not serve`)
      return {
        ...(JSON.parse(run.printed().split("\n")[0]!) as Served),
        stop: () => run.child.kill("SIGTERM"),
        ended: run.ended,
      }
    }
    const doors = [await serve(["open", "--no-browser", "--json"]), await serve(["mcp", "--http", "--json"])] as const
    try {
      for (const [d, door] of doors.entries())
        for (const [group, rows] of Object.entries(HOSTILE))
          for (const [name, make, statuses] of rows) {
            attempts++
            const reply = await raw(door.port, make(door))
            const where = `${d === 0 ? "dashboard" : "mcp"} ${group.toLowerCase()}: ${name}`
            if (d === 0 && !statuses.includes(reply.status)) failures.push(`${where}: ${reply.status}`)
            if (cameThrough(reply) && !HARMLESS.has(name)) failures.push(`${where} came through`)
            if (/set-cookie|access-control|root:x:/i.test(`${reply.head}${reply.body}`))
              failures.push(`${where}: ${reply.head}`)
          }
      // And MCP's own door: the right path, everything else wrong.
      const body = JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } },
      })
      const mcp = doors[1]
      const accept = { accept: "application/json, text/event-stream" }
      const good = await raw(mcp.port, request(mcp, "POST /mcp", accept, body))
      if (good.status !== 200) failures.push(`mcp: the ordinary request got ${good.status}`)
      const spoilt: readonly [string, Readonly<Record<string, string | null>>][] = [
        ["no token", { authorization: null }],
        ["another token", { authorization: `Bearer ${"x".repeat(43)}` }],
        ["the token as a cookie", { authorization: null, cookie: `token=${mcp.token}` }],
        ["a rebound name", { host: `evil.example:${mcp.port}` }],
        ["another origin", { origin: "https://evil.example" }],
        ["origin null", { origin: "null" }],
        ["cross-site", { "sec-fetch-site": "cross-site" }],
        ["a form", { "content-type": "text/plain" }],
        ["compressed", { "content-encoding": "gzip" }],
        ["the dashboard's token", { authorization: `Bearer ${doors[0].token}` }],
      ]
      for (const [name, change] of spoilt) {
        attempts++
        const reply = await raw(mcp.port, request(mcp, "POST /mcp", { ...accept, ...change }, body))
        if (cameThrough(reply)) failures.push(`mcp: ${name} came through`)
      }
      attempts++
      const query = await raw(
        mcp.port,
        request(mcp, `POST /mcp?token=${mcp.token}`, { ...accept, authorization: null }, body),
      )
      if (cameThrough(query)) failures.push("mcp: a token in the address came through")
      const ordinary = await raw(doors[0].port, request(doors[0], STATUS))
      if (ordinary.status !== 200) failures.push(`dashboard: the ordinary request got ${ordinary.status}`)
    } finally {
      for (const door of doors) door.stop()
      for (const door of doors) await door.ended
    }
    return { attempts, figures: { doors: 2, "got through": failures.length }, failures }
  },
}
