// One program, started, bounded in time and output, and ended with everything it started. Nothing of the caller's
// environment reaches it but what is given.
import { spawn } from "node:child_process"

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly late: boolean
  readonly seconds: number
}
interface RunOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly limitMs: number
  readonly signal: AbortSignal
}
const MOST = 16_000_000

export function runProgram([program, ...words]: readonly string[], options: RunOptions): Promise<Ran> {
  return new Promise(done => {
    const begun = performance.now()
    const group = process.platform !== "win32"
    const child = spawn(program!, words, {
      cwd: options.cwd,
      env: options.env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: group,
    })
    let [out, err, late] = ["", "", false]
    const stop = (): void => {
      try {
        if (child.pid !== undefined) process.kill(group ? -child.pid : child.pid, "SIGKILL")
      } catch {
        // It ended in this moment.
      }
    }
    const limit = setTimeout(() => {
      late = true
      stop()
    }, options.limitMs)
    options.signal.addEventListener("abort", stop)
    const end = (code: number | null): void => {
      clearTimeout(limit)
      options.signal.removeEventListener("abort", stop)
      done({ code, out, err, late, seconds: (performance.now() - begun) / 1000 })
    }
    child.stdout.setEncoding("utf8").on("data", chunk => {
      if (out.length < MOST) out += chunk
    })
    child.stderr.setEncoding("utf8").on("data", chunk => {
      err = (err + chunk).slice(-4_000)
    })
    child.on("error", error => {
      err += error.message
      end(null)
    })
    // Not "close": what it left behind must not keep us. What it printed last is still on its way.
    child.on("exit", code => void setTimeout(() => end(code), 50))
  })
}
