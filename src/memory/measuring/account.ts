// What a card's value rests on, as a person asks it: how often it was shown and how the work went then, how it went where it
// was at hand but not shown, what was believed before, and which episodes moved that belief. Says "too early" first (L8).

import { ESTIMATE, type EstimateParams, estimates, pointsPerLogit } from "../../core/learn/estimate.ts"
import { type Waterfall, waterfall } from "../../core/learn/explain.ts"
import { type Learner, marginalOf } from "../../core/learn/learner.ts"
import type { LearnParams } from "../../core/learn/params.ts"
import { learnerIn } from "../../core/learn/state.ts"
import { PLACEMENTS, type Placement } from "../../core/model.ts"
import type { ValueAnswer } from "../../core/questions/worth.ts"
import { ruleId, tellRecord } from "../../core/rules/rule.ts"
import { count, percent, points, sayPoints, sayShare } from "../../core/say-number.ts"
import { type Contrast, contrast, pile } from "../../core/uplift/uplift.ts"
import { decide, type FoldContext, ruleFor } from "../../core/views/context.ts"
import { forget } from "../../core/views/crediting.ts"
import { stageInput } from "../../core/views/happen.ts"
import { clockOf, episodeOf, onceCardOf, read } from "../../core/views/read.ts"
import { factsOf } from "../../core/views/records.ts"
import { overlayRows } from "../../core/views/rows.ts"
import type { CardView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"

const ORIGIN = {
  user: "that you stated",
  agent: "from the agent's own work",
  extracted: "from tools and documents",
} as const

export type Account = ReturnType<typeof accountOf>
export function accountOf(memory: Memory, card: CardView, enough: number) {
  const context = memory.context()
  const rule = ruleFor(context, "value")
  const { answer, because } = decide(context, rule, { card: factsOf(card), now: clockOf(context.rows) })
  const value = answer as ValueAnswer
  const { prompts, sessions, placed } = outcomesOf(memory, card.id)
  const learner = learnerOf(context)
  const learned = learner && learnedOf(learner.at, card, learner.params, learner.estimate)
  return {
    rule: ruleId(rule),
    value,
    /** the rule's own sentence */
    because,
    /** judged prompts with it in context, judged prompts where it was at hand and not in context; and sessions it was shown in */
    prompts,
    sessions,
    /** prior, episodes, posterior; null where the rule keeps no such thing */
    waterfall: stepsOf(learner, card.id),
    learned,
    /** what cards of this kind did at each placement, pooled and not adjusted; and this card alone, where it was seen enough */
    placements: placementsOf(memory, card, placed),
    /** one sentence each */
    words: learned
      ? learnedWords(card, value, prompts, sessions, learned, enough)
      : plainWords(value, because, prompts, enough),
    /** questions the preset's seed wants answered (S3-59 … S3-61) */
    answers: context.preset.rules.stage.flatMap(stage => {
      const input = { ...stageInput(context, { ...card, value }), value }
      return stage.explain?.(context, input, stage.params) ?? []
    }),
  }
}

/** The learner behind the value rule, and its numbers; null where the rule keeps none. */
function learnerOf(context: FoldContext) {
  const rule = ruleFor(context, "value")
  const { learn, estimate = ESTIMATE } = rule.params as { learn?: LearnParams; estimate?: EstimateParams }
  return learn ? { at: learnerIn(rule.posterior?.(context, false)), params: learn, estimate } : null
}
const stepsOf = (learner: ReturnType<typeof learnerOf>, card: string): Waterfall | null =>
  learner?.at.cards.has(card) ? waterfall(learner.at, card, learner.params) : null

/** Every judged prompt that had the card in context or at hand. */
function outcomesOf(memory: Memory, id: string) {
  const yes: number[] = []
  const no: number[] = []
  const at = new Map<Placement, { yes: number[]; no: number[] }>()
  const sessions = new Set<string>()
  for (const record of read.record.values(memory.views)) {
    // A card stays in context, at the placement where it was shown first.
    let inContext: Placement | null = null
    for (const prompt of record.prompts) {
      const mine = prompt.cand.find(c => c.id === id)
      if (mine?.shown) {
        sessions.add(record.ep)
        inContext ??= mine.placement
      }
      const where = inContext ?? mine?.placement
      if (prompt.label === null || where === undefined) continue
      const here = at.get(where) ?? { yes: [], no: [] }
      at.set(where, here)
      for (const side of inContext === null ? [no, here.no] : [yes, here.yes]) side.push(prompt.label)
    }
  }
  const placed = new Map([...at].map(([where, here]) => [where, contrast(pile(here.yes), pile(here.no))]))
  return { prompts: contrast(pile(yes), pile(no)), sessions: sessions.size, placed }
}

/** An error of its own evidence beyond which that is not said. */
const THIN = 0.15

type Learned = ReturnType<typeof learnedOf>
/** In points: its own evidence with one standard error (null while it is too thin to be said), what cards of its origin start with, and how hard the prompts are that fetch it. */
function learnedOf(l: Learner, card: CardView, p: LearnParams, q: EstimateParams) {
  const slope = pointsPerLogit(l)
  const stat = l.cards.get(card.id)
  const reach = slope * (stat && stat.eligible > 0 ? stat.weight / stat.eligible : 0.7)
  const mine = estimates(l, p, q).get(card.id)
  return {
    ...(mine && mine.ownSd <= THIN ? { own: mine.own, ownError: mine.ownSd } : { own: null, ownError: null }),
    origin: reach * p.source[card.source][0],
    fetched: reach * marginalOf(l, `b:${card.id}`, p.eligible)[0],
  }
}

function likeliest({ help, nothing, harm }: ValueAnswer): string {
  const most = Math.max(help, nothing, harm)
  return `${most === nothing ? "does nothing" : most === help ? "helps" : "harms"} (${percent(most)})`
}

function verdictWords(value: ValueAnswer, enough: number): string {
  const uses = count(value.n, "judged use")
  if (value.n < enough) return `Too early: ${value.n} of ${enough} judged uses.`
  if (value.verdict === "early") return `Not sure enough to say after ${uses}: most likely it ${likeliest(value)}.`
  if (value.verdict === "helps") return `It helps: ${percent(value.help)} sure after ${uses}.`
  return value.verdict === "harms"
    ? `It harms: ${percent(value.harm)} sure after ${uses}. Nothing is archived without you: mettle review.`
    : `It does nothing, ${percent(value.nothing)} sure after ${uses}.`
}

/** What its own evidence says, after allowing for the prompts it is fetched for. */
function evidenceWords({ own: mine, ownError, fetched: by }: Learned): string {
  const own =
    mine === null || ownError === null
      ? "its own evidence is still thin, so it is held close to what such cards do"
      : `its own evidence is ${points(mine)} points, give or take ${Math.round(100 * ownError)}`
  if (Math.abs(by) < 0.005) return `${own.charAt(0).toUpperCase()}${own.slice(1)}.`
  const fetched = `It is fetched for ${by < 0 ? "harder" : "easier"} prompts (${points(by)})`
  return mine === null ? `${fetched}, which is allowed for; ${own}.` : `${fetched}; after allowing for that ${own}.`
}

function learnedWords(
  card: CardView,
  value: ValueAnswer,
  prompts: Contrast,
  sessions: number,
  learned: Learned,
  enough: number,
): readonly string[] {
  const reach = 1.2816 * value.sd
  const out: string[] = [verdictWords(value, enough)]
  if (value.n > 0) {
    out.push(
      `Utility ${(value.utility ?? 0.5).toFixed(2)}: ${percent(value.help)} helps, ${percent(value.nothing)} does nothing, ${percent(value.harm)} harms (n ${Math.round(value.n)}).`,
      `Estimated ${sayPoints(value.mean, value.mean - reach, value.mean + reach, "80%", " at prompts it fits")}, n ${Math.round(value.n)}.`,
    )
  }
  out.push(
    prompts.with.n === 0
      ? `Not in context at a judged prompt yet; at hand without it: ${count(prompts.without.n, "judged prompt")}.`
      : `Shown in ${count(sessions, "session")}. With it in context ${sayShare(prompts.with.mean, prompts.with.n)} judged prompts went well` +
          (prompts.without.n === 0
            ? "; it was never left out, so there is little to compare with."
            : `, at hand without it ${sayShare(prompts.without.mean, prompts.without.n)}.`),
  )
  if (value.n > 0) out.push(evidenceWords(learned))
  out.push(`Cards ${ORIGIN[card.source]} start at ${points(learned.origin)} points.`)
  if (value.needs != null) out.push(`It needs about ${count(value.needs, "more session")} to tell.`)
  else if (value.verdict === "early" && value.n >= enough)
    out.push("Sessions of one person alone will hardly tell: what it does changes sooner than they would.")
  return out
}

const plainWords = (value: ValueAnswer, because: string, prompts: Contrast, enough: number): readonly string[] => [
  ...(value.n < enough ? [`Too early: ${Math.round(value.n)} of ${enough} judged uses.`] : []),
  `Value ${value.mean.toFixed(2)}: ${because}.`,
  prompts.with.n === 0
    ? "Not in context at a judged prompt yet."
    : `With it in context ${sayShare(prompts.with.mean, prompts.with.n)} judged prompts went well, at hand without it ${sayShare(prompts.without.mean, prompts.without.n)}. This preset counts presence; it does not allow for hard prompts.`,
]

/** Judged prompts on both sides from which a card's own placement is worth a line. */
const ALONE = 20

function placementsOf(memory: Memory, card: CardView, placed: ReadonlyMap<Placement, Contrast>) {
  return PLACEMENTS.flatMap(placement => {
    const row = read.placement.get(memory.views, `${card.kind}/${placement}`)
    const mine = placed.get(placement)
    const alone = mine && Math.min(mine.with.n, mine.without.n) >= ALONE ? mine : null
    return row ? [{ placement, of: contrast(row.shown, row.not), alone }] : []
  })
}

// What a card's value would be had one episode not been: value and credit are replayed from the kept records without it, on
// rows that are thrown away. An answer to "where does this number come from"; nothing is changed.

export function valueWithout(memory: Memory, card: CardView, without: string) {
  const rows = overlayRows(memory.views)
  const context = memory.context(rows)
  const [value, credit] = [ruleFor(context, "value"), ruleFor(context, "credit")]
  for (const rule of [value, credit]) forget(rows, rule)
  for (const record of read.record.values(memory.views)) {
    if (record.ep === without || episodeOf(rows, record.ep)?.intervened) continue
    const ids = [...new Set(record.prompts.flatMap(p => p.cand.map(c => c.id)))]
    const cards = ids.flatMap(id => {
      const known = onceCardOf(rows, id)
      return known ? [factsOf(known)] : []
    })
    const { answer } = decide(context, credit, { episode: record, cards, posterior: value.posterior?.(context, false) })
    tellRecord(value, context, { record, credits: answer.credits, cards })
  }
  const { answer } = decide(context, value, { card: factsOf(card), now: clockOf(rows) })
  return { value: answer as ValueAnswer, waterfall: stepsOf(learnerOf(context), card.id) }
}
