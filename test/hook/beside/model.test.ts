// A model that somebody switched on is asked about what ended, by a process of its own that hooks start; with none switched
// on nothing is started. Real hooks, a real resident, the built command line, a scripted model on this machine.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { saveSetting } from "../../../src/config.ts"
import { readTimes } from "../../../src/hook/tally.ts"
import { type ModelServer, modelServer } from "../../model/model-server.ts"
import { claude, ended, house, PERSON, until } from "../house.ts"

const open: ModelServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})
const ANSWER = JSON.stringify({ summary: "it went well", outcome: "success", confidence: 0.7, cards: [] })
const WORDS = "the cart page is broken since the last release, please find out why and bring it in order again"

async function switchOn(h: ReturnType<typeof house>): Promise<ModelServer> {
  const server = await modelServer(() => ANSWER)
  open.push(server)
  const settings = { backend: "ollama", url: server.url, name: "llama3", dailyTokens: 1_000_000 }
  for (const [name, value] of Object.entries(settings)) saveSetting(h.paths.config, `model.${name}` as never, value)
  return server
}
async function session(h: ReturnType<typeof house>, name: string): Promise<void> {
  const one = claude(h.project, name)
  const calls = [one.after("t1", "cat cart.ts", "export const cart = []\n".repeat(20)), one.stop("p1"), one.end()]
  for (const payload of [one.start(), one.prompt("p1", WORDS), ...calls])
    expect(await h.run(payload, { env: PERSON })).toMatchObject({ code: 0, err: "" })
}
const analysed = async (h: ReturnType<typeof house>) =>
  (await h.events()).filter(event => event.type === "episode.analysed").length
const stamp = (h: ReturnType<typeof house>): string => join(h.paths.state, "model.started")

describe("the worker of a model", () => {
  it("[D66, S2-13] is started by the resident when an episode has ended", { timeout: 60_000 }, async () => {
    const h = house()
    const server = await switchOn(h)
    const resident = await h.resident()
    await session(h, "one")
    await until(async () => (await analysed(h)) === 1)
    expect(server.heard.some(({ text }) => text.includes("the cart page is broken"))).toBe(true)
    resident.kill("SIGTERM")
    await ended(resident)
    expect(readTimes(h.paths.state, 0).n).toBeGreaterThanOrEqual(5)
  })

  it("[D66] is started by a hook when the next work begins, where there is no resident", {
    timeout: 60_000,
  }, async () => {
    const h = house()
    const server = await switchOn(h)
    await session(h, "one")
    expect(server.heard).toEqual([])
    expect(await h.run(claude(h.project, "two").start(), { env: PERSON })).toMatchObject({ code: 0, err: "" })
    await until(async () => (await analysed(h)) === 1)
  })

  it("[D66, U-02] is not started by default, nor inside a program of ours", { timeout: 60_000 }, async () => {
    const h = house()
    const resident = await h.resident()
    await session(h, "one")
    await session(h, "two")
    resident.kill("SIGTERM")
    await ended(resident)
    expect(existsSync(stamp(h))).toBe(false)
    expect(await analysed(h)).toBe(0)
    await switchOn(h)
    await h.run(claude(h.project, "three").start(), { env: { ...PERSON, METTLE_INTERNAL: "1" } })
    expect(existsSync(stamp(h))).toBe(false)
  })
})
