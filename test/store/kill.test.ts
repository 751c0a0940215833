import { expect, it } from "vitest"
import { crashCycles } from "../../bench/crash.ts"
import { place } from "./place.ts"

it("[security P1] kill -9 under load: nothing acknowledged is lost, changed, doubled or out of order", async () => {
  const { dir, remove } = place()
  const report = await crashCycles({
    cycles: 10,
    dir,
    seed: 7,
    // Killed after some number of acknowledgements, so that nothing here waits for a clock.
    until: (child, cycle) =>
      new Promise(resolve => {
        let seen = 0
        child.stdout!.on("data", (text: string) => {
          seen += text.split("\n").length
          if (seen > cycle * 13) resolve()
        })
      }),
  })
  remove()
  expect(report).toMatchObject({ cycles: 10, lost: 0, changed: 0, outOfOrder: 0, corrupt: 0 })
  expect(report.acknowledged).toBeGreaterThan(100)
  expect(report.stored).toBeGreaterThanOrEqual(report.acknowledged)
})
