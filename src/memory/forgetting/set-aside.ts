// Damaged logs that were set aside (store/quarantine.ts says how): the folders that hold them, oldest first. They stay until the
// person removes them, and so does the word about them.
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"

export function setAside(dir: string): readonly string[] {
  const all = join(dir, "quarantine")
  let names: readonly string[] = []
  try {
    names = readdirSync(all)
  } catch {
    return []
  }
  return names
    .filter(name => /^\d{1,9}$/.test(name) && existsSync(join(all, name, "log.db")))
    .sort((a, b) => Number(a) - Number(b))
    .map(name => join(all, name))
}
