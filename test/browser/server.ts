// The dashboard as people start it: `mettle open --no-browser --json` on a store, until the check is done.
import { spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"

export interface Serving {
  readonly url: string
  readonly origin: string
  readonly token: string
  close(): Promise<void>
}
const START_MS = 180_000

export async function startServer(root: string, folder: string): Promise<Serving> {
  const cwd = join(folder, "shop-api")
  mkdirSync(cwd, { recursive: true })
  const child = spawn(process.execPath, [join(root, "bin", "mettle"), "open", "--no-browser", "--json"], {
    cwd,
    env: { PATH: process.env.PATH, HOME: folder, METTLE_HOME: join(folder, "home"), LANG: "C.UTF-8" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const gone = new Promise<never>((_, reject) =>
    child.once("exit", code => reject(new Error(`mettle open ended with ${code}`))),
  )
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("mettle open did not start in three minutes")), START_MS).unref(),
  )
  const line = new Promise<string>(resolve => createInterface({ input: child.stdout }).once("line", resolve))
  const said = await Promise.race([line, gone, late])
  const { url, port, token } = JSON.parse(said) as Serving & { port?: number }
  if (port === undefined) throw new Error(`mettle open said ${said}`)
  gone.catch(() => undefined)
  return {
    ...{ url, token, origin: `http://127.0.0.1:${port}` },
    close: () =>
      new Promise(resolve => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once("exit", () => resolve())
        child.kill("SIGTERM")
        setTimeout(() => child.kill("SIGKILL"), 5000).unref()
      }),
  }
}
