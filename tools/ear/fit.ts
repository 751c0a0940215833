// npm run ear -- --data ../shared/data/standing [--check] [--without-own] [--write]: figures out of folds by person;
// --check looks at the rows kept apart too (once, when the method stands); --write fits on all rows and writes
// assets/ear.bin, the same bytes each time. --prepare FILE writes the rows for encoder.py; --encoder FILE takes what pack-encoder.py made.
import { readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { brotliCompressSync, constants } from "node:zlib"
import { builtInEncoder } from "../../src/meaning/ear.ts"
import { examplesOf, fitHeads, fitKinds } from "./learn.ts"
import { FOLDS, measure, rowsOf, told } from "./measure.ts"
import { pack } from "./pack.ts"
import { prepare } from "./prepare.ts"
import { standing } from "./rows.ts"
import { fitStances, meant, meantBy, planted, toldStances } from "./stance.ts"

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data/standing" },
    check: { type: "boolean", default: false },
    "without-own": { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    prepare: { type: "string" },
    encoder: { type: "string" },
  },
})
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
if (values.prepare !== undefined) {
  prepare(values.prepare, standing(values.data), builtInEncoder().vocabulary, FOLDS)
  process.exit()
}
if (values.encoder !== undefined) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 }
  writeFileSync("assets/encoder.bin.br", brotliCompressSync(readFileSync(values.encoder), { params }))
  process.exit()
}
const rows = rowsOf(values.data, !values["without-own"])
const measured = measure(rows, values.check)
const sentences = [
  ...meant("tools/ear"),
  ...meantBy(rows.own),
  ...planted(),
]
for (const line of [...told(measured), ...toldStances(sentences)]) say(line)
if (values.write) {
  const all = examplesOf([...rows.real, ...rows.own])
  const heads = fitHeads(all)
  const kinds = fitKinds(all, heads.sentence.rarity)
  const bytes = pack(heads, measured.abroad, kinds, fitStances(sentences), measured.joined, measured.cuts, `ear-${rows.real.length}+${rows.own.length}+${rows.said.length}`)
  writeFileSync("assets/ear.bin", bytes)
  say(`assets/ear.bin: ${bytes.length} bytes`)
}
