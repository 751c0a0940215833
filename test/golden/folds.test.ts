// Every machine over every recorded log, in short digests (readout.ts): the net under all rules and the whole fold. What a change
// moves here it moves for somebody; the name of the digest says where (docs/golden.md). UPDATE_GOLDEN=1 records anew.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { CHOICES } from "../../src/core/rules/registry.ts"
import { readout, recordedLogs } from "./readout.ts"

const RECORD = join(import.meta.dirname, "records", "folds.json")
type Digests = Readonly<Record<string, string>>
/** Names once, and for each case its digests in the same order. */
type Kept = { readonly names: readonly string[]; readonly cases: Readonly<Record<string, string>> }
const kept: Kept = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")) : { names: [], cases: {} }
const keptOf = (name: string): Digests => {
  const digests = (kept.cases[name] ?? "").split(" ")
  return Object.fromEntries(kept.names.map((key, i) => [key, digests[i] ?? "-"]).filter(([, digest]) => digest !== "-"))
}
const told = new Map<string, Digests>()

const cases = recordedLogs().flatMap(log =>
  Object.keys(CHOICES).map(preset => ({ name: `${log.name}, under ${preset}`, lines: log.lines, preset })),
)
it.each(cases)("$name", async ({ name, lines, preset }) => {
  const digests = await readout(lines, preset)
  told.set(name, digests)
  if (!process.env.UPDATE_GOLDEN) expect(digests).toEqual(keptOf(name))
})
afterAll(() => {
  if (!process.env.UPDATE_GOLDEN) return
  const names = [...new Set([...told.values()].flatMap(digests => Object.keys(digests)))].sort()
  const lines = [...told].map(
    ([name, digests]) => `${JSON.stringify(name)}: "${names.map(n => digests[n] ?? "-").join(" ")}"`,
  )
  writeFileSync(RECORD, `{"names": ${JSON.stringify(names)},\n"cases": {\n${lines.join(",\n")}\n}}\n`)
})
