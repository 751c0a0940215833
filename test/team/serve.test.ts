import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { POSTGRES_SCHEMA } from "../../src/team/engines/postgres-schema.ts"
import { natsConfig, passwordOf, serveNats, setUpSql } from "../../src/team/serve.ts"
import { type ServedEngine, type Supervised, supervise } from "../../src/team/supervise.ts"

// A program that lives until told; writes each start and each signal it hears to a file.
const PROGRAM = `
const { appendFileSync } = require("node:fs")
const say = text => appendFileSync(process.argv[1], text + "\\n")
process.on("SIGTERM", () => { say("drained"); process.exit(0) })
say("started " + process.pid)
setInterval(() => {}, 1000)
`
describe("a supervised engine", () => {
  let folder = ""
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "mettle-serve-"))
  })
  let running: Supervised[] = []
  afterEach(async () => {
    await Promise.all(running.map(one => one.stop()))
    running = []
    rmSync(folder, { recursive: true, force: true })
  })
  /** Time is given by hand: every wait of the supervisor ends when `tick` is called. */
  const clock = () => {
    const waits: { ms: number; go: () => void }[] = []
    return {
      wait: (ms: number, signal: AbortSignal) =>
        new Promise<void>(go => {
          waits.push({ ms, go })
          signal.addEventListener("abort", () => go())
        }),
      waits,
      tick() {
        for (const { go } of waits.splice(0)) go()
      },
    }
  }
  const engine = (over: Partial<ServedEngine> = {}): { engine: ServedEngine; heard: () => string[] } => {
    const file = join(folder, "heard")
    writeFileSync(file, "")
    const heard = () => readFileSync(file, "utf8").split("\n").filter(Boolean)
    return {
      heard,
      engine: {
        name: "sleeper",
        command: process.execPath,
        args: ["-e", PROGRAM, file],
        logFile: join(folder, "log", "sleeper.log"),
        healthy: async () => heard().some(line => line.startsWith("started")),
        drain: [{ signal: "SIGTERM", ms: 5000 }],
        ...over,
      },
    }
  }
  const eventually = async (fits: () => boolean) => {
    const until = Date.now() + 20_000
    while (!fits()) {
      if (Date.now() > until) throw new Error("it never came true")
      await new Promise(resolve => setImmediate(resolve))
    }
  }

  it("[S2-51] starts, and drains at stop", async () => {
    const { engine: sleeper, heard } = engine()
    const supervised = supervise(sleeper)
    running.push(supervised)
    await supervised.ready
    const pid = supervised.pid()!
    expect(heard()).toEqual([`started ${pid}`])
    await supervised.stop()
    expect(heard().at(-1)).toBe("drained")
    expect(supervised.pid()).toBeNull()
    expect(() => process.kill(pid, 0)).toThrow()
  })

  it("[S2-54] looks every 30 seconds, restarts what was killed, waiting longer each time", async () => {
    const { engine: sleeper, heard } = engine()
    const time = clock()
    const said: string[] = []
    const supervised = supervise(sleeper, { wait: time.wait, say: line => void said.push(line) })
    running.push(supervised)
    await supervised.ready
    await eventually(() => time.waits.length > 0)
    expect(time.waits.map(({ ms }) => ms)).toEqual([30_000])
    const pauses: number[] = []
    for (let n = 1; n <= 3; n++) {
      await eventually(() => supervised.pid() !== null && heard().length === n)
      process.kill(supervised.pid()!, "SIGKILL")
      await eventually(() => time.waits.some(({ ms }) => ms !== 30_000))
      pauses.push(time.waits.find(({ ms }) => ms !== 30_000)!.ms)
      time.tick()
    }
    await eventually(() => heard().length === 4 && supervised.pid() !== null)
    expect(supervised.restarts()).toBe(3)
    expect(pauses).toEqual([400, 800, 1600])
    expect(said.some(line => line.includes("SIGKILL"))).toBe(true)
  })

  it("[S2-54] restarts what no longer answers, after two looks in vain", async () => {
    let well = true
    const { engine: sleeper, heard } = engine({ healthy: async () => well })
    const time = clock()
    const supervised = supervise(sleeper, { wait: time.wait })
    running.push(supervised)
    await supervised.ready
    await eventually(() => heard().length === 1 && time.waits.length === 1)
    well = false
    time.tick()
    await eventually(() => time.waits.length === 1)
    expect(supervised.restarts()).toBe(0)
    time.tick()
    await eventually(() => time.waits.length === 1)
    expect(heard().at(-1)).toBe("drained")
    well = true
    time.tick()
    await eventually(() => heard().length === 3)
    expect(supervised.restarts()).toBe(1)
  })

  it("[S2-51] ends what a supervisor that was killed left running, and nobody else's process", async () => {
    const { engine: sleeper, heard } = engine()
    const left = spawn(sleeper.command, [...sleeper.args], { stdio: "ignore" })
    await eventually(() => heard().length === 1)
    mkdirSync(join(folder, "log"))
    writeFileSync(join(folder, "log", "pid"), String(left.pid))
    const supervised = supervise(sleeper)
    running.push(supervised)
    await eventually(() => heard().length === 3)
    expect(heard()[1]).toBe("drained")
    expect(supervised.pid()).not.toBe(left.pid)
    await supervised.stop()
    writeFileSync(join(folder, "log", "pid"), String(process.pid))
    const again = supervise(sleeper)
    running.push(again)
    await eventually(() => again.pid() !== null)
    expect(again.pid()).not.toBe(process.pid)
  })

  it("a folder that is gone for a while neither ends this process nor the supervision", async () => {
    const said: string[] = []
    const { engine: sleeper } = engine()
    const blocked = join(folder, "not-a-folder")
    writeFileSync(blocked, "")
    const supervised = supervise(
      { ...sleeper, logFile: join(blocked, "engine.log") },
      { say: line => void said.push(line), backOff: () => 20 },
    )
    running.push(supervised)
    await eventually(() => said.length > 1)
    expect(said[0]).toMatch(/cannot be started .*trying again/)
    rmSync(blocked)
    await supervised.ready
    expect(supervised.pid()).not.toBeNull()
  })

  it("says so when the program cannot be started, and stops at once when told", async () => {
    const said: string[] = []
    const { engine: absent } = engine({ command: join(folder, "no-such-program"), healthy: async () => false })
    const supervised = supervise(absent, { say: line => void said.push(line) })
    await eventually(() => said.length > 0)
    await supervised.stop()
    expect(said[0]).toContain("cannot be started")
    await expect(supervised.ready).rejects.toThrow(/stopped before it answered/)
  })
})

describe("what is served", () => {
  it("[security 20] a NATS account per team; nothing beyond this machine without a certificate", () => {
    const config = natsConfig({
      host: "127.0.0.1",
      port: 1,
      monitor: 2,
      store: "/x",
      tls: null,
      teams: ["blue", "red"],
      password: team => `word of ${team}`,
    })
    for (const team of ["blue", "red"]) expect(config).toContain(`user: "${team}", password: "word of ${team}"`)
    expect(config.match(/jetstream: enabled/g)?.length).toBe(2)
    expect(() => serveNats({ folder: "/nowhere", teams: ["blue"], host: "0.0.0.0" })).toThrow(
      /nothing would be encrypted/,
    )
  })
  it("[security 20] SQL for an owner: forced row security, a role per team, names that cannot break out", () => {
    const sql = setUpSql(["blue"])
    expect(sql.startsWith(POSTGRES_SCHEMA.trim())).toBe(true)
    for (const words of ["FORCE ROW LEVEL SECURITY", 'CREATE ROLE "mettle_team_blue" LOGIN', "NOBYPASSRLS"])
      expect(sql).toContain(words)
    expect(() => setUpSql(['x"; DROP TABLE'])).toThrow()
    expect(() => setUpSql(["Blue"])).toThrow()
  })
  it("[S2-94] the engine lives in the folder and listens on the port that it was given", () => {
    const dir = mkdtempSync(join(tmpdir(), "mettle-served-"))
    writeFileSync(join(dir, "nats-server"), "", { mode: 0o755 })
    const { PATH } = process.env
    process.env.PATH = dir
    try {
      const { engine, urls } = serveNats({ folder: dir, teams: ["blue"], port: 7422 })
      expect(engine).toMatchObject({ command: join(dir, "nats-server"), args: ["--config", join(dir, "nats.conf")] })
      expect(urls.blue).toMatch(/@127\.0\.0\.1:7422\/blue$/)
      const config = readFileSync(join(dir, "nats.conf"), "utf8")
      expect(config).toContain('listen: "127.0.0.1:7422"')
      expect(config).toContain(`store_dir: ${JSON.stringify(join(dir, "data"))}`)
    } finally {
      process.env.PATH = PATH
      rmSync(dir, { recursive: true })
    }
  })
  it("makes a password once", () => {
    const dir = mkdtempSync(join(tmpdir(), "mettle-served-"))
    const file = join(dir, "secrets.json")
    const first = passwordOf(file, "blue")
    expect(first.length).toBeGreaterThan(30)
    expect(passwordOf(file, "blue")).toBe(first)
    expect(passwordOf(file, "red")).not.toBe(first)
    rmSync(dir, { recursive: true })
  })
})
