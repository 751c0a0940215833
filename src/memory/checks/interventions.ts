// What the session breaker says to the agent, and when: guidance for its next step, never a person's speech (D67). At most
// so many per episode, not too close together (S2-45..47); the known fix is quoted when there is one.

import { isTooSoon } from "../../core/assess/gate.ts"
import { type EpisodeTrip, isOfEpisode } from "../../core/assess/tables.ts"
import type { Draft } from "../../core/events/draft.ts"
import { episodeOf, read, turnOf } from "../../core/views/read.ts"
import type { Memory } from "../memory.ts"
import { checkAction } from "./checks.ts"

interface Moment {
  readonly scope: string | null
  readonly domains: readonly string[]
  readonly episode: string | null
}
interface Intervention {
  readonly trip: EpisodeTrip
  readonly text: string
  /** to be recorded before it is said */
  readonly draft: Draft<"intervention.made">
}

/** A trip is worth a word while it is fresh. */
const FRESH_MESSAGES = 10
const LOOKED_AT = 3

/** What should be said now; null = nothing. `said` is what the agent is told anyway. */
export function intervene(
  memory: Memory,
  moment: Moment,
  said: string | null = null,
  to: keyof typeof MECHANISMS = "agent",
): Intervention | null {
  const episode = episodeOf(memory.views, moment.episode)
  const live = episode && read.live.get(memory.views, episode.id)
  if (!episode || !live || (live.trips === 0 && live.watching.length === 0)) return null
  const trips = read.trip.values(memory.views, `${episode.id}/`).flatMap(trip => (isOfEpisode(trip) ? [trip] : []))
  const trip = trips.findLast(t => t.made === null && live.messages - t.message <= FRESH_MESSAGES)
  if (!trip || isShut(memory, trips, live.messages)) return null
  if (trip.intervention === "fix" && live.failStreak < trip.failStreak) return null
  const fix = trip.intervention === "fix" ? knownFix(memory, moment, trip) : null
  if (!trip.spoken && (fix === null || memory.preset.gate.mute)) return null
  const text = guidance(trip, fix !== null && said?.includes(fix) ? "" : fix)
  const where = { episode: episode.id, scope: moment.scope }
  const data = { trip: trip.trip, intervention: trip.intervention, spoken: true, text, message: trip.message, to }
  return { trip, text, draft: memory.authored("intervention.made", where, data) }
}

/** Counted over everything that was said in the episode, whichever rule said it. */
function isShut({ preset: { gate }, parts }: Memory, trips: readonly EpisodeTrip[], message: number): boolean {
  const made = trips.filter(t => t.made !== null)
  const last = made.at(-1)
  return made.length >= gate.perEpisode || (last !== undefined && isTooSoon(last, { message, at: parts.now() }, gate))
}

/** What earlier work knows about one of the failures of the row, newest first. */
function knownFix(memory: Memory, moment: Moment, trip: EpisodeTrip): string | null {
  const failed = turnOf(memory.views, trip.episode, trip.turn)
    ?.tools.filter(tool => tool.ok === false)
    .slice(-LOOKED_AT)
    .reverse()
  for (const tool of failed ?? []) {
    const [command, path, error] = [memory.text(tool.input), memory.text(tool.path), memory.text(tool.output)]
    const action = { command, path, content: null, error }
    const { hits } = checkAction(memory, { ...moment, action, mode: "tell" })
    const hit = hits.find(h => h.remedy !== null) ?? hits[0]
    if (hit) return hit.statement
  }
  return null
}

/** `fix`: null = none is known, "" = it stands right above. */
function guidance(trip: EpisodeTrip, fix: string | null): string {
  const note = (text: string): string => `Note from mettle, about how this session goes: ${text}`
  switch (trip.intervention) {
    case "fix":
      return note(
        `the last ${trip.failStreak} tool calls failed one after another. ${
          fix === null
            ? "No fix is known from earlier work. Before the next attempt, say what the error means and what you will do differently; if that is not clear, ask."
            : fix === ""
              ? "Try the fix named above before the same call again."
              : `Earlier work here knows this failure: “${fix}”. Try that before the same call again.`
        }`,
      )
    case "clarify":
      return note(
        trip.early
          ? "the user has set something right. Say in one sentence what was wrong and what you do instead, before you change more."
          : "the user has given the same instruction again, so it was not met. Restate in one sentence what is asked, name what was missing, then act on it.",
      )
    case "pivot":
      return note(
        `${
          trip.trip === "failure_streak"
            ? `the last ${trip.failStreak} tool calls failed one after another`
            : "several of the user's last messages were corrections"
        }. Stop extending the present approach: name what keeps going wrong and offer one alternative before changing more.`,
      )
    case "check_in":
      return note(
        "much has gone wrong in a short time. Sum up where things stand in two sentences and ask whether to go on or to change direction, unless the next step is obvious.",
      )
  }
}

/** How a word of the breaker reaches somebody: the port that every door's answer goes through (S2-49). */
interface InterventionMechanism {
  /** the answer with the word in it; null = it cannot be said this way now */
  intervene(
    said: { readonly context: string | null; readonly notice: string | null },
    step: Pick<Intervention, "text" | "trip">,
    quiet: boolean,
  ): { readonly context: string | null; readonly notice: string | null } | null
}
const PERSON: Readonly<Record<EpisodeTrip["intervention"], string>> = {
  clarify: "say again in other words what is missing",
  pivot: "ask for another way before more is changed",
  check_in: "stop it, or let it sum up where things stand",
  fix: "earlier work may know this failure: mettle check",
}
export const MECHANISMS: Readonly<Record<"agent" | "person", InterventionMechanism>> = {
  /** injected beside the prompt or the failure, below what is said anyway */
  agent: {
    intervene: (said, { text, trip }, quiet) => ({
      context: said.context === null ? text : `${said.context}\n\n${text}`,
      notice: said.notice ?? (quiet ? null : `mettle: stepped in, ${trip.because} · mettle breaker`),
    }),
  },
  /** one line for the person; the agent is told nothing */
  person: {
    intervene: (said, { trip }, quiet) =>
      quiet
        ? null
        : {
            context: said.context,
            notice: `mettle: this goes wrong (${trip.because}): ${PERSON[trip.intervention]} · mettle breaker`,
          },
  },
}
