// npm run ear -- --data ../shared/data/standing [--check] [--without-own] [--write]: figures out of folds by person;
// --check looks at the rows kept apart too (once, when the method stands); --write fits on all rows and writes
// assets/ear.bin, the same bytes each time.
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { examplesOf, fitHeads, fitKinds } from "./learn.ts"
import { measure, rowsOf, told } from "./measure.ts"
import { pack } from "./pack.ts"

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data/standing" },
    check: { type: "boolean", default: false },
    "without-own": { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
})
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
const rows = rowsOf(values.data, !values["without-own"])
const measured = measure(rows, values.check)
for (const line of told(measured)) say(line)
if (values.write) {
  const all = examplesOf([...rows.real, ...rows.own])
  const heads = fitHeads(all)
  const kinds = fitKinds(all, heads.sentence.rarity)
  const bytes = pack(heads, kinds, measured.joined, measured.cuts, `ear-${rows.real.length}+${rows.own.length}`)
  writeFileSync("assets/ear.bin", bytes)
  say(`assets/ear.bin: ${bytes.length} bytes`)
}
