// mettle open: the dashboard and its HTTP API on this computer's loopback address, until it is told to stop.
import { spawn } from "node:child_process"
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { loadAssets } from "../../http/assets.ts"
import { serve } from "../../http/server.ts"
import { openMemoryAt } from "../../open.ts"
import { privateDir, runDir } from "../../paths.ts"
import { VERSION } from "../../version.ts"
import { defineMettleCommand, number } from "../command.ts"
import { type Context, fold, here, isIgnoredHere } from "../context.ts"
import { ended } from "../io.ts"
import { isHeard, seeHooks } from "./status-seen.ts"

/** Nobody asked for anything in this time: it ends by itself, whatever stands at its input. */
const IDLE_MS = 12 * 3_600_000
const PORTS = [0, 65_535] as const

export const command = defineMettleCommand({
  name: "open",
  examples: [
    ["mettle open", "opens the browser; Ctrl-C ends it, so do 12 hours without a request"],
    ["mettle open --port 4870", "at this port; without it a free one is found"],
    ["mettle open --no-browser", "only prints the address, with the token that opens it"],
    ["mettle open --no-browser --json", "{url, port, token} on one line, then serves"],
  ],
  args: {
    port: number("the port to listen on (default: a free one)", PORTS),
    browser: { type: "boolean", default: true, description: "only print the address, open no browser" },
  },
  run: async ({ args, out, context }) => {
    const { signal } = context
    const config = context.config()
    const dataDir = privateDir(context.paths().data)
    const base = context.basePaths()
    const folders = { state: base.state, config: base.config, run: runDir(base, context.io.env), temp: tmpdir() }
    const token = Buffer.from(context.random(32)).toString("base64url")
    let doorway: Doorway | null = null
    const homeless = new AbortController()
    const serving = await serve({
      ...{
        port: args.port ?? 0,
        token,
        config,
        dataDir,
        version: VERSION,
        place: here(context),
        ignored: isIgnoredHere(context),
      },
      assets: loadAssets(assetsFolder()),
      // Folded before anybody is led here: a page cannot wait as long as a terminal that says what it does.
      open: () => {
        const opened = openMemoryAt({ dir: dataDir, config, now: context.now, random: context.random, home: folders })
        fold(opened.memory, out)
        return opened
      },
      heard: () => {
        const hooks = seeHooks(context, null)
        return hooks.agents.some(agent => isHeard(hooks, agent))
      },
      tell: out.note,
      ajar: () => doorway?.isOpen() ?? false,
      entered: () => doorway?.close(),
      homeless: () => {
        out.note("what was recorded is gone; so is this")
        homeless.abort()
      },
    })
    try {
      out.result({ url: serving.url, port: serving.port, token }, () => {
        out.line(serving.url)
        out.line(
          out.paint("dim", "Ctrl-C ends it. The address holds the key: whoever has it can read and change the memory."),
        )
      })
      if (args.browser) {
        doorway = openDoorway(dataDir, serving.port, serving.url)
        browse(doorway.file, context.io)
      }
      await ended(AbortSignal.any([signal, homeless.signal]), () => Date.now() - serving.lastAt() > IDLE_MS)
    } finally {
      doorway?.close()
      await serving.close()
    }
  },
})

/** Beside the built program, or beside the sources when they are run directly. */
function assetsFolder(): string {
  const mine = dirname(fileURLToPath(import.meta.url))
  return mine.endsWith(join("src", "cli", "upkeep"))
    ? join(mine, "..", "..", "..", "dist", "dashboard")
    : join(mine, "dashboard")
}

function browse(file: string, { platform, env }: Context["io"]): void {
  const [program, ...words] =
    platform === "darwin"
      ? ["open", file]
      : platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler", file]
        : ["xdg-open", file]
  const child = spawn(program!, words, { stdio: "ignore", detached: true, env: env as NodeJS.ProcessEnv })
  // No browser: the address stands in the terminal.
  child.on("error", () => undefined)
  child.unref()
}

// The doorway: a private page in the data folder that leads the browser to the server, token and all, so that the token stands in no
// list of processes. It goes once somebody has walked through it, or after a minute.

interface Doorway {
  readonly file: string
  readonly isOpen: () => boolean
  readonly close: () => void
}

const OPEN_MS = 60_000
const NAME = /^open-\d{1,5}\.html$/

/** `url` is the server's own: digits, letters, dashes, nothing to escape. */
export function openDoorway(dir: string, port: number, url: string): Doorway {
  sweep(dir)
  const file = join(dir, `open-${port}.html`)
  rmSync(file, { force: true })
  writeFileSync(file, pageTo(url), { mode: 0o600, flag: "wx" })
  let open = true
  const close = (): void => {
    clearTimeout(timer)
    if (open) rmSync(file, { force: true })
    open = false
  }
  const timer = setTimeout(close, OPEN_MS)
  timer.unref()
  return { file, isOpen: () => open, close }
}

const pageTo = (url: string): string =>
  `<!doctype html><meta charset="utf-8"><title>mettle</title><meta name="referrer" content="no-referrer">` +
  `<meta http-equiv="refresh" content="0;url=${url}"><p><a href="${url}">Open the dashboard</a>\n`

/** What a killed server left behind leads nowhere, but needs not lie about. */
function sweep(dir: string): void {
  for (const name of readdirSync(dir)) {
    if (!NAME.test(name)) continue
    const file = join(dir, name)
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 }
    if (Date.now() - mtimeMs > OPEN_MS) rmSync(file, { force: true })
  }
}
