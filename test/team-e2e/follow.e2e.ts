// Following through a road that is cut again and again, and following slowly.
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { afterAll, describe, expect, it } from "vitest"
import { isCode } from "../../src/core/errors.ts"
import { openSharedLog } from "../../src/team/engines/registry.ts"
import { pause } from "../../src/team/engines/retry.ts"
import type { Entry } from "../../src/team/shared-log.ts"
import { letter, letters } from "../contracts/shared-log.ts"
import { road } from "./proxy.ts"
import { type Server, startNats, startPostgres } from "./servers.ts"

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void
const held = () => {
  // Twice: what the first finds dead outside the heap is given back by the second.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}

for (const [name, start] of [
  ["PostgreSQL", startPostgres],
  ["NATS", startNats],
] as const)
  describe(name, () => {
    let server: Server | null = null
    const team = async () => {
      server ??= await start()
      return server.team()
    }
    afterAll(() => server?.close())

    it("[issue 12] a follower and a writer resume after every cut: nothing missed, nothing twice", async () => {
      const { url } = await team()
      const way = await road(Number(/@[^:/]+:(\d+)/.exec(url)![1]))
      const through = url.replace(/(@[^:/]+:)\d+/, `$1${way.port}`)
      const options = { timeoutMs: 3000, retries: 12, pollMs: 300 }
      const [follower, writer] = await Promise.all([openSharedLog(through, options), openSharedLog(through, options)])
      const stop = new AbortController()
      const seen: Entry[] = []
      const following = (async () => {
        for await (const entry of follower.subscribe(0, stop.signal)) if (seen.push(entry) === 1500) break
      })()
      let cuts = 0
      for (let i = 0; i < 1500; i += 10) {
        await writer.append(letters(i, i + 9))
        if (i % 300 === 150) {
          way.cut()
          cuts++
          setTimeout(way.mend, 400)
        }
      }
      const limit = setTimeout(() => stop.abort(), 120_000)
      await following
      clearTimeout(limit)
      console.log(`${name}: ${cuts} cuts, ${seen.length} of 1500 followed`)
      expect(seen.map(({ envelope }) => envelope.id)).toEqual(letters(0, 1499).map(({ id }) => id))
      expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, i) => i + 1))
      await Promise.all([follower.close(), writer.close()])
      await way.close()
    })

    it("[issue 12] a follower that reads slowly holds a page, not the log", async () => {
      const { url } = await team()
      const log = await openSharedLog(url)
      const before = held()
      const body = JSON.stringify("x".repeat(20_000))
      for (let i = 0; i < 4000; i += 100) await log.append(letters(i, i + 99, { body }))
      const stop = new AbortController()
      const slow = await openSharedLog(url)
      let most = 0
      let n = 0
      for await (const entry of slow.subscribe(0, stop.signal)) {
        expect(entry.envelope.body.length).toBe(body.length)
        n++
        if (n % 100 === 0) {
          await pause(60)
          most = Math.max(most, held() - before)
        }
        if (n === 2000) stop.abort()
      }
      console.log(
        `${name}: log of ${Math.round((4000 * body.length) / 1024 / 1024)} MB, most held ${most.toFixed(1)} MB`,
      )
      expect(n).toBe(2000)
      // A page and its copies on the way, some 15 to 35 MB as the collector goes; the log itself would be 76 and as much again.
      expect(most).toBeLessThan(60)
      await Promise.all([log.close(), slow.close()])
    })

    it("[E_OFFLINE] gives up after its retries when nobody answers, and an append can be called off", async () => {
      const { url } = await team()
      const way = await road(Number(/@[^:/]+:(\d+)/.exec(url)![1]))
      const log = await openSharedLog(url.replace(/(@[^:/]+:)\d+/, `$1${way.port}`), { timeoutMs: 3000, retries: 2 })
      await log.append([letter(1)])
      way.cut()
      await expect(log.append([letter(2)])).rejects.toSatisfy(e => isCode(e, "E_OFFLINE"))
      const called = new AbortController()
      called.abort()
      await expect(log.append([letter(2)], { signal: called.signal })).rejects.toSatisfy(e => isCode(e, "E_OFFLINE"))
      way.mend()
      // As the outbox does: given again until it is taken.
      const again = async (): Promise<readonly number[]> => {
        for (const limit = Date.now() + 60_000; ; await pause(100))
          try {
            return (await log.append([letter(2)])).seqs
          } catch (error) {
            if (!isCode(error, "E_OFFLINE") || Date.now() > limit) throw error
          }
      }
      expect(await again()).toEqual([2])
      await log.close()
      await way.close()
    })
  })
