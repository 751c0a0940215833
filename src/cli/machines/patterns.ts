// mettle config patterns: what reads prompts and tool output, by id, and what is switched off.
import { readPatterns } from "../../memory/checks/patterns.ts"
import { defineMettleCommand, flag } from "../command.ts"
import { readMemory } from "../context.ts"

export const command = defineMettleCommand({
  name: "config patterns",
  examples: [
    ["mettle config patterns", "your own, and how many are built in"],
    ["mettle config patterns --all", "every one of them"],
    ["mettle config set patterns.disable go/panic", "switch one off"],
  ],
  args: { all: flag("built-in ones too, one per line") },
  run: async ({ args, out, context }) => {
    const memory = await readMemory(context, out)
    const all = readPatterns(memory)
    const shown = all.filter(pattern => args.all || pattern.from !== "built in" || !pattern.on)
    const ids = new Set(all.map(pattern => pattern.id))
    const unknown = context
      .config()
      .get("patterns.disable")
      .filter(id => !ids.has(id))
    out.result({ patterns: all, unknown }, () => {
      if (memory.parts.log.head() === 0) out.line("Nothing was recorded yet; these read from the first prompt on.")
      if (shown.length > 0)
        out.table(
          [{ name: "id" }, { name: "from" }, { name: "on" }, { name: "says" }],
          shown.map(p => [p.id, p.from, p.on ? "yes" : "off", p.says]),
        )
      const built = all.filter(p => p.from === "built in")
      if (built.length > 0 && !args.all)
        out.line(
          `${built.length} built-in marks (${built.filter(p => !p.on).length} off): mettle config patterns --all`,
        )
      if (unknown.length > 0) out.line(`patterns.disable names what there is not: ${unknown.join(", ")}`)
    })
  },
})
