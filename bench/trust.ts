// Trust against known truth: seven sources that are right in 0.3 to 0.9 of their proposals (or all in about 0.85), each judged in turn. Error of
// the mean and coverage of the intervals after 10, 50 and 200 judged proposals, the default and seed 001 side by side.

import { anchoredNovelBudgeted } from "../src/core/rules/admit/anchored-novel-budgeted.ts"
import { outcomeReward } from "../src/core/rules/astra/outcome-reward.ts"
import { ACTOR, actorKey, freshTrust, rewarded } from "../src/core/rules/astra/reward-trust.ts"
import { alone, type Own, type Params, type Rule } from "../src/core/rules/rule.ts"
import { beta } from "../src/core/rules/trust/beta.ts"
import { seeded } from "../src/core/stats.ts"
import { episodesNeeded } from "../src/core/trust/corroboration.ts"
import { count } from "../src/core/trust/tally.ts"
import type { Rows } from "../src/core/views/rows.ts"
import type { BenchArgs, Figures } from "./main.ts"

const WORLDS: Readonly<Record<string, readonly number[]>> = {
  "apart, 0.3 to 0.9": [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
  "alike, 0.8 to 0.9": [0.8, 0.8, 0.83, 0.85, 0.87, 0.9, 0.9],
}
const LOOKS = [10, 50, 200]

interface Learner {
  readonly name: string
  readonly rule: Rule<"trust">
  readonly params: Params
  /** what the rule keeps of one judged proposal; `episode` names the one it was made in */
  readonly told: (rows: Rows, source: string, right: boolean, episode: string) => void
}
const cameTrue = (rows: Rows, source: string, right: boolean, episode: string): void => {
  const fate = { good: right ? 1 : 0, weight: 1, because: "judged" }
  count(rows, { source, episode, item: "one", fate, ref: "one" }, beta.params.correlation)
}
/** Two hours and a day after a decision the user's tag tells (its only known term), after a week whether it stood. */
const rewards = (share: number, shareAs: "step" | "reward") => (rows: Rows, source: string, right: boolean) => {
  const p = { ...outcomeReward.params, shareAs }
  for (const step of [p.stepShort, p.stepLong, p.stepWeek]) {
    const old = ACTOR.get(rows, actorKey(source)) ?? freshTrust(p)
    ACTOR.set(rows, actorKey(source), rewarded(old, { r: right ? 1 : -1, share, step }, p))
  }
}
const LEARNERS: readonly Learner[] = [
  { name: "default: pooled Beta", rule: beta, params: beta.params, told: cameTrue },
  {
    name: "Beta, not pooled",
    rule: beta,
    params: { ...beta.params, strengths: [2], priorGood: 400, priorBad: 200 },
    told: cameTrue,
  },
  { name: "astra, sole actor", rule: outcomeReward, params: outcomeReward.params, told: rewards(1, "reward") },
  {
    name: "astra, share 0.3 as step (D20)",
    rule: outcomeReward,
    params: outcomeReward.params,
    told: rewards(0.3, "step"),
  },
  {
    name: "astra, share 0.3 as reward (S1-16)",
    rule: outcomeReward,
    params: outcomeReward.params,
    told: rewards(0.3, "reward"),
  },
]

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
  const worlds = Number(args.find(a => a.startsWith("--worlds="))?.slice("--worlds=".length) ?? 150)
  /** a judgement itself may be wrong */
  const noise = Number(args.find(a => a.startsWith("--noise="))?.slice("--noise=".length) ?? 0)
  const figures: Record<string, unknown> = { worlds, noise }
  console.log(`${worlds} worlds of seven sources each, every judgement wrong in ${Math.round(100 * noise)}%`)
  for (const [name, reliability] of Object.entries(WORLDS)) {
    console.log(
      `\n${`sources ${name}`.padEnd(36)} judged  error   bias  in 50%         in 90%         width90  needs more: ≤0.4    ≥0.8`,
    )
    figures[name] = Object.fromEntries(
      LEARNERS.map(learner => {
        const sums = measure(learner, reliability, worlds, noise)
        return [learner.name, LOOKS.map((judged, i) => line(learner.name, judged, sums[i]!))]
      }),
    )
  }
  console.log(
    "\nerror: mean distance of the mean from the truth. in 50%, in 90%: share of intervals that hold the truth, with the\n" +
      "standard error of that share. needs more: share of sources whose next proposal would need more than one episode.",
  )
  return figures
}

function measure(
  { rule, params, told }: Learner,
  reliability: readonly number[],
  worlds: number,
  noise: number,
): readonly Sum[] {
  const sums = LOOKS.map(none)
  for (let world = 0; world < worlds; world++) {
    const random = seeded(`trust/${world}`)
    const own = alone()
    for (let judged = 1; judged <= LOOKS.at(-1)!; judged++) {
      for (const [i, truth] of reliability.entries()) {
        const right = random() < truth
        const seen = random() < noise ? !right : right
        told(own.rows, `s${i}@1`, seen, `e${judged}`)
      }
      const look = LOOKS.indexOf(judged)
      if (look >= 0)
        for (const [i, truth] of reliability.entries()) add(sums[look]!, truth, rule, params, own, `s${i}@1`)
    }
  }
  return sums
}

function add(sum: Sum, truth: number, rule: Rule<"trust">, params: Params, own: Own, source: string): void {
  const ask = (mass: number) => rule.decide(own, { source, now: 0, mass }, params).answer
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
