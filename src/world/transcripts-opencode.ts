// OpenCode's past sessions: a database (session, message, part) in newer versions, folders of JSON files before. Collected
// into the lines its adapter reads: the session first, then one line per message with its parts, in order of id.
import { existsSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { hashId } from "../core/ids.ts"
import { isRecord, type Loose, parsed } from "../core/loose.ts"
import { type Row, sqliteDriver } from "../store/sqlite.ts"
import { listFolder, smallFile } from "./foreign-files.ts"
import type { PastSession, Search, Source } from "./transcripts.ts"

interface File {
  readonly path: string
  readonly size: number
  readonly changedAt: number
}
const LARGEST_RECORD = 8 << 20
const LARGEST_DATABASE = 4 * 2 ** 30
const MOST_SESSIONS = 2000

export function openCodeSessions(
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
  return [
    {
      client: source.name,
      key: hashId("transcript", source.name, file.path),
      path: file.path,
      size: file.size,
      changedAt: file.changedAt,
      *lines() {
        yield JSON.stringify({ session })
        for (const name of jsonFiles(join(root, "storage", "message", id))) {
          const info = objectIn(smallFile(name, LARGEST_RECORD))
          if (info === null) continue
          const parts = jsonFiles(join(root, "storage", "part", basename(name, ".json"))).flatMap(
            part => objectIn(smallFile(part, LARGEST_RECORD)) ?? [],
          )
          yield JSON.stringify({ info, parts })
        }
      },
    },
  ]
}
const jsonFiles = (folder: string): readonly string[] =>
  listFolder(folder).flatMap(entry =>
    entry.isFile() && entry.name.endsWith(".json") ? [join(folder, entry.name)] : [],
  )

function fromDatabase(source: Source, file: File, search: Pick<Search, "dirs" | "since">): readonly PastSession[] {
  if (file.size > LARGEST_DATABASE) return []
  const rows = query(file.path, "SELECT * FROM session ORDER BY time_updated DESC LIMIT ?", [MOST_SESSIONS])
  return rows.flatMap((row): PastSession[] => {
    const session = sessionOf(row)
    const changedAt = Number(row.time_updated ?? row.time_created ?? 0)
    if (changedAt < search.since || !isHere(source, session, search.dirs)) return []
    return [
      {
        client: source.name,
        key: hashId("transcript", source.name, file.path, String(row.id)),
        path: file.path,
        size: 0,
        changedAt,
        *lines() {
          yield JSON.stringify({ session })
          const id = String(row.id)
          const parts = new Map<string, unknown[]>()
          for (const part of query(file.path, "SELECT * FROM part WHERE session_id = ? ORDER BY id", [id])) {
            const message = String(part.message_id)
            const value = { ...objectIn(part.data), id: part.id, messageID: message, sessionID: id }
            parts.set(message, [...(parts.get(message) ?? []), value])
          }
          for (const message of query(file.path, "SELECT * FROM message WHERE session_id = ? ORDER BY id", [id])) {
            const info = { ...objectIn(message.data), id: message.id, sessionID: id }
            yield JSON.stringify({ info, parts: parts.get(String(message.id)) ?? [] })
          }
        },
      },
    ]
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
function query(path: string, sql: string, values: readonly (string | number)[]): readonly Row[] {
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
