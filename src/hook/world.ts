// What an adapter may look at beside its payload (clients/client.ts, World): where the work stands, the few variables it asks for, the end of its
// client's transcript, and the words its client was started with, which say whether a person sits there (`-p`, `run`). None of it is kept.
import { readFileSync, realpathSync } from "node:fs"
import { basename, isAbsolute, sep } from "node:path"
import { isOurs } from "../clients/author.ts"
import type { Client, World } from "../clients/client.ts"
import type { Env } from "../paths.ts"
import { tailOf } from "../world/foreign-files.ts"
import type { Hearing } from "./hear.ts"
import type { Surroundings } from "./surroundings.ts"

export function worldOf(hearing: Hearing, { scope, repository }: Surroundings): World {
  return {
    now: hearing.now(),
    scope,
    branch: repository?.branch ?? null,
    head: repository?.head ?? null,
    env: clientEnv(hearing.client, hearing.env),
    tail: path => tailFor(hearing, path),
    // Looked up only when an adapter asks.
    get argv() {
      return hearing.caller === null ? null : clientArgv(hearing.caller)
    },
    ours: isOurs,
  }
}
const clientEnv = (client: Client, env: Env): Env => Object.fromEntries(client.env.map(name => [name, env[name]]))

const TAIL_BYTES = 256 * 1024

/** The path comes from a payload and is not trusted: it must lead, links resolved, into that client's own folder. */
export function tailFor({ client, env, home }: Hearing, path: string): string | null {
  if (!isAbsolute(path) || path.includes("\0") || path.length > 4096) return null
  const real = realOf(path)
  const dirs = client.transcripts?.roots(home, clientEnv(client, env)) ?? []
  const isInside = (dir: string): boolean => isAbsolute(dir) && real?.startsWith(`${realOf(dir)}${sep}`) === true
  return real !== null && dirs.some(isInside) ? tailOf(real, TAIL_BYTES) : null
}
function realOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

const SHELLS = /^-?(?:sh|dash|bash|zsh|ash|ksh|busybox)$/
const MOST = { levels: 5, words: 64, length: 200 } as const

/** Where the system tells (Linux); shells in between and our launcher are skipped. */
function clientArgv(pid: number): readonly string[] | null {
  let at = pid
  for (let level = 0; level < MOST.levels && at > 1; level++) {
    try {
      const words = readFileSync(`/proc/${at}/cmdline`, "utf8").split("\0", MOST.words)
      if (!SHELLS.test(basename(words[0] ?? ""))) return words.slice(1).map(word => word.slice(0, MOST.length))
      at = parentOf(at)
    } catch {
      return null
    }
  }
  return null
}

function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  // The name may hold anything, brackets and blanks too; the fields follow its last bracket.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
}
