// A message as the encoder reads it: windows of pieces, the end of what was said before in front of each. The first holds the
// message's front and end and speaks for the whole; sentences that it does not hold stand in the next ones.

import type { Sentence } from "../sentences.ts"
import { WIDTH } from "./machine.ts"
import { BREAK, OPEN, piecesOf, type Vocabulary } from "./pieces.ts"

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
