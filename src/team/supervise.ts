// Supervising a local engine for a small team (S2-51..54): start, look every 30 seconds, restart with back-off, drain at
// stop. What is supervised, and how it is asked and stopped, is a ServedEngine; this file knows no engine.
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { backOff, pause } from "./engines/retry.ts"

export interface ServedEngine {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** what the engine says goes here, appended */
  readonly logFile: string
  /** whether it answers; never rejects */
  readonly healthy: () => Promise<boolean>
  /** signals from the gentlest on, each with how long it may take; SIGKILL follows by itself */
  readonly drain: readonly { readonly signal: NodeJS.Signals; readonly ms: number }[]
}

export interface SupervisorOptions {
  readonly everyMs?: number
  /** looks in a row that may fail before it is restarted */
  readonly patience?: number
  readonly startMs?: number
  /** pause before the nth restart in a row */
  readonly backOff?: (attempt: number) => number
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
  readonly say?: (line: string) => void
}

export interface Supervised {
  /** resolves when it answered for the first time; rejects when it was stopped before */
  readonly ready: Promise<void>
  readonly pid: () => number | null
  readonly restarts: () => number
  /** drains, waits, resolves when the process is gone */
  stop(): Promise<void>
}

/** Between two looks at something that is about to change. */
const LEAST = 50

export function supervise(engine: ServedEngine, options: SupervisorOptions = {}): Supervised {
  const { everyMs = 30_000, patience = 2, startMs = 20_000, wait = pause, say = () => {} } = options
  const pauseBefore = options.backOff ?? (attempt => backOff(attempt + 2))
  const stopping = new AbortController()
  let child: Running | null = null
  let restarts = 0
  const { promise: ready, resolve: announce, reject: refuse } = promised()
  ready.catch(() => {})

  async function life(): Promise<void> {
    await endLeftOver(engine)
    for (let inARow = 0; !stopping.signal.aborted; inARow++) {
      const running = started(engine, say)
      if (!running) {
        await wait(pauseBefore(inARow), stopping.signal)
        continue
      }
      child = running
      const answered = await comesUp(engine, running, startMs, stopping.signal)
      if (answered) {
        announce()
        say(`${engine.name} answers (pid ${running.process.pid})`)
        if (await watch(engine, running, patience, () => wait(everyMs, stopping.signal), stopping.signal)) inARow = 0
      }
      if (stopping.signal.aborted) break
      await end(running, engine)
      say(`${engine.name} ${running.why()}; starting it again`)
      restarts++
      await wait(pauseBefore(inARow), stopping.signal)
    }
    if (child) await end(child, engine)
    child = null
    refuse(new Error(`${engine.name} was stopped before it answered`))
  }

  // Nobody may be waiting yet: a rejection that nobody hears would end this process.
  const living = life().catch(error => refuse(error as Error))
  return {
    ready,
    pid: () => (child?.alive() ? (child.process.pid ?? null) : null),
    restarts: () => restarts,
    async stop() {
      stopping.abort()
      await living
    },
  }
}

/** A full disk or a folder that is gone passes: it is tried again like an engine that ended. */
function started(engine: ServedEngine, say: (line: string) => void): Running | null {
  try {
    return start(engine)
  } catch (error) {
    say(`${engine.name} cannot be started (${(error as Error).message}); trying again`)
    return null
  }
}

/** A promise, and how it is kept or broken from outside. */
function promised() {
  let resolve = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<void>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

async function comesUp(engine: ServedEngine, running: Running, startMs: number, stop: AbortSignal): Promise<boolean> {
  for (let waited = 0; waited < startMs && running.alive() && !stop.aborted; waited += LEAST) {
    if (await engine.healthy()) return running.alive()
    await Promise.race([pause(LEAST, stop), running.exited])
  }
  return false
}

/** Until it dies, stops answering or is to stop; says whether it was well at least once. */
async function watch(
  engine: ServedEngine,
  running: Running,
  patience: number,
  wait: () => Promise<unknown>,
  stop: AbortSignal,
): Promise<boolean> {
  let well = false
  for (let failed = 0; failed < patience; ) {
    await Promise.race([wait(), running.exited])
    if (stop.aborted || !running.alive()) return well
    if (await engine.healthy()) {
      failed = 0
      well = true
    } else failed++
  }
  return well
}

interface Running {
  readonly process: ChildProcess
  readonly exited: Promise<void>
  alive(): boolean
  why(): string
}

function start(engine: ServedEngine): Running {
  mkdirSync(dirname(engine.logFile), { recursive: true })
  const log = openSync(engine.logFile, "a", 0o600)
  const child = spawn(engine.command, [...engine.args], {
    stdio: ["ignore", log, log],
    // Its own group: a Ctrl-C at the terminal is ours to turn into a drain.
    detached: true,
  })
  closeSync(log)
  if (child.pid !== undefined) writeFileSync(pidFile(engine), String(child.pid))
  let why: string | null = null
  const exited = new Promise<void>(resolve => {
    child.once("error", error => {
      why ??= `cannot be started (${error.message})`
      resolve()
    })
    child.once("exit", (code, signal) => {
      why ??= `ended (${signal ?? `exit code ${code}`})`
      resolve()
    })
  })
  return { process: child, exited, alive: () => why === null, why: () => why ?? "does not answer" }
}

const pidFile = (engine: ServedEngine): string => join(dirname(engine.logFile), "pid")

/** What a process runs; empty when it is gone. */
function commandLine(pid: number): string {
  if (!existsSync("/proc/self/cmdline"))
    return spawnSync("ps", ["-ww", "-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? ""
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
  } catch {
    return ""
  }
}

/** An engine whose supervisor was killed still runs and holds the port: it is ours to end, if it is what it was. */
async function endLeftOver(engine: ServedEngine): Promise<void> {
  const file = pidFile(engine)
  const pid = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0
  if (!Number.isSafeInteger(pid) || pid <= 1) return
  // The last argument names a folder or file of its own.
  const isSame = () => engine.args.length > 0 && commandLine(pid).includes(engine.args.at(-1)!)
  await drain(engine, isSame, signal => {
    try {
      process.kill(pid, signal)
    } catch (error) {
      // It went between the look and the word.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
    }
  })
  rmSync(file, { force: true })
}

const end = (running: Running, engine: ServedEngine): Promise<void> =>
  drain(engine, running.alive, signal => running.process.kill(signal))

async function drain(
  engine: ServedEngine,
  isAlive: () => boolean,
  send: (signal: NodeJS.Signals) => void,
): Promise<void> {
  for (const { signal, ms } of [...engine.drain, { signal: "SIGKILL" as const, ms: 10_000 }]) {
    if (!isAlive()) return
    send(signal)
    for (let waited = 0; waited < ms && isAlive(); waited += LEAST) await pause(LEAST)
  }
}
