// Loads the built-in word table from the package's assets once, on first need. Works from src/ and from a bundle in dist/.
// What the bytes mean is core/recall/word-table.ts; how they were made is tools/word-table.
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Semantics } from "../core/recall/corpus.ts"
import { readWordTable, wordEmbedder } from "../core/recall/word-table.ts"

const PLACES = ["../assets", "../../assets", "assets", "../../../assets"]

export function wordTablePath(from: string = dirname(fileURLToPath(import.meta.url))): string {
  for (const place of PLACES) {
    const path = join(from, place, "words.bin")
    if (existsSync(path)) return path
  }
  throw new Error(`assets/words.bin not found near ${from}; reinstall the package or run tools/word-table/make.mjs`)
}

let loaded: Semantics | null = null

/** The built-in embedder and its table; read from disk at the first call, kept for the life of the process. */
export function builtInSemantics(): Semantics {
  if (!loaded) {
    const table = readWordTable(readFileSync(wordTablePath()))
    loaded = { table, embedder: wordEmbedder(table) }
  }
  return loaded
}
