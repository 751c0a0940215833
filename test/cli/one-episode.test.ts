// One episode, the same in the terminal and on the dashboard: where it falls apart, how often it was corrected, what was held. And
// no verdict where nothing was seen that could bear one.
import { afterAll, beforeAll, expect, it } from "vitest"
import type { EpisodePage } from "../../src/http/schemas.ts"
import { type Served, served } from "../http/served.ts"
import { roughHour } from "./rough-hour.ts"
import { happened } from "./stage.ts"
import { folder, type World, world } from "./world.ts"

const NOW = Date.now() - 6 * 60 * 60_000
let place: World
let open: Served
beforeAll(async () => {
  place = world(folder())
  await roughHour(place, NOW)
  await happened(
    place,
    async open => {
      const asked = await open("asked again")
      await asked.says("rename the module loader to loading everywhere in src")
      await asked.runs("sed -i s/loader/loading/ src/a.ts", true, "")
      await asked.replies("Renamed it in src/a.ts.")
      await asked.says("rename the module loader to loading everywhere in src")
      await asked.runs("sed -i s/loader/loading/ src/b.ts", true, "")
      await asked.replies("Renamed it.")
      await asked.ends()
    },
    { now: NOW + 4 * 60 * 60_000 },
  )
  open = await served(place.home, place.cwd)
})
afterAll(() => open.stop())

const both = async () => {
  const { episodes }: { episodes: readonly { id: string }[] } = (await place.run(["history", "--json"])).json()
  return Promise.all(
    episodes.map(async ({ id }) => {
      const page = await fetch(`http://127.0.0.1:${open.port}/episodes/${id}.json`, {
        headers: { authorization: `Bearer ${open.token}` },
      })
      return { told: (await place.run(["history", id, "--json"])).json(), page: (await page.json()) as EpisodePage }
    }),
  )
}

it("[N12] cuts it alike, and a correction is one wherever it is counted", async () => {
  const all = await both()
  expect(all.length).toBe(3)
  for (const { told, page } of all) {
    const cut = page.segments.map(s => [s.fromMessage, s.toMessage, s.verdict])
    expect(told.stretches.map((s: any) => [s.from, s.to, s.verdict])).toEqual(cut)
    const marks = page.trajectory.filter(point => point.marks.includes("correction"))
    expect([told.corrections, told.corrected.length, page.episode.corrections]).toEqual(Array(3).fill(marks.length))
    const text = (await place.run(["history", told.id])).out
    for (const [from, to, verdict] of cut.length > 1 ? cut : [])
      expect(text).toMatch(new RegExp(`^${from}-${to} +${verdict}: `, "m"))
    expect(text.match(/you corrected it at/g)?.length ?? 0).toBe(marks.length)
  }
  expect(all.some(({ told }) => told.stretches.length > 1)).toBe(true)
  expect(all.some(({ told }) => told.corrections > 0)).toBe(true)
})

it("[N12] to ask again is no correction", async () => {
  const again = (await both()).find(({ told }) => told.prompt.startsWith("rename"))!
  expect(again.told.corrections).toBe(0)
  expect(again.page.trajectory.flatMap(point => point.marks)).toContain("again")
})

it("[D55] nothing passed, failed or was said of it: no success, on any page", async () => {
  const silent = (await both()).find(({ told }) => told.prompt.startsWith("rename"))!
  expect([silent.told.verdict, silent.page.episode.verdict]).toEqual(["unjudged", "unjudged"])
  expect(silent.told.p, "the guess goes on counting for what it is").toBeGreaterThan(0)
})
