// Trust against known truth: seven sources that are right in 0.3 to 0.9 of their proposals (or all in about 0.85). Each proposes a card
// in every episode, the user says of each whether it is any use, and the fold makes trust of that. Error of the mean and coverage
// of the intervals after 10, 30 and 90 judged proposals, the default and seed 001 side by side.

import { authored, type Draft, observed, proposalId } from "../src/core/events/draft.ts"
import { episodeId, sha256 } from "../src/core/ids.ts"
import { anchoredNovelBudgeted } from "../src/core/rules/admit/anchored-novel-budgeted.ts"
import type { Params } from "../src/core/rules/rule.ts"
import { seeded } from "../src/core/stats.ts"
import { episodesNeeded } from "../src/core/trust/tally.ts"
import { decide, ruleFor } from "../src/core/views/context.ts"
import { read } from "../src/core/views/read.ts"
import type { Memory } from "../src/memory/memory.ts"
import { dice } from "../src/memory/without-disk.ts"
import { scopeOf } from "./credit/fold-run.ts"
import { roomyMemory, spansOf } from "./credit/roomy-memory.ts"
import { odd } from "./credit/words.ts"
import type { BenchArgs, Figures } from "./main.ts"

const WORLDS: Readonly<Record<string, readonly number[]>> = {
  "apart, 0.3 to 0.9": [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
  "alike, 0.8 to 0.9": [0.8, 0.8, 0.83, 0.85, 0.87, 0.9, 0.9],
}
const LOOKS = [10, 30, 90]

/** A preset, and what of its trust is turned for comparison. */
interface Learner {
  readonly name: string
  readonly preset: string
  readonly params: Readonly<Record<string, Params>>
}
const LEARNERS: readonly Learner[] = [
  { name: "default: pooled Beta", preset: "mettle", params: {} },
  {
    name: "Beta, not pooled",
    preset: "mettle",
    params: { beta: { strengths: [2, 2, 2, 2, 2], priorGood: 400, priorBad: 200 } },
  },
  { name: "astra", preset: "astra", params: {} },
]
const DAY = 86_400_000
const START = Date.UTC(2026, 0, 5, 9)
const SCOPE = scopeOf("trust")

interface Sum {
  n: number
  error: number
  bias: number
  in50: number
  in90: number
  width90: number
  more: number
  low: number
  lowMore: number
  high: number
  highMore: number
}
const none = (): Sum => ({
  ...{ n: 0, error: 0, bias: 0, in50: 0, in90: 0, width90: 0, more: 0 },
  ...{ low: 0, lowMore: 0, high: 0, highMore: 0 },
})

export async function run({ args }: BenchArgs): Promise<Figures> {
  const worlds = Number(args.find(a => a.startsWith("--worlds="))?.slice("--worlds=".length) ?? 6)
  /** a judgement itself may be wrong */
  const noise = Number(args.find(a => a.startsWith("--noise="))?.slice("--noise=".length) ?? 0)
  const figures: Record<string, unknown> = { worlds, noise }
  console.log(`${worlds} worlds of seven sources each, every judgement wrong in ${Math.round(100 * noise)}%`)
  for (const [name, reliability] of Object.entries(WORLDS)) {
    console.log(
      `\n${`sources ${name}`.padEnd(36)} judged  error   bias  in 50%         in 90%         width90  needs more: ≤0.4    ≥0.8`,
    )
    const rows: Record<string, Figures[]> = {}
    for (const learner of LEARNERS) {
      const sums = await measure(learner, reliability, worlds, noise)
      rows[learner.name] = LOOKS.map((judged, i) => line(learner.name, judged, sums[i]!))
    }
    figures[name] = rows
  }
  console.log(
    "\nerror: mean distance of the mean from the truth. in 50%, in 90%: share of intervals that hold the truth, with the\n" +
      "standard error of that share. needs more: share of sources whose next proposal would need more than one episode.",
  )
  return figures
}

async function measure(
  learner: Learner,
  reliability: readonly number[],
  worlds: number,
  noise: number,
): Promise<readonly Sum[]> {
  const sums = LOOKS.map(none)
  for (let world = 0; world < worlds; world++) {
    const random = seeded(`trust/${world}`)
    let now = START
    const parts = { now: () => now, randomBytes: dice(), find: () => [], params: learner.params }
    const memory = roomyMemory(learner.preset, parts)
    for (let judged = 1; judged <= LOOKS.at(-1)!; judged++) {
      now += DAY
      await judge(
        memory,
        judged,
        now,
        reliability.map(truth => random() < truth !== random() < noise),
      )
      const look = LOOKS.indexOf(judged)
      if (look < 0) continue
      // so long that what waits for its time has come
      now += 8 * DAY
      await memory.record([opening(`look${judged}`, now)])
      memory.catchUp()
      for (const [i, truth] of reliability.entries()) add(sums[look]!, truth, memory, `s${i}@1`, now)
    }
  }
  return sums
}

const source = (session: string, record: string) => ({ client: "claude-code", session, record })
const placeOf = (session: string, ts: number) => ({ ts, episode: episodeId("claude-code", session), scope: SCOPE })
const opening = (session: string, ts: number): Draft =>
  observed("episode.opened", source(session, "open"), placeOf(session, ts), {
    ...{ client: "claude-code", clientVersion: null, model: null, interactive: true, parent: null },
    ...{ start: "startup", cwd: null, branch: null, head: null },
  })

/** One episode: every source proposes a card out of its own sentence, and the user says of each whether it is any use. */
async function judge(memory: Memory, n: number, ts: number, right: readonly boolean[]): Promise<void> {
  const session = `e${n}`
  const where = placeOf(session, ts)
  const lines = right.map((_, i) => `the ${odd(8 * n)} of the ${odd(8 * n + i + 1)} is so`)
  const text = lines.join("\n")
  const words = { by: "agent" as const, text, kind: null, tier: "repo" as const }
  const drafts = [opening(session, ts), authored("note.written", bytes(session), where, words)]
  const [, event] = (await memory.record(drafts)).ids
  const cite = spansOf(memory, event!)
  const proposed = lines.map((statement, i): Draft<"card.proposed"> => {
    const start = text.indexOf(statement)
    const evidence = [cite("doc_span", start, start + statement.length)]
    const data = { proposer: `s${i}@1`, provenance: "document" as const, kind: "fact" as const, statement }
    const rest = { tier: "repo" as const, topic: statement, tags: [], turn: null, evidence }
    const id = proposalId(data.proposer, data.kind, evidence)
    return { type: "card.proposed", id, ...where, data: { ...data, ...rest } }
  })
  await memory.record(proposed)
  memory.catchUp()
  const missing = proposed.filter(({ id }) => !read.card.get(memory.views, id))
  if (missing.length > 0) throw new Error(`${missing.length} of ${proposed.length} cards did not come in`)
  const later = { ...where, ts: ts + 60_000 }
  const marks = proposed.map(({ id }, i) => {
    const tag = right[i] ? ("useful" as const) : ("wrong" as const)
    return authored("feedback.given", bytes(id), later, { by: "user", about: "card", target: id, tag, note: null })
  })
  await memory.record([...marks, observed("episode.closed", source(session, "close"), later, { reason: "exit" })])
  memory.catchUp()
}
const bytes = (name: string): Uint8Array => sha256(name).subarray(0, 16)

function add(sum: Sum, truth: number, memory: Memory, who: string, now: number): void {
  const context = memory.context()
  const ask = (mass: number) => decide(context, ruleFor(context, "trust"), { source: who, now, mass }).answer
  const half = ask(0.5)
  const most = ask(0.9)
  const { corroborateN, wantedTrust, mostEpisodes } = anchoredNovelBudgeted.params
  const more = most.n >= corroborateN && episodesNeeded(most.mean, wantedTrust, mostEpisodes) > 1 ? 1 : 0
  sum.n++
  sum.error += Math.abs(half.mean - truth)
  sum.bias += half.mean - truth
  sum.in50 += half.low <= truth && truth <= half.high ? 1 : 0
  sum.in90 += most.low <= truth && truth <= most.high ? 1 : 0
  sum.width90 += most.high - most.low
  sum.more += more
  if (truth < 0.45) {
    sum.low++
    sum.lowMore += more
  }
  if (truth > 0.75) {
    sum.high++
    sum.highMore += more
  }
}

function line(name: string, judged: number, s: Sum): Figures {
  const share = (k: number): string =>
    `${((100 * k) / s.n).toFixed(1)}% ± ${(100 * Math.sqrt(((k / s.n) * (1 - k / s.n)) / s.n)).toFixed(1)}`.padEnd(14)
  const mean = (x: number): string => (x / s.n).toFixed(3)
  const percent = (k: number, n: number): string => (n === 0 ? "none" : `${((100 * k) / n).toFixed(1)}%`)
  console.log(
    `${(judged === LOOKS[0] ? name : "").padEnd(36)} ${String(judged).padStart(6)}  ${mean(s.error)}  ${mean(s.bias).padStart(6)}  ` +
      `${share(s.in50)} ${share(s.in90)} ${mean(s.width90)}    ${percent(s.lowMore, s.low).padStart(10)} ${percent(s.highMore, s.high).padStart(9)}`,
  )
  return {
    ...{ judged, n: s.n, error: s.error / s.n, bias: s.bias / s.n, in50: s.in50 / s.n, in90: s.in90 / s.n },
    ...{
      width90: s.width90 / s.n,
      needsMoreLow: s.low > 0 ? s.lowMore / s.low : null,
      needsMoreHigh: s.highMore / s.high,
    },
  }
}
