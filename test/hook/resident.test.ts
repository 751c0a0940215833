// The resident behind the launcher: it answers, makes room, and when it is sick nobody notices but the clock.

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { createServer as createPlain } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { resident as residentCheck } from "../../src/cli/upkeep/doctor.ts"
import { launcherPath } from "../../src/install/launcher.ts"
import { deafMark, runDir, socketPath } from "../../src/paths.ts"
import { processLock } from "../../src/store/process-lock.ts"
import { claude, ended, type HookRun, house as houseOf, PERSON, until } from "./house.ts"

const LIMIT_MS = 14_000
function quiet(run: HookRun): void {
  expect({ code: run.code, err: run.err }).toEqual({ code: 0, err: "" })
  expect(run.ms).toBeLessThan(LIMIT_MS)
}
type House = ReturnType<typeof houseOf>
/** With the bundle out of the way only a resident can have answered. */
const breakFallback = (h: House): void => {
  const launcher = launcherPath(h.paths)
  writeFileSync(launcher, readFileSync(launcher, "utf8").replaceAll(process.execPath, "/bin/false"))
}
const finished = async (h: House) => (await h.events()).filter(e => e.type === "tool.finished").length

// Where there is no Perl, curl reaches it; both have to do.
const WAYS = [["perl"], ["curl"]] as const
describe.each(WAYS)("the resident, reached by %s", way => {
  const house = () => houseOf(way)
  it("[P1] records and answers through the launcher, and settles afterwards", async () => {
    const h = house()
    const resident = await h.resident()
    expect(statSync(socketPath(h.paths.runtime)).mode & 0o777).toBe(0o600)
    breakFallback(h)
    const one = claude(h.project, "s1")
    const run = async (payload: unknown) => {
      const ran = await h.run(payload, { env: PERSON })
      quiet(ran)
      return ran
    }
    await run(one.start())
    await run(one.prompt("p1", "set up the project"))
    await run(one.prompt("p2", "always use pnpm in this repo, never npm"))
    await until(async () => (await h.events()).some(e => e.type === "card.proposed"))
    const held = await run(one.before("t1", "npm install zod"))
    expect(held.json().hookSpecificOutput.permissionDecision).toBe("deny")
    const started = await run(claude(h.project, "s2").start())
    expect(started.json().hookSpecificOutput.additionalContext).toContain("never npm")
    await run(one.after("t9", "make", `${"x y z\n".repeat(1_700_000)}the end`))
    expect(await finished(h)).toBe(1)
    expect(h.tally()).toMatchObject({ lost: 0, fault: 0 })
    resident.kill("SIGTERM")
    await ended(resident)
    expect(existsSync(socketPath(h.paths.runtime))).toBe(false)
  })

  it("[T-13] stopped: hooks do without it, its door stays, and it listens again when it wakes", async () => {
    const h = house()
    const resident = await h.resident()
    const door = socketPath(h.paths.runtime)
    const inode = statSync(door).ino
    resident.kill("SIGSTOP")
    const one = claude(h.project, "s1")
    quiet(await h.run(one.after("t1", "ls"), { env: { METTLE_PATIENCE: "2" } }))
    expect(await finished(h)).toBe(1)
    // Slow is not dead: only its owner may take the door away.
    expect(statSync(door).ino).toBe(inode)
    expect(existsSync(deafMark(h.paths.runtime))).toBe(true)
    // Elsewhere nothing says which process it is.
    if (existsSync("/proc/self/cmdline")) {
      const context = { io: { env: {} }, paths: () => h.paths } as unknown as Parameters<typeof residentCheck.look>[0]
      const { state, fix } = await residentCheck.look(context)
      expect([state, fix]).toEqual(["warn", expect.stringContaining(`${resident.pid}`)])
    }
    // Later hooks do not wait for it again: nobody even knocks.
    const asked = join(h.dir, "asked")
    mkdirSync(join(h.dir, "bin"))
    writeFileSync(join(h.dir, "bin", way), `#!/bin/sh\n: >"${asked}"\nexit 28\n`, { mode: 0o755 })
    quiet(await h.run(one.after("t2", "ls"), { env: { PATH: `${join(h.dir, "bin")}:${h.env.PATH}` } }))
    expect(existsSync(asked)).toBe(false)
    expect(await finished(h)).toBe(2)
    resident.kill("SIGCONT")
    await until(() => !existsSync(deafMark(h.paths.runtime)))
    breakFallback(h)
    quiet(await h.run(one.after("t3", "ls")))
    expect(await finished(h)).toBe(3)
    resident.kill("SIGTERM")
    await ended(resident)
  })

  it("[T-13] a socket whose owner is dead is removed by the hook that waited for it", async () => {
    const h = house()
    mkdirSync(h.paths.runtime, { recursive: true, mode: 0o700 })
    const server = createPlain(() => {})
    await new Promise<void>(resolve => server.listen(socketPath(h.paths.runtime), resolve))
    quiet(await h.run(claude(h.project, "s1").after("t1", "ls"), { env: { METTLE_PATIENCE: "2" } }))
    expect(await finished(h)).toBe(1)
    expect(existsSync(socketPath(h.paths.runtime))).toBe(false)
    expect(existsSync(deafMark(h.paths.runtime))).toBe(false)
    server.close()
  })

  it("killed: the next hook does without, a new one may come", async () => {
    const h = house()
    const first = await h.resident()
    first.kill("SIGKILL")
    await ended(first)
    quiet(await h.run(claude(h.project, "s1").after("t1", "ls")))
    expect(await finished(h)).toBe(1)
    const second = await h.resident()
    breakFallback(h)
    quiet(await h.run(claude(h.project, "s1").after("t2", "ls")))
    expect(await finished(h)).toBe(2)
    second.kill("SIGTERM")
    await ended(second)
  })

  it("of another release: makes room, and the hook is heard all the same", async () => {
    const h = house()
    const resident = await h.resident()
    const launcher = launcherPath(h.paths)
    writeFileSync(launcher, readFileSync(launcher, "utf8").replaceAll(h.mark(), "1.anotherone"))
    quiet(await h.run(claude(h.project, "s1").after("t1", "ls")))
    await ended(resident)
    expect(await finished(h)).toBe(1)
  })

  it("[T-7] never two, and gone when idle", async () => {
    const h = house()
    const resident = await h.resident(1_000)
    expect(processLock(runDir(h.paths, {}), "resident")).toBeNull()
    await ended(resident)
    const lock = processLock(runDir(h.paths, {}), "resident")
    expect(lock).not.toBeNull()
    lock?.release()
  })

  it("is started by a session when there is none", async () => {
    const h = house()
    const ran = await h.run(claude(h.project, "s1").start(), {
      env: { ...PERSON, METTLE_RESIDENT: "", METTLE_RESIDENT_IDLE_MS: "1500" },
    })
    quiet(ran)
    await until(() => existsSync(socketPath(h.paths.runtime)))
    await until(() => !existsSync(socketPath(h.paths.runtime)))
  })

  it("[T-13] half an answer is none: nothing of it reaches the host, and the loss is counted", async () => {
    const h = house()
    mkdirSync(h.paths.runtime, { recursive: true, mode: 0o700 })
    const server = createServer()
    server.on("checkContinue", (request, response) => {
      response.writeContinue()
      request.resume()
      request.on("end", () => {
        response.writeHead(200, { "content-length": "500" })
        response.write('{"hookSpecificOutput":{"addit', () => response.destroy())
      })
    })
    await new Promise<void>(resolve => server.listen(socketPath(h.paths.runtime), resolve))
    const ran = await h.run(claude(h.project, "s1").after("t1", "ls"))
    quiet(ran)
    expect(ran.out).toBe("")
    expect(h.tally()).toMatchObject({ lost: 1, failuresInARow: 0 })
    server.close()
  })
})
