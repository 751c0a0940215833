// A message as the encoder reads it: windows of pieces, the end of what was said before in front of each. The first holds the
// message's front and end and speaks for the whole; sentences that it does not hold stand in the next ones.

import type { Sentence } from "../sentences.ts"
import { WIDTH } from "./machine.ts"
import { BREAK, OPEN, type Piece, piecesOf, type Vocabulary } from "./pieces.ts"

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

export function windowsOf(
  vocabulary: Vocabulary,
  text: string,
  all: readonly Sentence[],
  previous: string,
): readonly Window[] {
  const pieces = piecesOf(vocabulary, ends(text))
  const shift = text.length - ends(text).length
  const sentence = (piece: Piece): number => {
    const at = piece.at < LONGEST / 2 ? piece.at : piece.at + shift
    const k = all.findIndex(s => at >= s.start && at < s.end)
    return k === -1 ? -1 : k + 1
  }
  const message = pieces.map(p => ({ id: p.id, of: sentence(p) }))
  const before = piecesOf(vocabulary, previous.slice(-PREVIOUS)).slice(-BEFORE)
  const window = (
    front: readonly { readonly id: number }[],
    body: readonly { readonly id: number; readonly of: number }[],
    sentences: readonly number[],
  ): Window => ({
    ids: [OPEN, ...front.map(p => p.id), BREAK, ...body.map(p => p.id), BREAK],
    of: [0, ...front.map(() => 0), 0, ...body.map(p => p.of), 0],
    front: front.length + 2,
    sentences,
  })
  const room = WIDTH - 3 - before.length
  const counts = new Array<number>(all.length).fill(0)
  for (const p of message) if (p.of > 0) counts[p.of - 1]!++
  const whole = message.length <= room
  const first = whole ? message : [...message.slice(0, room - END), ...message.slice(-END)]
  const held = new Array<number>(all.length).fill(0)
  for (const p of first) if (p.of > 0) held[p.of - 1]!++
  const there = all.map((_, k) => counts[k]! > 0 && (held[k] === counts[k] || held[k]! >= 40))
  const out = [
    window(
      before,
      first,
      all.flatMap((_, k) => (there[k] ? [k] : [])),
    ),
  ]
  // the sentences left over, as many as fit into one window, the pieces before them in front
  let k = 0
  while (k < all.length && out.length < MOST_WINDOWS) {
    if (there[k] || counts[k] === 0) {
      k++
      continue
    }
    const from = message.findIndex(p => p.of === k + 1)
    const front = message.slice(Math.max(0, from - BEFORE), from)
    const space = WIDTH - 3 - front.length
    const body = message.slice(from, from + space)
    const lastHeld = body.at(-1)!.of
    const sentences: number[] = []
    for (let j = k; j < all.length; j++) {
      const inside = body.filter(p => p.of === j + 1).length
      if (inside === 0 && counts[j]! > 0) break
      if (!there[j] && inside > 0 && (j === k || j + 1 !== lastHeld || inside === counts[j])) sentences.push(j)
    }
    out.push(window(front, body, sentences))
    k = Math.max(k, ...sentences) + 1
  }
  return out
}
const ends = (text: string): string =>
  text.length <= LONGEST ? text : text.slice(0, LONGEST / 2) + text.slice(-LONGEST / 2)
