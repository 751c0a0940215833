// Who comes to the wrong place: a browser at an address that is no page, and a server whose home was taken away while it runs.
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { folder, type World, world } from "../cli/world.ts"
import { type Served, served } from "./served.ts"

let place: World
let open: Served
beforeAll(async () => {
  place = world(folder())
  open = await served(place.home, place.cwd)
})
afterAll(async () => {
  await open.stop()
})
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${open.port}${path}`, { headers })

describe("an address that is no page", () => {
  it("[N14] answers a browser with a page, and a program with JSON; the status is the same", async () => {
    for (const path of ["/nowhere", "/card/a/b/c", "/cards.json", "/nothing%3Cimg%20src=x%3E"]) {
      const page = await get(path, { accept: "text/html,*/*;q=0.8" })
      const plain = await get(path)
      expect([page.status, page.headers.get("content-type")], path).toEqual([401, "text/html; charset=utf-8"])
      expect([plain.status, plain.headers.get("content-type")], path).toEqual([401, "application/json"])
      expect(await page.text()).toBe(await (await get("/week")).text())
    }
  })
})

describe("mettle uninstall --data under a server that runs", () => {
  it("is told to who looks, and the server ends by itself and leaves nothing behind", async () => {
    const token = { authorization: `Bearer ${open.token}` }
    const feed = await get("/api/feed", token)
    const data = join(place.home, "data")
    expect(existsSync(join(data, "log.db"))).toBe(true)
    const ended = new Promise(resolve => open.child.once("exit", resolve))
    rmSync(data, { recursive: true })
    const late = await get("/week.json", token)
    expect([late.status, ((await late.json()) as { error: { message: string } }).error.message]).toEqual([
      410,
      "The memory of this computer was removed.",
    ])
    expect(await feed.text()).toContain("event: gone")
    expect(await ended).toBe(0)
    expect(existsSync(data)).toBe(false)
  })
})
