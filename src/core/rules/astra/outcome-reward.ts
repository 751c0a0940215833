// Seed 001's trust of actors: T ← (1 − a)·T + a·(r + 1)/2 with a shrinking step, moved by the rewards of decisions the actor had
// a share in, at 2 hours, 24 hours and 7 days. The seed's settings are params here and in gardener.ts (S1-41..51).

import { blendScore, creditsIn, shownIn } from "../../outcome/episode-outcome.ts"
import { type EpisodeRecord, HORIZONS, scored } from "../../questions/worth.ts"
import { mean } from "../../stats.ts"
import { intervalWithMean, moveOf } from "../../trust/tally.ts"
import type { Rows } from "../../views/rows.ts"
import { table } from "../../views/table.ts"
import { TABLE } from "../../views/tables.ts"
import type { Happened } from "../happening.ts"
import { defineRule } from "../rule.ts"
import * as deciding from "./decisions.ts"
import { ACTOR, actorKey, freshTrust, remembered, rewarded, TRUST_PARAMS, trustMultiplier } from "./formulas.ts"
import { FREEZE, RECENT_TAGS, storeScore, TAG, TAG_COUNTS, tagCounts } from "./tags.ts"

// Seed 001 on cards: the reward of an episode by the document's four terms, −1 … 1, divided over its cards by contribution (S1-16) or
// given whole to each, and the trust it moves: T ← (1 − a)·T + a·(1 + r)/2 with a = 0.3/(1 + n/50), only when |r| ≥ 0.1
// (S1-04 … S1-06). docs/machines/astra.md says what the document leaves open here.

/** Divided over nine cards, hardly an update is left above the gate. */
const CARD_PARAMS = { wCoherence: 0.4, wConflict: 0.2, wStability: 0.2, wValidation: 0.2, manyErrors: 5, shared: true }

function rewardOf(episode: EpisodeRecord, p: typeof CARD_PARAMS): number {
  const heard = [...episode.prompts.map(prompt => prompt.fb), episode.closing]
  const errors = episode.prompts.flatMap(prompt => prompt.tools).filter(tool => tool.outErr).length
  const words = heard.flatMap(fb => (fb === "explicit_positive" ? 1 : fb === "explicit_negative" ? -1 : []))
  return (
    p.wCoherence * (2 * blendScore(episode).score - 1) +
    p.wConflict * -Math.min(1, errors / p.manyErrors) +
    p.wStability * (heard.includes("implicit_retry") ? -1 : episode.endReason === "exit" ? 1 : 0) +
    p.wValidation * (words.length === 0 ? 0 : mean(words))
  )
}

export const sharedReward = defineRule("credit", "shared-reward@2", {
  source: "S1-04 … S1-06, S1-13, S1-16; docs/credit.md",
  params: CARD_PARAMS,
  notes: {
    manyErrors: "#1..1000 errors from which an episode is all conflict",
    shared: "whether the reward is divided over the cards shown, or given whole to each",
  },
  decide(_context, { episode }, p) {
    const cards = shownIn(episode)
    const r = rewardOf(episode, p)
    const total = cards.reduce((s, c) => s + c.score, 0)
    const credits = creditsIn(episode, c => ({
      // + 0: a share of nothing is not minus nothing, which JSON could not keep
      amount: (p.shared ? (total > 0 ? (r * c.score) / total : r / cards.length) : r) + 0,
      because: p.shared ? `its share of reward ${r.toFixed(2)}` : `reward ${r.toFixed(2)}`,
    }))
    return { answer: { credits, rest: 0 }, because: `reward ${r.toFixed(2)} over ${cards.length} cards` }
  },
})

const TRUST = table<readonly [t: number, n: number]>("shrinking_step", "card")

export const shrinkingStep = defineRule("value", "shrinking-step@1", {
  source: "S1-03 … S1-06; docs/credit.md",
  notes: { k: "0.1..100000 uses after which a step is half as long", gate: "0..1 reward below which nothing moves" },
  params: { start: 0.5, a0: 0.3, k: 50, gate: 0.1 },
  tables: [TRUST],
  on: {
    "record credited"({ rows }, { credits }, { start, a0, k, gate }) {
      for (const c of credits) {
        if (Math.abs(c.amount) < gate) continue
        const [t, n] = TRUST.get(rows, c.card) ?? [start, 0]
        const a = a0 / (1 + n / k)
        TRUST.set(rows, c.card, [(1 - a) * t + a * 0.5 * (c.amount + 1), n + 1])
      }
    },
  },
  decide({ rows }, { card }, { start }) {
    const [mean, n] = TRUST.get(rows, card.id) ?? [start, 0]
    return { answer: scored(mean, n), because: `trust ${mean.toFixed(3)} after ${n} updates above the gate` }
  },
})

const params = {
  ...TRUST_PARAMS,
  ...deciding.DECISION_PARAMS,
  /** part of a full step at each horizon; the week's is what stability weighs in the reward (D21) */
  stepShort: 0.15,
  stepLong: 1,
  stepWeek: 0.2,
  mass: 0.8,
}

function trustOf(rows: Rows, source: string, p: typeof params, mass: number) {
  const actor = ACTOR.get(rows, actorKey(source)) ?? freshTrust(p)
  const [low, high] = intervalWithMean(remembered(actor), mass)
  return { mean: actor.t, low: Math.min(low, actor.t), high: Math.max(high, actor.t), n: actor.n }
}

/** Everybody who had a share in a decision gains or loses by what came of it. */
function rewardActors(rows: Rows, { decision, horizon, r }: deciding.Evaluated, p: typeof params): readonly Happened[] {
  const step = horizon === "short" ? p.stepShort : horizon === "long" ? p.stepLong : p.stepWeek
  const { from, to } = decision
  const did = from === to ? `stays ${to}` : `${from ?? "proposed"} → ${to}`
  const because = `${did}, after ${deciding.WAIT[horizon]}: reward ${r.toFixed(2)}`
  return Object.keys(decision.shares)
    .sort()
    .flatMap(source => {
      const trust = (mass: number) => trustOf(rows, source, p, mass)
      return moveOf(source, because, decision.card, trust, () => {
        const old = ACTOR.get(rows, actorKey(source)) ?? freshTrust(p)
        const next = rewarded(old, { r, share: decision.shares[source]!, step }, p)
        if (next !== old) ACTOR.set(rows, actorKey(source), next)
      })
    })
}

export const outcomeReward = defineRule("trust", "outcome-reward@5", {
  source: "S1-01 … S1-51, S1-75 … S1-77; D20 … D29, D63",
  params,
  tables: [ACTOR, deciding.DECISION, deciding.CARD_DECISION, deciding.CONFLICTS, deciding.COURSE, deciding.DECIDED],
  reads: [TABLE.card, TABLE.scopeCards, TABLE.episode, TABLE.seenBy, TAG, RECENT_TAGS, TAG_COUNTS, FREEZE],
  on: {
    "card staged": ({ rows }, staged, p) => deciding.record(rows, staged.card, staged.from, staged.to, staged, p),
    "card spoken of"({ rows }, spoken, p) {
      const stage = TABLE.card.get(rows, spoken.card)?.stage
      return stage && deciding.record(rows, spoken.card, stage, stage, spoken, p)
    },
    "pack.built": ({ rows }, built, p) => deciding.putToUse(rows, built.event.data.shortlist, built, p),
    "evidence met"({ rows }, { at, agrees }, p) {
      deciding.noteEvidence(rows, at, agrees, p)
    },
    "evidence.checked"({ rows }, { at, event }, p) {
      deciding.noteEvidence(rows, at, event.data.holds ? 1 : -1, p)
    },
    "episode closed"({ rows }, { at, episode }, p) {
      const agrees = deciding.agreementOf(rows, episode)
      if (agrees !== null) deciding.noteEvidence(rows, at, agrees, p)
    },
    "time due"({ rows }, { at, id }, p) {
      const known = deciding.evaluate(rows, id, at, p)
      return known ? { follows: rewardActors(rows, known, p) } : undefined
    },
  },
  /** What the parts of the seed have counted (S1-56). */
  report({ rows }) {
    const { feedback, neg, n } = storeScore(rows)
    const [decisions, evaluated] = [deciding.decided(rows, "decisions"), deciding.decided(rows, "evaluations")]
    return {
      outcomes: {
        ...{ decisions, evaluated, pending: HORIZONS.length * decisions - evaluated },
        last: deciding.DECISION.list(rows).at(-1)?.[1] ?? null,
        coherence: deciding.courseOf(rows).at(-1)?.[1] ?? null,
      },
      tags: {
        ...tagCounts(rows),
        ...{ globalFeedback: feedback, globalNeg: neg, window: n, frozen: FREEZE.get(rows, "all") !== undefined },
      },
    }
  },
  decide({ rows }, { source, mass }, p) {
    const answer = trustOf(rows, source, p, mass ?? p.mass)
    const because = `T ${answer.mean.toFixed(3)} after ${answer.n} rewards above the gate: × ${trustMultiplier(answer.mean).toFixed(2)}`
    return { answer, because }
  },
})
