import type { ChildProcess } from "node:child_process"
import { expect, it } from "vitest"
import { crashCycles } from "../../bench/crash.ts"
import { place } from "./place.ts"

// Killed after some number of acknowledgements, so that nothing here waits for a clock.
const until = (child: ChildProcess, cycle: number): Promise<void> =>
  new Promise(resolve => {
    let seen = 0
    child.stdout!.on("data", (text: string) => {
      seen += text.split("\n").length
      if (seen > cycle * 13) resolve()
    })
  })

it("[security P1] kill -9 under load: nothing acknowledged is lost, changed, doubled or out of order", async () => {
  const { dir, remove } = place()
  const report = await crashCycles({ cycles: 10, dir, seed: 7, until })
  remove()
  expect(report).toMatchObject({ cycles: 10, lost: 0, changed: 0, outOfOrder: 0, corrupt: 0 })
  expect(report.acknowledged).toBeGreaterThan(100)
  expect(report.stored).toBeGreaterThanOrEqual(report.acknowledged)
})

it("[security P1] two processes writing one file at once queue, and survive being killed", async () => {
  const { dir, remove } = place()
  const report = await crashCycles({ cycles: 4, dir, seed: 8, until, writers: 2 })
  remove()
  expect(report).toMatchObject({ writers: 2, lost: 0, changed: 0, outOfOrder: 0, corrupt: 0 })
  expect(report.acknowledged).toBeGreaterThan(50)
})
