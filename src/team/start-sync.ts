// Starts a sync that outlives its starter. Only where a team was joined, so that everybody else pays one look for a file that is not there.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { parse } from "../core/loose.ts"
import { textIn } from "../paths.ts"
import { startDetached } from "../store/process-lock.ts"

export function startSync(data: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const program = programIn(join(data, "team", "membership.json"))
  if (program === null) return false
  startDetached([program, "team", "sync", "--quiet"], env)
  return true
}

function programIn(path: string): string | null {
  const { program } = parse(textIn(path) ?? "") ?? {}
  return typeof program === "string" && existsSync(program) ? program : null
}
