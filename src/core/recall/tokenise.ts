// How text becomes terms: Unicode words, and identifiers, paths, versions and error codes both whole and in parts.
// Ground truth: FTS5 documents, queries and the in-memory index must all use these two functions. No ranking here.
import { stem } from "./stem.ts"

/** Text beyond this many UTF-16 units is not read: a term far down a log rarely names what it is about. */
const TEXT_CAP = 20_000

// A chunk is a run of word characters and the joints that hold identifiers, paths and versions together.
const CHUNK = /[\p{L}\p{M}\p{N}_$@./\\:#'’+-]+/gu
const ATOM = /[\p{L}\p{M}]+|\p{N}+/gu
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const VERSION = /^v?\d{1,5}(?:\.\d{1,6}){1,3}$/i
const CODE = /^[A-Z]{1,6}-?\d{2,6}$/
const CONTRACTION = /^([\p{L}]+?)(n['’]t|['’](?:s|t|re|ll|ve|d|m))$/iu

// Scripts written without spaces: pairs of characters stand in for words.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function bigrams(run: string): string[] {
  const chars = [...run]
  return chars.length < 2 ? chars : chars.slice(1).map((char, i) => chars[i]! + char)
}

/** The parts of one chunk in reading order, lower case, and the glued whole where the chunk is a compound. */
interface Chunk {
  readonly parts: readonly string[]
  readonly wholes: readonly string[]
}

const JOINTS = "./\\:#'’+-"

/** Loops instead of an end-anchored pattern, which would be quadratic on long runs of dots. */
function trimmed(chunk: string): string {
  let start = 0
  let end = chunk.length
  while (start < end && JOINTS.includes(chunk[start]!)) start++
  while (end > start && JOINTS.includes(chunk[end - 1]!)) end--
  return chunk.slice(start, end)
}

function readChunk(raw: string): Chunk {
  const chunk = trimmed(raw)
  const short = CONTRACTION.exec(chunk)
  if (short) return { parts: [short[1]!.toLowerCase(), ...(/^n/i.test(short[2]!) ? ["not"] : [])], wholes: [] }
  if (VERSION.test(chunk)) return { parts: [], wholes: [chunk.toLowerCase().replace(/^v/, "")] }
  if (CODE.test(chunk)) return { parts: [], wholes: [chunk.toLowerCase().replace("-", "")] }
  const parts: string[] = []
  const wholes: string[] = []
  for (const name of chunk.split(/[/\\:@#.,'’+]+/)) {
    const atoms: string[] = []
    for (const match of name.matchAll(ATOM)) {
      if (UNSPACED.test(match[0])) parts.push(...bigrams(match[0]))
      else for (const hump of match[0].split(HUMP)) atoms.push(hump.toLowerCase())
    }
    parts.push(...atoms)
    if (atoms.length > 1) {
      const whole = atoms.join("")
      if (whole.length <= 48) wholes.push(whole)
    }
  }
  return { parts, wholes }
}

const prepared = (text: string): string => text.slice(0, TEXT_CAP).normalize("NFKC")

/** Index terms, stemmed, in reading order with repeats; a compound adds its glued whole (`getUserId` → get user id getuserid). */
export function terms(text: string): string[] {
  const out: string[] = []
  for (const match of prepared(text).matchAll(CHUNK)) {
    const chunk = readChunk(match[0])
    for (const part of chunk.parts) {
      if (part.length <= 48) out.push(stem(part))
    }
    out.push(...chunk.wholes)
  }
  return out
}

/** Plain lower-case words for the word table, unstemmed, in reading order; compounds only in parts. */
export function words(text: string): string[] {
  const out: string[] = []
  for (const match of prepared(text).matchAll(CHUNK)) {
    const chunk = readChunk(match[0])
    if (chunk.parts.length === 0) out.push(...chunk.wholes)
    for (const part of chunk.parts) {
      if (part.length <= 48) out.push(part)
    }
  }
  return out
}
