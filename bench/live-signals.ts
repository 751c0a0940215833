// Could other live signals warn earlier? Every message of the real sessions up to the first interrupt, with what could be known
// at that moment; one signal at a time and all together (a logistic model), never tested on sessions, then never on people,
// that it was fitted on. Beside it an alarm at random times that goes off in as many quiet sessions.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { seeded } from "../src/core/stats.ts"
import { type Line, readSessions } from "./transcript-drafts.ts"

interface Args {
  readonly shared: string
  readonly json: boolean
}
interface Session {
  readonly id: string
  readonly dev: string
  /** one row per message */
  readonly rows: readonly (readonly number[])[]
  /** messages before the first interrupt, without the refusal that is part of it; null = never interrupted */
  readonly until: number | null
  readonly quiet: boolean
}
type Line2 = Line & { readonly dev?: string }

const SIGNALS = [
  "failure streak",
  "failures in the last 10",
  "same call again (20)",
  "same file edited again (20)",
  "messages without the user",
  "minutes without the user",
  "refused calls (20)",
  "characters since a success",
  "edits in this turn",
  "looks without an edit",
] as const
/** An interrupt within so many messages counts as announced when the model is fitted. */
const SOON = 10
const QUIET_SHARES = [0.02, 0.05, 0.1, 0.2] as const
const FOLDS = 5
const REPEATS = 4
const REFUSED = /user doesn't want to proceed|tool use was rejected|interrupted by user/i
const EDITS = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"])
const LOOKS = new Set(["Read", "Grep", "Glob", "LS"])

function sessionOf(lines: readonly Line2[], complaints: ReadonlySet<string>): Session {
  const calls = new Map(lines.flatMap(l => (l.e === "call" ? [[l.id ?? "", l] as const] : [])))
  const rows: number[][] = []
  const keys: string[] = []
  const edits: string[] = []
  const failed: boolean[] = []
  const refused: boolean[] = []
  let [streak, turn, turnAt, since, editsHere, looks] = [0, 0, 0, 0, 0, 0]
  let until: number | null = null
  let complained = false
  for (const line of lines) {
    if (line.e === "user" && line.k === "interrupt") until ??= rows.length - (refused.at(-1) ? 1 : 0)
    if (line.e === "call" || line.k === "interrupt" || (rows.length === 0 && line.e !== "user")) continue
    const at = Date.parse(line.ts ?? "") || turnAt
    if (complaints.has(`${line.s}#${line.i}`)) complained = true
    const call = calls.get(line.id ?? "")
    const tool = line.tool ?? call?.tool ?? ""
    const no = line.e === "result" && REFUSED.test(line.text ?? "")
    const error = line.e === "result" && line.is_error === true && !no
    const fine = line.e === "result" && line.is_error === false
    if (line.e === "user") [turn, turnAt, editsHere, looks] = [rows.length, at, 0, 0]
    streak = error ? streak + 1 : fine ? 0 : streak
    since = fine && tool === "Bash" ? 0 : since + (line.text?.length ?? 0)
    if (line.e === "result" && EDITS.has(tool)) editsHere++
    looks = LOOKS.has(tool) ? looks + 1 : EDITS.has(tool) ? 0 : looks
    failed.push(error)
    refused.push(no)
    keys.push(line.e === "result" && call ? `${tool} ${call.input ?? ""}` : "")
    edits.push(line.e === "result" && EDITS.has(tool) ? (call?.path ?? "") : "")
    rows.push([
      Math.min(streak, 6),
      failed.slice(-10).filter(Boolean).length,
      Math.min(again(keys.slice(-20)), 8),
      Math.min(again(edits.slice(-20)), 8),
      Math.log1p(rows.length - turn),
      Math.log1p(Math.max(0, at - turnAt) / 60_000),
      refused.slice(-20).filter(Boolean).length,
      Math.log1p(since),
      Math.min(editsHere, 15),
      Math.min(looks, 15),
    ])
  }
  return {
    id: lines[0]!.s,
    dev: lines[0]!.dev ?? lines[0]!.s,
    rows,
    until,
    quiet: until === null && !complained,
  }
}
const again = (words: readonly string[]): number => {
  const said = words.filter(word => word !== "")
  return said.length - new Set(said).size
}

interface Model {
  readonly mean: readonly number[]
  readonly spread: readonly number[]
  readonly weight: readonly number[]
}
/** Logistic regression by gradient steps on standardised signals, with a small penalty. */
function learned(sessions: readonly Session[], use: readonly number[]): Model {
  const x: number[][] = []
  const y: number[] = []
  for (const { rows, until } of sessions)
    rows.slice(0, until ?? rows.length).forEach((row, i) => {
      x.push(use.map(k => row[k]!))
      y.push(until !== null && until - i <= SOON ? 1 : 0)
    })
  const mean = use.map((_, k) => x.reduce((sum, row) => sum + row[k]!, 0) / x.length)
  const spread = use.map(
    (_, k) => Math.sqrt(x.reduce((sum, row) => sum + (row[k]! - mean[k]!) ** 2, 0) / x.length) || 1,
  )
  const z = x.map(row => row.map((value, k) => (value - mean[k]!) / spread[k]!))
  const weight = new Array<number>(use.length + 1).fill(0)
  for (let step = 0; step < 60; step++) {
    const slope = new Array<number>(weight.length).fill(0)
    z.forEach((row, i) => {
      const off = 1 / (1 + Math.exp(-scoreOf(weight, row))) - y[i]!
      slope[0]! += off
      row.forEach((value, k) => {
        slope[k + 1]! += off * value
      })
    })
    slope.forEach((value, k) => {
      weight[k]! -= 8 * (value / z.length + (k === 0 ? 0 : 0.0005 * weight[k]!))
    })
  }
  return { mean, spread, weight }
}
const scoreOf = (weight: readonly number[], row: readonly number[]): number =>
  row.reduce((sum, value, k) => sum + value * weight[k + 1]!, weight[0]!)

/** For every session the scores by a model that never saw its group. */
function outOfFold(sessions: readonly Session[], use: readonly number[], by: "id" | "dev", seed: string) {
  const random = seeded(seed)
  const groups = [...new Set(sessions.map(s => s[by]))]
    .map(group => ({ group, at: random() }))
    .sort((a, b) => a.at - b.at)
  const fold = new Map(groups.map(({ group }, i) => [group, i % FOLDS]))
  return Array.from({ length: FOLDS }, (_, f) => {
    const { mean, spread, weight } = learned(
      sessions.filter(s => fold.get(s[by]) !== f),
      use,
    )
    return sessions
      .filter(s => fold.get(s[by]) === f)
      .map(s => {
        const scores = s.rows.map(row =>
          scoreOf(
            weight,
            use.map((k, i) => (row[k]! - mean[i]!) / spread[i]!),
          ),
        )
        return { session: s, scores }
      })
  }).flat()
}

type Scored = ReturnType<typeof outOfFold>
/** Share of interrupted sessions with an alarm before the first interrupt, where it goes off in so many quiet ones. */
function lead(scored: Scored, share: number): number {
  const quiet = scored.filter(s => s.session.quiet).map(s => Math.max(...s.scores))
  const bar = quiet.sort((a, b) => b - a)[Math.floor(quiet.length * share)] ?? Number.POSITIVE_INFINITY
  const broken = scored.filter(s => s.session.until !== null)
  return broken.filter(s => s.scores.slice(0, s.session.until!).some(score => score > bar)).length / broken.length
}
/** The same by an alarm that goes off at random. */
function byChance(sessions: readonly Session[], share: number): number {
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length
  const hit = (rate: number, messages: number): number => 1 - (1 - rate) ** messages
  const quiet = sessions.filter(s => s.quiet)
  let [low, high] = [0, 1]
  for (let i = 0; i < 50; i++) {
    const rate = (low + high) / 2
    if (mean(quiet.map(s => hit(rate, s.rows.length))) < share) low = rate
    else high = rate
  }
  return mean(sessions.flatMap(s => (s.until === null ? [] : [hit(low, s.until)])))
}

export async function run({ shared, json }: Args): Promise<Record<string, unknown>> {
  const say = (line = ""): void => void (json || process.stdout.write(`${line}\n`))
  const labels = readFileSync(join(shared, "data/feedback-turns/labels.jsonl"), "utf8").trim().split("\n")
  const complaints = new Set(
    labels.map(line => JSON.parse(line)).flatMap(l => (l.label === "negative" || l.label === "mixed" ? [l.id] : [])),
  )
  const sessions = (await readSessions(shared))
    .map(lines => sessionOf(lines, complaints))
    .filter(s => s.rows.length > 0)
  const [n, broken, quiet] = [
    sessions.length,
    sessions.filter(s => s.until !== null).length,
    sessions.filter(s => s.quiet).length,
  ]
  say(`${n} sessions of ${new Set(sessions.map(s => s.dev)).size} people; ${broken} interrupted, ${quiet} quiet`)
  say(
    "share of the interrupted with an alarm before the first interrupt, by the share of quiet sessions it goes off in",
  )
  const head = QUIET_SHARES.map(share => `${100 * share} %`.padStart(8)).join("")
  say(`${"".padEnd(44)}${head}`)
  const percent = (x: number): string => `${(100 * x).toFixed(1)} %`.padStart(8)
  const chance = QUIET_SHARES.map(share => byChance(sessions, share))
  say(`${"an alarm at random times".padEnd(44)}${chance.map(percent).join("")}`)
  const figures: Record<string, unknown> = { sessions: n, broken, quiet, shares: QUIET_SHARES, chance }
  const all = SIGNALS.map((_, k) => k)
  const arms: [string, readonly number[]][] = [
    ["all of them", all],
    ...SIGNALS.map((name, k) => [name, [k]] as [string, number[]]),
  ]
  for (const by of ["id", "dev"] as const)
    for (const [name, use] of arms) {
      const runs = Array.from({ length: name === "all of them" ? REPEATS : 1 }, (_, i) =>
        outOfFold(sessions, use, by, `live ${by} ${i}`),
      )
      const leads = QUIET_SHARES.map(share => runs.reduce((sum, scored) => sum + lead(scored, share), 0) / runs.length)
      const label = `${name}, other ${by === "id" ? "sessions" : "people"}`
      figures[label] = leads
      say(`${label.padEnd(44)}${leads.map(percent).join("")}`)
    }
  return figures
}
