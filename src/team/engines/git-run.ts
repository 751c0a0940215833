// Runs git in a repository of our own, as little git as possible: no hook, no setting of a repository, no prompt, no helper
// program named in an address. The person's own git settings (how to reach a host, which credentials) are kept.
import { execFile } from "node:child_process"

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
    const how = {
      cwd: "/",
      env: environment(),
      timeout: timeoutMs,
      killSignal: "SIGKILL",
      maxBuffer: MOST_BYTES,
    } as const
    const words = [...SETTINGS, `--git-dir=${dir}`, ...args]
    const child = execFile("git", words, { ...how, encoding: "buffer" }, (error, out, err) => {
      const code = error === null ? 0 : error.code
      // A name instead of a number: git could not be started, or said too much.
      if (typeof code === "string" && code !== "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return reject(error)
      resolve({ code: typeof code === "number" ? code : 137, out, err: err.toString("utf8", 0, 10_000).trim() })
    })
    child.stdin?.on("error", () => {})
    child.stdin?.end(input ?? "")
  })
}
