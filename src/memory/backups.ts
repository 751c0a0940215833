// Copies of the log that mettle made in its own folder: named when something is forgotten, since they still hold it.
import { readdirSync } from "node:fs"
import { join } from "node:path"

/** Those written elsewhere are the person's to remember. */
export function backupsIn(data: string): readonly string[] {
  const found = (dir: string, fits: (name: string) => boolean): readonly string[] => {
    try {
      return readdirSync(dir)
        .filter(fits)
        .map(name => join(dir, name))
    } catch {
      return []
    }
  }
  return [
    ...found(data, name => name === "log.db.before-migration"),
    ...found(join(data, "backups"), name => name.endsWith(".db")),
  ].sort()
}
