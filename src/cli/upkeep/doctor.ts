// mettle doctor: is everything in order, and if not, what to do. Exit 1 only when something required is broken.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { repairStore } from "../../memory/repair.ts"
import { privateDir } from "../../paths.ts"
import { defineMettleCommand, flag } from "../command.ts"
import type { Context } from "../context.ts"
import { isRecorded } from "../memory-of.ts"
import type { Out } from "../print.ts"
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
  const { bundleOf } = await import("./doctor-bundle.ts")
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
