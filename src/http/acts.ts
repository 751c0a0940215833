// What a person does through the HTTP door. Each act is the same function the command line calls; here words become arguments
// and results become JSON.
import { MettleError } from "../core/errors.ts"
import type { Kind } from "../core/model.ts"
import { act, note, undo } from "../memory/acting/acts.ts"
import { actOnCard, type CardAct } from "../memory/acting/card-acts.ts"
import { admitAnyway, relabel } from "../memory/acting/relabel.ts"
import { findTrip, labelTrip } from "../memory/checks/breaker.ts"
import { dryRun, forget } from "../memory/forgetting/forget.ts"
import { holder, namesHolding, type Selector, selectorFor } from "../memory/forgetting/wanted.ts"
import { findEpisode } from "../memory/reading/episodes.ts"
import { findCard, proposalFate } from "../memory/reading/read.ts"
import { approve, inboxNow, reword, turnDown } from "../memory/reading/review.ts"
import { readScope } from "../memory/where-and-when.ts"
import { type Asked, cardLineOf, cardRefOf, type Desk, iso } from "./desk.ts"
import type {
  Acted,
  CardActed,
  ForgetActed,
  ForgetAsked,
  NoteActed,
  NoteAsked,
  ReviewActed,
  UndoActed,
} from "./schemas.ts"

const V = { schema_version: 1 as const }

export const cardAct =
  (name: CardAct) =>
  async (desk: Desk, { params, body }: Asked<CardWords>): Promise<CardActed> => {
    const { memory, place } = desk
    const done = await actOnCard(memory, name, findCard(memory, params.id ?? "").id, { ...body, place })
    return { ...V, act: name, id: done.id, card: cardLineOf(desk, findCard(memory, done.card)), undo: "mettle undo" }
  }
type CardWords = Omit<NonNullable<Parameters<typeof actOnCard>[3]>, "place">

export const reviewAct =
  (name: "yes" | "no" | "edit") =>
  async (desk: Desk, { params, body }: Asked<{ readonly words?: string }>): Promise<ReviewActed> => {
    const { memory } = desk
    const item = inboxNow(memory).find(one => one.id === params.id)
    if (!item)
      throw new MettleError("E_NOT_FOUND", "it does not wait any more", { hint: "mettle review lists what does" })
    const id =
      name === "yes"
        ? await approve(memory, item)
        : name === "no"
          ? await turnDown(memory, item)
          : await reword(memory, item, body.words ?? "")
    return { ...V, act: name, id, left: inboxNow(memory).length }
  }

export async function relabelEpisode(
  desk: Desk,
  { params, body }: Asked<{ readonly outcome: "success" | "failure"; readonly note?: string }>,
): Promise<Acted> {
  const episode = findEpisode(desk.memory, params.id ?? "")
  const id = await relabel(desk.memory, episode, body.outcome === "success", body.note ?? null)
  return { ...V, act: "relabel", id }
}

export const markIn =
  (tag: "useful" | "irrelevant") =>
  async (desk: Desk, { params, body }: Asked<{ readonly card?: string; readonly note?: string }>): Promise<Acted> => {
    const { memory } = desk
    const episode = findEpisode(memory, params.id ?? "")
    const card = body.card === undefined ? null : findCard(memory, body.card)
    const about = card ? ("card" as const) : ("episode" as const)
    const given = { about, target: card?.id ?? episode.id, tag, by: "user", note: body.note ?? null }
    const id = await act(memory, "feedback.given", given, { episode: episode.id, scope: episode.scope })
    return { ...V, act: tag, id }
  }

export const breakerAct =
  (right: boolean) =>
  async (desk: Desk, { params }: Asked): Promise<Acted> => {
    const trip = findTrip(desk.memory, params.id ?? "")
    await labelTrip(desk.memory, trip, right)
    return { ...V, act: right ? "right" : "wrong", id: trip.id }
  }

export async function noteAct(desk: Desk, { body }: Asked<NoteAsked>): Promise<NoteActed> {
  const { memory, place } = desk
  const { tier, id } = readScope(body.scope ?? "repo", place)
  const kind = body.kind === undefined ? {} : { kind: body.kind as Kind }
  const made = await note(memory, body.text, { scope: id, tier, ...kind })
  return fateOf(desk, proposalFate(memory, made))
}

export const admitAct = async (desk: Desk, { params }: Asked): Promise<NoteActed> =>
  fateOf(desk, await admitAnyway(desk.memory, params.id ?? ""))

const fateOf = (desk: Desk, fate: ReturnType<typeof proposalFate>): NoteActed => ({
  ...V,
  done: fate.card !== null,
  act: fate.act,
  because: fate.because,
  card: fate.card && cardLineOf(desk, fate.card),
})

export async function forgetAct(desk: Desk, { body }: Asked<ForgetAsked>): Promise<ForgetActed> {
  const { memory } = desk
  const selector = selectorOf(desk, body.target)
  const doomed = dryRun(memory, selector)
  const cards = doomed.cards.map(card => cardRefOf(desk, card))
  const { texts, bytes, events } = doomed
  const named = "text" in selector ? namesHolding(memory, holder(selector.text)) : []
  if (body.dryRun)
    return { ...V, done: false, texts, bytes, events, cards, named, found: null, elsewhere: 0, backups: [] }
  const gone = await forget(memory, selector)
  return { ...V, ...gone, done: true, cards, backups: gone.left }
}

function selectorOf({ memory }: Desk, target: ForgetAsked["target"]): Selector {
  const { card, episode, text, since, until } = target
  const given = [card, episode, text, since].filter(one => one !== undefined)
  if (given.length !== 1 || (until !== undefined && since === undefined))
    throw new MettleError("E_USAGE", "forget takes one of card, episode, text, since (with until)")
  return selectorFor(memory, target)
}

export async function undoAct(desk: Desk, { body }: Asked<{ readonly steps?: number }>): Promise<UndoActed> {
  const undone = await undo(desk.memory, body.steps ?? 1)
  return { ...V, undone: undone.map(one => ({ ...one, at: iso(one.at) })) }
}
