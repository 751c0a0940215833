// Episodes: the list, and one episode with its lanes, lines, marks and transcript.

import type { DataOf } from "../../core/events/registry.ts"
import { VERDICTS } from "../../core/model.ts"
import type { CardView } from "../../core/views/state.ts"
import { FOLLOWED_WORDS, holdsOf } from "../../memory/checks/holds.ts"
import { everyEpisode } from "../../memory/measuring/week.ts"
import { messageAt, messagesOf, sayAgain } from "../../memory/past/transcript.ts"
import { cardById, outcomesIn } from "../../memory/reading/episode-marks.ts"
import { findEpisode } from "../../memory/reading/episodes.ts"
import { episodeHistory } from "../../memory/reading/history.ts"
import { inPlainWords } from "../../memory/reading/plain-words.ts"
import { cardShort, readLedger } from "../../memory/reading/read.ts"
import { parseSince } from "../../memory/reading/since.ts"
import { type Asked, type Desk, iso, numberIn, oneIn, pageOf, textIn } from "../desk.ts"
import { cardRefOf, episodeLineOf, ledgerLineOf, messageOf, tripLineOf } from "../lines.ts"
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
  const seen = episodeHistory(memory, episode)
  const events = memory.parts.log.readEpisode(episode.id)
  const places = messagesOf(memory, episode.id, events)
  const limit = Math.max(1, numberIn(query, "limit", 100, 500))
  const from = Math.max(1, numberIn(query, "from", 1, 1e9))
  const turnStart = (turn: number): number => places.find(p => p.turn >= turn)?.message ?? places.length
  const turnEnd = (turn: number): number => places.findLast(p => p.turn <= turn)?.message ?? 0
  const refOf = (id: string, card: CardView | null) =>
    card ? cardRefOf(desk, card) : { id, short: cardShort({ id, kind: "fact" }), kind: null, statement: null }
  return {
    ...pageOf(desk, `mettle history ${seen.short}`),
    episode: episodeLineOf(desk, episode),
    holds: holdsOf(memory, episode.id).map(hold => ({
      ...{ event: hold.event, at: iso(hold.at), action: hold.action, followed: hold.followed },
      message: messageAt(places, events.find(event => event.id === hold.event)?.seq ?? 0),
      card: refOf(hold.card, cardById(memory, hold.card)),
      says: FOLLOWED_WORDS[hold.followed],
    })),
    branch: episode.branch === null ? null : memory.text(episode.branch),
    retries: seen.retries,
    trajectory: seen.trajectory.map(point => ({ ...point, marks: [...point.marks] })),
    lanes: places.slice(-LANES).map(({ message, turn, at, by, tool, ok, salient, chars }) => ({
      ...{ message, turn, at: iso(at), by, tool, ok, salient, chars },
    })),
    lanesOmitted: Math.max(0, places.length - LANES),
    segments: episode.segments.map(s => ({
      fromTurn: s.from,
      toTurn: s.to,
      fromMessage: turnStart(s.from),
      toMessage: turnEnd(s.to),
      endedBy: s.endedBy,
      verdict: s.verdict,
      p: s.p,
      because: inPlainWords(s.because),
    })),
    packs: events.flatMap(event => {
      if (event.type !== "pack.built") return []
      const data = event.data as DataOf<"pack.built">
      const shown = data.shortlist.filter(item => item.shown)
      return [
        {
          id: event.id,
          at: iso(event.ts),
          message: messageAt(places, event.seq),
          placement: data.placement,
          tokens: data.tokens,
          cards: shown.map(({ card, slot, tokens }) => ({
            ...refOf(card, cardById(memory, card)),
            slot,
            tokens,
          })),
          leftOut: data.shortlist.length - shown.length,
        },
      ]
    }),
    outcomes: outcomesIn(memory, episode.id).map(({ type, salient, event, at, turn }) => ({
      ...{ type, salient, event, at: iso(at), turn },
      message: places.find(p => p.event === event)?.message ?? turnEnd(turn),
    })),
    commits: events.flatMap(event => {
      if (event.type !== "change.observed") return []
      const { change, commit } = event.data as DataOf<"change.observed">
      return [{ change, commit, at: iso(event.ts), message: messageAt(places, event.seq) }]
    }),
    trips: seen.tripped.map(tripLineOf),
    checkpoints: seen.checkpoints.map(c => ({
      ...{ n: c.n, from: c.from, to: c.to, at: iso(c.at), trigger: c.trigger, score: c.score, verdict: c.verdict },
      ...{ because: inPlainWords(c.because), summary: c.summary, marks: { ...c.marks } as Record<string, number> },
    })),
    checkpointsExpired: seen.expired,
    used: seen.used.map(use => ({
      ...refOf(use.card, cardById(memory, use.card)),
      placement: use.placement,
      channel: use.channel,
      attribution: use.attribution,
      because: inPlainWords(use.because),
    })),
    ledger: readLedger(memory, episode.id).map(entry => ledgerLineOf(entry, desk)),
    transcript: {
      from,
      limit,
      total: places.length,
      messages: sayAgain(memory, places.slice(from - 1, from - 1 + limit)).map(messageOf),
    },
  }
}
