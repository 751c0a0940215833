// Over MCP, as an agent does it: a mark against the user's own norm puts it before the user and switches nothing off.
import type { Client } from "@modelcontextprotocol/client"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ordinaryDay } from "../cli/stage.ts"
import { world } from "../cli/world.ts"
import { call, overStdio } from "./ask.ts"

const w = world()
let client: Client
beforeAll(async () => {
  await ordinaryDay(w, Date.now() - 3_600_000)
  client = await overStdio(w)
})
afterAll(() => client.close())

describe("memory_feedback and the user's norm", () => {
  it("[N5] memory_feedback(norm, wrong): still holds, still in the pack, waits in review", async () => {
    const hold = async () => (await w.run(["check", "npm install zod", "--json"])).json().hits
    const notes = async () => (await call(client, "memory_pack", { prompt: "set up the project" })).data.notes
    const [before] = await hold()
    expect(before.hold).toBe(true)
    const { id } = (await notes())[0]
    expect(id).toBe(before.short)
    for (const _ of [1, 2]) {
      const said = await call(client, "memory_feedback", { id, verdict: "wrong" })
      expect(said.data.then).toContain("the user stands by it")
    }
    expect(await hold()).toEqual([before])
    expect((await notes())[0].id).toBe(id)
    const { items } = (await w.run(["review", "--json"])).json()
    expect(items.filter((item: { id: string }) => item.id === before.card).map((i: { why: string }) => i.why)).toEqual([
      "marked wrong",
    ])
  })
})
