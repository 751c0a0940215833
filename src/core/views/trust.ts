// Trust in the fold: what became of each proposal is cast as a ballot for its sources, by episode, and every move of a source's
// trust is written down with what moved it. The trust rule counts; here is only who is answerable for what (D63).
import type { Event } from "../events/define.ts"
import { hashId } from "../ids.ts"
import type { Trust } from "../model.ts"
import { type Ballot, ballotOf, type Items } from "../trust/ballot.ts"
import { claimOf, type Fate, fateOf, type UserWord, wordOf } from "../trust/fate.ts"
import { cardOf, clockOf, decide, episodeOf, type FoldContext, ruleFor, step } from "./context.ts"
import { turnsOf } from "./judging.ts"
import { type CardView, seqKey, type TurnView } from "./state.ts"
import { TABLE } from "./tables.ts"

const DAY = 86_400_000
/** What was judged of one card, and who is answerable. */
export interface FateView {
  readonly words: readonly UserWord[]
  /** who else marked it, and as what; the last mark of each counts */
  readonly claims: Readonly<Record<string, { readonly claim: 0 | 1; readonly episode: string }>>
  /** fixed when it is first judged */
  readonly sources: readonly string[] | null
  readonly cast: Fate | null
}
/** One move of a source's trust. */
export interface TrustMove {
  readonly source: string
  readonly at: number
  readonly seq: number
  readonly mean: number
  readonly lo50: number
  readonly hi50: number
  readonly lo90: number
  readonly hi90: number
  readonly n: number
  readonly because: string
  /** the card or the episode it speaks of */
  readonly ref: string | null
}
const NO_FATE: FateView = { words: [], claims: {}, sources: null, cast: null }
/** The user's own words are never a source (D63). */
const OWN = /^(?:note|user)@/
/** Sources become parts of keys, whatever stands in their names. */
export const sourceKey = (source: string): string => hashId("source", source)

export function trustIn(context: FoldContext, source: string, mass?: number): Trust {
  const now = clockOf(context.rows)
  const asked =
    mass === undefined ? ({ what: "ask", source, now } as const) : ({ what: "ask", source, now, mass } as const)
  return decide(context, ruleFor(context, "trust"), asked).answer
}

/** The same, or null while nothing ever moved it: most sources at most times, and then nothing needs computing. */
export function trustIfMoved(context: FoldContext, source: string): Trust | null {
  const key = sourceKey(source)
  return TABLE.trustMove.first(context.rows, `${key}/`, `${key}/\x7f`) === undefined ? null : trustIn(context, source)
}

/** A source nobody ever heard of. */
export const UNKNOWN = "unknown"

/** How far inferred feedback of a source counts: fully until it proved wrong more often than a source nobody knows. */
export function believed(context: FoldContext, source: string): number {
  const trust = trustIfMoved(context, source)
  return trust === null || trust.n === 0 ? 1 : Math.min(1, trust.mean / trustIn(context, UNKNOWN).mean)
}

/** After an event's reducer: a user's act on a card, somebody's mark, a word about an episode. */
export function judgeSources(context: FoldContext, event: Event): void {
  const { type, data } = event
  if (type === "act.undone") undone(context, event, String(data.act))
  else if (type === "outcome.reported" && event.episode !== null)
    judgeReading(context, event, event.episode, null, data.success === true, "what was reported later")
  else if (type === "feedback.given") marked(context, event)
  else if (type === "card.proposed") {
    const old = cardOf(context.rows, event.id)?.supersedes
    if (old) judgeCard(context, event, old)
  } else if (type.startsWith("card.")) {
    const card = cardOf(context.rows, String(data.card))
    const word = card && wordOf(type, data)
    if (word) hear(context, event, card, { act: event.id, ...word })
  }
}

function marked(context: FoldContext, event: Event): void {
  const { about, target, tag, by } = event.data as { about: string; target: string; tag: string; by: string }
  const claim = claimOf(tag)
  if (about === "episode" && by === "user" && claim !== null)
    judgeReading(context, event, target, null, claim === 1, "the user's word about the episode")
  const card = about === "card" ? cardOf(context.rows, target) : undefined
  if (!card) return
  const word = wordOf(event.type, event.data)
  if (word) hear(context, event, card, { act: event.id, ...word })
  else mark(context, event, card, by, claim)
}

function hear(context: FoldContext, event: Event, card: CardView, word: UserWord): void {
  const fate = TABLE.fate.get(context.rows, card.id) ?? NO_FATE
  TABLE.fate.set(context.rows, card.id, { ...fate, words: [...fate.words, word] })
  judgeCard(context, event, card.id)
}

/** An agent's or a teammate's mark is a claim: it is answered for once the card's fate is known. */
function mark(context: FoldContext, event: Event, card: CardView, by: string, claim: 0 | 1 | null): void {
  if (claim === null || by === "user") return
  const fate = TABLE.fate.get(context.rows, card.id) ?? NO_FATE
  const known = Object.hasOwn(fate.claims, by) ? fate.claims[by] : undefined
  const episode = known?.episode ?? event.episode ?? `day-${Math.floor(event.ts / DAY)}`
  TABLE.fate.set(context.rows, card.id, { ...fate, claims: { ...fate.claims, [by]: { claim, episode } } })
  if (fate.cast) cast(context, event, by, episode, `${card.id}/mark`, agrees(fate.cast, claim), card.id)
}

function undone(context: FoldContext, event: Event, act: string): void {
  const made = cardOf(context.rows, act)
  if (made && made.proposer !== "user@1") {
    hear(context, event, made, { act: event.id, good: 0, weight: 1, because: "undone by the user" })
    if (made.supersedes !== null) judgeCard(context, event, made.supersedes)
    return
  }
  // an act kept no card of its own: look where its word lies
  for (const [id, fate] of TABLE.fate.list(context.rows)) {
    if (!fate.words.some(w => w.act === act)) continue
    TABLE.fate.set(context.rows, id, { ...fate, words: fate.words.filter(w => w.act !== act) })
    judgeCard(context, event, id)
  }
}

/** Looks at a card's fate again and casts what changed. Cheap when nothing did. */
export function judgeCard(context: FoldContext, event: Pick<Event, "seq">, id: string): void {
  const card = cardOf(context.rows, id)
  if (!card) return
  const row = TABLE.fate.get(context.rows, id)
  const typed = card.source === "user"
  const fate = fateOf({ words: row?.words ?? [], typed, stage: card.stage, verdict: card.value?.verdict ?? null })
  const was = row?.cast ?? null
  if (fate?.good === was?.good && fate?.weight === was?.weight) return
  const sources = row?.sources ?? sourcesOf(context, card)
  const episode = card.episode ?? `day-${Math.floor(card.bornAt / DAY)}`
  for (const source of sources) cast(context, event, source, episode, id, fate, id)
  for (const by of Object.keys(row?.claims ?? {}).sort()) {
    const { claim, episode: said } = row!.claims[by]!
    cast(context, event, by, said, `${id}/mark`, fate && agrees(fate, claim), id)
  }
  TABLE.fate.set(context.rows, id, { ...(row ?? NO_FATE), sources, cast: fate })
}

const agrees = (fate: Fate, claim: 0 | 1): Fate => ({
  good: claim === 1 ? fate.good : 1 - fate.good,
  weight: fate.weight,
  because: `its mark, and then: ${fate.because}`,
})

/** Who is answerable for a card: its proposer; for the agent's procedures the agent and its model; the tools it cites. */
function sourcesOf(context: FoldContext, card: CardView): readonly string[] {
  const proposer = OWN.test(card.proposer) ? [] : [card.proposer]
  if (card.source === "user") return proposer
  const model = episodeOf(context.rows, card.episode)?.model
  const agent = card.source === "agent" ? ["agent", ...(model ? [`model:${model}`] : [])] : []
  const cited = new Set(card.evidence.filter(e => e.kind === "tool_output").map(e => e.event))
  const turns = cited.size > 0 && card.episode !== null ? turnsOf(context, card.episode) : []
  const tools = turns.flatMap(t => t.tools.filter(tool => cited.has(tool.event)).map(tool => `tool:${tool.tool}`))
  return [...new Set([...proposer, ...agent, ...tools])].sort()
}

/** A rule that reads feedback is another source than a proposer of the same name. */
export const readerOf = (rule: string): string => `reader:${rule}`

/** Feedback nobody put into words: a retry, a go-ahead, the prompt sent again. */
export const isInferred = (type: string | null): boolean =>
  type === "implicit_retry" || type === "implicit_continuation" || type === "accept" || type === "resend"

/** Inferred feedback on a turn met plain words: the rule that inferred it was right or wrong. null = the last such turn. */
export function judgeReading(
  context: FoldContext,
  event: Pick<Event, "seq">,
  episode: string,
  index: number | null,
  well: boolean,
  because: string,
): void {
  const inferred = (turn: TurnView) =>
    turn.signals.findLast(s => s.signal === "feedback" && isInferred(s.type) && s.polarity !== 0)
  const turn = turnsOf(context, episode).findLast(t => (index === null || t.index === index) && inferred(t))
  const reading = turn && inferred(turn)
  if (!turn || !reading) return
  const right = reading.polarity > 0 === well
  const fate: Fate = {
    good: right ? 1 : 0,
    weight: 1,
    because: `${right ? "borne out" : "contradicted"} by ${because}`,
  }
  cast(context, event, readerOf(reading.rule), episode, `turn-${turn.index}`, fate, episode)
}

/** One judgement of one thing; what was said of it before is replaced. null takes it back. */
function cast(
  context: FoldContext,
  event: Pick<Event, "seq">,
  source: string,
  episode: string,
  item: string,
  fate: Fate | null,
  ref: string,
): void {
  const key = `${sourceKey(source)}/${episode}`
  const rule = ruleFor(context, "trust")
  const correlation = Number(rule.params.correlation ?? 0)
  const before = TABLE.ballot.get(context.rows, key) ?? {}
  const { [item]: _, ...others } = before
  const items: Items = fate ? { ...others, [item]: [fate.good, fate.weight] } : others
  const was = ballotOf(before, correlation)
  const now: Ballot = ballotOf(items, correlation) ?? { good: 0, weight: 0 }
  if (Object.keys(items).length === 0) TABLE.ballot.delete(context.rows, key)
  else TABLE.ballot.set(context.rows, key, items)
  moveTrust(
    context,
    event,
    { what: "came_true", source, ...now, at: clockOf(context.rows), ...(was ? { was } : {}) },
    fate?.because ?? "taken back",
    ref,
  )
}

/** Steps the trust rule and writes down where the source stands now, if that moved it. */
export function moveTrust(
  context: FoldContext,
  event: Pick<Event, "seq">,
  happened: Parameters<typeof step<"trust">>[2],
  because: string,
  ref: string | null,
): void {
  const { source } = happened
  const before = trustIn(context, source)
  step(context, ruleFor(context, "trust"), happened)
  const half = trustIn(context, source, 0.5)
  if (half.mean === before.mean && half.n === before.n) return
  const most = trustIn(context, source, 0.9)
  const n = (TABLE.meta.get(context.rows, "trustMoves") ?? 0) + 1
  TABLE.meta.set(context.rows, "trustMoves", n)
  const move: TrustMove = {
    ...{ source, at: clockOf(context.rows), seq: event.seq, mean: half.mean, n: half.n, because, ref },
    ...{ lo50: half.low, hi50: half.high, lo90: most.low, hi90: most.high },
  }
  TABLE.trustMove.set(context.rows, `${sourceKey(source)}/${seqKey(n)}`, move)
}
