// The dashboard's files, read once at the start and found by their exact address: no path from outside ever reaches the file
// system. Every page of the dashboard is the same shell; which one it shows is the page's own business.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

export interface Asset {
  readonly type: string
  readonly bytes: Buffer
  /** made when it is first asked for */
  readonly gzip: () => Buffer
}
export type Assets = (path: string) => Asset | null

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
}
const MOST_FILES = 500
const NAME = "[A-Za-z0-9-]{1,64}"
/** Addresses of pages: permalinks that the shell answers for. */
const PAGES = new RegExp(`^/(?:(?:week|episodes|cards|review)?|(?:episode|card)/${NAME})$`)
const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mettle</title></head>
<body><h1>Mettle</h1><p>The dashboard's files are not there: this copy was not built. The API answers, and the command line
says the same: mettle status, mettle cards, mettle review.</p></body></html>
`

export function loadAssets(folder: string): Assets {
  const files = new Map<string, Asset>()
  for (const name of namesIn(folder)) {
    const type = TYPES[name.slice(name.lastIndexOf(".") + 1)]
    if (type !== undefined) files.set(`/${name}`, assetOf(type, readFileSync(join(folder, name))))
  }
  const shell = files.get("/index.html") ?? assetOf(TYPES.html!, Buffer.from(NOT_BUILT))
  files.delete("/index.html")
  return path => files.get(path) ?? (PAGES.test(path) ? shell : null)
}

function assetOf(type: string, bytes: Buffer): Asset {
  let small: Buffer | null = null
  return { type, bytes, gzip: () => (small ??= gzipSync(bytes, { level: 9 })) }
}

/** Plain files below the folder, by their names with forward slashes. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll("\\", "/"),
      )
      .slice(0, MOST_FILES)
  } catch {
    return []
  }
}
