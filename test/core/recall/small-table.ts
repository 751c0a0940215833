// A hand-made word table of four dimensions for tests: two subjects (storage, weather) and a weak frame word.
import type { Semantics } from "../../../src/core/recall/prepared.ts"
import { readWordTable, wordEmbedder } from "../../../src/core/recall/word-table.ts"

const ROWS: Readonly<Record<string, readonly number[]>> = {
  database: [120, 10, 0, 0],
  postgres: [110, 0, 20, 0],
  storage: [100, 20, 0, 0],
  rain: [0, 120, 0, 10],
  umbrella: [0, 110, 10, 0],
  please: [3, 3, 3, 3],
  credential: [0, 0, 120, 5],
  password: [0, 5, 115, 0],
}

export function smallTableBytes(): Uint8Array {
  const list = Object.keys(ROWS).sort()
  const text = Buffer.from(list.join(""), "latin1")
  const ends = Uint32Array.from(list, (_, i) => list.slice(0, i + 1).join("").length)
  const header = Buffer.from(
    JSON.stringify({ id: "small-4", dims: 4, count: list.length, wordBytes: text.length, unknownScale: 0.3 }),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32LE(header.length)
  const scales = new Float32Array(list.length).fill(0.01)
  const rows = Int8Array.from(list.flatMap(word => ROWS[word]!))
  const numbers = [ends, scales, rows].map(list => Buffer.from(list.buffer))
  return Buffer.concat([Buffer.from("MWT2"), size, header, text, ...numbers])
}

export function smallSemantics(): Semantics {
  const table = readWordTable(smallTableBytes())
  return { table, embedder: wordEmbedder(table) }
}
