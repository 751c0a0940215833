// What the ear looks at: letters and words of a sentence, of its neighbours, of the whole message and of the end of what
// the agent said, hashed into one table. Nothing here knows a language, a cue or a list of words.
import type { Sentence } from "../sentences.ts"
import { CODE, GONE } from "../whose/mask.ts"

/** Table rows; a power of two. */
export const BUCKETS = 1 << 17

/** A group is normalised by itself, so that a long message does not drown its shape. */
export interface Group {
  readonly scale: number
  readonly counts: Map<number, number>
}

const TOKEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_']+|[^\s\p{L}\p{N}]/gu
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Lower case, one apostrophe, one digit, code as one word: its letters say nothing about whether words last, and drown those that do. */
const plainText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/`[^`\n]{1,200}`/g, " ¤ ")
    .toLowerCase()
    .replace(/[’ʼ`´]/g, "'")
    .replace(/\d+/g, "0")

const tokensOf = (plain: string): readonly string[] => plain.match(TOKEN) ?? []

const mix = (h: number, code: number): number => Math.imul(h ^ code, 16777619)
const seedOf = (name: string): number => {
  let h = 2166136261
  for (let i = 0; i < name.length; i++) h = mix(h, name.charCodeAt(i))
  return h
}
const done = (h: number): number => {
  let x = h ^ (h >>> 15)
  x = Math.imul(x, 2246822507)
  return ((x ^ (x >>> 13)) >>> 0) % BUCKETS
}
const extend = (h: number, text: string): number => {
  let x = h
  for (let i = 0; i < text.length; i++) x = mix(x, text.charCodeAt(i))
  return x
}
const count = (into: Map<number, number>, key: number): void => {
  into.set(key, (into.get(key) ?? 0) + 1)
}

/** Runs of one to `most` tokens. */
function wordGroup(name: string, plain: string, most: number, scale: number): Group {
  const counts = new Map<number, number>()
  const tokens = tokensOf(plain)
  const seed = seedOf(name)
  for (let i = 0; i < tokens.length; i++) {
    let h = seed
    for (let n = 0; n < most && i + n < tokens.length; n++) {
      h = mix(extend(h, tokens[i + n]!), 32)
      count(counts, done(h))
    }
  }
  return { scale, counts }
}

/** Runs of two to five letters inside words, a space at either end; of one to four in scripts without spaces. */
function letterGroup(name: string, plain: string, scale: number): Group {
  const counts = new Map<number, number>()
  const seed = seedOf(name)
  for (const chunk of plain.split(/\s+/)) {
    if (chunk === "") continue
    const unspaced = UNSPACED.test(chunk)
    const text = unspaced ? chunk : ` ${chunk.slice(0, 40)} `
    const from = unspaced ? 1 : 2
    const to = unspaced ? 4 : 5
    for (let i = 0; i < text.length; i++) {
      let h = seed
      for (let n = 1; n <= to && i + n <= text.length; n++) {
        h = mix(h, text.charCodeAt(i + n - 1))
        if (n >= from) count(counts, done(h))
      }
    }
  }
  return { scale, counts }
}

/** Named facts, each on or off. */
function factGroup(names: readonly string[], scale: number): Group {
  const counts = new Map<number, number>()
  for (const name of names) count(counts, done(seedOf(`fact ${name}`)))
  return { scale, counts }
}

const step = (value: number, steps: readonly number[]): number => steps.filter(s => value >= s).length
const lengthStep = (text: string): number => step(text.length, [12, 25, 50, 80, 120, 180, 260, 400])

function placeFacts(text: string, all: readonly Sentence[], k: number, hasPrevious: boolean): readonly string[] {
  const at = all[k]!
  const said = text.slice(at.start, at.end)
  const out = [
    `length ${lengthStep(said)}`,
    `whole ${step(text.length, [60, 150, 300, 600, 1200, 2500, 5000])}`,
    `sentences ${Math.min(all.length, 8)}`,
    k === 0 ? "first" : "later",
  ]
  if (k === all.length - 1) out.push("last")
  if (all.length === 1) out.push("only", `only length ${lengthStep(said)}`)
  if (at.item) out.push("item")
  if (at.led) out.push("led")
  if (said.endsWith("?") || said.endsWith("？")) out.push("asks")
  if (said.endsWith("!")) out.push("exclaims")
  if (said.endsWith(":")) out.push("leads")
  if (/[{}=<>|]/.test(said)) out.push("code")
  if (/`/.test(said)) out.push("ticks")
  if (/https?:/.test(said)) out.push("link")
  if (/\S[/\\]\S|\.\w{1,4}\b/.test(said)) out.push("path")
  if (/\p{Lu}{3,}/u.test(said)) out.push("capitals")
  if (/^\p{Lu}/u.test(said)) out.push("opens upper")
  if (/\d/.test(said)) out.push("number")
  if (!hasPrevious) out.push("opening")
  return out
}

function messageFacts(text: string, all: readonly Sentence[], hasPrevious: boolean): readonly string[] {
  const out = [
    `whole ${step(text.length, [15, 30, 60, 150, 300, 600, 1200, 2500, 5000])}`,
    `count ${Math.min(all.length, 8)}`,
    `lines ${step(text.split("\n").length, [2, 4, 8, 20, 60])}`,
  ]
  if (!hasPrevious) out.push("opening")
  if (/```/.test(text)) out.push("fence")
  if (/[?？]\s*$/.test(text)) out.push("asks")
  if (/[?？]/.test(text)) out.push("asks within")
  if (/!/.test(text)) out.push("exclaims")
  if (/\p{Lu}{4,}/u.test(text)) out.push("capitals")
  if (/https?:/.test(text)) out.push("link")
  if (/(?:error|exception|traceback)\b/i.test(text)) out.push("error")
  if (all.some(s => s.item)) out.push("list")
  return out
}

/** The front and the end of a long text: what is said stands there, pastes stand between. */
const ends = (text: string, front: number, back: number): string =>
  text.length <= front + back ? text : `${text.slice(0, front)} \n ${text.slice(-back)}`

/** What is looked at for one sentence: itself, the sentences beside it, and its place. */
export function sentenceGroups(
  text: string,
  all: readonly Sentence[],
  k: number,
  hasPrevious: boolean,
): readonly Group[] {
  const said = (s: Sentence | undefined): string => (s === undefined ? "" : text.slice(s.start, s.end))
  const plain = plainText(said(all[k]))
  return [
    wordGroup("w", `^ ${plain} $`, 3, 1),
    letterGroup("c", plain, 1),
    // how a sentence opens says much of what it is for
    wordGroup("o", `^ ${plain.split(/\s+/, 4).join(" ").slice(0, 40)}`, 4, 1),
    wordGroup("b", plainText(said(all[k - 1]).slice(-150)), 2, 0.5),
    wordGroup("a", plainText(said(all[k + 1]).slice(0, 150)), 2, 0.5),
    factGroup(placeFacts(text, all, k, hasPrevious), 0.7),
  ]
}

/** What is looked at for a whole message: its words, how it opens and ends, its shape, and what the agent had said. */
export function messageGroups(text: string, all: readonly Sentence[], previous: string): readonly Group[] {
  const plain = plainText(ends(text, 1500, 700))
  return [
    wordGroup("mw", plain, 3, 1),
    letterGroup("mc", plain, 1),
    wordGroup("lead", plainText(text.trim().slice(0, 60)), 2, 0.5),
    wordGroup("tail", plainText(text.trim().slice(-60)), 2, 0.3),
    wordGroup("p", plainText(previous.slice(-300)), 2, 0.3),
    factGroup(messageFacts(text, all, previous !== ""), 0.7),
  ]
}

/** What is looked at to tell how a masked sentence is meant: its words and letters, how it opens, and what ends it. */
export function stanceGroups(masked: string): readonly Group[] {
  const plain = plainText(masked.replaceAll(CODES, " ¤ ").replaceAll(GONES, " § "))
  return [
    wordGroup("w", `^ ${plain} $`, 3, 1),
    letterGroup("c", plain, 1),
    wordGroup("o", `^ ${plain.trim().split(/\s+/, 4).join(" ").slice(0, 40)}`, 4, 1),
    factGroup([`ends ${MARKS.exec(masked)?.[0][0] ?? ""}`], 0.7),
  ]
}
const CODES = new RegExp(`${CODE}+`, "g")
const MARKS = /[?？!！:：]+["'”»)\]\s]*$/
const GONES = new RegExp(`${GONE}+`, "g")

/** What is looked at in other tongues than English: words and letters, no shape. */
export const abroadly = (groups: readonly Group[]): readonly Group[] => groups.slice(0, -1)

/**
 * The same, heard as if written down for us: our own messages are short and hold more that lasts than people's do, so they
 * are learned from without their shape, under one feature that takes up how many of them last.
 */
export const plainly = (groups: readonly Group[]): readonly Group[] => [
  ...groups.slice(0, -1),
  factGroup(["written"], groups.at(-1)!.scale),
]
