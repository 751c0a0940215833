// Starts a worker that outlives the command: detached, every pipe closed, not waited for. A second one finds the lock taken.
import { spawn } from "node:child_process"
import { packageFile } from "../paths.ts"

export function startWorker(env: Readonly<Record<string, string | undefined>>): void {
  const child = spawn(process.execPath, [packageFile("bin", "mettle"), "settle", "--model", "--quiet"], {
    cwd: "/",
    detached: true,
    stdio: "ignore",
    env,
  })
  child.on("error", () => {})
  child.unref()
}
