// Two halves of the judgement bench: tool success against the harness's flag and against hand labels (data/tool-outcomes),
// and the outcome of whole runs (data/run-outcomes), for mettle beside the seeds. Measures; decides nothing.
import { createReadStream, readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { createGunzip } from "node:zlib"
import { type LabelTables, type Odds, RUN_TABLES } from "../src/core/label/latent-label.ts"
import { CALLS, CODED, START_PACE, seenOf } from "../src/core/label/signals.ts"
import type { Loose } from "../src/core/loose.ts"
import { labOutcome, labTool, runEvidence } from "../src/lab/each.ts"

const PRESETS = ["mettle", "evolver", "swarm", "groove", "nucleus"] as const
const RESAMPLES = 400

export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}
interface Scored {
  readonly precision: Estimate
  readonly recall: Estimate
  readonly f1: Estimate
}
interface ToolRow {
  readonly line: Loose
  readonly cls: string
  readonly session: string
  readonly label: { readonly fail: boolean; readonly w: number } | null
}
interface Count {
  readonly tp: number
  readonly fp: number
  readonly fn: number
}

/** mulberry32: the bench prints the same intervals every time */
function seeded(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
const share = (a: number, b: number): number => (b === 0 ? 0 : a / b)
const precision = (c: Count): number => share(c.tp, c.tp + c.fp)
const recall = (c: Count): number => share(c.tp, c.tp + c.fn)
const f1 = (c: Count): number => share(2 * c.tp, 2 * c.tp + c.fp + c.fn)
const add = (a: Count, b: Count): Count => ({ tp: a.tp + b.tp, fp: a.fp + b.fp, fn: a.fn + b.fn })
const NONE: Count = { tp: 0, fp: 0, fn: 0 }

/** Percentile interval over resampled groups (a session, a run): rows of one group are not independent. */
export function bootstrap<T>(groups: readonly T[], statistic: (sample: readonly T[]) => number, seed = 1): Estimate {
  const random = seeded(seed)
  const drawn: number[] = []
  for (let i = 0; i < RESAMPLES; i++) {
    const sample = groups.map(() => groups[Math.floor(random() * groups.length)] as T)
    drawn.push(statistic(sample))
  }
  drawn.sort((a, b) => a - b)
  const at = (q: number): number => drawn[Math.min(drawn.length - 1, Math.floor(q * drawn.length))] ?? Number.NaN
  return { value: statistic(groups), low: at(0.025), high: at(0.975) }
}

async function toolRows(shared: string, set: string): Promise<ToolRow[]> {
  const labels = new Map<string, { fail: boolean; w: number }>()
  for (const raw of readFileSync(`${shared}/data/${set}/labels.jsonl`, "utf8").trim().split("\n")) {
    const label = JSON.parse(raw) as { id: string; label: string; w: number }
    if (label.label !== "na") labels.set(label.id, { fail: label.label === "fail", w: label.w })
  }
  const rows: ToolRow[] = []
  const lines = createInterface({
    input: createReadStream(`${shared}/data/${set}/results.jsonl.gz`).pipe(createGunzip()),
  })
  for await (const raw of lines) {
    const { cls, ...line } = JSON.parse(raw) as Loose & { cls: string; id: string }
    rows.push({ line, cls, session: line.id.split("#")[0] ?? "", label: labels.get(line.id) ?? null })
  }
  return rows
}

function score(rows: readonly ToolRow[], count: (row: ToolRow) => Count): Scored {
  const sessions = new Map<string, Count>()
  for (const row of rows) sessions.set(row.session, add(sessions.get(row.session) ?? NONE, count(row)))
  const groups = [...sessions.values()]
  const of = (statistic: (c: Count) => number): Estimate =>
    bootstrap(groups, sample => statistic(sample.reduce(add, NONE)))
  return { precision: of(precision), recall: of(recall), f1: of(f1) }
}

const counted = (said: boolean, truth: boolean, w = 1): Count => ({
  tp: said && truth ? w : 0,
  fp: said && !truth ? w : 0,
  fn: !said && truth ? w : 0,
})
const show = (e: Estimate): string => `${e.value.toFixed(3)} [${e.low.toFixed(3)}, ${e.high.toFixed(3)}]`

/** One line with 100 KB of test output, the worst a pipe without a limit brings. */
const bigLine = (): Loose => ({
  tool: "Bash",
  input: JSON.stringify({ command: "npm test 2>&1" }),
  text: `${"    at Object.<anonymous> (src/some/module.test.ts:10:20) expected 1 to equal 2 error\n".repeat(1_250)}`,
})

export async function runTool(shared: string): Promise<Record<string, unknown>> {
  const rows = await toolRows(shared, "tool-outcomes")
  const judged = rows.filter(row => row.cls === "ok" || row.cls === "error")
  const hand = rows.filter(row => row.label !== null)
  console.log(
    `tool: ${judged.length} results with a flag (${judged.filter(row => row.cls === "error").length} errors), ${hand.length} hand labels; 95% intervals by session`,
  )
  console.log("preset    flag: precision            recall                 left out  labels: F1")
  const figures: Record<string, unknown> = {}
  for (const preset of PRESETS) {
    const answers = new Map<unknown, ReturnType<typeof labTool>>()
    const times: number[] = []
    for (const row of rows) {
      const start = performance.now()
      answers.set(row.line.id, labTool(row.line, preset))
      times.push(performance.now() - start)
    }
    const answer = (row: ToolRow) => answers.get(row.line.id)!
    const visible = judged.filter(row => answer(row).kind !== "hidden")
    const flag = score(visible, row => counted(answer(row).ok === false, row.cls === "error"))
    const labels = score(hand, row => counted(answer(row).ok === false, row.label?.fail ?? false, row.label?.w ?? 0))
    times.sort((a, b) => a - b)
    const p99 = times[Math.floor(times.length * 0.99)] ?? 0
    const asides = rows.filter(row => row.cls === "rejected" || row.cls === "cancelled")
    const kept = share(asides.filter(row => answer(row).kind === row.cls).length, asides.length)
    console.log(
      `${preset.padEnd(9)} ${show(flag.precision)}   ${show(flag.recall)}   ${String(judged.length - visible.length).padStart(5)}     ${show(labels.f1)}`,
    )
    figures[preset] = { flag, labels, leftOut: judged.length - visible.length, refusalsRecognised: kept, p99Ms: p99 }
  }
  const others = await elsewhere(shared)
  const big = bigLine()
  labTool(big)
  const start = performance.now()
  for (let i = 0; i < 10; i++) labTool(big)
  const bigMs = (performance.now() - start) / 10
  const mettle = figures.mettle as { p99Ms: number; refusalsRecognised: number }
  console.log(
    `refused and cancelled calls recognised ${(100 * mettle.refusalsRecognised).toFixed(1)}%; one call p99 ${mettle.p99Ms.toFixed(2)} ms; 100 KB ${bigMs.toFixed(1)} ms`,
  )
  return { ...figures, elsewhere: others, bigMs }
}

/** Hand labels of repositories nobody had before them when the readers were written, each by itself. */
async function elsewhere(shared: string): Promise<Record<string, Scored>> {
  const hand = (await toolRows(shared, "tool-outcomes-2")).filter(row => row.label !== null)
  const groups = new Map([["all", hand]])
  for (const row of hand) {
    const repo = row.session.split(":")[0] ?? ""
    groups.set(repo, [...(groups.get(repo) ?? []), row])
  }
  const figures: Record<string, Scored> = {}
  for (const [repo, rows] of groups) {
    const one = score(rows, row => counted(labTool(row.line).ok === false, row.label?.fail ?? false, row.label?.w ?? 0))
    console.log(
      `elsewhere, ${repo}: ${rows.length} labels, F1 ${show(one.f1)}, precision ${show(one.precision)}, recall ${show(one.recall)}`,
    )
    figures[repo] = one
  }
  return figures
}

interface Run {
  readonly line: Loose
  readonly repo: string
  readonly resolved: boolean
}
interface Squares {
  readonly mine: number
  readonly constant: number
}

/** Five folds of whole repositories, filled largest first. */
function foldsByRepository(runs: readonly Run[]): readonly (readonly Run[])[] {
  const repos = new Map<string, Run[]>()
  for (const run of runs) repos.set(run.repo, [...(repos.get(run.repo) ?? []), run])
  const folds: Run[][] = [[], [], [], [], []]
  for (const group of [...repos.values()].sort((a, b) => b.length - a.length))
    folds.reduce((least, fold) => (fold.length < least.length ? fold : least)).push(...group)
  return folds
}
function auc(pairs: readonly { readonly p: number; readonly y: boolean }[]): number {
  const good = pairs.filter(pair => pair.y)
  const bad = pairs.filter(pair => !pair.y)
  let wins = 0
  for (const a of good) for (const b of bad) wins += a.p > b.p ? 1 : a.p === b.p ? 0.5 : 0
  return share(wins, good.length * bad.length)
}

/** What a run shows, signal by signal, as its tables count it. */
function categoriesOf(line: Loose): readonly { readonly signal: string; readonly category: string }[] {
  const seen = seenOf(runEvidence(line), START_PACE)
  return [
    ...CODED.flatMap(signal => (seen.codes[signal] === undefined ? [] : [{ signal, category: seen.codes[signal] }])),
    ...CALLS.flatMap(signal => (seen.calls[signal][1] > 0 ? [{ signal, category: "failed" }] : [])),
  ]
}

/** The shipped tables moved by runs whose end is known: what fitting on other repositories would add. */
function fitted(runs: readonly Run[], weight = 40): LabelTables {
  const counts = new Map<string, [number, number]>()
  for (const run of runs)
    for (const part of categoriesOf(run.line)) {
      const key = `${part.signal} ${part.category}`
      const [ok, bad] = counts.get(key) ?? [0, 0]
      counts.set(key, run.resolved ? [ok + 1, bad] : [ok, bad + 1])
    }
  const good = runs.filter(run => run.resolved).length
  const signals = Object.fromEntries(
    Object.entries(RUN_TABLES.signals).map(([signal, table]) => {
      const seen = Object.keys(table).map(category => counts.get(`${signal} ${category}`) ?? ([0, 0] as const))
      const ok = seen.reduce((sum, count) => sum + count[0], weight)
      const bad = seen.reduce((sum, count) => sum + count[1], weight)
      const rows = Object.entries(table).map(([category, odds], i): [string, Odds] => [
        category,
        [((seen[i]?.[0] ?? 0) + weight * odds[0]) / ok, ((seen[i]?.[1] ?? 0) + weight * odds[1]) / bad],
      ])
      return [signal, Object.fromEntries(rows)]
    }),
  ) as LabelTables["signals"]
  return { ...RUN_TABLES, prior: (good + 30 * RUN_TABLES.prior) / (runs.length + 30), signals }
}

export async function runOutcome(shared: string): Promise<Record<string, unknown>> {
  const runs = readFileSync(`${shared}/data/run-outcomes/runs.jsonl`, "utf8")
    .trim()
    .split("\n")
    .map((raw): Run => {
      const {
        resolved,
        touched_gold_file: _hindsight,
        repo,
        ...line
      } = JSON.parse(raw) as Loose & { resolved: boolean; touched_gold_file: unknown; repo: string }
      return { line, repo, resolved }
    })
  const folds = foldsByRepository(runs)
  console.log(
    `\noutcome: ${runs.length} runs, ${runs.filter(run => run.resolved).length} resolved; 5 folds by repository, the constant is the other folds' mean`,
  )
  console.log("preset         Brier                   constant   difference               AUC")
  const figures: Record<string, unknown> = {}
  for (const row of [...PRESETS, "mettle, fitted"] as const) {
    const preset = row === "mettle, fitted" ? "mettle" : row
    const squares: Squares[] = []
    const pairs: { p: number; y: boolean }[] = []
    for (const fold of folds) {
      const rest = folds.filter(other => other !== fold).flat()
      const base = share(rest.filter(run => run.resolved).length, rest.length)
      const params = row === preset ? {} : { tables: fitted(rest) }
      for (const run of fold) {
        const y = run.resolved ? 1 : 0
        const { p } = labOutcome(run.line, preset, params)
        squares.push({ mine: (p - y) ** 2, constant: (base - y) ** 2 })
        pairs.push({ p, y: run.resolved })
      }
    }
    const mean = (of: (s: Squares) => number) => (sample: readonly Squares[]) =>
      share(
        sample.reduce((sum, s) => sum + of(s), 0),
        sample.length,
      )
    const brier = bootstrap(
      squares,
      mean(s => s.mine),
    )
    const constant = mean(s => s.constant)(squares)
    const difference = bootstrap(
      squares,
      mean(s => s.mine - s.constant),
    )
    const area = auc(pairs)
    console.log(
      `${row.padEnd(14)} ${show(brier)}   ${constant.toFixed(3)}      ${show(difference)}   ${area.toFixed(2)}`,
    )
    figures[row] = { brier, constant, difference, auc: area }
  }
  return figures
}
