// Trust of a source: a Beta posterior over what became of its proposals, pooled with the other sources, with its interval and
// the number of episodes that speak. A later judgement of the same thing replaces the earlier one.
import type { Event } from "../../events/define.ts"
import { claimOf, FATE, hear, judged, mark, readingJudged, undone, wordOf } from "../../trust/answerable.ts"
import {
  BALLOT,
  count,
  intervalWithMean,
  moveOf,
  pooledPosterior,
  TALLY,
  tallyOf,
  type Verdicted,
} from "../../trust/tally.ts"
import type { Rows } from "../../views/rows.ts"
import { TABLE } from "../../views/tables.ts"
import type { Consequences } from "../happening.ts"
import { defineRule, onEach } from "../rule.ts"

/** Rules are pooled with rules, models with models, teammates with teammates: one card may have a rule and a tool behind it. */
const familyOf = (source: string): string =>
  source.includes(":") ? source.slice(0, source.indexOf(":")) : source.includes("@") ? "rule" : source

const params = { priorGood: 2, priorBad: 1, strengths: [1, 2, 4, 8, 16], places: 12, correlation: 0.5, mass: 0.8 }

function trustOf(rows: Rows, source: string, p: typeof params, mass: number) {
  const family = familyOf(source)
  const all = TALLY.values(rows)
    .filter(tally => familyOf(tally.source) === family)
    .sort((a, b) => (a.source < b.source ? -1 : 1))
  const posterior = pooledPosterior(all, tallyOf(rows, source), p)
  const [low, high] = intervalWithMean(posterior, mass)
  return { mean: posterior.a / (posterior.a + posterior.b), low, high, n: tallyOf(rows, source).n }
}

/** A user's act on a card is a word about its source. */
function acted(rows: Rows, { id, type, data }: Event): readonly Verdicted[] {
  const card = TABLE.card.get(rows, String(data.card))
  const word = card && wordOf(type, data)
  return word ? hear(rows, card, { act: id, ...word }) : []
}

function marked(rows: Rows, event: Event): readonly Verdicted[] {
  const { about, target, tag, by } = event.data
  const claim = claimOf(String(tag))
  if (about === "episode")
    return by === "user" && claim !== null
      ? judgedReading(rows, String(target), null, claim === 1, "the user's word about the episode")
      : []
  const card = about === "card" ? TABLE.card.get(rows, String(target)) : undefined
  if (!card) return []
  const word = wordOf(event.type, event.data)
  return word ? hear(rows, card, { act: event.id, ...word }) : mark(rows, event, card, String(by), claim)
}

function judgedReading(rows: Rows, episode: string, turn: number | null, well: boolean, because: string) {
  const turns = TABLE.turn.values(rows, `${episode}/`)
  const verdict = readingJudged(turns, turn, well, because)
  return verdict ? [verdict] : []
}

/** Counts what was judged, and tells whose trust it moved. */
function moves(rows: Rows, verdicts: readonly Verdicted[], p: typeof params): Consequences {
  const follows = verdicts.flatMap(verdict => {
    const { source, fate, ref } = verdict
    const trust = (mass: number) => trustOf(rows, source, p, mass)
    return moveOf(source, fate?.because ?? "taken back", ref, trust, () => count(rows, verdict, p.correlation))
  })
  return { follows }
}

export const beta = defineRule("trust", "beta@2", {
  source: "D63; measured by bench/trust.ts",
  params,
  tables: [FATE, BALLOT, TALLY],
  reads: [TABLE.card, TABLE.episode, TABLE.turn],
  on: {
    "card looked at": ({ rows }, { card }, p) => moves(rows, judged(rows, card), p),
    "words met": ({ rows }, { episode, turn, good }, p) =>
      moves(rows, judgedReading(rows, episode, turn, good, "the user's later words"), p),
    "outcome.reported": ({ rows }, { event: { episode, data } }, p) =>
      episode === null
        ? undefined
        : moves(rows, judgedReading(rows, episode, null, data.success, "what was reported later"), p),
    "feedback.given": ({ rows }, { event }, p) => moves(rows, marked(rows, event), p),
    "card.proposed"({ rows }, { event }, p) {
      const old = TABLE.card.get(rows, event.id)?.supersedes
      return old ? moves(rows, judged(rows, old), p) : undefined
    },
    "act.undone": ({ rows }, { event }, p) => moves(rows, undone(rows, event, event.data.act), p),
    ...onEach(
      ["card.confirmed", "card.pinned", "card.promoted", "card.verified", "card.archived", "card.corrected"],
      ({ rows }, { event }, p: typeof params) => moves(rows, acted(rows, event), p),
    ),
  },
  decide({ rows }, { source, mass }, p) {
    const { good, bad, n } = tallyOf(rows, source)
    return {
      answer: trustOf(rows, source, p, mass ?? p.mass),
      because: `${good.toFixed(1)} of ${(good + bad).toFixed(1)} held up; episodes: ${n}`,
    }
  },
})
