// How did it go? One chain: a turn is its latent label; a stretch of turns is the label of what stands at its end; an episode is
// the mean of its stretches. The last salient outcome names the verdict (D06, D13, D55, D70), and where the probability says
// otherwise it is mixed. Tables and base rate are learned from the store's own log, at fixed counts.
import { atItsEnd } from "../../label/evidence.ts"
import {
  EXPERT_TABLES,
  FIRST_REFIT,
  isRefit,
  type LabelPart,
  type LabelTables,
  type LatentLabel,
  labelSeen,
  REFIT_WEIGHTS,
  refit,
} from "../../label/latent-label.ts"
import { type Pace, paced, type Seen, START_PACE, seenOf } from "../../label/signals.ts"
import { isGood, type Outcome, type Salient, type Verdict } from "../../model.ts"
import type { JudgeAnswer, JudgeInput, TurnEvidence } from "../../questions/happened.ts"
import { mean } from "../../stats.ts"
import type { Rows } from "../../views/rows.ts"
import { table } from "../../views/table.ts"
import { type Decision, defineRule } from "../rule.ts"

// What a store has learned about its own signals: tables and base rate, the usual pace, and how much stands behind them. One row
// per episode of what was seen, so that evidence that comes late takes the place of what it corrects.

interface Learned {
  /** null = as they were written down */
  readonly tables: LabelTables | null
  /** what is usual as of the last fit, and what has come since: a label changes at fixed counts only */
  readonly pace: Pace
  readonly since: Pace
  readonly episodes: number
  /** episodes and prompts behind the tables */
  readonly fittedAt: number
  readonly prompts: number
}
export const LEARNED = table<Learned>("label_tables", "all")
export const SEEN = table<readonly Seen[]>("label_seen", "episode")
const NO_COUNTS = { episodes: 0, fittedAt: 0, prompts: 0 }
const UNLEARNED: Learned = { tables: null, pace: START_PACE, since: START_PACE, ...NO_COUNTS }

const params = {
  tables: EXPERT_TABLES,
  refit: REFIT_WEIGHTS,
  first: FIRST_REFIT,
  remember: 2048,
  success: 0.65,
  failure: 0.35,
}
type P = typeof params

/** An episode was judged, for the first time or again. */
export function learnFrom(rows: Rows, episode: string, turns: readonly TurnEvidence[], p: P): void {
  const known = SEEN.get(rows, episode)
  const before = LEARNED.get(rows, "all") ?? UNLEARNED
  const now = turns.map(turn => seenOf(turn, before.pace))
  SEEN.set(rows, episode, now)
  const fresh = turns.slice(known?.length ?? 0)
  const since = fresh.reduce((so, turn) => paced(so, turn.minutes, turn.nTools), before.since)
  const episodes = before.episodes + (known === undefined ? 1 : 0)
  const next = { ...before, since, episodes }
  if (known !== undefined || !isRefit(episodes, p.first)) {
    LEARNED.set(rows, "all", next)
    return
  }
  const seen = SEEN.list(rows)
    .slice(-p.remember)
    .flatMap(([, s]) => s)
  const tables = refit(p.tables, seen, p.refit, before.tables ?? p.tables)
  LEARNED.set(rows, "all", { ...next, tables, pace: since, fittedAt: episodes, prompts: seen.length })
}

function byOutcomes(outcomes: readonly Outcome[]): { readonly verdict: Verdict; readonly because: string } {
  const last = outcomes[outcomes.length - 1] as Outcome
  const kinds = new Map<Salient, boolean>()
  for (const outcome of outcomes) {
    // the user's own word outranks a check that was red before it, whatever follows
    if (outcome.salient === "user" && isGood(outcome)) kinds.clear()
    kinds.set(outcome.salient, isGood(outcome))
  }
  if (!isGood(last)) return { verdict: "failure", because: `last outcome ${last.type} of ${last.salient}` }
  const red = [...kinds].filter(([kind, ok]) => !ok && kind !== "user").map(([kind]) => kind)
  if (red.length > 0) return { verdict: "mixed", because: `${last.salient} passed last, still red: ${red.join(", ")}` }
  if (kinds.get("user") === false)
    return { verdict: "mixed", because: `${last.salient} passed after the user's correction` }
  if (outcomes.some(outcome => !isGood(outcome)))
    return { verdict: "success", because: `repaired: ${last.salient} passed last` }
  return { verdict: "success", because: `last outcome ${last.type} of ${last.salient}` }
}

/** By the label alone: nothing is called good or bad that only went along, or was usual. */
function verdictOf(y: number, p: P, { parts }: LatentLabel): Verdict {
  const told = (sign: 1 | -1): boolean => parts.some(part => part.tells && sign * part.adds > 0)
  if (y >= p.success && told(1)) return "success"
  return y <= p.failure && told(-1) ? "failure" : "unjudged"
}
/** The outcome's word, unless everything that was seen says otherwise. */
const agreed = (verdict: Verdict, p: number): Verdict =>
  (verdict === "success" && p < 0.5) || (verdict === "failure" && p > 0.5) ? "mixed" : verdict

const strongest = (parts: readonly LabelPart[]): string =>
  [...parts]
    .sort((a, b) => Math.abs(b.adds) - Math.abs(a.adds))
    .slice(0, 3)
    .map(part => `${part.signal} ${part.category} ${part.adds >= 0 ? "+" : ""}${part.adds.toFixed(2)}`)
    .join(", ")
const usual = (tables: LabelTables, { fittedAt }: Learned): string =>
  fittedAt === 0
    ? `usual ${Math.round(100 * tables.prior)}%`
    : `usual ${Math.round(100 * tables.prior)}% here, learned from ${fittedAt} episodes`

export const salientLatent = defineRule("judge", "salient-latent@5", {
  source: "docs/credit.md; D06, D07, D08, D13, D55, D70",
  params,
  tables: [LEARNED, SEEN],
  on: {
    "episode judged"({ rows }, { episode, turns }, p) {
      learnFrom(rows, episode, turns, p)
    },
  },
  decide({ rows }, input: JudgeInput, p): Decision<JudgeAnswer> {
    const learned = LEARNED.get(rows, "all") ?? UNLEARNED
    const tables = learned.tables ?? p.tables
    const label = (turn: TurnEvidence): LatentLabel => labelSeen(seenOf(turn, learned.pace), tables)
    const [only] = input.turns
    if (input.level === "turn" && only !== undefined) {
      const seen = label(only)
      const { n, llr, p: y, parts } = seen
      if (n === 0) return { answer: { p: null, verdict: "unjudged" }, because: "nothing seen" }
      return {
        answer: { p: y, verdict: verdictOf(y, p, seen), llr },
        because: `${usual(tables, learned)}: ${strongest(parts)}`,
      }
    }
    const stretches = input.segments?.flatMap(s => s.p ?? [])
    const end = atItsEnd(input.turns, input.outcomes)
    const whole = label(end)
    const y = stretches !== undefined ? (stretches.length > 0 ? mean(stretches) : null) : whole.n > 0 ? whole.p : null
    if (y === null) return { answer: { p: null, verdict: "unjudged" }, because: "no outcome and no label" }
    const of = stretches !== undefined && stretches.length > 1 ? `mean of ${stretches.length} stretches` : null
    if (input.outcomes.length === 0)
      return {
        answer: { p: y, verdict: verdictOf(y, p, whole) },
        because: `no salient outcome; ${of ?? `${usual(tables, learned)}: ${strongest(whole.parts)}`}`,
      }
    const { verdict, because } = byOutcomes(input.outcomes)
    const vanished = input.turns[input.turns.length - 1]?.end === "vanished" && verdict === "failure"
    const said = [because, ...(vanished ? ["ended after it"] : []), ...(of === null ? [] : [of])].join("; ")
    return { answer: { p: y, verdict: agreed(verdict, y) }, because: said }
  },
})

/** Stands in for a preset's own rule where the user has switched judging off (judge.enabled). */
export const unjudged = defineRule("judge", "unjudged@1", {
  source: "S2-80",
  params: {},
  decide: () => ({ answer: { p: null, verdict: "unjudged" }, because: "judging is switched off" }),
})
