// Seed 002 in figures: a card's average over its last sessions boosts or deprecates it (S2-77), a draw from its Beta belief orders the
// pack (S2-40), running averages judge an episode, and phrases and failures are counted. Its breaker is breaker.ts.

import { type Averages, average, type Progress, START } from "../../assess/progress.ts"
import { outputOf } from "../../calls/read-tool.ts"
import { callFailed, creditsIn } from "../../outcome/episode-outcome.ts"
import { fill, shownFirst, shownOf } from "../../pack/fill.ts"
import type { RankCandidate } from "../../questions/cards.ts"
import { callSays, feedbackOf, silent, type TurnEvidence } from "../../questions/happened.ts"
import type { EpisodeRecord } from "../../questions/worth.ts"
import { mean } from "../../stats.ts"
import { DAY } from "../../time.ts"
import { table } from "../../views/table.ts"
import { defineRule, type RuleContext } from "../rule.ts"

/** Gamma(shape ≥ 1) by Marsaglia and Tsang. */
function gamma(shape: number, random: () => number): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (let tries = 0; tries < 64; tries++) {
    const x = Math.sqrt(-2 * Math.log(Math.max(random(), 1e-12))) * Math.cos(2 * Math.PI * random())
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(Math.max(random(), 1e-12)) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
  return d
}
function betaDraw(c: RankCandidate, random: () => number): number {
  const n = c.value?.n ?? 0
  const mean = c.value?.mean ?? 0.5
  const good = gamma(Math.max(1, mean * (n + 2)), random)
  return good / (good + gamma(Math.max(1, (1 - mean) * (n + 2)), random))
}

/** Chances come from redraws. */
export const betaThompson = defineRule("rank", "beta-thompson@2", {
  source: "S2-40, S2-77",
  notes: { base: "0..10 what relevance counts beside the drawn value" },
  params: { base: 0.5, redraws: 200 },
  decide(_context, input, p) {
    const draw = () => fill(input, c => c.score * (p.base + betaDraw(c, input.random)))
    const drawn = draw()
    const hits = new Map<string, number>()
    for (let r = 0; r < p.redraws; r++)
      for (const { card, shown } of draw()) if (shown) hits.set(card, (hits.get(card) ?? 0) + 1)
    const must = new Set(input.candidates.filter(c => c.mustShow).map(c => c.card))
    const answer = drawn
      .map(r => ({ ...r, chance: must.has(r.card) ? 1 : ((hits.get(r.card) ?? 0) + 0.5) / (p.redraws + 1) }))
      .sort(shownFirst)
    return { answer, because: `${shownOf(answer)} by drawn value` }
  },
})

const ATTRIBUTED = table<{ readonly amount: number; readonly day: number }>("groove_attributed", "card/episode/prompt")
/** From which day on they count, where somebody let a card begin anew. */
const BEGUN_ANEW = table<{ readonly day: number }>("groove_begun_anew", "card/act")
/** The last of them: what a learning did long ago does not hold up what it does now. */
function attributedTo({ rows }: RuleContext, card: string, window: number) {
  const begun = Math.max(-Infinity, ...BEGUN_ANEW.values(rows, `${card}/`).map(({ day }) => day))
  const amounts = ATTRIBUTED.values(rows, `${card}/`)
    .filter(({ day }) => day > begun)
    .sort((a, b) => a.day - b.day)
    .slice(-window)
  return { n: amounts.length, mean: amounts.reduce((sum, { amount }) => sum + amount, 0) / Math.max(1, amounts.length) }
}

export const grooveBoost = defineRule("stage", "groove-boost@2", {
  source: "S2-77, S2-78; the seed names no numbers",
  params: { least: 4, window: 10, boosted: 0.25, deprecated: -0.2, boost: 1.25 },
  notes: {
    least: "1..100 attributions before a card is moved",
    window: "1..1000 last attributions that count",
    boosted: "-1..1 average from which a card is proven",
    deprecated: "-1..1 average down to which a card is taken out of packs",
    boost: "0..10 how much more a proven card counts",
  },
  tables: [ATTRIBUTED, BEGUN_ANEW],
  on: {
    "record credited"({ rows }, { record, credits }) {
      for (const { card, prompt, amount } of credits)
        ATTRIBUTED.set(rows, `${card}/${record.ep}/${prompt}`, { amount, day: record.day })
    },
    "card.reset"({ rows }, { event: { id, ts, data } }) {
      BEGUN_ANEW.set(rows, `${data.card}/${id}`, { day: ts / DAY })
    },
    "act.undone"({ rows }, { event: { data } }) {
      for (const [key] of BEGUN_ANEW.list(rows)) if (key.endsWith(`/${data.act}`)) BEGUN_ANEW.delete(rows, key)
    },
  },
  weigh: (_context, { stage }, p) => (stage === "proven" ? p.boost : 1),
  explain(context, { card }, p) {
    const { n, mean } = attributedTo(context, card, p.window)
    const answer = `${mean >= 0 ? "+" : ""}${mean.toFixed(2)} on average over its last ${n} sessions (boosted from +${p.boosted}, deprecated from ${p.deprecated}, after ${p.least})`
    return n === 0 ? [] : [{ question: "What was it attributed?", answer }]
  },
  decide(context, { card, stage }, p) {
    const { n, mean } = attributedTo(context, card, p.window)
    const because = `attributed ${mean.toFixed(2)} on average over its last ${n} sessions`
    const moves = stage === "active" || stage === "proven"
    if (!moves || n < p.least) return { answer: null, because }
    if (mean <= p.deprecated) return { answer: { to: "deprecated" }, because }
    const to = mean >= p.boosted ? "proven" : "active"
    return { answer: stage === to ? null : { to }, because }
  },
})

// Seed 002's two running averages, of success and of frustration: over the turns they judge an episode; at its end their difference
// is what each card is attributed, by the evidence that it was used (S2-17, S2-35, S2-75, S2-77, D40).

/** 1 = went well, 0 = did not, null = no evidence. */
function turnSignal(turn: TurnEvidence): number | null {
  const seen: number[] = []
  for (const check of [turn.test, turn.build, turn.lint, turn.typecheck]) if (check !== null) seen.push(check ? 1 : 0)
  if (turn.toolFailShare !== null) seen.push(1 - turn.toolFailShare)
  if (turn.sentiment !== null) seen.push(turn.sentiment)
  return seen.length === 0 ? null : mean(seen)
}
function turnFrustration({ feedback, interrupted, refused }: TurnEvidence): number | null {
  if (feedback === "explicit_negative" || feedback === "implicit_retry" || interrupted || refused > 0) return 1
  return feedback === null ? null : 0
}

export const emaEpisode = defineRule("judge", "ema-episode@1", {
  source: "S2-16, S2-17, S2-34 … S2-36",
  params: { alpha: 0.3, start: 0.5, frustrated: 0.7, success: 0.6, failure: 0.4 },
  decide(_context, input, p) {
    let success = p.start
    let frustration = 0
    let n = 0
    for (const turn of input.turns) {
      const signal = turnSignal(turn)
      if (signal !== null) {
        success = p.alpha * signal + (1 - p.alpha) * success
        n++
      }
      const upset = turnFrustration(turn)
      if (upset !== null) frustration = p.alpha * upset + (1 - p.alpha) * frustration
    }
    if (n === 0) return { answer: { p: null, verdict: "unjudged" }, because: "no turn with evidence" }
    const verdict =
      frustration > p.frustrated || success <= p.failure ? "failure" : success >= p.success ? "success" : "mixed"
    return {
      answer: { p: success, verdict },
      because: `success ${success.toFixed(2)}, frustration ${frustration.toFixed(2)} over ${n} turns`,
    }
  },
})

const SAID: Readonly<Record<string, Pick<Progress, "bad" | "good">>> = {
  explicit_negative: { bad: 1, good: 0 },
  implicit_retry: { bad: 1, good: null },
  explicit_positive: { bad: 0, good: 1 },
}
/** Neither praise nor complaint calms, and says nothing of success. */
const said = (fb: string) => SAID[fb] ?? { bad: 0, good: null }

/** Every message after the first and every call is a step. */
function averagesOf({ prompts, closing }: EpisodeRecord, alpha: number): Averages {
  const steps = prompts.flatMap((prompt, i) => [
    ...(i > 0 && prompt.fb !== null ? [said(prompt.fb)] : []),
    ...prompt.tools.map(call => ({ bad: callFailed(call) ? 1 : 0, good: null }) as const),
  ])
  return [...steps, ...(closing === null ? [] : [said(closing)])].reduce(
    (now, step) => average(now, step, alpha),
    START,
  )
}

export const episodeScore = defineRule("credit", "episode-score@3", {
  source: "S2-17, S2-35, S2-75, S2-77, D40",
  params: { alpha: 0.3, used: 1, unused: 0.125 },
  notes: { used: "0..1 share of a card that was seen in use", unused: "0..1 share of a card without a sign of use" },
  decide(_context, { episode }, p) {
    const { success, frustration } = averagesOf(episode, p.alpha)
    const because = `success ${success.toFixed(2)}, frustration ${frustration.toFixed(2)}`
    const credits = creditsIn(episode, c => {
      const at = episode.prompts.find(prompt => prompt.cited.some(use => use.card === c.id))
      const how = at?.cited.find(use => use.card === c.id)?.how
      return {
        amount: (at ? p.used : p.unused) * (success - frustration),
        because: `${at ? `${how} in turn ${at.idx + 1}` : "no sign of use"}: ${because}`,
      }
    })
    return { answer: { credits, rest: 0 }, because }
  },
})

// Seed 002's lightweight tier as written, on every message: a few configurable phrases, the same request again, and failures of tools
// "from tool output", for which it gives no words. Edits by the user's hand are seen in files (D41), not here.

const escaped = (phrase: string) => phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
const plain = (text: string) => text.toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, " ").trim()

export const groovePhrases = defineRule("detect", "groove-phrases@1", {
  source: "S2-14..S2-16; the seed states no confidence, so one half stands for it",
  hears: "prompt",
  params: {
    negative: ["why didn't you", "no, that's not what I meant", "actually, let's go back"],
    positive: ["perfect", "great", "thanks", "exactly"],
    confidence: 0.5,
  },
  decide(_context, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user") return silent("not a prompt of the user")
    const text = plain(moment.text)
    const hit = (phrases: readonly string[]) =>
      phrases.findIndex(phrase => new RegExp(`\\b${escaped(plain(phrase))}\\b`).test(text))
    const readings = []
    const bad = hit(params.negative)
    if (bad >= 0) readings.push({ type: "explicit_negative", sentiment: 0, because: `negative-${bad + 1}` })
    const good = hit(params.positive)
    if (good >= 0) readings.push({ type: "explicit_positive", sentiment: 1, because: `positive-${good + 1}` })
    if (moment.prev !== null && plain(moment.prev) === text)
      readings.push({ type: "implicit_retry", sentiment: 0, because: "same-request" })
    return {
      answer: readings.map(({ type, sentiment, because }) => feedbackOf(type, sentiment, params.confidence, because)),
      because: readings.length === 0 ? "no phrase" : readings.map(reading => reading.because).join(" "),
    }
  },
})

export const grooveCounters = defineRule("detect", "groove-counters@1", {
  source: "S2-16 (tool failures), S2-37, S2-110",
  hears: "tool",
  params: {
    words: ["error:", "failed", "failure", "fatal:", "exception", "panic:", "command not found"],
    readsAtMost: 65_536,
  },
  decide(_context, moment, params) {
    if (moment.what !== "tool") return silent("not a tool call")
    const output = outputOf(moment).slice(0, params.readsAtMost).toLowerCase()
    const word = params.words.find(w => output.includes(w))
    const failed = moment.ok === false || (moment.exitCode !== null && moment.exitCode !== 0) || word !== undefined
    const because = word === undefined ? (failed ? "structural failure" : "no word") : `word ${word}`
    return callSays(!failed, because)
  },
})
