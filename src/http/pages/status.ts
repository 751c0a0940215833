// Status, search and privacy: is it recording and what is known, in one look; cards and episodes by words and meaning; what is kept,
// where, how big.
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { KINDS, VERDICTS } from "../../core/model.ts"
import { everyPause, pausedNow } from "../../memory/acting/pause.ts"
import { asOf } from "../../memory/as-of.ts"
import { breakerNow } from "../../memory/checks/breaker.ts"
import { backupsIn } from "../../memory/forgetting/text-copies.ts"
import { tallyLog } from "../../memory/measuring/log-tally.ts"
import { overview } from "../../memory/measuring/overview.ts"
import { currentEpisode, episodeShort } from "../../memory/reading/episodes.ts"
import { findCards, findEpisodes } from "../../memory/reading/find.ts"
import { cardById } from "../../memory/reading/read.ts"
import { parseSince } from "../../memory/reading/since.ts"
import { type Asked, type Desk, iso, numberIn, oneIn, pageOf, textIn } from "../desk.ts"
import { cardLineOf, scopeOf } from "../lines.ts"
import type { PrivacyPage, SearchPage, StatusPage } from "../schemas.ts"

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

/** Events counted by one call: of a longer log the server counts the rest in its idle moments. */
const COUNTED = 1000

export const recordingOf = (desk: Desk): StatusPage["recording"] =>
  desk.config.off ? "off" : pausedNow(desk.memory) ? "paused" : desk.heard() ? "on" : "not installed"

export function privacyPage(desk: Desk): PrivacyPage {
  const { memory, config, dataDir } = desk
  const tally = tallyLog(memory, COUNTED)
  const files = filesIn(dataDir)
  const days = config.get("retention.textDays")
  return {
    ...pageOf(desk, "mettle forget --since 7d --dry-run", tally.head === 0 ? "Nothing is kept yet." : null),
    dataDir,
    files,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    cap: config.get("store.capBytes"),
    backups: backupsIn(dataDir),
    months: [...tally.months]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, kinds]) => ({ month, kinds: Object.fromEntries(kinds) })),
    masked: tally.masked,
    forgotten: { ...tally.forgotten, last: tally.forgotten.last === null ? null : iso(tally.forgotten.last) },
    paused: everyPause(memory).map(({ from, until, episode }) => ({
      from: iso(from),
      until: until === null ? null : iso(until),
      episode,
    })),
    recording: recordingOf(desk),
    retention: { content: days === 0 ? "forever" : `${days}d` },
    network: [
      { what: `model (${config.get("model.backend")})`, on: config.get("model.backend") !== "none" },
      { what: "embeddings over HTTP", on: config.get("embedder") === "http" },
    ],
    counted: { events: tally.seq, of: tally.head },
  }
}

/** Sizes of the files in the data folder. */
function filesIn(folder: string): readonly { readonly name: string; readonly bytes: number }[] {
  let names: readonly string[]
  try {
    names = readdirSync(folder).sort()
  } catch {
    return []
  }
  return names.flatMap(name => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false })
    return stat?.isFile() ? [{ name, bytes: stat.size }] : []
  })
}
