// [N14] What is said to people needs no glossary: every help, every topic, what commands print of a store that has learned, and
// what hooks show. The pages are read in the browser (test/browser/checks/pages.ts).
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { COMMANDS, named } from "../../src/cli/commands.ts"
import { commandHelp, TOPICS } from "../../src/cli/help.ts"
import { EXPERT_TABLES } from "../../src/core/label/latent-label.ts"
import { CALLS } from "../../src/core/label/signals.ts"
import { inPlainWords } from "../../src/memory/reading/plain-words.ts"
import { learnedStore } from "../cli/learned-store.ts"
import { roughHour } from "../cli/rough-hour.ts"
import { world } from "../cli/world.ts"
import { puzzle } from "./puzzling.ts"
import { ROOT } from "./source.ts"

describe("[N14] plain words", () => {
  it.each(COMMANDS.flatMap(({ name, parts }) => [name, ...parts.map(part => `${name} ${part.name}`)]))(
    "help of %s",
    async name => {
      const found = named(name.split(" "))!
      expect(puzzle(commandHelp((await found.what.load()).command, found).join("\n"))).toBeNull()
    },
  )
  it("topics, but for the one that defines the words", () => {
    for (const { name, lines } of TOPICS) if (name !== "concepts") expect(puzzle(lines.join("\n")), name).toBeNull()
  })
  it("what hooks show a person", () => {
    for (const file of ["src/hook/hook-answer.ts", "src/memory/packs/attention.ts", "src/memory/measuring/did.ts"]) {
      const shown = readFileSync(join(ROOT, file), "utf8").matchAll(/(["`])((?:mettle: |[a-z]+ )[^"`\n]*)\1/g)
      for (const [, , text] of shown) expect(puzzle(text!.replace(/\$\{[^}]*\}/g, "…")), `${file}: ${text}`).toBeNull()
    }
  })
  it("what commands print of a store that has learned, and of a rough hour", async () => {
    const learned = world()
    await learnedStore(learned, 16, (await learned.run(["config", "scope", "--json"])).json().id)
    const rough = world()
    await roughHour(rough)
    for (const w of [learned, rough]) {
      const { cards } = (await w.run(["cards", "--json"])).json()
      const { episodes } = (await w.run(["history", "--json"])).json()
      const one = cards.flatMap(({ id }: { id: string }) => [`card ${id}`, `why ${id}`])
      const lines = [
        ...["did", "did norms", "did proof", "status", "cards", "history", "history breaker", "left", "pack --why"],
        ...["review --no-input", "review ledger", "doctor", `history ${episodes[0].short}`, ...one.slice(0, 12)],
      ]
      for (const line of lines) {
        const { out } = await w.run(line.split(" "))
        expect(puzzle(out), line).toBeNull()
      }
    }
  })
  it("a rule's sentence loses its code and its measure; one that is not known stays as it is", () => {
    expect(inPlainWords("anchored, new, 1 of 60")).toBe("nothing like it was known (1 of 60 places taken)")
    expect(inPlainWords("awaits-user: a document's rule waits for the user's nod")).toBe(
      "a document's rule waits for the user's nod",
    )
    expect(inPlainWords("the user said it again differently (jaccard 0.67)")).toBe("the user said it again differently")
    expect(inPlainWords("last outcome tool_success of test")).toBe("the last test passed")
    expect(inPlainWords("repaired: user passed last")).toBe("it failed at first; you were content at the end")
    expect(inPlainWords("repaired: test passed last; mean of 18 stretches")).toBe(
      "it failed at first; the last test passed; over 18 stretches of work",
    )
    expect(inPlainWords("commit passed last, still red: typecheck")).toBe(
      "the last commit passed; still red: typecheck",
    )
    const guess = "pace 0 +0.58, runs 0 of 2 failed +0.26, end normal +0.12"
    expect(inPlainWords(`no salient outcome; usual 62%: ${guess}`)).toBe(
      "no test, build, commit or word of yours; guessed from its pace, 0 of 2 calls failed, a normal end",
    )
    expect(inPlainWords(`usual 71% here, learned from 40 episodes: end vanished -0.30`)).toBe(
      "guessed from that it broke off; of 40 episodes here 71% went well",
    )
    for (const [name, categories] of Object.entries(EXPERT_TABLES.signals))
      for (const category of CALLS.some(call => call === name) ? [] : Object.keys(categories))
        expect(inPlainWords(`usual 62%: ${name} ${category} +0.10`), `${name} ${category}`).not.toContain(
          `${name} ${category}`,
        )
    expect(inPlainWords("said twice")).toBe("said twice")
  })
})
