// What a flush costs on disk is counted in pages of the journal: it follows from what changed, not from what lies around it.
import { statSync } from "node:fs"
import { afterEach, beforeEach, expect, it } from "vitest"
import { hashId } from "../../src/core/ids.ts"
import { openViews, type Views } from "../../src/store/view-store.ts"
import { place } from "./place.ts"

let dir: string
let remove: () => void
let views: Views
beforeEach(() => {
  ;({ dir, remove } = place())
  views = openViews({ dir, fingerprint: "f" })
})
afterEach(() => {
  views.close()
  remove()
})

const PAGE = 4096 + 24
const journal = (): number => Math.floor(statSync(`${views.path}-wal`).size / PAGE)
const text = (chars: number): string => "x".repeat(chars)
/** Four turns of an episode and what else is known of it. */
function episode(name: string, say: string): void {
  const id = hashId(name)
  for (let turn = 0; turn < 4; turn++) views.set("turn", `${id}/00000${turn}`, { say, tools: text(1_500) })
  for (const table of ["adherence", "episode", "heard", "live", "ran", "receipt", "record", "seen"])
    views.set(table, id, { say, text: text(300) })
}

it("[R2] rows of one episode lie together: what is said of it again changes few pages", () => {
  for (let i = 0; i < 150; i++) episode(`past ${i}`, "done")
  views.flush(1)
  episode("now", "begun")
  views.flush(2)
  const before = journal()
  episode("now", "gone on")
  views.flush(3)
  // Sorted among all rows by their keys they lay on sixteen.
  expect(journal() - before).toBeLessThan(8)
})

it("[R2] a tail does not wait until the journal is put in place: its pages are taken together, by the thousand", () => {
  for (let i = 0; i < 100; i++) episode(`past ${i}`, "done")
  views.flush(1)
  const [size, from] = [statSync(views.path!).size, journal()]
  for (let at = 2; at < 200; at++) {
    episode(`past ${at % 100}`, `again ${at}`)
    views.flush(at)
  }
  expect(journal() - from).toBeGreaterThan(1_000)
  expect(statSync(views.path!).size).toBe(size)
})
