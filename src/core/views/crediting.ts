// Crediting: a closed episode becomes a record, its outcomes become credit, credit moves value, value moves stage.
// Late evidence changes a record in place and replays value from the savepoint before it: nothing is counted twice.
import type { Event } from "../events/define.ts"
import type { CardFacts, Credit, EpisodeRecord } from "../questions/worth.ts"
import { type Rule, ruleId } from "../rules/rule.ts"
import { count, decide, type FoldContext, ruleFor, saveCard, saveEpisode, setFigure } from "./context.ts"
import { takeEffects } from "./effects.ts"
import { judgeEpisode, judgeTurn, turnsOf } from "./episode/judging.ts"
import { happen, moveStage } from "./happen.ts"
import { cardOf, clockOf, episodeOf, onceCardOf } from "./read.ts"
import { factsOf, isLearnable, recordOf } from "./records.ts"
import type { Rows } from "./rows.ts"
import { restore, save } from "./savepoints.ts"
import { watchStanding } from "./standing.ts"
import { type ReceiptView, seqKey } from "./state.ts"
import { table } from "./table.ts"
import { TABLE } from "./tables.ts"

/** Every so many closed episodes the value of all cards is asked again, not only of those in the episode. */
const SWEEP = 8
/** Up to so many records late evidence replays value at once; beyond that several pieces wait for one replay, a sweep later. */
const EAGER = 64

export function creditEpisode(context: FoldContext, event: Pick<Event, "seq">, id: string): void {
  const episode = episodeOf(context.rows, id)
  if (!episode || episode.uncredited >= episode.turns) return
  const turns = turnsOf(context, id).slice(episode.uncredited)
  const n = (TABLE.meta.get(context.rows, "records") ?? 0) + 1
  setFigure(context.rows, "records", n)
  const key = seqKey(n)
  const record = recordOf(context, episode, turns)
  TABLE.record.set(context.rows, key, record)
  saveEpisode(context.rows, {
    ...episode,
    uncredited: episode.turns,
    parts: [...episode.parts, { from: episode.uncredited, to: episode.turns, key }],
  })
  const due = TABLE.meta.get(context.rows, "replayDue")
  if (due !== undefined && n - due >= SWEEP) {
    replay(context, event, n - 1)
    return
  }
  // An episode in which the breaker spoke is not the cards' doing (D67).
  const credits = episode.intervened ? null : apply(context, event, key, record)
  save(context, n)
  if (credits === null) return
  countOutcomes(context, record.repo, credits, 1)
  revalue(context, event, n % SWEEP === 0 ? null : candidatesIn(record))
  watchStanding(context, event, record.repo === "-" ? null : record.repo)
}

/** A credited turn reads differently now (revert, CI, a later word): rewrite its record; value is replayed now or soon. */
export function recredit(context: FoldContext, event: Pick<Event, "seq">, id: string, turn: number): void {
  judgeTurn(context, id, turn)
  rejudgeEpisode(context, event, id)
  const episode = episodeOf(context.rows, id)
  const part = episode?.parts.find(p => turn >= p.from && turn < p.to)
  if (!episode || !part) return
  const turns = turnsOf(context, id).slice(part.from, part.to)
  const before = TABLE.record.get(context.rows, part.key)
  const after = recordOf(context, episode, turns)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  TABLE.record.set(context.rows, part.key, after)
  // A card that is not measured any more keeps nothing of what it was given while it was.
  const still = new Set(candidatesIn(after))
  const left = before ? candidatesIn(before).filter(card => !still.has(card)) : []
  takeBack(context, part.key, after, left)
  count(context.rows, "late")
  const n = TABLE.meta.get(context.rows, "records") ?? 0
  setFigure(context.rows, "replayFrom", Math.min(Number(part.key), TABLE.meta.get(context.rows, "replayFrom") ?? n))
  if (n <= EAGER) replay(context, event, n)
  else if (TABLE.meta.get(context.rows, "replayDue") === undefined) setFigure(context.rows, "replayDue", n)
}

/** An episode that is over is judged again as a whole; one that goes on will be. */
function rejudgeEpisode(context: FoldContext, event: Pick<Event, "seq">, id: string): void {
  const before = episodeOf(context.rows, id)
  if (!before || before.closedAt === null) return
  judgeEpisode(context, event, id, before.turns)
  const judged = episodeOf(context.rows, id)!
  if (judged.verdict !== before.verdict) count(context.rows, "flipped")
}

/** Value once more from before the first record that reads differently. `learned`: how many were taken in so far. */
function replay(context: FoldContext, event: Pick<Event, "seq">, learned: number): void {
  const { rows } = context
  const from = restore(context, TABLE.meta.get(rows, "replayFrom") ?? 1, learned)
  for (const name of ["replayDue", "replayFrom"]) setFigure(rows, name, null)
  const again = TABLE.record.range(rows, seqKey(from + 1), "\x7f")
  for (const [key, record] of again) takeBack(context, key, record, candidatesIn(record))
  const given = again.map(([key, record]) => {
    const counts = !TABLE.episode.get(rows, record.ep)?.intervened
    const credits = counts ? apply(context, event, key, record) : []
    if (!counts) TABLE.receipt.delete(rows, key)
    save(context, Number(key))
    return [record.repo, credits] as const
  })
  for (const [repo, credits] of given) countOutcomes(context, repo, credits, 1)
  revalue(context, event, null)
  for (const repo of new Set(again.map(([, record]) => record.repo)))
    watchStanding(context, event, repo === "-" ? null : repo)
}

/** A rule that knows nothing yet. */
export const forget = (rows: Rows, { tables }: Pick<Rule, "tables">): void => {
  for (const { name } of tables ?? []) table(name, "any").clear(rows)
}

const candidatesIn = (record: EpisodeRecord): readonly string[] => [
  ...new Set(record.prompts.flatMap(p => p.cand.map(c => c.id))),
]

/** Credit rows and the receipt of one record, then one step of value. */
function apply(context: FoldContext, event: Pick<Event, "seq">, key: string, record: EpisodeRecord): readonly Credit[] {
  const cards = candidatesIn(record).flatMap((id): CardFacts[] => {
    const card = onceCardOf(context.rows, id)
    return card ? [factsOf(card)] : []
  })
  const credit = ruleFor(context, "credit")
  const posterior = ruleFor(context, "value").posterior?.(context, false)
  const { answer, because } = decide(context, credit, { episode: record, cards, posterior })
  answer.credits.forEach((c, i) => {
    const place = `${String(c.prompt).padStart(6, "0")}/${key}/${String(i).padStart(4, "0")}`
    TABLE.credit.set(context.rows, `${c.card}/${record.ep}/${place}`, c)
  })
  const receipt: ReceiptView = {
    episode: record.ep,
    rule: ruleId(credit),
    rest: answer.rest,
    observed: answer.observed ?? [],
    because,
  }
  TABLE.receipt.set(context.rows, key, receipt)
  takeEffects(context, record, answer.credits)
  happen(context, event, { what: "record credited", record, credits: answer.credits, cards })
  return answer.credits
}

/** What a record gave to these cards. */
function takeBack(context: FoldContext, key: string, record: EpisodeRecord, cards: readonly string[]): void {
  for (const card of cards) {
    const given = TABLE.credit.list(context.rows, `${card}/${record.ep}/`).filter(([at]) => at.includes(`/${key}/`))
    const credits = given.map(([, credit]) => credit)
    countOutcomes(context, record.repo, credits, -1)
    for (const [at] of given) TABLE.credit.delete(context.rows, at)
  }
}

/** Whole wins and losses on the cards themselves. Differences only, so that a reset by hand stays a reset. */
function countOutcomes(context: FoldContext, repo: string | null, credits: readonly Credit[], by: 1 | -1): void {
  for (const { card: id, counts } of credits) {
    const card = counts && cardOf(context.rows, id)
    if (!card) continue
    const win = counts === "win"
    const where = repo ?? "-"
    saveCard(context.rows, {
      ...card,
      wins: Math.max(0, card.wins + (win ? by : 0)),
      losses: Math.max(0, card.losses + (win ? 0 : by)),
      winsByRepo: win
        ? { ...card.winsByRepo, [where]: Math.max(0, (card.winsByRepo[where] ?? 0) + by) }
        : card.winsByRepo,
    })
  }
}

/** Asks the value rule anew and lets the stage rules look. null = every learnable card. */
function revalue(context: FoldContext, event: Pick<Event, "seq">, ids: readonly string[] | null): void {
  const cards =
    ids === null ? TABLE.card.list(context.rows).map(([, c]) => c) : ids.flatMap(id => cardOf(context.rows, id) ?? [])
  const rule = ruleFor(context, "value")
  for (const card of cards) {
    if (!isLearnable(card)) continue
    const { answer } = decide(context, rule, { card: factsOf(card), now: clockOf(context.rows) })
    saveCard(context.rows, { ...card, value: answer })
    moveStage(context, event, card.id)
    count(context.rows, "moved")
    setFigure(context.rows, "movedAt", clockOf(context.rows))
  }
}
