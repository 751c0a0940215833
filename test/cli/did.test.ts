// mettle, alone: in a narrow window the quote gives way and the command, never the figure.
import { describe, expect, it } from "vitest"
import { learnedStore } from "./learned-store.ts"
import { world } from "./world.ts"

describe("[N12] what it did for you, in a narrow window", () => {
  it("says every figure whole, in no line wider than the window", async () => {
    const w = world()
    await learnedStore(w, 16, (await w.run(["config", "scope", "--json"])).json().id)
    const { lines } = (await w.run(["did", "--json"])).json() as { lines: { text: string }[] }
    expect(lines.some(({ text }) => /broken in \d+ of \d+ sessions since/.test(text))).toBe(true)
    for (const columns of [44, 60, 80, 130]) {
      const { out } = await w.run(["did"], { columns })
      const said = out.replace(/\s+/g, " ")
      for (const { text } of lines) expect(said, `${columns}`).toContain(text.split("”").at(-1)!.replace(/^: /, ""))
      for (const line of out.split("\n").filter(one => one.startsWith("  ") && !one.includes("<id>")))
        expect(line.length, line).toBeLessThanOrEqual(columns)
    }
  })
})
