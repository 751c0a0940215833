// Runs git in a repository of our own, as little git as possible: no hook, no setting of a repository, no prompt, no helper
// program named in an address. The person's own git settings (how to reach a host, which credentials) are kept.
import { spawn } from "node:child_process"

export interface Ran {
  readonly code: number
  readonly out: Buffer
  readonly err: string
}
interface RunOptions {
  readonly input?: string | Buffer
  readonly timeoutMs: number
}

const SETTINGS = [
  ...["core.hooksPath=/dev/null", "core.fsmonitor=false", "core.symlinks=false", "core.askPass=", "gc.auto=0"],
  ...["maintenance.auto=false", "commit.gpgSign=false", "push.gpgSign=false", "push.recurseSubmodules=no"],
  ...["fetch.recurseSubmodules=false", "fetch.writeCommitGraph=false", "transfer.fsckObjects=true"],
  ...["protocol.ext.allow=never", "credential.interactive=false", "advice.detachedHead=false"],
].flatMap(setting => ["-c", setting])
/** Transports that may be used; a helper such as ext:: runs whatever an address says. */
const TRANSPORTS = "file:http:https:ssh"
/** More than any answer of ours: a remote that talks for ever is cut off. */
const MOST_BYTES = 1 << 30

/** The environment without anything that would steer git: a shell inside a repository may have set it. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"))
  return {
    ...Object.fromEntries(kept),
    ...{
      GIT_TERMINAL_PROMPT: "0",
      GIT_ALLOW_PROTOCOL: TRANSPORTS,
      GIT_OPTIONAL_LOCKS: "0",
      LC_ALL: "C",
      LANGUAGE: "C",
    },
  }
}

export function git(dir: string, args: readonly string[], { input, timeoutMs }: RunOptions): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", [...SETTINGS, `--git-dir=${dir}`, ...args], {
      cwd: "/",
      env: environment(),
      stdio: ["pipe", "pipe", "pipe"],
    })
    const out: Buffer[] = []
    let [size, err] = [0, ""]
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs)
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size > MOST_BYTES) child.kill("SIGKILL")
      else out.push(chunk)
    })
    child.stderr.on("data", (chunk: Buffer) => {
      if (err.length < 10_000) err += chunk.toString("utf8")
    })
    child.on("error", error => {
      clearTimeout(timer)
      reject(error)
    })
    child.on("close", code => {
      clearTimeout(timer)
      resolve({ code: code ?? 137, out: Buffer.concat(out), err: err.trim() })
    })
    child.stdin.on("error", () => {})
    child.stdin.end(input ?? "")
  })
}
