// mettle config model and settle --model: off until switched on, shown before it is sent, metered after.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { dice } from "../../src/memory/without-disk.ts"
import { privateDir } from "../../src/paths.ts"
import { processLock } from "../../src/store/process-lock.ts"
import { type ModelServer, modelServer } from "../model/model-server.ts"
import { ordinaryDay } from "./stage.ts"
import { world } from "./world.ts"

const open: ModelServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})
const analysis = JSON.stringify({ summary: "it went well", outcome: "success", confidence: 0.7, cards: [] })

async function switchedOn(tokens = "1000000") {
  const w = world()
  await ordinaryDay(w)
  const server = await modelServer(() => analysis)
  open.push(server)
  const env = {
    METTLE_MODEL_BACKEND: "ollama",
    METTLE_MODEL_URL: server.url,
    METTLE_MODEL_NAME: "llama3",
    METTLE_MODEL_DAILY_TOKENS: tokens,
  }
  return { w, server, env, run: (...words: string[]) => w.run(words, { env, random: dice(7) }) }
}

describe("the optional model", () => {
  it("[D66] is off: nothing runs, and it says so", async () => {
    const w = world()
    await ordinaryDay(w)
    expect((await w.run(["config", "model"])).out).toContain("no process is started, no connection is made")
    const settled = await w.run(["settle", "--model", "--json"], { random: dice(7) })
    expect(settled.json().model).toMatchObject({ ran: false })
    expect((await w.run(["status"])).out).toContain("model calls none")
    expect(existsSync(join(w.home, "state", "model"))).toBe(false)
  })

  it("[D66] preview shows what is sent, to the letter", async () => {
    const { server, run } = await switchedOn()
    const ids = [...new Set((await run("history", "--json")).out.match(/\be-[0-9a-f]{6}/g))]
    const shown: string[] = []
    for (const id of ids)
      for (const { system, prompt } of (await run("model", "preview", id, "--json")).json().requests)
        shown.push(JSON.stringify([system, prompt]))
    expect(server.heard).toEqual([])
    expect((await run("settle", "--model", "--json")).json().model.worked.stopped).toBeNull()
    const sent = server.heard.map(h => h.body.messages.map((m: { content: string }) => m.content) as string[])
    const whole = sent.filter(([, prompt]) => !prompt?.includes('{"summary":"..."}'))
    expect(whole.length).toBeGreaterThan(1)
    for (const request of whole) expect(shown).toContain(JSON.stringify(request))
    expect((await run("model", "preview")).out).toContain('"id":"0u"')
  })

  it("[D66] status shows the meter; a second run asks nothing; inside our own programs none runs", async () => {
    const { w, server, env, run } = await switchedOn()
    await run("settle", "--model")
    const asks = server.heard.length
    expect(asks).toBeGreaterThan(0)
    expect((await run("status")).out).toContain(`model calls ${asks}: ${asks * 150} of 1000000 tokens`)
    expect((await run("model", "--json")).json()).toMatchObject({ used: { calls: asks }, waiting: 0 })
    await run("settle", "--model")
    const inner = await w.run(["settle", "--model", "--json"], {
      env: { ...env, METTLE_INTERNAL: "1" },
      random: dice(9),
    })
    expect(inner.json().model).toMatchObject({ ran: false })
    expect(server.heard).toHaveLength(asks)
  })

  it("[S2-28, S2-97] status, the model's own page and the worker count the burn-in with one number", async () => {
    const { run } = await switchedOn()
    const before = (await run("status", "--json")).json().sampling
    const { waiting } = (await run("model", "--json")).json()
    expect(before).toMatchObject({ read: 0, burnIn: 10, waiting })
    expect((await run("status")).out).toContain(`every episode (to begin with, 0 of 10 read)`)
    const { worked } = (await run("settle", "--model", "--json")).json().model
    expect(worked.episodes).toBe(waiting)
    expect((await run("status", "--json")).json().sampling).toMatchObject({ read: waiting, waiting: 0 })
    expect((await run("status")).out).toContain(`to begin with, ${waiting} of 10 read`)
  })

  it("[security 16] at most one worker: a second finds the lock taken", async () => {
    const { w, server, run } = await switchedOn()
    const lock = processLock(privateDir(join(w.home, "state")), "model")
    expect((await run("settle", "--model", "--json")).json().model).toEqual({
      ran: false,
      why: "another worker is at it",
    })
    expect(server.heard).toEqual([])
    lock!.release()
    expect((await run("settle", "--model", "--json")).json().model.ran).toBe(true)
  })

  it("[D66] a cap of 0 sends nothing and says why", async () => {
    const { server, run } = await switchedOn("0")
    expect((await run("settle", "--model")).out).toContain("stopped: model.dailyTokens")
    expect(server.heard).toEqual([])
  })
})
