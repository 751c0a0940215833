// Recall quality: LoCoMo r@10, PrefEval r@5, episode-recall hit@5 and the hand-made pairs' MRR, for BM25 alone and for
// mettle, with bootstrap intervals; load time and time per embedding. LoCoMo and PrefEval only measure, nothing is fitted.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import type { LabDoc, LabQuery } from "../src/lab/retrieve.ts"
import { labRetrieve } from "../src/lab/retrieve.ts"
import { builtInSemantics } from "../src/meaning/word-table.ts"

interface Query extends LabQuery {
  readonly ev: readonly string[]
  readonly type?: string
}
export interface RecallSet {
  readonly name: string
  readonly measure: string
  readonly docs: readonly LabDoc[]
  readonly queries: readonly Query[]
  readonly value: (ids: readonly string[], ev: ReadonlySet<string>) => number
}

const lines = <T>(path: string): T[] =>
  gunzipSync(readFileSync(path))
    .toString("utf8")
    .split("\n")
    .filter(Boolean)
    .map(line => JSON.parse(line) as T)

const recallAt = (k: number) => (ids: readonly string[], ev: ReadonlySet<string>) =>
  ids.slice(0, k).filter(id => ev.has(id)).length / ev.size
const hitAt = (k: number) => (ids: readonly string[], ev: ReadonlySet<string>) =>
  ids.slice(0, k).some(id => ev.has(id)) ? 1 : 0
const reciprocal = (ids: readonly string[], ev: ReadonlySet<string>) => {
  const at = ids.findIndex(id => ev.has(id))
  return at < 0 ? 0 : 1 / (at + 1)
}

interface Pair {
  readonly id: string
  readonly card: string
  readonly hard: string
  readonly easy: string
}

export function recallSets(shared: string, pairsFolder: string): RecallSet[] {
  const set = (name: string, measure: string, value: RecallSet["value"]): RecallSet => ({
    name,
    measure,
    docs: lines<LabDoc>(join(shared, "data", name, "docs.jsonl.gz")),
    queries: lines<Query>(join(shared, "data", name, "queries.jsonl.gz")).filter(query => query.ev.length > 0),
    value,
  })
  const read = (name: string) => JSON.parse(readFileSync(join(pairsFolder, `${name}.json`), "utf8"))
  const halves = { tune: read("tune").pairs as Pair[], held: read("held").pairs as Pair[] }
  const cards: LabDoc[] = [
    ...[...halves.tune, ...halves.held].map(pair => ({ c: "pairs", id: pair.id, text: pair.card })),
    ...(read("distractors").cards as string[]).map((text, n) => ({ c: "pairs", id: `d${n}`, text })),
  ]
  const pairSets = (["tune", "held"] as const).flatMap(half =>
    (["hard", "easy"] as const).map(
      (level): RecallSet => ({
        name: `pairs ${half} ${level}`,
        measure: "MRR",
        docs: cards,
        queries: halves[half].map(pair => ({ c: "pairs", qid: pair.id, q: pair[level], ev: [pair.id] })),
        value: reciprocal,
      }),
    ),
  )
  return [
    set("locomo", "r@10", recallAt(10)),
    set("prefeval", "r@5", recallAt(5)),
    set("episode-recall", "hit@5", hitAt(5)),
    ...pairSets,
  ]
}

export function values(set: RecallSet, preset: string): number[] {
  const answers = labRetrieve(set.docs, set.queries, {
    preset,
    semantics: preset === "plain" ? null : builtInSemantics(),
  })
  return answers.map((answer, n) => set.value(answer.ids, new Set(set.queries[n]!.ev)))
}

export const mean = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0) / Math.max(1, list.length)

function interval(list: readonly number[]): [number, number] {
  let state = 12345
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
  const means = Array.from({ length: 1000 }, () =>
    mean(list.map(() => list[Math.floor(random() * list.length)]!)),
  ).sort((a, b) => a - b)
  return [means[25]!, means[974]!]
}

const figure = (list: readonly number[]) => {
  const [low, high] = interval(list)
  const round = (x: number) => Math.round(x * 1000) / 1000
  return { n: list.length, mean: round(mean(list)), low: round(low), high: round(high) }
}

export async function run(args: { shared: string; json: boolean; args: string[] }): Promise<Record<string, unknown>> {
  const before = performance.now()
  const { table, embedder } = builtInSemantics()
  const loadMs = performance.now() - before
  const sets = recallSets(args.shared, join(process.cwd(), "bench", "pairs"))
  const texts = sets.find(set => set.name === "pairs held hard")!.docs.map(doc => doc.text)
  for (let i = 0; i < 20; i++) embedder.embed(texts)
  const started = performance.now()
  for (let i = 0; i < 50; i++) embedder.embed(texts)
  const embedMicros = ((performance.now() - started) * 1000) / (50 * texts.length)
  const out: Record<string, unknown> = {
    embedder: embedder.id,
    words: table.size,
    loadMs: Math.round(loadMs * 10) / 10,
    embedMicros: Math.round(embedMicros * 10) / 10,
  }
  if (!args.json) {
    console.log(
      `embedder ${embedder.id}: ${table.size} words, load ${loadMs.toFixed(1)} ms, ${embedMicros.toFixed(1)} µs per short text`,
    )
    console.log("set                 n     measure  BM25 [95 %]          mettle [95 %]")
  }
  for (const set of sets) {
    const plain = figure(values(set, "plain"))
    const mettle = figure(values(set, "mettle"))
    out[set.name] = { measure: set.measure, plain, mettle, embedder: { plain: "none", mettle: embedder.id } }
    const cell = (f: typeof plain) => `${f.mean.toFixed(3)} [${f.low.toFixed(2)}, ${f.high.toFixed(2)}]`.padEnd(21)
    if (!args.json)
      console.log(
        `${set.name.padEnd(19)} ${String(plain.n).padEnd(5)} ${set.measure.padEnd(8)} ${cell(plain)}${cell(mettle)}`,
      )
  }
  return out
}
