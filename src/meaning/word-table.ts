// Loads the built-in word table from the package's assets once, on first need. Works from src/ and from a bundle in dist/.
// What the bytes mean is core/recall/word-table.ts; how they were made is tools/word-table.
import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Semantics } from "../core/recall/prepared.ts"
import { readWordTable, wordEmbedder } from "../core/recall/word-table.ts"

const PLACES = ["../assets", "../../assets", "assets", "../../../assets"]

export function assetPath(name: string, from: string = dirname(fileURLToPath(import.meta.url))): string {
  for (const place of PLACES) {
    const path = join(from, place, name)
    if (existsSync(path)) return path
  }
  throw new Error(`assets/${name} not found near ${from}; reinstall the package`)
}

let loaded: Semantics | null = null

/** The built-in embedder and its table; read from disk at the first call, kept for the life of the process. */
export function builtInSemantics(): Semantics {
  if (!loaded) {
    const table = readWordTable(readFileSync(assetPath("words.bin")))
    loaded = { table, embedder: wordEmbedder(table) }
  }
  return loaded
}

let named: string | null = null

/** The id alone, from the first bytes of the file: knowing whether stored vectors still hold must not cost a load. */
function builtInId(): string {
  if (loaded) return loaded.embedder.id
  if (named !== null) return named
  const head = Buffer.alloc(4096)
  const file = openSync(assetPath("words.bin"), "r")
  try {
    const read = readSync(file, head, 0, head.length, 0)
    const end = 8 + head.readUInt32LE(4)
    if (end > read) return builtInSemantics().embedder.id
    named = String((JSON.parse(head.subarray(8, end).toString("utf8")) as { id: unknown }).id)
  } finally {
    closeSync(file)
  }
  return named
}

/** What search needs of an embedder: its name at once, the rest when something is embedded. */
export const builtInMeaning = { id: builtInId, load: builtInSemantics } as const
