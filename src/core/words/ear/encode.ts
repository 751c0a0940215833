// What the encoder makes of a message: for each sentence how much it lasts and of which kind, for the whole how much it
// lasts, complains and praises. Numbers about the shape stand beside the encoder's states.

import type { Sentence } from "../sentences.ts"
import type { Encoder } from "./encoder.ts"
import { BREADTH } from "./machine.ts"
import { type Window, windowsOf } from "./windows.ts"

interface Encoded {
  /** margins, a sentence each; one that no window held is -20 */
  readonly each: readonly number[]
  /** by kind, in the order of EAR_KINDS; empty where no window held the sentence */
  readonly kinds: readonly (readonly number[])[]
  readonly message: number
  readonly complaint: number
  readonly praise: number
}
const UNHEARD = -20
const SHAPE = 2

const yes = (x: boolean): number => (x ? 1 : 0)
const words = (text: string): number => text.split(/\s+/).length
const CODE = /[`{}=<>]/
export const ASKS = /[?？]["')]*$/

export function sentenceShape(text: string, all: readonly Sentence[], k: number, previous: string): readonly number[] {
  const at = all[k]!
  const said = text.slice(at.start, at.end)
  return [
    Math.min(words(said), 40) / 40,
    Math.min(words(text), 300) / 300,
    Math.min(all.length, 14) / 14,
    k / all.length,
    yes(ASKS.test(said)),
    yes(CODE.test(said)),
    yes(at.item),
    yes(at.led),
    yes(said.endsWith("!")),
    yes(previous === ""),
    yes(text.length > 1500),
    Math.min(3, text.split("\n").length / 20),
    yes(said.endsWith(":")),
    0,
  ]
}
export function messageShape(text: string, previous: string): readonly number[] {
  return [
    Math.min(words(text), 300) / 300,
    yes(previous === ""),
    yes(/[?？]/.test(text)),
    Math.min(3, text.split("\n").length / 20),
    yes(text.length > 1500),
    yes(CODE.test(text)),
    yes(/!/.test(text)),
    0,
  ]
}

export function encode(encoder: Encoder, text: string, all: readonly Sentence[], previous: string): Encoded {
  const windows = windowsOf(encoder.vocabulary, text, all, previous)
  const each = all.map(() => UNHEARD)
  const kinds: (readonly number[])[] = all.map(() => [])
  let whole: readonly number[] = []
  windows.forEach((window, i) => {
    const states = encoder.states(window.ids, window.of, window.front)
    if (i === 0)
      whole = score(
        encoder,
        "cm",
        pool(states, window, of => of !== 0),
        messageShape(text, previous),
      )
    for (const k of window.sentences) {
      const out = score(
        encoder,
        "cs",
        pool(states, window, of => of === k + 1),
        sentenceShape(text, all, k, previous),
      )
      each[k] = out[0]!
      kinds[k] = out.slice(2)
    }
  })
  return { each, kinds, complaint: whole[0]!, message: whole[2]!, praise: whole[4]! }
}

/** The first state, and mean and greatest of those that are asked for. */
function pool(states: Float64Array, window: Window, asked: (of: number) => boolean): Float64Array {
  const out = new Float64Array(3 * BREADTH)
  out.set(states.subarray(0, BREADTH))
  let count = 0
  window.of.forEach((of, i) => {
    if (!asked(of)) return
    for (let d = 0; d < BREADTH; d++) {
      const x = states[(i - window.front + 1) * BREADTH + d]!
      out[BREADTH + d]! += x
      if (count === 0 || x > out[2 * BREADTH + d]!) out[2 * BREADTH + d] = x
    }
    count++
  })
  if (count > 0) for (let d = 0; d < BREADTH; d++) out[BREADTH + d]! /= count
  return out
}
function score(encoder: Encoder, head: "cs" | "cm", states: Float64Array, shape: readonly number[]): readonly number[] {
  const { weights, bias, columns } = encoder.head(head)
  return Array.from(bias, (b, o) => {
    let sum = b
    for (let k = 0; k < states.length; k++) sum += weights[o * columns + k]! * states[k]!
    shape.forEach((x, k) => {
      sum += SHAPE * weights[o * columns + states.length + k]! * x
    })
    return sum
  })
}
