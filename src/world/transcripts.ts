// Past sessions of the clients on this computer, for reading only. A client's folder is not trusted: only regular files of ours inside it,
// links resolved and never followed, every read bounded. What the lines mean is the adapter's.
import { existsSync, realpathSync, statSync } from "node:fs"
import { basename, join, sep } from "node:path"
import { hashId } from "../core/ids.ts"
import { isRecord, type Loose, parsed } from "../core/loose.ts"
import { type Row, sqliteDriver } from "../store/sqlite.ts"
import { headOf, linesOf, listFolder, plainFile, smallFile } from "./foreign-files.ts"

/** Where a client keeps past sessions; the adapters' description, in the store's words. */
interface Places {
  readonly roots: (home: string, env: Search["env"]) => readonly string[]
  readonly file: RegExp
  readonly folder: ((cwd: string) => string) | null
  readonly about: (lines: readonly string[], cwd: string) => boolean | null
  readonly format: "jsonl" | "records"
}
interface Source {
  readonly name: string
  readonly where: Places
}
export interface PastSession {
  readonly client: string
  /** names the session's source in marks; no path is kept */
  readonly key: string
  readonly path: string
  readonly size: number
  readonly changedAt: number
  readonly lines: () => Iterable<string>
}
export interface Search {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly sources: readonly Source[]
  /** working copies of one repository; null = every repository */
  readonly dirs: readonly string[] | null
  /** sessions last written before this are left out */
  readonly since: number
}
export interface Found {
  /** oldest first */
  readonly sessions: readonly PastSession[]
  /** left out because there were too many or they were too large */
  readonly left: number
}

const LARGEST_FILE = 512 << 20
const LARGEST_ALL = 2 ** 30
const MOST_SESSIONS = 2000
const MOST_ENTRIES = 50_000
const DEEPEST = 6

export function findSessions(search: Search): Found {
  const all = search.sources
    .flatMap(source => sessionsOf(source, search))
    .sort((a, b) => b.changedAt - a.changedAt || (a.key < b.key ? -1 : 1))
  let bytes = 0
  const kept = all.filter((s, i) => {
    if (s.size > LARGEST_FILE || i >= MOST_SESSIONS || bytes + s.size > LARGEST_ALL) return false
    bytes += s.size
    return true
  })
  return { sessions: kept.reverse(), left: all.length - kept.length }
}

function sessionsOf(source: Source, search: Search): readonly PastSession[] {
  const { where } = source
  return where.roots(search.home, search.env).flatMap(root => {
    const real = realFolder(root)
    if (real === null) return []
    const files = walk(real, where, search.dirs).flatMap(path => {
      const stat = plainFile(path)
      return stat === null ? [] : [{ path, size: stat.size, changedAt: stat.mtimeMs }]
    })
    if (where.format === "records") return openCodeSessions(source, real, files, search)
    return files
      .filter(file => file.changedAt >= search.since && isAbout(where, file.path, real, search.dirs))
      .map(file => sessionIn(source, file, () => linesOf(file.path)))
  })
}

const sessionIn = (
  source: Source,
  file: File,
  lines: PastSession["lines"],
  ...name: readonly string[]
): PastSession => ({
  ...file,
  client: source.name,
  key: hashId("transcript", source.name, file.path, ...name),
  lines,
})

/** Does the session belong to one of these working copies? Where the file does not say, its folder has to. */
function isAbout(where: Places, path: string, root: string, dirs: readonly string[] | null): boolean {
  if (dirs === null) return true
  const head = headOf(path)
  return dirs.some(dir => {
    const said = where.about(head, dir)
    return said ?? (where.folder !== null && path.startsWith(`${join(root, where.folder(dir))}${sep}`))
  })
}

/** Paths under the root that the adapter calls transcripts. Folders that cannot be about the repository are not entered. */
function walk(root: string, where: Places, dirs: readonly string[] | null): readonly string[] {
  const folders = where.folder === null || dirs === null ? null : dirs.map(where.folder)
  const found: string[] = []
  let entries = 0
  const enter = (folder: string, depth: number): void => {
    for (const entry of listFolder(folder)) {
      if (++entries > MOST_ENTRIES) return
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        const meant =
          depth > 0 || folders === null || folders.some(f => entry.name === f || entry.name.startsWith(`${f}-`))
        if (meant && depth < DEEPEST) enter(path, depth + 1)
      } else if (
        entry.isFile() &&
        where.file.test(
          path
            .slice(root.length + 1)
            .split(sep)
            .join("/"),
        )
      )
        found.push(path)
    }
  }
  enter(root, 0)
  return found
}

function realFolder(root: string): string | null {
  try {
    return existsSync(root) ? realpathSync(root) : null
  } catch {
    return null
  }
}

interface File {
  readonly path: string
  readonly size: number
  readonly changedAt: number
}
const LARGEST_RECORD = 8 << 20
const LARGEST_DATABASE = 4 * 2 ** 30

function openCodeSessions(
  source: Source,
  root: string,
  files: readonly File[],
  search: Pick<Search, "dirs" | "since">,
): readonly PastSession[] {
  return files.flatMap(file =>
    basename(file.path) === "opencode.db" ? fromDatabase(source, file, search) : fromFolder(source, root, file, search),
  )
}

const isHere = (source: Source, session: unknown, dirs: readonly string[] | null): boolean =>
  dirs === null || dirs.some(dir => source.where.about([JSON.stringify({ session })], dir) === true)

function fromFolder(
  source: Source,
  root: string,
  file: File,
  search: Pick<Search, "dirs" | "since">,
): readonly PastSession[] {
  const session = objectIn(smallFile(file.path, LARGEST_RECORD))
  if (session === null || file.changedAt < search.since || !isHere(source, session, search.dirs)) return []
  const id = basename(file.path, ".json")
  const lines = function* () {
    yield JSON.stringify({ session })
    for (const name of jsonFiles(join(root, "storage", "message", id))) {
      const info = objectIn(smallFile(name, LARGEST_RECORD))
      if (info === null) continue
      const parts = jsonFiles(join(root, "storage", "part", basename(name, ".json"))).flatMap(
        part => objectIn(smallFile(part, LARGEST_RECORD)) ?? [],
      )
      yield JSON.stringify({ info, parts })
    }
  }
  return [sessionIn(source, file, lines)]
}
const jsonFiles = (folder: string): readonly string[] =>
  listFolder(folder).flatMap(entry =>
    entry.isFile() && entry.name.endsWith(".json") ? [join(folder, entry.name)] : [],
  )

function fromDatabase(source: Source, file: File, search: Pick<Search, "dirs" | "since">): readonly PastSession[] {
  if (file.size > LARGEST_DATABASE) return []
  const rows = rowsOf(file.path, "SELECT * FROM session ORDER BY time_updated DESC LIMIT ?", [MOST_SESSIONS])
  return rows.flatMap((row): PastSession[] => {
    const session = sessionOf(row)
    const changedAt = Number(row.time_updated ?? row.time_created ?? 0)
    if (changedAt < search.since || !isHere(source, session, search.dirs)) return []
    const id = String(row.id)
    const lines = function* () {
      yield JSON.stringify({ session })
      const parts = new Map<string, unknown[]>()
      for (const part of rowsOf(file.path, "SELECT * FROM part WHERE session_id = ? ORDER BY id", [id])) {
        const message = String(part.message_id)
        const value = { ...objectIn(part.data), id: part.id, messageID: message, sessionID: id }
        parts.set(message, [...(parts.get(message) ?? []), value])
      }
      for (const message of rowsOf(file.path, "SELECT * FROM message WHERE session_id = ? ORDER BY id", [id])) {
        const info = { ...objectIn(message.data), id: message.id, sessionID: id }
        yield JSON.stringify({ info, parts: parts.get(String(message.id)) ?? [] })
      }
    }
    return [sessionIn(source, { ...file, size: 0, changedAt }, lines, id)]
  })
}

function objectIn(text: unknown): Loose | null {
  const value: unknown = typeof text === "string" ? parsed(text) : null
  return isRecord(value) ? value : null
}

function sessionOf(row: Row): object {
  return {
    ...objectIn(row.data),
    id: row.id,
    parentID: row.parent_id ?? undefined,
    directory: row.directory,
    version: row.version,
    permission: (typeof row.permission === "string" ? parsed(row.permission) : null) ?? undefined,
    time: { created: row.time_created, updated: row.time_updated },
  }
}

/** Rows of a foreign database, never changed by us: without a WAL beside it, it is opened as one that cannot change. */
function rowsOf(path: string, sql: string, values: readonly (string | number)[]): readonly Row[] {
  const quiet = !existsSync(`${path}-wal`) || statSync(`${path}-wal`).size === 0
  const names = quiet ? [`file:${encodeURI(path)}?immutable=1`, path] : [path]
  for (const name of names) {
    try {
      const { driver } = sqliteDriver()
      const database = new driver.DatabaseSync(name, { readOnly: true })
      try {
        return database.prepare(sql).all(...values)
      } finally {
        database.close()
      }
    } catch {
      // Another layout or a version without file names as URLs: the next way, then no sessions.
    }
  }
  return []
}
