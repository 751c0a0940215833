// The report that a person may attach to an issue: versions, counts, sizes and what every check said, without a word that was
// recorded and without names of people, folders or machines.
import { existsSync, readdirSync, statSync } from "node:fs"
import { arch, cpus, homedir, hostname, release, totalmem, userInfo } from "node:os"
import { join } from "node:path"
import { labRedact } from "../../lab/redact.ts"
import { VERSION } from "../../version.ts"
import type { Context } from "../context.ts"
import type { Finding } from "./doctor-checks/finding.ts"

interface Bundle {
  readonly mettle: string
  readonly made: string
  readonly system: Readonly<Record<string, string | number>>
  readonly checks: readonly { readonly name: string; readonly state: string; readonly text: string }[]
  /** bytes of each file of the store, by our own names for them */
  readonly files: Readonly<Record<string, number>>
  readonly hooks: Readonly<Record<string, unknown>>
  /** names, not values, of our variables that are set */
  readonly variables: readonly string[]
}

const OURS = ["log.db", "log.db-wal", "log.db.before-migration", "ballast", "spool", "quarantine"]

export async function bundleOf(
  context: Context,
  found: readonly (Finding & { readonly name: string })[],
): Promise<Bundle> {
  const { readTally } = await import("../../hook/tally.ts")
  const { data, state } = context.paths()
  const files: Record<string, number> = {}
  for (const name of OURS)
    for (const dir of [data, state]) {
      const seen = statSync(join(dir, name), { throwIfNoEntry: false })
      if (seen) files[name] = seen.isDirectory() ? readdirSync(join(dir, name)).length : seen.size
    }
  for (const name of existsSync(data) ? readdirSync(data) : [])
    if (name.startsWith("views-")) files.views = (files.views ?? 0) + statSync(join(data, name)).size
  const tally = readTally(state)
  return {
    mettle: VERSION,
    made: new Date(context.now()).toISOString(),
    system: {
      node: process.versions.node,
      platform: context.io.platform,
      release: release(),
      arch: arch(),
      cores: cpus().length,
      memoryMb: Math.round(totalmem() / 1024 / 1024),
    },
    checks: found.map(({ name, state, text }) => ({ name, state, text: nameless(text) })),
    files,
    hooks: { ...tally, reasons: tally.reasons },
    variables: Object.keys(context.io.env).filter(name => /^METTLE/.test(name)),
  }
}

/** Without paths, quoted words, addresses and the names of this person and machine. */
export function nameless(text: string, names: readonly string[] = ownNames()): string {
  let out = labRedact({ id: null, text })
    .text.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "<quoted>")
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, "<address>")
    .replace(/(?:[A-Za-z]:\\|~?\/)[^\s,;:()]+(?: [^\s,;:()]*\/[^\s,;:()]*)*/g, "<path>")
    .replace(/\S+@\S+/g, "<address>")
  for (const name of names) out = out.replaceAll(name, "<name>")
  return out
}

function ownNames(): readonly string[] {
  const asked = (work: () => string): string => {
    try {
      return work()
    } catch {
      return ""
    }
  }
  const names = [asked(homedir), asked(() => userInfo().username), asked(hostname)]
  // "root" says nothing about anybody, and stands in many a word.
  return names.filter(name => name.length > 2 && name !== "root" && name !== "localhost")
}
