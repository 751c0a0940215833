// Episodes: the list, and one episode with its lanes, lines, marks and transcript.

import type { Event } from "../../core/events/define.ts"
import type { DataOf } from "../../core/events/registry.ts"
import { VERDICTS } from "../../core/model.ts"
import { followedWords } from "../../memory/checks/holds.ts"
import { everyEpisode } from "../../memory/measuring/overview.ts"
import { type MessagePlace, messageAt, messagesOf, sayAgain } from "../../memory/past/transcript.ts"
import { findEpisode } from "../../memory/reading/episodes.ts"
import { episodeHistory } from "../../memory/reading/history.ts"
import { inPlainWords, whyJudged } from "../../memory/reading/plain-words.ts"
import { readLedger } from "../../memory/reading/read.ts"
import { parseSince } from "../../memory/where-and-when.ts"
import {
  type Asked,
  type Desk,
  episodeLineOf,
  iso,
  ledgerLineOf,
  messageOf,
  numberIn,
  oneIn,
  pageOf,
  refOf,
  textIn,
  tripLineOf,
} from "../desk.ts"
import type { EpisodePage, EpisodesPage } from "../schemas.ts"

const LANES = 4000

export function episodesPage(desk: Desk, { query }: Asked): EpisodesPage {
  const { memory } = desk
  const verdict = oneIn(query, "outcome", VERDICTS)
  const since = textIn(query, "since")
  const scope = textIn(query, "scope")
  const from = since === undefined ? 0 : parseSince(since, memory.parts.now())
  const limit = Math.max(1, numberIn(query, "limit", 30, 200))
  const start = numberIn(query, "cursor", 0, 1e9)
  const every = everyEpisode(memory)
  const found = every.filter(
    e =>
      (verdict === undefined || e.verdict === verdict) &&
      (scope === undefined || `repo:${e.scope}` === scope) &&
      e.lastAt >= from,
  )
  const none =
    every.length > 0
      ? "No episode fits."
      : "No episode yet. One begins with the first prompt to an agent that mettle is installed in."
  return {
    ...pageOf(desk, "mettle history --everywhere", found.length === 0 ? none : null),
    episodes: found.slice(start, start + limit).map(episode => episodeLineOf(desk, episode)),
    total: found.length,
    next: start + limit < found.length ? String(start + limit) : null,
  }
}

export function episodePage(desk: Desk, { params, query }: Asked): EpisodePage {
  const { memory } = desk
  const episode = findEpisode(memory, params.id ?? "")
  const events = memory.parts.log.readEpisode(episode.id)
  const places = messagesOf(memory, episode.id, events)
  const seen = episodeHistory(memory, episode, places)
  const limit = Math.max(1, numberIn(query, "limit", 100, 500))
  const from = Math.max(1, numberIn(query, "from", 1, 1e9))
  const messages = sayAgain(memory, places.slice(from - 1, from - 1 + limit)).map(messageOf)
  return {
    ...pageOf(desk, `mettle history ${seen.short}`),
    episode: episodeLineOf(desk, episode),
    ...happenedIn(events, places),
    holds: seen.holds.map(hold => ({
      ...{ ...hold, at: iso(hold.at), card: refOf(desk, hold.card), says: followedWords(hold) },
    })),
    segments: seen.stretches.map(one => ({
      ...{ ...one, fromMessage: one.from, toMessage: one.to, because: whyJudged(one) },
    })),
    branch: memory.text(episode.branch),
    trajectory: seen.trajectory,
    lanes: places.slice(-LANES).map(place => ({ ...place, at: iso(place.at) })),
    lanesOmitted: Math.max(0, places.length - LANES),
    trips: seen.tripped.map(tripLineOf),
    used: seen.used.map(use => ({ ...use, ...refOf(desk, use.card), because: inPlainWords(use.because) })),
    ledger: readLedger(memory, episode.id).map(entry => ledgerLineOf(entry, desk)),
    transcript: { from, limit, total: places.length, messages },
  }
}

/** What happened at which message: packs, commits. */
function happenedIn(events: readonly Event[], places: readonly MessagePlace[]): Pick<EpisodePage, "packs" | "commits"> {
  return {
    packs: events
      .filter(({ type }) => type === "pack.built")
      .map(({ seq, data }) => {
        const { tokens, shortlist } = data as DataOf<"pack.built">
        return { message: messageAt(places, seq), tokens, cards: shortlist.filter(({ shown }) => shown).length }
      }),
    commits: events
      .filter(({ type }) => type === "change.observed")
      .map(({ ts, seq, data }) => {
        const { change, commit } = data as DataOf<"change.observed">
        return { change, commit, at: iso(ts), message: messageAt(places, seq) }
      }),
  }
}
