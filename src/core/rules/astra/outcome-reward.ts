// Seed 001's trust of actors: T ← (1 − a)·T + a·(r + 1)/2 with a shrinking step, moved by the rewards of decisions the actor had
// a share in, at 2 hours, 24 hours and 7 days. The seed's settings are params here and in gardener.ts (S1-41..51).
import { HORIZONS } from "../../questions/worth.ts"
import { intervalWithMean } from "../../trust/pooled-beta.ts"
import { moveOf } from "../../trust/tally.ts"
import type { Rows } from "../../views/rows.ts"
import { TABLE } from "../../views/tables.ts"
import type { Happened } from "../happening.ts"
import { defineRule } from "../rule.ts"
import * as deciding from "./decisions.ts"
import { ACTOR, actorKey, freshTrust, remembered, rewarded, TRUST_PARAMS, trustMultiplier } from "./formulas.ts"
import { FREEZE, RECENT_TAGS, storeScore, TAG, TAG_COUNTS, tagCounts } from "./tags.ts"

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
