// What an interrupted quarantine left: the damaged store has moved away and the salvaged one is not in its place yet. Whoever
// opens the store next puts it there (quarantine.ts says how it came about).
import { existsSync, readdirSync, renameSync } from "node:fs"
import { join } from "node:path"
import { syncDirectory } from "./files.ts"

export const SALVAGED_FILE = "salvaged.db"

export function finishQuarantine(dir: string, logFile: string): void {
  const all = join(dir, "quarantine")
  if (existsSync(join(dir, logFile)) || !existsSync(all)) return
  for (const name of readdirSync(all)) {
    const whole = join(all, name, SALVAGED_FILE)
    if (!existsSync(whole) || !existsSync(join(all, name, logFile))) continue
    renameSync(whole, join(dir, logFile))
    syncDirectory(dir)
    return
  }
}
