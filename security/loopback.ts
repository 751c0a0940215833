// Threats 5, 6, 9, 12: the dashboard's API as a process of its own: requests of pages, of other names and of nobody in
// particular, sent byte by byte. None gets through; the ordinary one does.
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
  title: "hostile requests to the dashboard",
  run: async ({ dir }) => {
    const h = home(join(dir, "h"))
    mkdirSync(join(h.project, ".git"))
    await mettle(h, ["note", "use pnpm here"])
    const failures: string[] = []
    let attempts = 0
    const run = start(process.execPath, [MAIN, "open", "--no-browser", "--json"], h.env, undefined, h.project)
    if (!(await until(() => run.printed().includes("\n"), 120_000))) throw new Error("open does not serve")
    const door = JSON.parse(run.printed().split("\n")[0]!) as Served
    try {
      for (const [group, rows] of Object.entries(HOSTILE))
        for (const [name, make, statuses] of rows) {
          attempts++
          const reply = await raw(door.port, make(door))
          const where = `${group.toLowerCase()}: ${name}`
          if (!statuses.includes(reply.status)) failures.push(`${where}: ${reply.status}`)
          if (cameThrough(reply) && !HARMLESS.has(name)) failures.push(`${where} came through`)
          if (/set-cookie|access-control|root:x:/i.test(`${reply.head}${reply.body}`))
            failures.push(`${where}: ${reply.head}`)
        }
      const ordinary = await raw(door.port, request(door, STATUS))
      if (ordinary.status !== 200) failures.push(`the ordinary request got ${ordinary.status}`)
    } finally {
      run.child.kill("SIGTERM")
      await run.ended
    }
    return { attempts, figures: { "got through": failures.length }, failures }
  },
}
