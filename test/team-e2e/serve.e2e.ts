// `mettle team serve` with a real server: killed, hung, and stopped; what was acknowledged is there afterwards.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { openSharedLog } from "../../src/team/engines/registry.ts"
import { pause } from "../../src/team/engines/retry.ts"
import { serveTeam } from "../../src/team/serve.ts"
import type { Supervised } from "../../src/team/supervise.ts"
import { letters } from "../contracts/shared-log.ts"
import { natsPort } from "./servers.ts"

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

it("[S2-51] [S2-52] [S2-53] [S2-54] mettle team serve: killed, hung and drained, with nothing acknowledged lost", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mettle-serve-"))
  const said: string[] = []
  const place = { folder, teams: ["blue", "red"], port: await natsPort() }
  const how = {
    everyMs: 300,
    patience: 4,
    startMs: 120_000,
    backOff: () => 200,
    say: (line: string) => void said.push(line),
  }
  const { supervised, urls } = await serveTeam(place, how)
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
  expect(readFileSync(join(folder, "nats.log"), "utf8")).toMatch(/Server Exiting/)

  // Started again over the same folder: the same passwords, the same log.
  const again = await serveTeam(place, how)
  expect(again.urls).toEqual(urls)
  const reopened = await openSharedLog(urls.blue!, options)
  expect((await reopened.read(0, 1000)).length).toBe(300)
  expect(await reopened.durability()).toMatchObject({ ok: false })
  await reopened.close()
  await again.supervised.stop()
  console.log(said.join(" | "))
  rmSync(folder, { recursive: true, force: true })
})
