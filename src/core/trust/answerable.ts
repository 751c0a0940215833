// What became of a proposal, as far as its source is answerable for it: the user's last word, else what was measured, else an open
// dispute; silence says nothing (D63). What the user and others said of a card is kept here, and gives, each time it comes out
// differently, one judgement for every source behind it. Feedback that a rule inferred is answered for once plain words were met.
import type { Event } from "../events/define.ts"
import type { Stage, Value } from "../model.ts"
import { DAY } from "../time.ts"
import type { Rows } from "../views/rows.ts"
import type { CardView, TurnView } from "../views/state.ts"
import { table } from "../views/table.ts"
import { TABLE } from "../views/tables.ts"
import type { Verdicted } from "./tally.ts"

/** One act of the user on a card, as a word about who proposed it. */
interface UserWord {
  /** the event, so that undo can take it back */
  readonly act: string
  readonly good: 0 | 1
  readonly weight: number
  readonly because: string
}
export interface Fate {
  readonly good: number
  readonly weight: number
  readonly because: string
}

/** An open dispute is half a judgement: it may be settled either way. */
const DISPUTED = 0.5

/** `typed`: the user typed it, and only the user's own later acts speak of who read it out of the words. */
export function fateOf({
  words,
  typed,
  stage,
  verdict,
}: {
  readonly words: readonly UserWord[]
  readonly typed: boolean
  readonly stage: Stage
  readonly verdict: Value["verdict"] | null
}): Fate | null {
  const word = words.at(-1)
  if (word) return { good: word.good, weight: word.weight, because: word.because }
  if (typed) return null
  if (verdict === "harms") return { good: 0, weight: 1, because: "measured: it harms" }
  if (stage === "deprecated") return { good: 0, weight: 1, because: "deprecated" }
  if (stage === "superseded") return { good: 0, weight: 1, because: "the user's later words replaced it" }
  if (stage === "needs_recheck") return { good: 0, weight: DISPUTED, because: "disputed" }
  return verdict === "helps" ? { good: 1, weight: 1, because: "measured: it helps" } : null
}

/** What an act says of the card's source. */
const ACTS: Readonly<Record<string, readonly [good: 0 | 1, because: string]>> = {
  "card.confirmed": [1, "confirmed by the user"],
  "card.pinned": [1, "pinned by the user"],
  "card.promoted": [1, "given a wider scope by the user"],
  "card.verified": [1, "checked by the user, and it holds"],
  "card.archived": [0, "put away by the user"],
  "card.corrected": [0, "rewritten by the user"],
}
/** What a mark claims of a card: that it stands or does not, and how surely. */
const MARKS: Readonly<Record<string, readonly [good: 0 | 1, weight: number]>> = {
  ...{ keep: [1, 1], useful: [1, 1] },
  ...{ wrong: [0, 1], doubt: [0, DISPUTED], artifact: [0, DISPUTED] },
}

/** What a user's act says of the card's source: good or not, how surely, in words. null = nothing. */
export function wordOf(type: string, data: Readonly<Record<string, unknown>>): Omit<UserWord, "act"> | null {
  if (type === "feedback.given") {
    const [good, weight] = (data.by === "user" && markOf(String(data.tag))) || []
    return good === undefined ? null : { good, weight: weight!, because: `marked ${data.tag} by the user` }
  }
  // What a teammate took back or widened, or what went on in another card, says nothing of whether it was right.
  const others = (type === "card.archived" || type === "card.promoted") && data.by !== undefined
  const unpinned = type === "card.pinned" && data.on !== true
  const said = others || unpinned ? undefined : ACTS[type]
  return said === undefined ? null : { good: said[0], weight: 1, because: said[1] }
}

const markOf = (tag: string) => (Object.hasOwn(MARKS, tag) ? MARKS[tag] : undefined)
/** What somebody else's mark claims of a card: 1 that it stands, 0 that it does not, null nothing. */
export const claimOf = (tag: string): 0 | 1 | null => markOf(tag)?.[0] ?? null

/** What was judged of one card, and who is answerable. */
interface FateView {
  readonly words: readonly UserWord[]
  /** who else marked it, and as what; the last mark of each counts */
  readonly claims: Readonly<Record<string, { readonly claim: 0 | 1; readonly episode: string }>>
  /** fixed when it is first judged */
  readonly sources: readonly string[] | null
  readonly cast: Fate | null
}
const NO_FATE: FateView = { words: [], claims: {}, sources: null, cast: null }
export const FATE = table<FateView>("fate", "card")

export function hear(rows: Rows, card: CardView, word: UserWord): readonly Verdicted[] {
  const fate = FATE.get(rows, card.id) ?? NO_FATE
  FATE.set(rows, card.id, { ...fate, words: [...fate.words, word] })
  return judged(rows, card.id)
}

/** An agent's or a teammate's mark is a claim: it is answered for once the card's fate is known. */
export function mark(rows: Rows, event: Event, card: CardView, by: string, claim: 0 | 1 | null): readonly Verdicted[] {
  if (claim === null || by === "user") return []
  const fate = FATE.get(rows, card.id) ?? NO_FATE
  const known = Object.hasOwn(fate.claims, by) ? fate.claims[by] : undefined
  const episode = known?.episode ?? event.episode ?? dayOf(event.ts)
  FATE.set(rows, card.id, { ...fate, claims: { ...fate.claims, [by]: { claim, episode } } })
  return fate.cast ? [claimed(card.id, by, episode, fate.cast, claim)] : []
}

/** An act was taken back: the card it made, or whatever card its word was said of. */
export function undone(rows: Rows, event: Event, act: string): readonly Verdicted[] {
  const made = TABLE.card.get(rows, act)
  if (made && made.proposer !== "user@1")
    return [
      ...hear(rows, made, { act: event.id, good: 0, weight: 1, because: "undone by the user" }),
      ...(made.supersedes === null ? [] : judged(rows, made.supersedes)),
    ]
  return FATE.list(rows).flatMap(([id, fate]) => {
    if (!fate.words.some(w => w.act === act)) return []
    FATE.set(rows, id, { ...fate, words: fate.words.filter(w => w.act !== act) })
    return judged(rows, id)
  })
}

/** Looks at a card's fate again: what is to be said of its sources if that changed. Cheap when it did not. */
export function judged(rows: Rows, id: string): readonly Verdicted[] {
  const card = TABLE.card.get(rows, id)
  if (!card) return []
  const row = FATE.get(rows, id)
  const typed = card.source === "user"
  const fate = fateOf({ words: row?.words ?? [], typed, stage: card.stage, verdict: card.value?.verdict ?? null })
  const was = row?.cast ?? null
  if (fate?.good === was?.good && fate?.weight === was?.weight) return []
  const sources = row?.sources ?? sourcesOf(rows, card)
  const episode = card.episode ?? dayOf(card.bornAt)
  FATE.set(rows, id, { ...(row ?? NO_FATE), sources, cast: fate })
  return [
    ...sources.map(source => ({ source, episode, item: id, fate, ref: id })),
    ...Object.keys(row?.claims ?? {})
      .sort()
      .map(by => claimed(id, by, row!.claims[by]!.episode, fate, row!.claims[by]!.claim)),
  ]
}

const dayOf = (at: number): string => `day-${Math.floor(at / DAY)}`
const claimed = (card: string, by: string, episode: string, fate: Fate | null, claim: 0 | 1): Verdicted => ({
  ...{ source: by, episode, item: `${card}/mark`, ref: card },
  fate: fate && {
    good: claim === 1 ? fate.good : 1 - fate.good,
    weight: fate.weight,
    because: `its mark, and then: ${fate.because}`,
  },
})

/** Its proposer; for the agent's procedures the agent and its model; the tools it cites. */
function sourcesOf(rows: Rows, card: CardView): readonly string[] {
  // what the user wrote down is never a source (D63)
  const proposer = card.provenance === "note" ? [] : [card.proposer]
  if (card.source === "user") return proposer
  const model = card.episode === null ? null : TABLE.episode.get(rows, card.episode)?.model
  const agent = card.source === "agent" ? ["agent", ...(model ? [`model:${model}`] : [])] : []
  const cited = new Set(card.evidence.filter(e => e.kind === "tool_output").map(e => e.event))
  const turns = cited.size > 0 && card.episode !== null ? TABLE.turn.list(rows, `${card.episode}/`) : []
  const tools = turns.flatMap(([, t]) => t.tools.filter(tool => cited.has(tool.event)).map(tool => `tool:${tool.tool}`))
  return [...new Set([...proposer, ...agent, ...tools])].sort()
}

/** A rule that reads feedback is another source than a proposer of the same name. */
export const readerOf = (rule: string): string => `reader:${rule}`

/** A retry, a go-ahead, the prompt sent again. */
export const isInferred = (type: string | null): boolean =>
  type === "implicit_retry" || type === "implicit_continuation" || type === "accept" || type === "resend"

/** Inferred feedback on a turn met plain words: the rule that inferred it was right or wrong. `index` null = the last such turn. */
export function readingJudged(turns: readonly TurnView[], index: number | null, well: boolean, because: string) {
  const inferred = (turn: TurnView) =>
    turn.signals.findLast(s => s.signal === "feedback" && isInferred(s.type) && s.polarity !== 0)
  const turn = turns.findLast(t => (index === null || t.index === index) && inferred(t))
  const reading = turn && inferred(turn)
  if (!turn || !reading) return null
  const right = reading.polarity > 0 === well
  const fate = { good: right ? 1 : 0, weight: 1, because: `${right ? "borne out" : "contradicted"} by ${because}` }
  return { source: readerOf(reading.rule), episode: turn.episode, item: `turn-${turn.index}`, fate, ref: turn.episode }
}
