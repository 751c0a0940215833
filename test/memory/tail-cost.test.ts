// What a tail costs is counted in rows and texts, and does not grow with the log behind it: the same day's work after a short and
// after a long past.
import { afterEach, describe, expect, it } from "vitest"
import type { Rows } from "../../src/core/views/rows.ts"
import { closeAll, stage } from "./brief-stage.ts"

afterEach(closeAll)

async function tailAfter(episodes: number) {
  const s = stage()
  for (let i = 0; i < episodes; i++) await s.tell(...s.episode(`old-${i}`, `build part ${i % 8}`, 8))
  await s.settled()
  for (let i = 0; i < 8; i++) await s.tell(...s.episode(`new-${i}`, `build part ${i}`, 8))
  const { memory, eventsRead } = s.open()
  let [touched, texts] = [0, 0]
  const { views, parts } = memory
  const { get, set, range } = views
  const { get: text } = parts.blobs
  const counted: Partial<Rows> = {
    get: (table, key) => {
      touched++
      return get(table, key)
    },
    set: (table, key, value) => {
      touched++
      set(table, key, value)
    },
    range: (table, from, to) => {
      const found = range(table, from, to)
      touched += found.length
      return found
    },
  }
  Object.assign(views, counted)
  Object.assign(parts.blobs, {
    get: (ref: string) => {
      texts++
      return text(ref)
    },
  })
  const folded = memory.catchUp()
  return { folded, touched, texts, read: eventsRead() }
}

describe("[R2] a tail", () => {
  it("touches as many rows and opens as many texts after a long past as after a short one", async () => {
    const [short, long] = [await tailAfter(16), await tailAfter(96)]
    expect(long.folded).toBe(short.folded)
    expect(long.read).toBe(long.folded)
    expect(long.texts).toBeLessThanOrEqual(short.texts + 8)
    expect(long.touched).toBeLessThan(short.touched * 1.15)
  })

  it("makes no document of an episode that goes on while its prompt waits, but when the turn is over", async () => {
    const s = stage()
    const [opened, prompt, ended] = ["episode.opened", "prompt.submitted", "turn.ended"].map(
      type => () => s.episode("on", "build it", 0).filter(draft => draft.type === type),
    )
    const { memory } = s.open()
    memory.catchUp()
    const made: number[] = []
    const { update } = memory.search
    Object.assign(memory.search, {
      update: (...args: Parameters<typeof update>) => {
        if (args[0] === "episode") made.push(args[1].length)
        update(...args)
      },
    })
    for (const part of [opened!, prompt!, ended!, prompt!, ended!, prompt!, ended!, prompt!, ended!]) {
      await s.tell(...part())
      memory.catchUp()
    }
    expect(made).toEqual([0, 1, 0, 0, 1, 0, 0, 0, 1])
  })
})
