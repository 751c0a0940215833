// mettle gates: four questions to pass before anybody speaks of cause, computed from this log.
import { readGates } from "../memory/gates.ts"
import { defineMettleCommand } from "./command.ts"
import { readMemory } from "./memory-of.ts"

export const command = defineMettleCommand({
  name: "gates",
  summary: "is there enough to speak of cause",
  examples: [
    ["mettle gates", "four gates with their figures"],
    ["mettle gates --json", "the same for programs"],
  ],
  args: {},
  run: async ({ out, context }) => {
    const opened = await readMemory(context, out)
    const gates = opened ? readGates(opened.memory) : []
    out.result({ gates, open: gates.length > 0 && gates.every(g => g.state === "open") }, () => {
      if (gates.length === 0) {
        out.line("Nothing recorded yet. Gates are computed from packs you rated, cards, and judged work.")
        return
      }
      for (const gate of gates) {
        const paint = gate.state === "open" ? "green" : gate.state === "shut" ? "yellow" : "dim"
        out.line(
          `gate ${gate.gate}  ${out.paint(paint, (gate.state === "early" ? "too early" : gate.state).padEnd(9))}  ${gate.because}`,
        )
        out.line(out.paint("dim", `        wants ${gate.asks} (${gate.requirement})`))
      }
    })
  },
})
