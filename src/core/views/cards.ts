// Cards: proposals come in, the admit rule answers, the ledger says why.
import type { Event } from "../events/define.ts"
import type { DataOf } from "../events/registry.ts"
import { isForeign, isNorm, type Kind, type Scope } from "../model.ts"
import type { AdmitAnswer, Near } from "../questions/cards.ts"
import type { Decision } from "../rules/rule.ts"
import { strongest } from "../truth.ts"
import { decide, type FoldContext, ruleFor, saveCard, saveEpisode, writeLedger } from "./context.ts"
import { corroborate, isTakenBack, SECOND_EAR, type Source } from "./corroboration.ts"
import { mergeEvidence, openDispute } from "./disputes.ts"
import { turnsOf } from "./episode/judging.ts"
import { evidenceFacts, foreignFacts } from "./evidence.ts"
import { happen, moveStage } from "./happen.ts"
import { cardOf, episodeOf, liveCards } from "./read.ts"
import { trustIfMoved } from "./sources.ts"
import { index, seenTrue, setStage, wake, wakeCandidate } from "./stages.ts"
import { type CardView, type EpisodeView, type LedgerEntry, scopeKey, type TurnView, UNSEEN } from "./state.ts"
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

type Proposed = Event<DataOf<"card.proposed">>
export function cardProposed(context: FoldContext, event: Proposed): void {
  const { data } = event
  if (TABLE.proposal.get(context.rows, event.id)) return
  const scope: Scope = { tier: data.tier, id: data.tier === "global" ? "me" : (event.scope ?? "-") }
  const episode = episodeOf(context.rows, event.episode)
  const turns = episode ? turnsOf(context, episode.id) : []
  const admission = context.read("admission", () => admit(context, event, scope, episode, turns))
  const { answer } = admission
  TABLE.proposal.set(context.rows, event.id, { act: answer.act, into: answer.act === "merge" ? answer.into : null })
  if (answer.act === "refuse") turnAway(context, event, answer, admission)
  else if (answer.act === "merge") merge(context, event, answer.into, admission)
  else takeIn(context, event, scope, answer, admission)
}

const write = (
  context: FoldContext,
  event: Proposed,
  card: string | null,
  act: LedgerEntry["act"],
  because: string,
): void =>
  writeLedger(context, event, {
    ...{ episode: event.episode, proposal: event.id, kind: event.data.kind, statement: event.data.statement },
    ...{ rule: ruleFor(context, "admit"), card, act, because },
  })

function turnAway(
  context: FoldContext,
  event: Proposed,
  { refused, against }: Extract<AdmitAnswer, { act: "refuse" }>,
  { because, sources }: Admission,
): void {
  write(context, event, against ?? null, "refused", `${refused}: ${because}`)
  const anchors = sources.filter(e => e.holds).map(e => e.kind)
  if (against !== undefined) openDispute(context, event, against, strongest(anchors))
}

function merge(context: FoldContext, event: Proposed, id: string, { because, sources }: Admission): void {
  const into = cardOf(context.rows, id)
  if (into) saveCard(context.rows, { ...mergeEvidence(into, event.data.evidence), ...seenTrue(into, event.ts) })
  if (into) corroborate(context, event, into.id, sources)
  write(context, event, id, "merged", because)
  if (into) moveStage(context, event, into.id)
}

/** What the user wanted to be asked about takes nobody's place before the yes. */
function takeIn(
  context: FoldContext,
  event: Proposed,
  scope: Scope,
  answer: Extract<AdmitAnswer, { act: "admit" | "supersede" }>,
  { because, sources }: Admission,
): void {
  const { data } = event
  const asks = data.ask === true && (isNorm(data.kind) || data.kind === "fact")
  const old = answer.act === "supersede" ? cardOf(context.rows, answer.old) : undefined
  const stage = asks ? "trial" : answer.act === "admit" ? answer.stage : "active"
  const needs = answer.act === "admit" && !asks ? answer.needs : undefined
  const why = asks ? `${because}; waits for your yes` : because
  const source = isForeign(data.proposer) ? "extracted" : sourceOf(sources)
  const said = data.proposer.startsWith(`${SECOND_EAR.name}@`) ? `${SECOND_EAR.said}; ${why}` : why
  addCard(context, event, scope, stage, source, old ?? null, said, needs, asks)
  happen(context, event, { what: "card staged", card: event.id, from: null, to: stage })
  const gone = answer.act === "supersede" && !asks ? [answer.old, ...(answer.also ?? [])] : []
  for (const card of gone.flatMap(id => cardOf(context.rows, id) ?? []))
    setStage(context, card, "superseded", { supersededBy: event.id })
  const episode = episodeOf(context.rows, event.episode)
  // what was only heard takes no room from what the episode says plainly
  if (episode && data.sure !== false)
    saveEpisode(context.rows, {
      ...episode,
      admitted: episode.admitted + 1,
      admittedTactics: episode.admittedTactics + (data.kind === "tactic" ? 1 : 0),
    })
  write(context, event, event.id, old && !asks ? "superseded" : "admitted", why)
}

interface Admission extends Decision<AdmitAnswer> {
  readonly sources: readonly Source[]
}

/** What the admit rule makes of a proposal, and what of its sources counts beyond that; no words in it. */
function admit(
  context: FoldContext,
  event: Proposed,
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
  event: Proposed,
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

const sourceOf = (evidence: readonly Source[]): CardView["source"] =>
  evidence.some(e => e.typed) ? "user" : evidence.some(e => e.kind === "agent_span") ? "agent" : "extracted"

/** In use: what was only heard, or waits for a yes, takes no room from what is said plainly or came back. */
const liveIn = (context: FoldContext, scope: Scope, kind: Kind): number =>
  BUDGET[kind]
    .flatMap(k => liveCards(context.rows, `${scopeKey(scope)}/${k}/`))
    .filter(({ stage }) => stage !== "trial").length

const NEAREST = 16
/** Live cards of the same scope and kind (norms and facts: of either), most alike first. */
function nearCards(context: FoldContext, scope: Scope, kind: Kind, statement: string): readonly Near[] {
  // what the user says of one thing may be a wish the first time and a fact the next
  const kinds: readonly Kind[] = isNorm(kind) || kind === "fact" ? [...BUDGET.preference, "fact"] : [kind]
  const said = takenApart(statement)
  const found: Near[] = []
  for (const k of kinds)
    for (const card of liveCards(context.rows, `${scopeKey(scope)}/${k}/`)) {
      const text = context.text(card.statement)
      // a fact whose file says something else now does not stand in the way of what it says
      if (!text || (card.kind === "fact" && card.stale)) continue
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
