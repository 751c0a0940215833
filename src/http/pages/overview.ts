// Pages that look at all of it: Today (what it did for you, what is open, whether it helps), what waits for review, status and search
// (cards and episodes by words and meaning).
import { KINDS, VERDICTS } from "../../core/model.ts"
import { pausedNow } from "../../memory/acting/pause.ts"
import { asOf } from "../../memory/as-of.ts"
import { breakerNow } from "../../memory/checks/breaker.ts"
import { whatItDid } from "../../memory/measuring/did.ts"
import { everyEpisode, overview, readWeeks, worstEpisodes } from "../../memory/measuring/overview.ts"
import { readUplift } from "../../memory/measuring/proof.ts"
import { currentEpisode, episodeShort } from "../../memory/reading/episodes.ts"
import { citedAt } from "../../memory/reading/explain.ts"
import { findCards, findEpisodes } from "../../memory/reading/find.ts"
import { cardById, cardShort, everyCard } from "../../memory/reading/read.ts"
import { inboxNow } from "../../memory/reading/review.ts"
import { parseSince } from "../../memory/where-and-when.ts"
import { usageToday } from "../../model/meter.ts"
import {
  type Asked,
  cardLineOf,
  type Desk,
  episodeLineOf,
  evidenceOf,
  iso,
  numberIn,
  oneIn,
  pageOf,
  refOf,
  scopeOf,
  textIn,
} from "../desk.ts"
import type { ReviewPage, SearchPage, StatusPage, WeekPage } from "../schemas.ts"

const WORST = 5

export function weekPage(desk: Desk, { query }: Asked): WeekPage {
  const { memory, config, place } = desk
  const now = memory.parts.now()
  const weeks = Math.max(1, numberIn(query, "weeks", 8, 52))
  const none = everyEpisode(memory).length === 0 && everyCard(memory).length === 0
  const since = parseSince("today", now)
  const known = asOf(memory, `overview since ${since}`, () => overview(memory, { scope: place.scope, since }))
  const lift = asOf(memory, "uplift", () => readUplift(memory, place.scope))
  const used = usageToday(memory.parts.meta, now)
  const did = asOf(memory, "did", () => whatItDid(memory, { scope: null, at: place.scope, now }))
  return {
    ...pageOf(
      desk,
      "mettle did --all",
      none ? "Nothing recorded yet. A week fills with the first prompt to an agent." : null,
    ),
    scope: scopeOf(desk, { tier: "repo", id: place.scope }),
    did: { ...did, since: iso(did.since) },
    lift: { ...lift, standsDown: lift.standing.down && lift.standing.active },
    weeks: readWeeks(memory, now, weeks).map(week => ({ ...week, from: iso(week.from) })),
    cost: {
      ...used,
      model: config.get("model.backend"),
      dailyTokens: config.get("model.dailyTokens"),
      dailyMoney: config.get("model.dailyMoney"),
    },
    worst: worstEpisodes(memory, WORST).map(episode => episodeLineOf(desk, episode)),
    faults: {
      count: known.faults.count,
      last: known.faults.last && { ...known.faults.last, at: iso(known.faults.last.at) },
    },
  }
}

export function reviewPage(desk: Desk, { query }: Asked): ReviewPage {
  const { memory } = desk
  const items = inboxNow(memory)
  const limit = numberIn(query, "limit", 50, 200)
  return {
    ...pageOf(desk, "mettle review", items.length === 0 ? "Nothing waits for you." : null),
    items: items.slice(0, limit).map(item => {
      const card = cardById(memory, item.id)
      return {
        ...item,
        short: cardShort(item),
        scope: scopeOf(desk, item.scope),
        card: card && cardLineOf(desk, card),
        evidence: (card?.evidence ?? []).slice(0, 4).map(evidence => evidenceOf(citedAt(memory, evidence, false))),
        against: item.against ? { ...refOf(desk, item.against.id), statement: item.against.statement } : null,
      }
    }),
    total: items.length,
  }
}

export function statusPage(desk: Desk): StatusPage {
  const { memory, config, place } = desk
  const now = memory.parts.now()
  const since = parseSince("today", now)
  const known = asOf(memory, `overview since ${since}`, () => overview(memory, { scope: place.scope, since }))
  const current = currentEpisode(memory, place.scope, true)
  return {
    ...pageOf(desk, "mettle status", known.events === 0 ? "Nothing recorded yet." : null),
    version: desk.version,
    seq: memory.views.seq(),
    recording: recordingOf(desk),
    preset: memory.preset.name,
    scope: { ...place, id: place.scope },
    model: config.get("model.backend"),
    episode: current && { ...current, short: episodeShort(current.id) },
    breaker: breakerNow(memory, current?.id ?? null).state,
    live: known.cards.live,
    review: known.review,
    events: known.events,
    moved: { count: known.moved.count, at: known.moved.at === null ? null : iso(known.moved.at) },
    faults: known.faults.count,
    feed: desk.feed,
  }
}

export function searchPage(desk: Desk, { query }: Asked): SearchPage {
  const { memory } = desk
  const words = textIn(query, "q") ?? ""
  const scope = textIn(query, "scope")
  const finding = {
    query: words,
    scopes: scope === undefined ? null : [scope],
    kind: oneIn(query, "kind", KINDS) ?? null,
    most: Math.max(1, numberIn(query, "limit", 10, 50)),
  }
  const cards = words === "" ? [] : findCards(memory, finding)
  const episodes = words === "" || finding.kind !== null ? [] : findEpisodes(memory, finding)
  const none = words === "" ? "Type what to look for." : "Nothing found."
  return {
    ...pageOf(desk, 'mettle cards search "…"', cards.length + episodes.length === 0 ? none : null),
    query: words,
    cards: cards.flatMap(({ id, score }) => {
      const card = cardById(memory, id)
      return card ? [{ ...cardLineOf(desk, card), score }] : []
    }),
    episodes: episodes.map(e => ({
      ...{ id: e.id, short: e.short, client: e.client, openedAt: e.opened, turns: e.turns, score: e.score },
      scope: e.scope === null ? null : scopeOf(desk, { tier: "repo", id: e.scope }),
      verdict: VERDICTS.find(v => v === e.verdict) ?? "unjudged",
      prompt: e.prompt?.slice(0, 400).toWellFormed() ?? null,
    })),
  }
}

const recordingOf = (desk: Desk): StatusPage["recording"] =>
  desk.config.off
    ? "off"
    : desk.ignored
      ? "ignored"
      : pausedNow(desk.memory)
        ? "paused"
        : desk.heard()
          ? "on"
          : "not installed"
