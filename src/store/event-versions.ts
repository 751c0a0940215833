// Which events a log holds, by type and version, kept in its meta: a build that knows less of them says so when it opens the
// log, instead of failing in the middle of a fold. Only what this build knows is noted, in the commit that stores the first.
import { MettleError } from "../core/errors.ts"
import { EVENTS } from "../core/events/registry.ts"
import type { Database } from "./sqlite.ts"

const KEY = "events"
const KNOWN: ReadonlyMap<string, number> = new Map(EVENTS.map(event => [event.type, event.version]))

export interface EventVersions {
  /** Refuses a log that holds events this build does not know. */
  prove(db: Database): void
  /** Runs inside the append. */
  note(db: Database, events: readonly { readonly type: string; readonly v: number }[]): void
}

export function eventVersions(known: ReadonlyMap<string, number> = KNOWN): EventVersions {
  let noted = new Map<string, number>()
  const read = (db: Database): Map<string, number> => {
    const row = db.sql("SELECT value FROM meta WHERE key = ?").get(KEY)
    return new Map(row ? Object.entries(JSON.parse(String(row.value)) as Record<string, number>) : [])
  }
  return {
    prove(db) {
      noted = read(db)
      const newer = [...noted].filter(([type, v]) => v > (known.get(type) ?? 0)).map(([type, v]) => `${type} v${v}`)
      if (newer.length === 0) return
      throw new MettleError("E_NEWER", `${db.path} was written by a newer mettle (it holds ${newer.join(", ")})`, {
        still: "nothing was changed; what hooks hear meanwhile waits in the spool for the newer one",
        hint: "upgrade mettle on this machine",
      })
    },
    note(db, events) {
      const fresh = events.filter(({ type, v }) => v > (noted.get(type) ?? 0) && v <= (known.get(type) ?? 0))
      if (fresh.length === 0) return
      const all = read(db)
      for (const { type, v } of fresh) all.set(type, Math.max(v, all.get(type) ?? 0))
      db.sql("INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value").run(
        ...[KEY, JSON.stringify(Object.fromEntries([...all].sort()))],
      )
      noted = all
    },
  }
}
