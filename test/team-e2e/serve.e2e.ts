// `mettle team serve` with the real servers: killed, hung, and stopped; what was acknowledged is there afterwards.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { openSharedLog } from "../../src/team/engines/registry.ts"
import { pause } from "../../src/team/engines/retry.ts"
import type { Supervised } from "../../src/team/serve.ts"
import { SERVED, serveTeam } from "../../src/team/serve-team.ts"
import { letters } from "../contracts/shared-log.ts"
import { freePorts } from "./servers.ts"

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const restarted = async (supervised: Supervised, n: number) => {
  for (let i = 0; i < 4000; i++) {
    if (supervised.restarts() >= n && supervised.pid() !== null) return supervised.pid()!
    await pause(50)
  }
  throw new Error("it was not restarted")
}

for (const engine of SERVED)
  describe(`mettle team serve with ${engine}`, () => {
    it("[S2-51] [S2-52] [S2-53] [S2-54] killed, hung and drained, with nothing acknowledged lost", async () => {
      const folder = mkdtempSync(join(tmpdir(), "mettle-serve-"))
      // PostgreSQL runs under an account without privileges: the folder above its own must let it through.
      chmodSync(folder, 0o755)
      const [port] = await freePorts(1)
      const said: string[] = []
      const how = {
        engine,
        folder,
        teams: ["blue", "red"],
        port: port!,
        supervisor: {
          everyMs: 300,
          patience: 4,
          startMs: 120_000,
          backOff: () => 200,
          say: (line: string) => void said.push(line),
        },
      }
      const serving = await serveTeam(how)
      const { supervised, urls } = serving
      const options = { retries: 14, timeoutMs: 4000 }
      const log = await openSharedLog(urls.blue!, options)
      await log.append(letters(1, 100))

      process.kill(supervised.pid()!, "SIGKILL")
      const second = await restarted(supervised, 1)
      await log.append(letters(101, 200))

      // Hung: it runs, and answers nothing.
      process.kill(second, "SIGSTOP")
      const third = await restarted(supervised, 2)
      expect(third).not.toBe(second)
      await log.append(letters(201, 300))
      expect((await log.read(0, 1000)).length).toBe(300)
      await log.close()

      const last = supervised.pid()!
      await supervised.stop()
      expect(alive(last)).toBe(false)
      const words = readFileSync(join(serving.folder, engine === "nats" ? "nats.log" : "postgres.log"), "utf8")
      expect(words).toMatch(engine === "nats" ? /Server Exiting/ : /database system is shut down/)

      // Started again over the same folder: the same passwords, the same log.
      const again = await serveTeam(how)
      expect(again.urls).toEqual(urls)
      const reopened = await openSharedLog(urls.blue!, options)
      expect((await reopened.read(0, 1000)).length).toBe(300)
      expect(await reopened.durability()).toMatchObject({ ok: engine === "postgres" })
      console.log(`${engine}: ${(await reopened.durability()).says}`)
      await reopened.close()
      await again.supervised.stop()
      console.log(`${engine}: ${said.join(" | ")}`)
      rmSync(folder, { recursive: true, force: true })
    })
  })
