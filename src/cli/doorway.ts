// The doorway of `mettle open`: a private page in the data folder that leads the browser to the server, token and all, so that
// the token stands in no list of processes. It goes once somebody has walked through it, or after a minute.
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export interface Doorway {
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
