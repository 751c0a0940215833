// Cards: proposals come in, the admit rule answers, the ledger says why. Evidence is checked here against the text
// itself: event, blob, range and hash; provenance (who typed it) comes from the turn, never from the words.
import type { Event } from "../events/define.ts"
import type { DataOf } from "../events/registry.ts"
import { type Evidence, isForeign, isNorm, type Kind, type Scope } from "../model.ts"
import type { AdmitAnswer, EvidenceFacts, Near } from "../questions/admit.ts"
import type { Decision } from "../rules/rule.ts"
import { strongest } from "../truth.ts"
import { cardOf, decide, episodeOf, type FoldContext, ruleFor, saveCard, saveEpisode, writeLedger } from "./context.ts"
import { corroborate, isTakenBack, SECOND_EAR, type Source } from "./corroboration.ts"
import { mergeEvidence, openDispute } from "./disputes.ts"
import { turnsOf } from "./episode/judging.ts"
import { foreignFacts } from "./foreign.ts"
import { happen, moveStage } from "./happen.ts"
import { trustIfMoved } from "./sources.ts"
import { index, seenTrue, setStage, wake, wakeCandidate } from "./stages.ts"
import { type CardView, type EpisodeView, scopeKey, type TurnView, UNSEEN } from "./state.ts"
import { likeness, takenApart } from "./statements.ts"
import { sweepSoon } from "./sweep.ts"
import { TABLE } from "./tables.ts"

/** Kinds that share one budget. */
const BUDGET: Readonly<Record<Kind, readonly Kind[]>> = {
  preference: ["preference", "constraint", "commitment"],
  constraint: ["preference", "constraint", "commitment"],
  commitment: ["preference", "constraint", "commitment"],
  fact: ["fact"],
  tactic: ["tactic"],
  negative_result: ["negative_result"],
}

export function noteWritten(context: FoldContext, event: Event<DataOf<"note.written">>): void {
  TABLE.note.set(context.rows, event.id, { by: event.data.by, text: event.data.text })
}

export function cardProposed(context: FoldContext, event: Event<DataOf<"card.proposed">>): void {
  const { data } = event
  if (TABLE.proposal.get(context.rows, event.id)) return
  const scope: Scope = { tier: data.tier, id: data.tier === "global" ? "me" : (event.scope ?? "-") }
  const episode = episodeOf(context.rows, event.episode)
  const turns = episode ? turnsOf(context, episode.id) : []
  const rule = ruleFor(context, "admit")
  const foreign = isForeign(data.proposer)
  const { answer, because, sources } = context.read("admission", () => admit(context, event, scope, episode, turns))
  const entry = {
    episode: event.episode,
    proposal: event.id,
    kind: data.kind,
    statement: data.statement,
    rule,
    because,
  }
  TABLE.proposal.set(context.rows, event.id, { act: answer.act, into: answer.act === "merge" ? answer.into : null })
  if (answer.act === "refuse") {
    const against = "against" in answer ? (answer.against ?? null) : null
    writeLedger(context, event, { ...entry, act: "refused", card: against, because: `${answer.refused}: ${because}` })
    if (against !== null) openDispute(context, event, against, strongest(sources.filter(e => e.holds).map(e => e.kind)))
    return
  }
  if (answer.act === "merge") {
    const into = cardOf(context.rows, answer.into)
    if (into) saveCard(context.rows, { ...mergeEvidence(into, data.evidence), ...seenTrue(into, event.ts) })
    if (into) corroborate(context, event, into.id, sources)
    writeLedger(context, event, { ...entry, act: "merged", card: answer.into })
    if (into) moveStage(context, event, into.id)
    return
  }
  const asks = data.ask === true && (isNorm(data.kind) || data.kind === "fact")
  const old = answer.act === "supersede" ? cardOf(context.rows, answer.old) : undefined
  const stage = asks ? "trial" : answer.act === "admit" ? answer.stage : "active"
  const needs = answer.act === "admit" && !asks ? answer.needs : undefined
  const said = data.proposer.startsWith(`${SECOND_EAR.name}@`) ? `${SECOND_EAR.said}; ${because}` : because
  const source = foreign ? "extracted" : sourceOf(sources)
  addCard(context, event, scope, stage, source, old ?? null, asks ? `${said}; waits for your yes` : said, needs, asks)
  happen(context, event, { what: "card staged", card: event.id, from: null, to: stage })
  const gone = answer.act === "supersede" && !asks ? [answer.old, ...(answer.also ?? [])] : []
  for (const card of gone.flatMap(id => cardOf(context.rows, id) ?? []))
    setStage(context, card, "superseded", { supersededBy: event.id })
  // what was only heard takes no room from what the episode says plainly
  if (episode && data.sure !== false)
    saveEpisode(context.rows, {
      ...episode,
      admitted: episode.admitted + 1,
      admittedTactics: episode.admittedTactics + (data.kind === "tactic" ? 1 : 0),
    })
  writeLedger(context, event, {
    ...{ ...entry, card: event.id, act: old && !asks ? "superseded" : "admitted" },
    because: asks ? `${because}; waits for your yes` : because,
  })
}

interface Admission extends Decision<AdmitAnswer> {
  readonly sources: readonly Source[]
}

/** What the admit rule makes of a proposal, and what of its sources counts beyond that; no words in it. */
function admit(
  context: FoldContext,
  event: Event<DataOf<"card.proposed">>,
  scope: Scope,
  episode: EpisodeView | undefined,
  turns: readonly TurnView[],
): Admission {
  const { data } = event
  const statement = context.text(data.statement)
  const evidence = data.evidence.map(e =>
    isForeign(data.proposer)
      ? foreignFacts(context, e, event.id, data.kind)
      : evidenceFacts(context, e, turns, episode),
  )
  const sources = evidence.map(({ kind, holds, typed, outcome }) => ({ kind, holds, typed, outcome }))
  if (statement === null)
    return { answer: { act: "refuse", refused: "forgotten" }, because: "the statement was forgotten", sources }
  const stated = data.evidence.some(e => TABLE.note.get(context.rows, e.event)?.by === "user")
  if (!stated && isTakenBack(context, statement))
    return { answer: { act: "refuse", refused: "taken-back" }, because: "you took these words back", sources }
  const here: Scope | null =
    data.tier !== "repo" && isNorm(data.kind) && episode?.scope ? { tier: "repo", id: episode.scope } : null
  const narrower = here === null ? [] : nearCards(context, here, data.kind, statement)
  const decision = decide(context, ruleFor(context, "admit"), {
    kind: data.kind,
    statement,
    topic: context.text(data.topic) ?? "",
    tags: data.tags.flatMap(tag => context.text(tag) ?? []),
    scope,
    proposer: data.proposer,
    provenance: data.provenance,
    ...(data.sure === undefined ? {} : { sure: data.sure }),
    ...(data.ask === undefined ? {} : { ask: data.ask }),
    trust: trustIfMoved(context, data.proposer),
    evidence,
    near: [...nearCards(context, scope, data.kind, statement), ...narrower.map(n => ({ ...n, narrower: true }))],
    live: liveIn(context, scope, data.kind),
    episodeAdmitted: episode?.admitted ?? 0,
    episodeTactics: episode?.admittedTactics ?? 0,
    at: event.ts,
  })
  return { ...decision, sources }
}

function addCard(
  context: FoldContext,
  event: Event<DataOf<"card.proposed">>,
  scope: Scope,
  stage: CardView["stage"],
  source: CardView["source"],
  old: CardView | null,
  because: string,
  needs: number | undefined,
  asks: boolean,
): void {
  const { data } = event
  const card: CardView = {
    ...UNSEEN,
    id: event.id,
    kind: data.kind,
    statement: data.statement,
    topic: data.topic,
    tags: data.tags,
    scope,
    stage,
    source,
    proposer: data.proposer,
    provenance: data.provenance,
    evidence: data.evidence,
    bornAt: event.ts,
    bornSeq: event.seq,
    episode: event.episode,
    turn: data.turn,
    supersedes: old?.id ?? null,
    support: data.evidence.length,
    because,
    ...(asks ? { asks } : {}),
    ...(needs === undefined ? {} : { needs, backed: event.episode === null ? [] : [event.episode] }),
  }
  saveCard(context.rows, card)
  index(context, card)
  if (card.stage === "trial") wakeCandidate(context, card.id, event.ts)
  else wake(context, card.id, event.ts)
  sweepSoon(context, event)
}

/** What admission may know about one piece of evidence. `typed` is provenance: the user, interactively, in this very event. */
function evidenceFacts(
  context: FoldContext,
  evidence: Evidence,
  turns: readonly TurnView[],
  episode: EpisodeView | undefined,
): EvidenceFacts {
  const here = turns.find(t => carries(t, evidence))
  const turn = here ?? turnElsewhere(context, evidence, episode)
  const interactive = (turn === here ? episode : episodeOf(context.rows, turn?.episode ?? null))?.interactive ?? false
  const text = context.text(evidence.blob)
  const inRange = text !== null && evidence.start < evidence.end && evidence.end <= text.length
  const quote = inRange ? text.slice(evidence.start, evidence.end) : null
  const note = TABLE.note.get(context.rows, evidence.event)
  const fromPrompt = turn !== undefined && turn.event === evidence.event && turn.prompt === evidence.blob
  const fromNote = note !== undefined && note.text === evidence.blob
  const tool = turn?.tools.find(
    t => t.event === evidence.event && (t.output === evidence.blob || t.input === evidence.blob),
  )
  const told = turn?.told?.event === evidence.event && turn.told.texts.includes(evidence.blob) ? turn.told : undefined
  const fromReply = turn !== undefined && turn.replyEvent === evidence.event && turn.reply === evidence.blob
  const anchored =
    fromPrompt || fromNote || tool !== undefined || told !== undefined || fromReply || evidence.kind === "doc_span"
  return {
    kind: evidence.kind,
    holds: quote !== null && anchored && context.hash(quote) === evidence.hash,
    quote,
    context: text,
    typed:
      evidence.kind === "user_span" &&
      ((fromPrompt && turn.author === "user" && interactive) || (fromNote && note.by === "user")),
    outcome: told
      ? told.success
        ? "success"
        : "failure"
      : tool?.ok === false
        ? "failure"
        : turn
          ? segmentOutcome(turn)
          : null,
  }
}

/** What comes back is shown by other episodes of the scope too: the newest are looked through. */
function turnElsewhere(
  context: FoldContext,
  evidence: Evidence,
  episode: EpisodeView | undefined,
): TurnView | undefined {
  if (!episode || evidence.kind === "doc_span") return undefined
  for (const id of (TABLE.recent.get(context.rows, episode.scope ?? "-") ?? []).toReversed()) {
    const found = id === episode.id ? undefined : turnsOf(context, id).find(t => carries(t, evidence))
    if (found) return found
  }
  return undefined
}

/** Does the turn hold the event that the evidence points to? */
const carries = (turn: TurnView, { event }: Evidence): boolean =>
  turn.event === event ||
  turn.replyEvent === event ||
  turn.told?.event === event ||
  turn.tools.some(t => t.event === event)

/** The last salient outcome of the turn decides; a user's word counts like a test. */
const segmentOutcome = (turn: TurnView): "success" | "failure" | null => {
  const last = turn.outcomes[turn.outcomes.length - 1]
  if (!last) return null
  return last.type === "tool_success" || last.type === "user_confirmed_helpful" ? "success" : "failure"
}

const sourceOf = (evidence: readonly Source[]): CardView["source"] =>
  evidence.some(e => e.typed) ? "user" : evidence.some(e => e.kind === "agent_span") ? "agent" : "extracted"

/** In use: what was only heard, or waits for a yes, takes no room from what is said plainly or came back. */
const liveIn = (context: FoldContext, scope: Scope, kind: Kind): number =>
  BUDGET[kind]
    .flatMap(k => TABLE.scopeCards.list(context.rows, `${scopeKey(scope)}/${k}/`))
    .filter(([key]) => cardOf(context.rows, key.slice(key.lastIndexOf("/") + 1))?.stage !== "trial").length

const NEAREST = 16
/** Live cards of the same scope and kind (norms and facts: of either), most alike first. */
function nearCards(context: FoldContext, scope: Scope, kind: Kind, statement: string): readonly Near[] {
  // what the user says of one thing may be a wish the first time and a fact the next
  const kinds: readonly Kind[] = isNorm(kind) || kind === "fact" ? [...BUDGET.preference, "fact"] : [kind]
  const said = takenApart(statement)
  const found: Near[] = []
  for (const k of kinds)
    for (const [key] of TABLE.scopeCards.list(context.rows, `${scopeKey(scope)}/${k}/`)) {
      const card = cardOf(context.rows, key.slice(key.lastIndexOf("/") + 1))
      const text = card && context.text(card.statement)
      // a fact whose file says something else now does not stand in the way of what it says
      if (!card || !text || (card.kind === "fact" && card.stale)) continue
      found.push({
        card: card.id,
        kind: card.kind,
        stage: card.stage,
        statement: text,
        topic: context.text(card.topic) ?? "",
        jaccard: likeness(said, takenApart(text)),
        at: card.bornAt,
      })
    }
  return found.sort((a, b) => b.jaccard - a.jaccard || (a.card < b.card ? -1 : 1)).slice(0, NEAREST)
}
