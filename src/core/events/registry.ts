// THE list of events. Union type, parser and docs/log-format.md follow from it.
import { MettleError } from "../errors.ts"
import { actUndone } from "./act-undone.ts"
import { agentReplied } from "./agent-replied.ts"
import { breakerLabelled } from "./breaker-labelled.ts"
import { cardArchived } from "./card-archived.ts"
import { cardConfirmed } from "./card-confirmed.ts"
import { cardCorrected } from "./card-corrected.ts"
import { cardNarrowed } from "./card-narrowed.ts"
import { cardPinned } from "./card-pinned.ts"
import { cardPromoted } from "./card-promoted.ts"
import { cardProposed } from "./card-proposed.ts"
import { cardRated } from "./card-rated.ts"
import { cardRead } from "./card-read.ts"
import { cardReceived } from "./card-received.ts"
import { cardReset } from "./card-reset.ts"
import { cardStrict } from "./card-strict.ts"
import { cardVerified } from "./card-verified.ts"
import { changeObserved } from "./change-observed.ts"
import { checkAnswered } from "./check-answered.ts"
import { checkpointAsked } from "./checkpoint-asked.ts"
import { checkpointSummarised } from "./checkpoint-summarised.ts"
import { contextCompacted } from "./context-compacted.ts"
import { type EventDefinition, type NewEvent, upcast } from "./define.ts"
import { episodeAnalysed } from "./episode-analysed.ts"
import { episodeClosed } from "./episode-closed.ts"
import { episodeOpened } from "./episode-opened.ts"
import { errorNoted } from "./error-noted.ts"
import { errorResolved } from "./error-resolved.ts"
import { evidenceChecked } from "./evidence-checked.ts"
import { faultNoted } from "./fault-noted.ts"
import { feedbackGiven } from "./feedback-given.ts"
import { interventionMade } from "./intervention-made.ts"
import { leftShown } from "./left-shown.ts"
import { noteWritten } from "./note-written.ts"
import { outcomeReported } from "./outcome-reported.ts"
import { packBuilt } from "./pack-built.ts"
import { packDelivered } from "./pack-delivered.ts"
import { parametersDrawn } from "./parameters-drawn.ts"
import { presetAdopted } from "./preset-adopted.ts"
import { promptSubmitted } from "./prompt-submitted.ts"
import { recordingPaused } from "./recording-paused.ts"
import { recordingResumed } from "./recording-resumed.ts"
import { scopeJoined } from "./scope-joined.ts"
import { scopeLeft } from "./scope-left.ts"
import { textForgotten } from "./text-forgotten.ts"
import { toolCalled } from "./tool-called.ts"
import { toolFinished } from "./tool-finished.ts"
import { turnEnded } from "./turn-ended.ts"

export const EVENTS = [
  episodeOpened,
  contextCompacted,
  promptSubmitted,
  agentReplied,
  toolCalled,
  toolFinished,
  turnEnded,
  episodeClosed,
  changeObserved,
  outcomeReported,
  errorNoted,
  errorResolved,
  feedbackGiven,
  noteWritten,
  cardProposed,
  evidenceChecked,
  packBuilt,
  leftShown,
  checkAnswered,
  cardRead,
  cardReceived,
  packDelivered,
  parametersDrawn,
  checkpointAsked,
  checkpointSummarised,
  episodeAnalysed,
  interventionMade,
  breakerLabelled,
  cardConfirmed,
  cardCorrected,
  cardNarrowed,
  cardPromoted,
  cardPinned,
  cardArchived,
  cardVerified,
  cardReset,
  cardStrict,
  cardRated,
  actUndone,
  presetAdopted,
  recordingPaused,
  recordingResumed,
  scopeJoined,
  scopeLeft,
  textForgotten,
  faultNoted,
] as const

type Definitions = (typeof EVENTS)[number]
export type EventType = Definitions["type"]
export type DataOf<T extends EventType> =
  Extract<Definitions, { type: T }> extends EventDefinition<T, infer D> ? D : never

const BY_TYPE = new Map<string, EventDefinition>(EVENTS.map(e => [e.type, e as EventDefinition]))

export function definitionOf(type: string): EventDefinition {
  const definition = BY_TYPE.get(type)
  if (definition) return definition
  throw new MettleError("E_NEWER", `unknown event type "${type}"`, {
    still: "nothing was changed; other events can be read",
    hint: "it may come from a newer mettle: upgrade, then run mettle doctor rebuild",
  })
}

/** An event of the log in the current version's shape: what is stored was parsed when it was stored (record.ts). */
export function storedEvent<E extends NewEvent>(event: E): E {
  const definition = definitionOf(event.type)
  if (event.v === definition.version) return event
  return { ...event, v: definition.version, data: upcast(definition, event.v, event.data) as E["data"] }
}

/** The event with its data in the current version's shape. Stored bytes stay as they are. */
export function parseEvent<E extends NewEvent>(event: E): E {
  const definition = definitionOf(event.type)
  const data = upcast(definition, event.v, event.data)
  try {
    const parsed = definition.data.parse(data) as Record<string, unknown>
    const { masked, recorded } = data as { masked?: unknown; recorded?: unknown }
    const more = { ...(masked === undefined ? {} : { masked }), ...(recorded === undefined ? {} : { recorded }) }
    return { ...event, v: definition.version, data: { ...parsed, ...more } }
  } catch (cause) {
    throw new MettleError("E_EVENT", `${event.type} does not fit its schema`, {
      cause,
      hint: "this is a fault in mettle: mettle doctor --bundle",
    })
  }
}
