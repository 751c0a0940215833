// Moves words of the trade towards one another: node tools/word-table/retrofit.mjs [--table assets/words.bin] [--out …]
// [--share .3]. Every group of trade-words.txt is a set of words that stand for one another; a word's direction becomes
// (1 − share) of its own and share of the mean of its groups' other words. Lengths stay. Words that the table lacks are added.
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { build } from "esbuild"
import { packed, unpacked } from "./layout.mjs"

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, "..", "..")
const { values: args } = parseArgs({
  options: {
    table: { type: "string", default: join(root, "assets", "words.bin") },
    out: { type: "string", default: join(root, "assets", "words.bin") },
    share: { type: "string", default: "0.3" },
    id: { type: "string" },
  },
})
const share = Number(args.share)
const bundled = await build({ entryPoints: [join(root, "src/core/recall/tokenise.ts")], bundle: true, format: "esm", write: false, logLevel: "error" })
const { stem } = await import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].contents).toString("base64")}`)

const { header, words, scales: oldScales, rows: oldRows } = unpacked(readFileSync(args.table))
if (header.retrofit) throw new Error("this table was moved already: begin with the one that make.mjs writes")
const { dims } = header
const length = []
const unit = words.map((_, row) => {
  const v = Float64Array.from(oldRows.subarray(row * dims, (row + 1) * dims), x => x * oldScales[row])
  const l = Math.hypot(...v)
  length.push(l)
  return l > 0 ? v.map(x => x / l) : v
})
const rowOf = new Map(words.map((word, row) => [word, row]))
const byStem = new Map()
words.forEach((word, row) => {
  const key = stem(word)
  byStem.set(key, [...(byStem.get(key) ?? []), row])
})
const rowsFor = word => [...new Set([...(rowOf.has(word) ? [rowOf.get(word)] : []), ...(byStem.get(stem(word)) ?? [])])]

const groups = readFileSync(join(here, "trade-words.txt"), "utf8")
  .split("\n")
  .filter(line => line.trim() !== "" && !line.startsWith("#"))
  .map(line => [...new Set(line.trim().split(/\s+/))].filter(word => /^[a-z][a-z0-9]*$/.test(word)))
const toUnit = v => {
  const l = Math.hypot(...v)
  return l > 0 ? v.map(x => x / l) : v
}
const meanOf = list => toUnit(list.reduce((sum, v) => sum.map((x, i) => x + v[i]), new Float64Array(dims)))
const pulls = new Map()
const fresh = new Map()
for (const group of groups) {
  const known = group.map(word => ({ word, rows: rowsFor(word) }))
  for (const { word, rows } of known) {
    const others = known.filter(o => o.word !== word && o.rows.length > 0).map(o => meanOf(o.rows.map(r => unit[r])))
    if (others.length === 0) continue
    const pull = meanOf(others)
    if (rows.length === 0) fresh.set(word, [...(fresh.get(word) ?? []), pull])
    for (const row of rows) pulls.set(row, [...(pulls.get(row) ?? []), pull])
  }
}
const moved = unit.map((u, row) => {
  const pull = pulls.get(row)
  if (!pull) return u
  const m = meanOf(pull)
  return toUnit(u.map((x, i) => (1 - share) * x + share * m[i]))
})
const typical = [...length].sort((a, b) => a - b)[Math.floor(length.length / 2)]
for (const [word, pull] of fresh) {
  words.push(word)
  moved.push(meanOf(pull))
  length.push(typical)
}
const rows = new Int8Array(words.length * dims)
const scales = new Float32Array(words.length)
moved.forEach((u, row) => {
  const v = u.map(x => x * length[row])
  const top = v.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9)
  scales[row] = top / 127
  v.forEach((x, i) => {
    rows[row * dims + i] = Math.round((x / top) * 127)
  })
})
const id = args.id ?? header.id.replace(/-v\d+$/, "-v2")
const retrofit = { share, groups: groups.length, moved: pulls.size, added: fresh.size }
const out = packed({ ...header, id, retrofit }, words, scales, rows)
writeFileSync(args.out, out)
console.log({ bytes: out.length, words: words.length, groups: groups.length, moved: pulls.size, added: [...fresh.keys()].join(" ") })
