// Long work over real HTTP: while the log is folded again after forgetting, the server still answers.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Draft } from "../../src/core/events/draft.ts"
import { observed } from "../../src/core/events/draft.ts"
import type * as shape from "../../src/http/schemas.ts"
import { learnedStore } from "../cli/learned-store.ts"
import { happened, NOW } from "../cli/stage.ts"
import { folder, type World, world } from "../cli/world.ts"
import { type Served, served } from "./served.ts"

/** Enough that a server which does one thing at a time would answer nothing else before it is done. */
const PROMPTS = 300

let place: World
let open: Served
beforeAll(async () => {
  place = world(folder())
  const scope = (await place.run(["config", "scope", "--json"])).json().id
  await learnedStore(place, 6, scope)
  await happened(place, async (begin, { memory }) => {
    const e = await begin("long")
    const said = (i: number): Draft =>
      observed(
        "prompt.submitted",
        { client: "claude-code", session: "long", record: `p${i}` },
        { ts: NOW + i, episode: e.id, scope },
        { prompt: `step ${i} of the migration, go on`, chars: 30, author: "user", interactive: true } as never,
      )
    await memory.record(Array.from({ length: PROMPTS }, (_, i) => said(i)))
    await e.ends()
  })
  open = await served(place.home, place.cwd)
})
afterAll(async () => {
  await open.stop()
})

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${open.port}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${open.token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as T & { error?: { message: string } }
  if (!response.ok) throw new Error(answer.error?.message)
  return answer
}

/** How often a page was answered until the work's own answer came. */
async function meanwhile<T>(work: Promise<T>, path: string): Promise<{ answer: T; pages: number }> {
  let pages = 0
  let over = false
  const done = work.finally(() => (over = true))
  done.catch(() => undefined)
  while (!over) {
    await ask(path)
    if (!over) pages++
  }
  return { answer: await done, pages }
}

describe("[U-10] the server answers while it works on the whole log", () => {
  it("forgetting: old pages stand until it is done, then the words are gone from every page", async () => {
    const words = "step 17 of the migration"
    const target = { text: words }
    const seen = await ask<shape.ForgetActed>("/api/forget", { target, dryRun: true })
    expect(seen).toMatchObject({ done: false, texts: 1 })
    const { answer, pages } = await meanwhile(
      ask<shape.ForgetActed>("/api/forget", { target, dryRun: false }),
      "/cards.json",
    )
    // The first may have been on its way before the work began.
    expect(pages).toBeGreaterThan(1)
    expect(answer).toMatchObject({ done: true, texts: 1, found: 0 })
    expect((await ask<shape.PrivacyPage>("/privacy.json")).forgotten).toMatchObject({ acts: 1 })
    expect(await ask<shape.ForgetActed>("/api/forget", { target, dryRun: true })).toMatchObject({ texts: 0 })
  })

  it("what cannot be done says why", async () => {
    await expect(ask("/api/forget", { target: { card: "none" }, dryRun: true })).rejects.toThrow("none")
  })
})
