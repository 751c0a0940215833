// A message as the encoder reads it, in two steps. Cut into the pieces of words that the encoder knows: lower case, without accents,
// punctuation by itself, the longest known piece first; offsets lead back to the message. Then windows of pieces, the end of what was
// said before in front of each: the first holds the message's front and end and speaks for the whole; sentences that it does not hold
// stand in the next ones.
import type { Sentence } from "../sentences.ts"
import { WIDTH } from "./machine.ts"

/** Ids that every vocabulary begins with. */
const UNKNOWN = 1
const OPEN = 2
const BREAK = 3

interface Piece {
  readonly id: number
  /** UTF-16 offset where it begins */
  readonly at: number
}
export type Vocabulary = ReadonlyMap<string, number>

const LONGEST_WORD = 60
const MARK = /\p{Mn}/u
const SPACE = /\s/u
/** what stands alone: punctuation, symbols of the keyboard, characters of scripts without spaces */
const ALONE = /[\p{P}$+<=>^`|~\p{Script=Han}]/u
const CONTROL = /[\p{Cc}\p{Cf}\ufffd]/u

export function piecesOf(vocabulary: Vocabulary, text: string): readonly Piece[] {
  const out: Piece[] = []
  let word: string[] = []
  let at = 0
  const close = (): void => {
    if (word.length > 0) cut(vocabulary, word, at, out)
    word = []
  }
  let i = 0
  for (const raw of text) {
    const here = i
    i += raw.length
    if (SPACE.test(raw)) close()
    else if (CONTROL.test(raw)) continue
    else if (ALONE.test(raw)) {
      close()
      at = here
      word.push(raw.toLowerCase())
      close()
    } else {
      if (word.length === 0) at = here
      for (const c of raw.toLowerCase().normalize("NFD")) if (!MARK.test(c)) word.push(c)
    }
  }
  close()
  return out
}

function cut(vocabulary: Vocabulary, word: readonly string[], at: number, out: Piece[]): void {
  const ids: number[] = []
  if (word.length <= LONGEST_WORD)
    for (let from = 0; from < word.length; ) {
      let to = word.length
      let id: number | undefined
      for (; to > from && id === undefined; to--)
        id = vocabulary.get((from > 0 ? "##" : "") + word.slice(from, to).join(""))
      if (id === undefined) {
        ids.length = 0
        break
      }
      ids.push(id)
      from = to + 1
    }
  if (ids.length === 0) ids.push(UNKNOWN)
  for (const id of ids) out.push({ id, at })
}

/** pieces of what stands in front of the message, and of the message's end in the first window */
const BEFORE = 28
const END = 25
const MOST_WINDOWS = 6
const PREVIOUS = 300
const LONGEST = 6000

export interface Window {
  readonly ids: readonly number[]
  /** per piece: 0 context, else 1 + the sentence's number; a piece of the message in no sentence is -1 */
  readonly of: readonly number[]
  /** pieces before the first of the message's */
  readonly front: number
  /** sentences this window speaks for */
  readonly sentences: readonly number[]
}

/** A piece, and the number of its sentence as a window tells it. */
interface Placed {
  readonly id: number
  readonly of: number
}
const windowOf = (front: readonly { id: number }[], body: readonly Placed[], sentences: readonly number[]): Window => ({
  ids: [OPEN, ...front.map(p => p.id), BREAK, ...body.map(p => p.id), BREAK],
  of: [0, ...front.map(() => 0), 0, ...body.map(p => p.of), 0],
  front: front.length + 2,
  sentences,
})
/** Pieces that fit beside those in front. */
const roomBeside = (front: readonly unknown[]): number => WIDTH - 3 - front.length

export function windowsOf(
  vocabulary: Vocabulary,
  text: string,
  all: readonly Sentence[],
  previous: string,
): readonly Window[] {
  const message = placed(vocabulary, text, all)
  const counts = countsIn(message, all.length)
  const before = piecesOf(vocabulary, previous.slice(-PREVIOUS)).slice(-BEFORE)
  const room = roomBeside(before)
  const first = message.length <= room ? message : [...message.slice(0, room - END), ...message.slice(-END)]
  const held = countsIn(first, all.length)
  const there = all.map((_, k) => counts[k]! > 0 && (held[k] === counts[k] || held[k]! >= ENOUGH))
  const out = [
    windowOf(
      before,
      first,
      all.flatMap((_, k) => (there[k] ? [k] : [])),
    ),
  ]
  for (let k = 0; k < all.length && out.length < MOST_WINDOWS; k++) {
    if (there[k] || counts[k] === 0) continue
    const window = windowFrom(message, k, counts, there)
    out.push(window)
    k = Math.max(k, ...window.sentences)
  }
  return out
}
/** A sentence of which so many pieces are held is heard. */
const ENOUGH = 40

/** The pieces of a message, each with its sentence. */
function placed(vocabulary: Vocabulary, text: string, all: readonly Sentence[]): readonly Placed[] {
  const read = ends(text)
  const shift = text.length - read.length
  return piecesOf(vocabulary, read).map(({ id, at: there }) => {
    const at = there < LONGEST / 2 ? there : there + shift
    const k = all.findIndex(s => at >= s.start && at < s.end)
    return { id, of: k === -1 ? -1 : k + 1 }
  })
}

/** How many pieces of each sentence there are. */
function countsIn(pieces: readonly Placed[], sentences: number): readonly number[] {
  const counts = new Array<number>(sentences).fill(0)
  for (const { of } of pieces) if (of > 0) counts[of - 1]!++
  return counts
}

/** From sentence `first` on as many of those left over as fit into one window, the pieces before them in front. */
function windowFrom(message: readonly Placed[], first: number, counts: readonly number[], there: readonly boolean[]) {
  const from = message.findIndex(p => p.of === first + 1)
  const front = message.slice(Math.max(0, from - BEFORE), from)
  const body = message.slice(from, from + roomBeside(front))
  const held = countsIn(body, counts.length)
  const last = body.at(-1)!.of
  const sentences: number[] = []
  for (let k = first; k < counts.length; k++) {
    if (held[k] === 0 && counts[k]! > 0) break
    // the last may be cut off
    if (!there[k] && held[k]! > 0 && (k === first || k + 1 !== last || held[k] === counts[k])) sentences.push(k)
  }
  return windowOf(front, body, sentences)
}
const ends = (text: string): string =>
  text.length <= LONGEST ? text : text.slice(0, LONGEST / 2) + text.slice(-LONGEST / 2)
