// What the encoder said of each labelled message when it had learned from other people only: made where it was fitted
// (encoder.py), kept beside it without a word of text, in the order of the rows. Of a message that is cut into other sentences than
// it was then it said nothing.
import { readFileSync } from "node:fs"
import { sentencesOf } from "../../src/core/words/sentences.ts"
import type { Row } from "./rows.ts"

export interface EncodedRow {
  readonly each: readonly number[]
  readonly message: number
  readonly complaint: number
  readonly praise: number
}
/** a margin of 1 in the file, and what stands for a sentence that it never read */
const ONE = 256
const UNREAD = -128

export function encodedRows(file: string, rows: readonly Row[]): ReadonlyMap<string, EncodedRow> {
  const bytes = readFileSync(file)
  const values = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  let at = 0
  const next = (): number => values[at++]! / ONE
  const out = new Map<string, EncodedRow>()
  for (const row of rows) {
    const [complaint, message, praise] = [next(), next(), next()]
    const each = sentencesOf(row.text).map(next)
    if (!each.includes(UNREAD)) out.set(row.id, { complaint, message, praise, each })
  }
  if (at !== values.length) throw new Error(`${file}: made from other rows`)
  return out
}
