// Reading on through a road that is cut again and again.
import { afterAll, describe, expect, it } from "vitest"
import { isCode } from "../../src/core/errors.ts"
import { openSharedLog } from "../../src/team/engines/registry.ts"
import { pause } from "../../src/team/engines/retry.ts"
import { letter, letters, until } from "../contracts/shared-log.ts"
import { road } from "./proxy.ts"
import { type Server, startNats, startPostgres } from "./servers.ts"

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

    it("[issue 12] a reader and a writer go on after every cut: nothing missed, nothing twice", async () => {
      const { url } = await team()
      const way = await road(Number(/@[^:/]+:(\d+)/.exec(url)![1]))
      const through = url.replace(/(@[^:/]+:)\d+/, `$1${way.port}`)
      const options = { timeoutMs: 3000, retries: 12 }
      const [reader, writer] = await Promise.all([openSharedLog(through, options), openSharedLog(through, options)])
      const reading = until(reader, 1500)
      let cuts = 0
      for (let i = 0; i < 1500; i += 10) {
        await writer.append(letters(i, i + 9))
        if (i % 300 === 150) {
          way.cut()
          cuts++
          setTimeout(way.mend, 400)
        }
      }
      const seen = await reading
      console.log(`${name}: ${cuts} cuts, ${seen.length} of 1500 read`)
      expect(seen.map(({ envelope }) => envelope.id)).toEqual(letters(0, 1499).map(({ id }) => id))
      expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, i) => i + 1))
      await Promise.all([reader.close(), writer.close()])
      await way.close()
    })

    it("[E_OFFLINE] gives up after its retries when nobody answers", async () => {
      const { url } = await team()
      const way = await road(Number(/@[^:/]+:(\d+)/.exec(url)![1]))
      const log = await openSharedLog(url.replace(/(@[^:/]+:)\d+/, `$1${way.port}`), { timeoutMs: 3000, retries: 2 })
      await log.append([letter(1)])
      way.cut()
      await expect(log.append([letter(2)])).rejects.toSatisfy(e => isCode(e, "E_OFFLINE"))
      way.mend()
      // As the outbox does: given again until it is taken.
      const again = async (): Promise<number> => {
        for (const limit = Date.now() + 60_000; ; await pause(100))
          try {
            return await log.append([letter(2)])
          } catch (error) {
            if (!isCode(error, "E_OFFLINE") || Date.now() > limit) throw error
          }
      }
      await again()
      expect((await log.read(0, 10)).map(({ envelope }) => envelope.id)).toEqual(letters(1, 2).map(({ id }) => id))
      await log.close()
      await way.close()
    })
  })
