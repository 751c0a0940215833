// A model through an agent program that is installed and logged in: one child process per question, one question at a time.
// While one is answered the next process starts up and waits (S2-62): at most one, asked once, never without its money cap.

import { spawn } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { queue } from "../core/in-turn.ts"
import { privateDir } from "../paths.ts"
import type { Ask, Completer, Completion } from "./backend.ts"
import { PROGRAMS, type ProgramName } from "./programs.ts"
import { readObject } from "./prompts.ts"
import { PROGRAM_VARIABLES } from "./switched-on.ts"

interface ClientOptions extends ChildOptions {
  /** the program's own choice when empty */
  readonly model: string
  /** false: every question pays for a start */
  readonly warm?: boolean
}
interface Waiting {
  readonly child: Child
  readonly system: string
  /** what it may cost, as it was told when it started */
  readonly dollars: number | undefined
}

const UNCAPPED = Number.POSITIVE_INFINITY
/** One question at a time, whichever program is asked. */
const inTurn = queue()

export function clientCompleter(options: ClientOptions): Completer {
  const program = PROGRAMS[options.program]
  let waiting: Waiting | null = null
  let closed = false
  const start = (system: string, dollars: number | undefined): Child =>
    startChild(options, program.args(options.model, system, dollars))
  const drop = (): void => {
    waiting?.child.end()
    waiting = null
  }
  /** One that waits, if it is still there, was told the same, and may not cost more than is left now. */
  const take = ({ system, dollars }: Ask<unknown>): Child => {
    const found = waiting
    const fits =
      found?.child.isAlive() && found.system === system && (found.dollars ?? UNCAPPED) <= (dollars ?? UNCAPPED)
    if (!found || !fits) {
      drop()
      return start(system, dollars)
    }
    waiting = null
    return found.child
  }
  const prepare = ({ system, dollars, dollarsAfter }: Ask<unknown>): void => {
    const next = dollars === undefined ? undefined : (dollarsAfter ?? 0)
    if (closed || waiting || !program.waits || options.warm === false || (next !== undefined && next <= 0)) return
    waiting = { child: start(system, next), system, dollars: next }
  }
  const one = async <T>(ask: Ask<T>): Promise<Completion<T>> => {
    ask.signal?.throwIfAborted()
    const answer = take(ask).ask(program.stdin(ask.system, ask.prompt), ask.signal)
    prepare(ask)
    const said = program.read(await answer)
    if (said === null) throw failed(options.program, "answered something that is no result")
    const { text, input: inputTokens, output: outputTokens, dollars } = said
    return { object: readObject(text, ask.schema), inputTokens, outputTokens, dollars }
  }
  return {
    name: options.program,
    to: options.program,
    free: false,
    overhead: program.overhead,
    complete: ask => inTurn(() => one(ask)),
    close: () => {
      closed = true
      drop()
    },
  }
}

// One process of an agent program: started now, asked once, now or later, and ended with everything it started. It cannot
// reach us again: METTLE_INTERNAL silences our hooks, its folder says record: false. Questions go in by stdin, never by
// arguments; when we are gone, its stdin ends and so does it.

interface ChildOptions {
  readonly program: ProgramName
  /** a private folder to run in is made below it */
  readonly stateDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs?: number
}
interface Child {
  /** false: it ended before anybody asked */
  readonly isAlive: () => boolean
  /** all it printed, once it ended */
  ask(stdin: string, signal: AbortSignal | undefined): Promise<string>
  end(): void
}

const TIMEOUT_MS = 120_000
const MOST_BYTES = 1_000_000
const failed = (program: string, how: string): MettleError =>
  new MettleError("E_CONFIG", `${program} ${how}`, {
    still: "everything else goes on without a model",
    hint: `try ${program} by hand, or mettle config set model.backend none`,
  })

function startChild({ program, env, stateDir, timeoutMs = TIMEOUT_MS }: ChildOptions, args: readonly string[]): Child {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => PROGRAM_VARIABLES.test(name)))
  const child = spawn(program, args, {
    cwd: privateFolder(stateDir),
    // A group of its own, so that what it started ends with it.
    detached: process.platform !== "win32",
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...kept, METTLE_INTERNAL: "1" },
  })
  const parts: Buffer[] = []
  let bytes = 0
  let why: string | null = null
  let alive = true
  const end = (reason: string): void => {
    why ??= reason
    if (alive) killGroup(child.pid)
  }
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_BYTES) end("said too much")
    else parts.push(chunk)
  })
  // A program that does not read its input ends with its own code.
  child.stdin.on("error", () => {})
  const ended = new Promise<string | null>(resolve => {
    const settle = (how: string | null): void => {
      alive = false
      resolve(why ?? how)
    }
    child.on("error", error => settle(isAbsent(error) ? "is not installed here" : `did not start: ${error.message}`))
    child.on("close", code => settle(code === 0 ? null : `ended with ${code}`))
  })
  return {
    isAlive: () => alive,
    end: () => end("was not needed"),
    ask: async (stdin, signal) => {
      const timer = setTimeout(() => end(`took longer than ${timeoutMs / 1000} seconds`), timeoutMs)
      const aborted = (): void => end("was broken off")
      signal?.addEventListener("abort", aborted, { once: true })
      child.stdin.end(stdin)
      const how = await ended
      clearTimeout(timer)
      signal?.removeEventListener("abort", aborted)
      if (how !== null) throw failed(program, how)
      return Buffer.concat(parts).toString("utf8")
    },
  }
}

const isAbsent = (error: Error): boolean => (error as NodeJS.ErrnoException).code === "ENOENT"

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL")
  } catch {
    // It is gone already.
  }
}

/** What lies in the folder: our hooks are silent there, and gemini, which has no flag for it, is denied every tool. */
const FOLDER: Readonly<Record<string, string>> = {
  ".mettle/config.json": '{ "record": false }\n',
  "no-tools.toml": '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n',
}

/** A folder of its own that no session of the user's stands in. */
function privateFolder(stateDir: string): string {
  const dir = privateDir(join(privateDir(stateDir), "model"))
  for (const [name, content] of Object.entries(FOLDER)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true, mode: 0o700 })
    writeFileSync(join(dir, name), content, { mode: 0o600 })
  }
  return dir
}
