// npm run cuts -- [--only id,id]: tries every row of the audit of docs/requirements.md again. A row says which wire was cut, in which
// file, and which tests were asked; the row holds when one of them fails. Rows that were only read say so and are passed over.
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { ask } from "./ask.ts"

interface Row {
  readonly id: string
  readonly verdict: string
  readonly cut?: { readonly in: string; readonly was: string; readonly now: string }
  readonly asked?: readonly string[]
  /** tried with the tests' own runner: they start processes */
  readonly hand?: boolean
}
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    sheet: { type: "string", default: "bench/hand-read/requirements-audit.json" },
  },
})
const only = values.only === "" ? null : values.only.split(",")
const { rows } = JSON.parse(readFileSync(values.sheet, "utf8")) as { readonly rows: readonly Row[] }
let [tried, held] = [0, 0]
for (const { id, cut, asked, hand } of rows) {
  if (!cut || !asked || hand || (only && !only.includes(id))) continue
  const text = readFileSync(cut.in, "utf8")
  const say = (line: string): void => void process.stdout.write(`${id}  ${line}\n`)
  tried++
  if (text.split(cut.was).length !== 2) {
    say(`stale: ${cut.in} holds what was cut ${text.split(cut.was).length - 1} times`)
    continue
  }
  const broken = await ask({ tests: asked.map(file => [file, null]), texts: { [cut.in]: text.replace(cut.was, () => cut.now) }, bail: true }, 600)
  const by = broken?.ran.find(({ ok }) => !ok)
  // what fails uncut too has noticed nothing
  const whole = by && (await ask({ tests: [[by.file, [by.name]]], texts: {}, bail: true }, 600))
  if (whole?.failed) say(`fails uncut: ${by!.file} ${by!.name}`)
  else if (broken?.failed === null) say("nobody noticed")
  else {
    held++
    say(`noticed by ${by ? `${by.file} ${by.name}` : (broken?.failed ?? "running without end")}`)
  }
}
process.stdout.write(`\n${held} of ${tried} cuts noticed\n`)
process.exit(0)
