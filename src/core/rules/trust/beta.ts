// Trust of a source: a Beta posterior over what became of its proposals, pooled with the other sources, with its interval and
// the number of episodes that speak. A later judgement of the same thing replaces the earlier one.
import type { Event } from "../../events/define.ts"
import { FATE, hear, judged, mark, undone } from "../../trust/answerable.ts"
import { claimOf, wordOf } from "../../trust/fate.ts"
import { readingJudged } from "../../trust/inferred.ts"
import { intervalWithMean, pooledPosterior } from "../../trust/pooled-beta.ts"
import { BALLOT, count, moveOf, TALLY, tallyOf, type Verdicted } from "../../trust/tally.ts"
import type { Rows } from "../../views/rows.ts"
import { TABLE } from "../../views/tables.ts"
import type { Happening } from "../happening.ts"
import { defineRule } from "../rule.ts"

/** Rules are pooled with rules, models with models, teammates with teammates: one card may have a rule and a tool behind it. */
const familyOf = (source: string): string =>
  source.includes(":") ? source.slice(0, source.indexOf(":")) : source.includes("@") ? "rule" : source

const params = { priorGood: 2, priorBad: 1, strengths: [1, 2, 4, 8, 16], places: 12, correlation: 0.5, mass: 0.8 }

function trustOf(rows: Rows, source: string, p: typeof params, mass: number) {
  const family = familyOf(source)
  const all = TALLY.list(rows)
    .map(([, tally]) => tally)
    .filter(tally => familyOf(tally.source) === family)
    .sort((a, b) => (a.source < b.source ? -1 : 1))
  const posterior = pooledPosterior(all, tallyOf(rows, source), p)
  const [low, high] = intervalWithMean(posterior, mass)
  return { mean: posterior.a / (posterior.a + posterior.b), low, high, n: tallyOf(rows, source).n }
}

/** What happened says of sources: a user's act on a card, somebody's mark, a word about an episode, a card that moved. */
function heard(rows: Rows, happening: Happening): readonly Verdicted[] {
  if (happening.what === "card looked at") return judged(rows, happening.card)
  if (happening.what === "words met")
    return judgedReading(rows, happening.episode, happening.turn, happening.good, "the user's later words")
  if (happening.what !== "event") return []
  const { event } = happening
  const { type, data } = event
  switch (type) {
    case "act.undone":
      return undone(rows, event, String(data.act))
    case "outcome.reported":
      return event.episode === null
        ? []
        : judgedReading(rows, event.episode, null, data.success === true, "what was reported later")
    case "feedback.given":
      return marked(rows, event)
    case "card.proposed": {
      const old = TABLE.card.get(rows, event.id)?.supersedes
      return old ? judged(rows, old) : []
    }
    default: {
      const card = TABLE.card.get(rows, String(data.card))
      const word = card && wordOf(type, data)
      return word ? hear(rows, card, { act: event.id, ...word }) : []
    }
  }
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
  const turns = TABLE.turn.list(rows, `${episode}/`).map(([, row]) => row)
  const verdict = readingJudged(turns, turn, well, because)
  return verdict ? [verdict] : []
}

export const beta = defineRule({
  question: "trust",
  name: "beta",
  version: 2,
  source: "D63; measured by bench/trust.ts",
  params,
  tables: [FATE, BALLOT, TALLY],
  reads: [TABLE.card, TABLE.episode, TABLE.turn],
  watches: [
    ...([
      "act.undone",
      "outcome.reported",
      "feedback.given",
      "card.proposed",
      "card.confirmed",
      "card.pinned",
    ] as const),
    ...(["card.promoted", "card.verified", "card.archived", "card.corrected"] as const),
    ...(["card looked at", "words met"] as const),
  ],
  step({ rows }, happening, p) {
    const follows = heard(rows, happening).flatMap(verdict => {
      const { source, fate, ref } = verdict
      const trust = (mass: number) => trustOf(rows, source, p, mass)
      return moveOf(source, fate?.because ?? "taken back", ref, trust, () => count(rows, verdict, p.correlation))
    })
    return { follows }
  },
  decide({ rows }, { source, mass }, p) {
    const { good, bad, n } = tallyOf(rows, source)
    return {
      answer: trustOf(rows, source, p, mass ?? p.mass),
      because: `${good.toFixed(1)} of ${(good + bad).toFixed(1)} held up; episodes: ${n}`,
    }
  },
})
