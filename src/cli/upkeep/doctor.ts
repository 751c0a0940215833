// mettle doctor: is everything in order, and if not, what to do. Exit 1 only when something required is broken.
import { statSync, writeFileSync } from "node:fs"
import { arch, cpus, homedir, hostname, release, totalmem, userInfo } from "node:os"
import { join } from "node:path"
import { labRedact } from "../../lab/redact.ts"
import { repairStore } from "../../memory/repair.ts"
import { namesIn, privateDir } from "../../paths.ts"
import { VERSION } from "../../version.ts"
import { defineMettleCommand, flag } from "../command.ts"
import { type Context, isRecorded } from "../context.ts"
import type { Out } from "../print.ts"
import type { Finding } from "./doctor-checks/finding.ts"
import { findings } from "./doctor-checks.ts"

export const command = defineMettleCommand({
  name: "doctor",
  examples: [
    ["mettle doctor", "one line per check: ok, warn or fail, with its fix"],
    ["mettle doctor --bundle", "a report to attach to an issue: no text, no names, no paths"],
    ["mettle doctor --repair", "set a damaged log aside and begin again with all that can be proven"],
    ["mettle doctor --json", "the checks for programs"],
  ],
  args: {
    bundle: flag("write a report without text, names and paths, and say where"),
    repair: flag("move a damaged log to quarantine/ and keep what can be proven"),
  },
  run: async ({ args, out, context }) => {
    if (args.repair) return repair(context, out)
    const found = await findings(context)
    const broken = found.some(({ state }) => state === "fail")
    const bundle = args.bundle ? await writeBundle(context, found) : null
    out.result({ ok: !broken, checks: found, ...(bundle === null ? {} : { bundle }) }, () => {
      const paint = { ok: "green", warn: "yellow", fail: "red" } as const
      for (const { name, state, text, fix } of found) {
        out.line(`${out.paint(paint[state], out.symbol(state).padEnd(2))} ${name.padEnd(10)} ${text}`)
        if (fix) out.line(`   ${"".padEnd(10)} ${out.symbol("arrow")} ${fix}`)
      }
      if (bundle !== null) out.line(`\nwrote ${bundle}; read it before you send it to anybody`)
    })
    return broken ? 1 : 0
  },
})

async function writeBundle(context: Context, found: Awaited<ReturnType<typeof findings>>): Promise<string> {
  const stamp = new Date(context.now()).toISOString().slice(0, 19).replace(/[-:]/g, "")
  const file = join(privateDir(context.paths().state), `doctor-${stamp}.json`)
  writeFileSync(file, `${JSON.stringify(await bundleOf(context, found), null, 2)}\n`, { mode: 0o600 })
  return file
}

async function repair(context: Context, out: Out): Promise<number> {
  if (!isRecorded(context)) {
    out.result({ repaired: false }, "Nothing was recorded yet, so nothing is broken.")
    return 0
  }
  const { quarantined } = await repairStore(context.paths().data)
  out.result({ repaired: quarantined !== null, quarantined }, () => {
    if (quarantined === null) out.line("The log proves whole; the views were dropped and are folded anew when needed.")
    else {
      out.line(`kept ${quarantined.events} events and ${quarantined.texts} texts that can be proven`)
      out.line(`the damaged files are in ${quarantined.path}`)
    }
  })
  return 0
}

// The report that a person may attach to an issue: versions, counts, sizes and what every check said, without a word that was
// recorded and without names of people, folders or machines.

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

async function bundleOf(context: Context, found: readonly (Finding & { readonly name: string })[]): Promise<Bundle> {
  const { readTally } = await import("../../hook/tally.ts")
  const { data, state } = context.paths()
  const files: Record<string, number> = {}
  for (const name of OURS)
    for (const dir of [data, state]) {
      const seen = statSync(join(dir, name), { throwIfNoEntry: false })
      if (seen) files[name] = seen.isDirectory() ? namesIn(join(dir, name)).length : seen.size
    }
  for (const name of namesIn(data))
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
