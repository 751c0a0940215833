// What search knows of the rows: every card by its statement and by what `check` can meet it with, every episode by what was asked, how it ended and which files
// it changed. Follows the fold: what a batch of events changed is indexed in the flush that stores it.
import { guardKeys, guardOf } from "../core/check/guard.ts"
import { read, turnOf } from "../core/views/read.ts"
import type { Rows } from "../core/views/rows.ts"
import { type EpisodeView, isLive, scopeKey } from "../core/views/state.ts"
import type { ReadTable } from "../core/views/table.ts"
import type { Search, SearchDoc } from "../store/search.ts"
import { mustShow } from "./packs/situation.ts"

interface Source {
  readonly views: Rows & { unflushed(table: string): readonly string[] }
  readonly search: Search
  text(ref: string): string | null
}

/** Runs inside the flush that stores what changed. */
export function indexChanged(source: Source): void {
  write(source, "card", source.views.unflushed(read.card.name), cardDoc)
  write(source, "episode", source.views.unflushed(read.episode.name), episodeDoc)
}

/** Everything anew, when nothing was indexed yet or by another version or embedder. Runs inside a flush. */
export function fillSearch(source: Source): void {
  source.search.clear()
  const keys = (table: ReadTable<unknown>) => table.list(source.views).map(([key]) => key)
  write(source, "card", keys(read.card), cardDoc)
  write(source, "episode", keys(read.episode), episodeDoc)
}

/** What to index of a row, and when again: no text is opened for a document that stands as it is. */
interface Indexed {
  readonly sign: string
  doc(): SearchDoc | null
}

function write(
  source: Source,
  collection: "card" | "episode",
  ids: Iterable<string>,
  indexed: (source: Source, id: string) => Indexed | null,
): void {
  const put: SearchDoc[] = []
  const gone: string[] = []
  for (const id of ids) {
    const row = indexed(source, id)
    if (row !== null && source.search.signOf(collection, id) === row.sign) continue
    const doc = row?.doc() ?? null
    if (doc) put.push(doc)
    else gone.push(id)
  }
  source.search.update(collection, put, gone)
}

function cardDoc(source: Source, id: string): Indexed | null {
  const card = read.card.get(source.views, id)
  if (!card) return null
  const scope = scopeKey(card.scope)
  const live = isLive(card.stage)
  const must = live && card.stage !== "trial" && mustShow(card)
  const tags = card.tags.flatMap(ref => source.text(ref) ?? [])
  const sign = `${card.statement} ${scope} ${Number(live)}${Number(must)} ${card.tags.join(" ")} ${tags.length}`
  const doc = (): SearchDoc | null => {
    const text = source.text(card.statement)
    if (text === null) return null
    const guard = live ? guardOf({ card: id, kind: card.kind, statement: text, tags, failures: 0 }) : null
    return { id, scope, live, must, at: card.bornAt, sign, text, files: [], keys: guard ? guardKeys(guard) : [] }
  }
  return { sign, doc }
}

const FIRST_TURNS = 2
const LAST_TURNS = 10
const PROMPT_CHARS = 500
const REPLY_CHARS = 800
const FILES = 40

/** The first prompts say what it was about, the last what became of it; turns between them are left to their files. */
function episodeDoc(source: Source, id: string): Indexed | null {
  const episode = read.episode.get(source.views, id)
  if (!episode || episode.turns === 0) return null
  const scope = episode.scope === null ? "global:me" : `repo:${episode.scope}`
  // While it goes on it is made anew when its second, fourth, eighth … turn is over: each time costs as much as the last, and
  // whoever waits for what its next prompt gets does not wait for it.
  const over = turnOf(source.views, id, episode.turns - 1)?.end === null ? episode.turns - 1 : episode.turns
  const turns = episode.closedAt === null ? 2 ** Math.floor(Math.log2(Math.max(1, over))) : episode.turns
  const forgotten = read.meta.get(source.views, "events/text.forgotten") ?? 0
  const sign = `${scope} ${turns} ${episode.closedAt ?? ""} ${forgotten}`
  return { sign, doc: () => episodeText(source, { ...episode, turns }, scope, sign) }
}

function episodeText(source: Source, episode: EpisodeView, scope: string, sign: string): SearchDoc | null {
  const { id } = episode
  const numbers = new Set<number>()
  for (let i = 0; i < Math.min(FIRST_TURNS, episode.turns); i++) numbers.add(i)
  for (let i = Math.max(0, episode.turns - LAST_TURNS); i < episode.turns; i++) numbers.add(i)
  const turns = [...numbers].flatMap(n => turnOf(source.views, id, n) ?? [])
  const said = turns.flatMap(turn => source.text(turn.prompt)?.slice(0, PROMPT_CHARS) ?? [])
  // The turn that has just begun has no answer yet, whenever it is looked at.
  const over = episode.closedAt === null ? turns.slice(0, -1) : turns
  const last = over.findLast(turn => turn.reply !== null)?.reply ?? null
  const reply = last === null ? null : source.text(last)
  const text = [...said, ...(reply === null ? [] : [reply.slice(-REPLY_CHARS)])].join("\n").toWellFormed()
  if (text.trim() === "") return null
  const paths = over
    .flatMap(turn => turn.tools)
    .flatMap(tool => (tool.path !== null && tool.ok !== false && tool.does === "edits" ? [tool.path] : []))
  const files = [...new Set(paths)].slice(-FILES).flatMap(ref => source.text(ref) ?? [])
  return { id, scope, live: true, must: false, at: episode.lastAt, sign, text, files, keys: [] }
}
