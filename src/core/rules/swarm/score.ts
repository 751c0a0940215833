// Seed 003's implicit score, from signal to value: a call that failed by its structural result, 0.4 success + 0.2 each of duration,
// errors and retries for the episode (S3-02 … S3-07, S3-43), the same for every card in play, and per card faded sums of it with a
// half-life of 90 days, floor 0.1 (S3-11 … S3-16). Days are epoch days; `now` is milliseconds.
import { creditsIn, IMPLICIT_PARAMS, implicitOf, implicitRaw, implicitType } from "../../outcome/episode-outcome.ts"
import { callSays, type JudgeInput, silent } from "../../questions/happened.ts"
import { scored } from "../../questions/worth.ts"
import { DAY } from "../../time.ts"
import { table } from "../../views/table.ts"
import { TABLE } from "../../views/tables.ts"
import { defineRule } from "../rule.ts"
import { agedTo, BY_HAND, begunAnew, criterionWeight, FADED, FADING, type Faded } from "./formulas.ts"

export const swarmSignals = defineRule("detect", "swarm-signals@1", {
  source: "S3-03, S3-05",
  hears: "tool",
  params: {},
  decide(_context, moment) {
    if (moment.what !== "tool") return silent("not a tool call")
    const ok = moment.ok ?? (moment.exitCode === null ? null : moment.exitCode === 0)
    return callSays(ok, ok === null ? "no structural result" : ok ? "structural success" : "structural failure")
  },
})

/** The task's own success flag: as reported, else its last outcome, else its last test, else that nothing went wrong. */
function succeeded(input: JudgeInput): boolean {
  const reported = input.turns.findLast(turn => turn.reported !== null)?.reported
  if (reported !== undefined && reported !== null) return reported
  const last = input.outcomes[input.outcomes.length - 1]
  if (last !== undefined) return last.type === "tool_success" || last.type === "user_confirmed_helpful"
  const test = input.turns.findLast(turn => turn.test !== null)?.test
  return test ?? input.turns.every(turn => turn.errors === 0)
}

/** Success never reads as harmful, failure never as helpful (D50). */
export const implicitScore = defineRule("judge", "implicit-score@2", {
  source: "S3-02 … S3-09, S3-43",
  params: { ...IMPLICIT_PARAMS },
  decide(_context, input, p) {
    const total = (of: (turn: JudgeInput["turns"][number]) => number): number =>
      input.turns.reduce((sum, turn) => sum + of(turn), 0)
    // What a report says of the whole task stands in place of what was seen of it (S3-08).
    const told = input.turns.findLast(turn => turn.told !== undefined)?.told
    const signals = {
      minutes: told?.minutes ?? total(turn => turn.minutes ?? 0),
      errors: told?.errors ?? total(turn => turn.errors),
      retries: told?.retries ?? total(turn => turn.retries),
      success: succeeded(input),
    }
    const raw = implicitRaw(signals, p)
    const type = implicitType(raw, p)
    return {
      answer: { p: raw, verdict: type === "helpful" ? "success" : type === "harmful" ? "failure" : "mixed" },
      because: `${type}: ${raw.toFixed(2)} of ${signals.minutes.toFixed(1)} min, ${signals.errors} errors, ${signals.retries} retries, success ${signals.success}`,
    }
  },
})

export const implicitObservation = defineRule("credit", "implicit-observation@2", {
  source: "S3-02 … S3-07, S3-29, S3-44",
  params: {},
  reads: [TABLE.episode],
  decide({ rows }, { episode }) {
    // a record that no fold judged speaks for itself
    const raw = TABLE.episode.get(rows, episode.ep)?.p ?? implicitOf(episode)
    // S3-44: a neutral session counts as a failure
    const counts = implicitType(raw) === "helpful" ? "win" : "loss"
    const credits = creditsIn(episode, () => ({ amount: 2 * raw - 1, because: `raw score ${raw.toFixed(2)}`, counts }))
    return { answer: { credits, rest: 0 }, because: `raw score ${raw.toFixed(2)} for all` }
  },
})

/** What was known of a card when somebody let it begin anew: taking that back adds it again. */
const LAID_DOWN = table<{ readonly card: string; readonly faded: Faded }>("half_life_laid_down", "act")
const NOTHING: Faded = { day: 0, raw: [0, 0], counts: [0, 0], n: 0 }

type Pair = readonly [number, number]
const sum = ([a, b]: Pair, [c, d]: Pair): Pair => [a + c, b + d]
const joined = (a: Faded, b: Faded): Faded => {
  return { day: b.day, raw: sum(a.raw, b.raw), counts: sum(a.counts, b.counts), n: a.n + b.n }
}

/** Faded counts go along for the maturity rule. */
export const halfLifeValue = defineRule("value", "half-life@4", {
  source: "S3-11 … S3-16, S3-45",
  params: { ...FADING },
  tables: [FADED, LAID_DOWN],
  reads: [BY_HAND],
  on: {
    "record credited"({ rows }, { record: { day }, credits }, p) {
      for (const c of credits) {
        // what was seen before a new beginning does not come back when records are told again
        if (day <= begunAnew(rows, c.card)) continue
        const f = agedTo(FADED.get(rows, c.card) ?? { ...NOTHING, day }, day, p)
        const raw = (1 + c.amount) / 2
        const type = implicitType(raw)
        const one: Pair = [type === "helpful" ? 1 : 0, type === "harmful" ? 1 : 0]
        const more = { day, raw: [raw * one[0], raw * one[1]] as const, counts: one, n: 1 }
        FADED.set(rows, c.card, { ...joined(f, more), day: f.day })
      }
    },
    "card.reset"({ rows }, { event: { id, data } }) {
      const faded = FADED.get(rows, data.card)
      if (!faded) return
      LAID_DOWN.set(rows, id, { card: data.card, faded })
      FADED.delete(rows, data.card)
    },
    "act.undone"({ rows }, { event: { data } }, p) {
      const laid = LAID_DOWN.get(rows, data.act)
      if (!laid) return
      LAID_DOWN.delete(rows, data.act)
      const since = FADED.get(rows, laid.card)
      FADED.set(rows, laid.card, since ? joined(agedTo(laid.faded, since.day, p), since) : laid.faded)
    },
  },
  decide({ rows }, { card, now }, p) {
    const f = agedTo(FADED.get(rows, card.id) ?? NOTHING, now / DAY, p)
    const mean = criterionWeight(f.raw[0], f.raw[1], p)
    const [helpful, harmful] = f.counts
    return {
      answer: { ...scored(mean, f.n), faded: { helpful, harmful, total: helpful + harmful } },
      because: `faded helpful ${helpful.toFixed(2)}, harmful ${harmful.toFixed(2)} of ${f.n} uses`,
    }
  },
})
