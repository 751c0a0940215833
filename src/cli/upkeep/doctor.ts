// mettle doctor: is everything in order, and if not, what to do. Exit 1 only when something required is broken.
import { fileRefused, MettleError } from "../../core/errors.ts"
import { repairStore } from "../../memory/repair.ts"
import { defineMettleCommand, flag } from "../command.ts"
import { type Context, isRecorded } from "../context.ts"
import type { Out } from "../print.ts"
import { DOOR_CHECKS } from "./doctor-doors.ts"
import { type Check, type Finding, fail, STORE_CHECKS, warn } from "./doctor-store.ts"

export const command = defineMettleCommand({
  name: "doctor",
  examples: [
    ["mettle doctor", "one line per check: ok, warn or fail, with its fix"],
    ["mettle doctor --repair", "set a damaged log aside and begin again with all that can be proven"],
    ["mettle doctor --json", "the checks for programs"],
  ],
  args: {
    repair: flag("move a damaged log to quarantine/ and keep what can be proven"),
  },
  run: async ({ args, out, context }) => {
    if (args.repair) return repair(context, out)
    const found = await findings(context)
    const broken = found.some(({ state }) => state === "fail")
    out.result({ ok: !broken, checks: found }, () => {
      const paint = { ok: "green", warn: "yellow", fail: "red" } as const
      for (const { name, state, text, fix } of found) {
        out.line(`${out.paint(paint[state], out.symbol(state).padEnd(2))} ${name.padEnd(10)} ${text}`)
        if (fix) out.line(`   ${"".padEnd(10)} ${out.symbol("arrow")} ${fix}`)
      }
    })
    return broken ? 1 : 0
  },
})

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

export const CHECKS: readonly Check[] = [...STORE_CHECKS, ...DOOR_CHECKS]

/** A check that throws has found something too. */
async function findings(context: Context): Promise<readonly (Finding & { readonly name: string })[]> {
  const found: (Finding & { readonly name: string })[] = []
  // Said by the check of the settings; whoever needs them waits.
  const waiting: string[] = []
  for (const { name, look } of CHECKS) {
    try {
      found.push({ name, ...(await look(context)) })
    } catch (thrown) {
      const error = fileRefused(thrown) ?? thrown
      const known = error instanceof MettleError
      const text = error instanceof Error ? error.message : String(error)
      if (known && error.code === "E_CONFIG" && context.configAsIs().problems.length > 0) waiting.push(name)
      else
        found.push({
          name,
          ...fail(text, known ? (error.hint ?? `mettle help ${error.code}`) : "mettle doctor --verbose, and report it"),
        })
    }
  }
  if (waiting.length > 0)
    found.push({ name: "unseen", ...warn(`not looked at: ${waiting.join(", ")}`, "repair the settings first") })
  return found
}
