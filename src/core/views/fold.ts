// The fold: a strict left fold over the log in sequence. Its clock is the running maximum of the times that are believed
// (clock.ts); what falls due is applied before the event that passes its time. Everything it writes can be deleted and folded
// again (L1).
import type { Event } from "../events/define.ts"
import { type DataOf, storedEvent } from "../events/registry.ts"
import { hashId } from "../ids.ts"
import { type Preset, presetFingerprint } from "../rules/registry.ts"
import { actUndone, cardAct, cardCorrected, feedbackGiven } from "./acts.ts"
import { cardProposed, noteWritten } from "./cards.ts"
import { changeObserved, episodeAnalysed, outcomeReported } from "./changes.ts"
import { placed } from "./clock.ts"
import { count, type FoldContext, removeCard, saveEpisode, setFigure, unschedule } from "./context.ts"
import { evidenceChecked } from "./disputes.ts"
import { cardRead, checkAnswered, packBuilt } from "./episode/exposures.ts"
import { messageHeard } from "./episode/messages.ts"
import { agentReplied, submitPrompt, toolCalled, toolFinished, turnEnded } from "./episode/turns.ts"
import { closeEpisode, idleDue, openEpisode, touchEpisode } from "./episodes.ts"
import { cardReceived } from "./evidence.ts"
import { eventHappened, watcherDue } from "./happen.ts"
import { clockOf, episodeOf, lastTurn } from "./read.ts"
import { forgetRetold, noteRetold } from "./retold.ts"
import type { Rows } from "./rows.ts"
import { index } from "./stages.ts"
import { seqKey, timeKey } from "./state.ts"
import { cardDue, sweepDue } from "./sweep.ts"
import { TABLE } from "./tables.ts"

/** Bump when a reducer changes what it writes: the views then rebuild. */
export const FOLD_VERSION = 40

/** `engine`: whatever else numbers depend on, such as the V8 version. */
export const foldFingerprint = (preset: Preset, idleMinutes: number, engine: string, endByHook = true): string =>
  hashId(...["fold", FOLD_VERSION, presetFingerprint(preset), idleMinutes, engine], ...(endByHook ? [] : ["idle only"]))

type Reducer = (context: FoldContext, event: Event<never>) => void
const REDUCERS: Readonly<Record<string, Reducer>> = {
  "episode.opened": openEpisode,
  "context.compacted": (context, event: Event) => {
    const episode = touchEpisode(context, event)
    if (!episode) return
    const { length } = lastTurn(context.rows, episode)?.exposures ?? episode.pending
    saveEpisode(context.rows, { ...episode, compactedAt: episode.turns - 1, compactedShown: length })
  },
  "prompt.submitted": submitPrompt,
  "agent.replied": agentReplied,
  "tool.called": toolCalled,
  "tool.finished": toolFinished,
  "turn.ended": turnEnded,
  "episode.closed": (context, event: Event<{ reason: string }>) => {
    touchEpisode(context, event as Event)
    if (event.episode !== null && context.endByHook !== false)
      closeEpisode(context, event, event.episode, event.data.reason, event.ts)
  },
  "change.observed": changeObserved,
  "outcome.reported": outcomeReported,
  "episode.analysed": episodeAnalysed,
  "note.written": noteWritten,
  "card.received": cardReceived,
  "card.proposed": cardProposed,
  "card.corrected": cardCorrected,
  "evidence.checked": evidenceChecked,
  "feedback.given": feedbackGiven,
  "pack.built": packBuilt,
  "check.answered": checkAnswered,
  "card.read": cardRead,
  "card.confirmed": cardAct,
  "card.narrowed": cardAct,
  "card.promoted": cardAct,
  "card.pinned": cardAct,
  "card.archived": cardAct,
  "card.verified": cardAct,
  "card.reset": cardAct,
  "card.strict": cardAct,
  "card.rated": cardAct,
  "act.undone": actUndone,
  "text.forgotten": textForgotten,
  "parameters.drawn": (context, event: Event<{ control: boolean; chance: number }>) => {
    const episode = episodeOf(context.rows, event.episode)
    const { control, chance } = event.data
    if (episode) saveEpisode(context.rows, { ...episode, control, controlChance: chance })
  },
  "intervention.made": (context, { episode: id, data }: Event<DataOf<"intervention.made">>) => {
    const episode = episodeOf(context.rows, id)
    if (episode)
      saveEpisode(context.rows, {
        ...episode,
        interventions: episode.interventions + 1,
        // What only the person was told changed nothing of what the agent did.
        intervened: episode.intervened || data.to !== "person",
      })
  },
  "fault.noted": (context, event: Event<{ where: string; code: string; detail: string | null }>) => {
    TABLE.fault.set(context.rows, seqKey(event.seq), { at: event.ts, ...event.data })
  },
}

/** Applies one stored event. Events the fold has no reducer for still move the clock and the counters. */
export function applyEvent(context: FoldContext, stored: Event): void {
  const event = placed(context, storedEvent(stored))
  noteRetold(context, event)
  advance(context, event, event.ts)
  count(context.rows, `events/${event.type}`)
  REDUCERS[event.type]?.(context, event as Event<never>)
  eventHappened(context, event)
  messageHeard(context, event)
  setFigure(context.rows, "seq", event.seq)
}

/** Applies everything that falls due by then, in order of time, and moves the clock. What is past closes what is past, wherever the clock is. */
export function advance(context: FoldContext, event: Pick<Event, "seq">, to: number): void {
  const { rows } = context
  // nextDue is a lower bound: nothing stands before it, so nothing already done is walked over again.
  for (let next = nextDue(rows); next <= to; next = nextDue(rows)) {
    const due = TABLE.due.first(rows, timeKey(next), timeKey(to + 1))
    if (!due) {
      const later = TABLE.due.first(rows, timeKey(next), "\x7f")
      if (later) setFigure(rows, "nextDue", Number(later[0].slice(0, 15)))
      else setFigure(rows, "nextDue", null)
      break
    }
    const [at, what, id] = due[0].split("/") as [string, string, string]
    unschedule(rows, due[0])
    setFigure(rows, "nextDue", Number(at))
    setFigure(rows, "clock", Math.max(clockOf(rows), Number(at)))
    if (what === "idle") idleDue(context, event, id, Number(at))
    if (what === "card") cardDue(context, event, id, Number(at))
    if (what === "sweep") sweepDue(context, event)
    watcherDue(context, event, what, id)
  }
  if (to > clockOf(rows)) setFigure(rows, "clock", to)
}

const nextDue = (rows: Rows): number => TABLE.meta.get(rows, "nextDue") ?? Number.POSITIVE_INFINITY

// text.forgotten in the fold: up to here everything stands as it was read; from here on a card whose words, or all of whose
// cited words, are gone is no card any more. What it did before stays with its record, so that no other card is credited anew.
function textForgotten(context: FoldContext, event: Event<DataOf<"text.forgotten">>): void {
  for (const id of event.data.episodes) {
    const episode = episodeOf(context.rows, id)
    // Written as it is, so that whoever follows the rows looks at its words again.
    if (episode) saveEpisode(context.rows, episode)
  }
  const named = new Set(event.data.refs)
  const isGone = (ref: string): boolean => named.has(ref) || context.text(ref) === null
  forgetRetold(context.rows, named)
  for (const [id, card] of TABLE.card.list(context.rows)) {
    if (!named.has(card.statement)) {
      if (!card.evidence.some(e => named.has(e.blob))) continue
      // What of it is there now may be forgotten later.
      if (!context.read(`uncited ${id}`, () => card.evidence.every(e => isGone(e.blob)))) continue
    }
    // Out of the index of live cards first.
    index(context, { ...card, stage: "archived" })
    TABLE.wordless.set(context.rows, id, card)
    removeCard(context.rows, id)
  }
}
