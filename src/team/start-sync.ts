// Starts a sync that outlives its starter: detached, every pipe closed, not waited for. Only where a team was joined, so that
// nobody else pays more than one look for a file.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { packageFile } from "../paths.ts"

export function startSync(data: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const script = packageFile("bin", "mettle")
  if (!existsSync(join(data, "team", "membership.json")) || !existsSync(script)) return false
  const child = spawn(process.execPath, [script, "team", "sync", "--quiet"], {
    cwd: "/",
    detached: true,
    stdio: "ignore",
    env,
  })
  child.on("error", () => {})
  child.unref()
  return true
}
