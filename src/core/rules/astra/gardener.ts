// Seed 001's gardener: what tags in conversation say of a card admits it (trial → active), matures it (active → proven) or
// deprecates it; nothing rises while the promotion breaker is tripped (S1-38, S1-75, D05). Norms move only by the user's tags.
import { isNorm, type Reading, type Stage } from "../../model.ts"
import { silent } from "../../questions/happened.ts"
import { TABLE } from "../../views/tables.ts"
import { defineRule, onEach } from "../rule.ts"
import { cueOf, sentencesOf } from "./find-tags.ts"
import { ACTOR, scoreOf } from "./formulas.ts"
import * as garden from "./tags.ts"

const UP: Readonly<Partial<Record<Stage, Stage>>> = { trial: "active", active: "proven" }

export const gardener = defineRule("stage", "gardener@3", {
  source: "S1-26 … S1-38, S1-75; D04, D05, D23 … D28",
  notes: {
    threshold: "0..10 how far tags must speak for a card to promote it",
    gate: "0..1 weight below which a tag says nothing",
  },
  /** the document's promotion_threshold first */
  params: { threshold: 0.3, episodes: 2, against: 0.3, ...garden.GARDEN_PARAMS },
  tables: [garden.TAG, garden.TAG_COUNTS, garden.RECENT_TAGS, garden.FREEZE, garden.HABIT, garden.ANCHORS],
  reads: [TABLE.card, TABLE.scopeCards, TABLE.episode, ACTOR],
  on: {
    "prompt.submitted"(context, { event }, p) {
      const then = garden.takeIn(context, event, p)
      if (event.data.author === "user") {
        const stems = context.read("stems", () => garden.stemsIn(context, context.text(event.data.prompt) ?? ""))
        garden.follow(context, event.scope ?? "-", stems, p.anchorPrompts)
      }
      return then
    },
    ...onEach(
      [
        ...(["agent.replied", "feedback.given", "card.confirmed", "card.pinned"] as const),
        ...(["card.verified", "card.archived", "card.corrected"] as const),
      ],
      (context, { event }, p: garden.GardenParams) => garden.takeIn(context, event, p),
    ),
  },
  decide({ rows }, input, p) {
    const tags = garden.tagsOn(rows, input.card)
    if (tags.length === 0) return { answer: null, because: "nobody tagged it" }
    if (isNorm(input.kind) && !tags.some(t => t.actor === "user"))
      return { answer: null, because: "a norm moves only by the user's words" }
    const { feedback, episodes } = scoreOf(tags)
    const said = `feedback ${feedback.toFixed(2)} in ${episodes} episodes`
    const up = UP[input.stage]
    if (feedback > p.threshold && episodes >= p.episodes && up) {
      if (garden.FREEZE.get(rows, "all") !== undefined)
        return { answer: null, because: `${said}, but promotions are frozen` }
      return { answer: { to: up }, because: `${said} is above ${p.threshold}` }
    }
    const falls = input.stage === "trial" || input.stage === "active" || input.stage === "proven"
    if (falls && !input.pinned && feedback < -p.against && episodes >= p.episodes)
      return { answer: { to: "deprecated" }, because: `${said} is below ${-p.against}` }
    return { answer: null, because: said }
  },
})

/** Tags as a moment shows them; which card is meant is not asked, so the reading outlives its text (S1-37: global tags). */
export const keepDoubt = defineRule("detect", "keep-doubt@2", {
  source: "S1-37",
  hears: "prompt",
  params: { polarity: { keep: 1, doubt: -1, artifact: -0.5 }, confidence: 0.5 },
  decide(_context, moment, params) {
    if (moment.what !== "prompt" || moment.author !== "user") return silent("tags are read in what the user says")
    const polarity = params.polarity
    const seen = new Set(sentencesOf(moment.text).flatMap(words => cueOf(words)?.tag ?? []))
    const readings = [...seen].sort().map(
      (tag): Reading => ({
        signal: "words",
        type: tag,
        polarity: polarity[tag] ?? 0,
        confidence: params.confidence,
        because: `a sentence that says ${tag}`,
      }),
    )
    return { answer: readings, because: readings.length === 0 ? "no tag" : `tags ${[...seen].sort().join(", ")}` }
  },
})
