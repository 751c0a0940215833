// The feedback half of the judgement bench: what each preset makes of the labelled turns (data/feedback-turns), weighted as
// its README says, with bootstrap intervals. Complaints and praise were fitted on other people's messages (docs/ear.md).
import { readFeedback } from "../src/core/words/feedback/read-feedback.ts"
import type { FeedbackInput } from "../src/core/words/feedback/traits.ts"
import { labFeedback } from "../src/lab/each.ts"
import { builtInHear } from "../src/meaning/ear.ts"
import { labelledTurns, secondTurns, type Turn } from "./feedback/turns.ts"

const PRESETS = ["mettle", "evolver", "swarm", "groove", "nucleus"] as const
const RESAMPLES = 400

interface Said {
  readonly type: string
  readonly sentiment: number
}
interface Pair {
  readonly turn: Turn
  readonly said: Said
}
const COMPLAINTS = ["negative", "mixed"]
const PRAISES = ["positive", "mixed"]

function scored(pairs: readonly Pair[], labels: readonly string[], types: readonly string[]) {
  let tp = 0
  let fp = 0
  let fn = 0
  for (const { turn, said } of pairs) {
    const is = labels.includes(turn.label)
    const got = types.includes(said.type)
    if (is && got) tp += turn.w
    else if (got) fp += turn.w
    else if (is) fn += turn.w
  }
  const share = (a: number, b: number) => (b === 0 ? 0 : a / b)
  return { precision: share(tp, tp + fp), recall: share(tp, tp + fn), f1: share(2 * tp, 2 * tp + fp + fn) }
}

function figuresOf(pairs: readonly Pair[]): Record<string, number> {
  const complaint = scored(pairs, COMPLAINTS, ["explicit_negative"])
  const withRetry = scored(pairs, COMPLAINTS, ["explicit_negative", "implicit_retry"])
  const praise = scored(pairs, PRAISES, ["explicit_positive"])
  const accept = scored(pairs, ["accept"], ["accept"])
  const resend = scored(pairs, ["resend"], ["resend"])
  let sum = 0
  let weight = 0
  for (const { turn, said } of pairs)
    if (turn.label === "negative") {
      sum += said.sentiment * turn.w
      weight += turn.w
    }
  return {
    "negative precision": complaint.precision,
    "negative recall": complaint.recall,
    "negative F1": complaint.f1,
    "… retry counted, precision": withRetry.precision,
    "… retry counted, recall": withRetry.recall,
    "… retry counted, F1": withRetry.f1,
    "mean sentiment of negatives": weight === 0 ? 0 : sum / weight,
    "positive precision": praise.precision,
    "positive recall": praise.recall,
    "positive F1": praise.f1,
    "accept precision": accept.precision,
    "accept recall": accept.recall,
    "accept F1": accept.f1,
    "resend precision": resend.precision,
    "resend recall": resend.recall,
  }
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

/** 90 % percentile intervals over resampled sessions: turns of one session are not independent. */
function intervals(pairs: readonly Pair[]): Record<string, readonly [number, number]> {
  const sessions = new Map<string, Pair[]>()
  for (const pair of pairs) {
    const of = sessions.get(pair.turn.session)
    if (of === undefined) sessions.set(pair.turn.session, [pair])
    else of.push(pair)
  }
  const groups = [...sessions.values()]
  const random = seeded(11)
  const drawn: Record<string, number>[] = []
  for (let i = 0; i < RESAMPLES; i++)
    drawn.push(figuresOf(groups.flatMap(() => groups[Math.floor(random() * groups.length)]!)))
  return Object.fromEntries(
    Object.keys(drawn[0]!).map(name => {
      const values = drawn.map(figures => figures[name]!).sort((a, b) => a - b)
      return [name, [values[Math.floor(0.05 * RESAMPLES)]!, values[Math.floor(0.95 * RESAMPLES)]!] as const]
    }),
  )
}

const inputOf = (turn: Turn): FeedbackInput => ({
  text: turn.text,
  prev: turn.prev,
  agentTail: turn.agent_tail,
  tools: turn.tools,
  nTools: turn.n_tools,
  interrupted: turn.interrupted,
})

/** Milliseconds per message: the quickest of several passes, so that other work on the machine does not count. */
function speed(turns: readonly Turn[]): Record<string, number> {
  const best = turns.map(turn => {
    let quickest = Number.POSITIVE_INFINITY
    for (let pass = 0; pass < 5; pass++) {
      const start = performance.now()
      readFeedback(inputOf(turn), null)
      quickest = Math.min(quickest, performance.now() - start)
    }
    return quickest
  })
  best.sort((a, b) => a - b)
  const long = turns.map(turn => turn.text).join("\n")
  const text = long.repeat(Math.ceil(100_000 / Math.max(1, long.length))).slice(0, 100_000)
  const start = performance.now()
  readFeedback({ text, prev: text.slice(1), agentTail: text, tools: [], nTools: 1, interrupted: false }, null)
  return {
    "ms p50": best[best.length >> 1]!,
    "ms p99": best[Math.floor(best.length * 0.99)]!,
    "ms for 100 KB": performance.now() - start,
  }
}

export async function runFeedback(shared: string): Promise<Record<string, unknown>> {
  const turns = labelledTurns(shared)
  const second = secondTurns(shared)
  const read = (of: readonly Turn[], preset: string): readonly Pair[] =>
    of.map(turn => ({ turn, said: labFeedback(builtInHear)(turn, preset) }))
  const columns: Record<string, readonly Pair[]> = Object.fromEntries(PRESETS.map(name => [name, read(turns, name)]))
  columns["… second labels"] = read(second, "mettle")

  const names = Object.keys(columns)
  const figures = Object.fromEntries(names.map(name => [name, figuresOf(columns[name]!)]))
  const ranges = Object.fromEntries(names.map(name => [name, intervals(columns[name]!)]))
  console.log(
    `feedback: ${turns.length} labelled turns, ${second.length} second labels; weighted; 90 % intervals over sessions`,
  )
  console.log("".padEnd(29) + names.map(name => name.padStart(18)).join(""))
  for (const row of Object.keys(figures.mettle!)) {
    const cell = (name: string) => {
      const [low, high] = ranges[name]![row]!
      return `${figures[name]![row]!.toFixed(2)} ${low.toFixed(2)}–${high.toFixed(2)}`.padStart(18)
    }
    console.log(row.padEnd(29) + names.map(cell).join(""))
  }
  const took = speed(turns)
  console.log(
    Object.entries(took)
      .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
      .join("  "),
  )
  return { turns: turns.length, second: second.length, figures, intervals: ranges, speed: took }
}
