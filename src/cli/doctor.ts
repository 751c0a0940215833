// mettle doctor: is everything in order, and if not, what to do. Exit 1 only when something required is broken.
import { defineMettleCommand } from "./command.ts"
import { findings } from "./doctor-checks.ts"

export const command = defineMettleCommand({
  name: "doctor",
  summary: "is everything in order, and if not, what to do",
  examples: [
    ["mettle doctor", "one line per check: ok, warn or fail, with its fix"],
    ["mettle doctor --json", "the same for programs"],
  ],
  args: {},
  run: async ({ out, context }) => {
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
