// How sentences are meant (src/core/words/ear/stance.ts): one head for each stance, learned from sentences that we wrote in many voices
// and tongues (stance-*.txt: "# tongue voice", then "stance: text"). Figures are out of folds by voice.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Group, stanceGroups } from "../../src/core/words/ear/features.ts"
import { EVEN, STANCE_BUCKETS, STANCES, weigh } from "../../src/core/words/ear/model.ts"
import { GONE } from "../../src/core/words/whose/mask.ts"
import { ownWords } from "../../src/core/words/whose/own-words.ts"
import { type Fit, fitLogistic, margins } from "./logistic.ts"
import type { Matrix } from "./examples.ts"
import { PAYLOADS, pastedAttempts } from "../../test/fixtures/propose/poison.ts"
import { ATTEMPTS as FOURTH } from "../../test/fixtures/propose/poison-fourth.ts"
import { fill, LATER_PROMPTS, ORDERS, PROMPTS } from "../../test/fixtures/propose/poison-second.ts"
import { ATTEMPTS as THIRD } from "../../test/fixtures/propose/poison-third.ts"
import type { Row } from "./rows.ts"

export interface Meant {
  readonly voice: string
  readonly tongue: string
  readonly stance: (typeof STANCES)[number]
  readonly text: string
  /** what it counts for in the fit; 1 where nothing is said */
  readonly cost?: number
}
const C = 4
/** Our plain wishes are many and much alike. */
const PLAIN = 0.35
/** There are hundreds, of some sixty frames. */
const PLANTED = 0.15
/** What a lead with another sentence behind it counts for. */
const BEHIND = 0.2
const ROUNDS = 40
const FOLDS = 5

export function meant(folder: string, prefix = "stance-"): readonly Meant[] {
  const out: Meant[] = []
  for (const file of readdirSync(folder).filter(name => name.startsWith(prefix)).sort()) {
    let voice = ""
    for (const [n, line] of readFileSync(join(folder, file), "utf8").split("\n").entries()) {
      if (line.trim() === "") continue
      if (line.startsWith("# ")) {
        voice = line.slice(2)
        continue
      }
      const [, said, text] = /^(\w+): (.+)$/.exec(line) ?? []
      const stance = STANCES.find(name => name === said)
      if (stance === undefined || voice === "") throw new Error(`${file}:${n + 1}: not a sentence: ${line}`)
      out.push({ voice: `${file} ${voice}`, tongue: voice.split(" ")[0]!, stance, text: text!.replaceAll("\\n", "\n") })
    }
  }
  return out
}

const groupsOf = (text: string): readonly Group[] => stanceGroups(ownWords(text).masked)
function matrixOf(of: readonly Meant[]): Matrix {
  const starts = new Int32Array(of.length + 1)
  const keys: number[] = []
  const values: number[] = []
  of.forEach(({ text }, i) => {
    weigh(groupsOf(text), EVEN, (key, value) => {
      keys.push(key % STANCE_BUCKETS)
      values.push(value)
    })
    starts[i + 1] = keys.length
  })
  const buckets = Int32Array.from({ length: STANCE_BUCKETS }, (_, i) => i)
  return { starts, keys: Int32Array.from(keys), values: Float32Array.from(values), buckets }
}

const LED: readonly string[] = ["reported", "supposed", "denied", "carried"]
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** "my colleague said" is enough, whatever stands behind it: how each begins, before a wish of another voice. */
function leads(of: readonly Meant[]): readonly Meant[] {
  const wishes = of.filter(m => m.stance === "own")
  return of.filter(m => LED.includes(m.stance)).flatMap((m, i) => {
    const words = UNSPACED.test(m.text) ? [...m.text] : m.text.split(/(?<=\s)/)
    const taken = (UNSPACED.test(m.text) ? 5 : 3) + (i % 3)
    const wish = wishes[(i * 7919) % wishes.length]!
    return words.length <= taken || wish === m ? [] : [{ ...m, text: words.slice(0, taken).join("") + wish.text, cost: BEHIND }]
  })
}

export type StanceHead = Fit & { readonly buckets: Int32Array }
export function fitStances(sentences: readonly Meant[]): readonly StanceHead[] {
  const of = [...sentences, ...leads(sentences)]
  const x = matrixOf(of)
  const even = Float64Array.from(of, m => m.cost ?? 1)
  return STANCES.map(name => ({
    ...fitLogistic(x, Float64Array.from(of, m => Number(m.stance === name)), even, STANCE_BUCKETS, C, ROUNDS),
    buckets: x.buckets,
  }))
}

/** What lasts in our own messages is meant so; a task is for now. */
export const meantBy = (own: readonly Row[]): readonly Meant[] =>
  own.filter(row => row.split === "written").flatMap(({ owner, text, d }): readonly Meant[] => {
    const said = { voice: owner, tongue: "-", cost: PLAIN }
    if (owner === "written:tasks.json") return [{ ...said, stance: "now", text }]
    return d.filter(({ g }) => g === 2).map(({ q }) => ({ ...said, stance: "own" as const, text: q }))
  })

/** What our tests plant into messages, where only words stand around it; and the same by itself, so that the frame is learned. */
export const planted = (): readonly Meant[] =>
  [
    ...pastedAttempts().map(a => a.text),
    ...[...THIRD, ...FOURTH].filter(a => a.tool === undefined && a.road !== "headless").map(a => a.text),
    ...[...PROMPTS, ...LATER_PROMPTS].flatMap(road => ORDERS.map(order => fill(road, order))),
  ]
    .filter(text => !text.includes("\n") && !ownWords(text).masked.includes(GONE))
    .flatMap((text): readonly Meant[] => {
      const said = { voice: "planted", tongue: "-", cost: PLANTED }
      const alone = [...PAYLOADS, ...ORDERS].find(payload => text.includes(payload))
      const frame: Meant = { ...said, stance: "reported", text }
      return alone === undefined ? [frame] : [frame, { ...said, stance: "own", text: alone }]
    })

/** Chance of each sentence to be the speaker's own, for good. */
export function ownChances(heads: readonly StanceHead[], of: readonly Meant[]): readonly number[] {
  const x = matrixOf(of)
  const each = heads.map(head => margins(x, head.weights, head.bias))
  return of.map((_, i) => {
    const chances = each.map(m => 1 / (1 + Math.exp(-m[i]!)))
    return chances[0]! / chances.reduce((a, b) => a + b, 0)
  })
}
const OWN = 0.4
const counted = (of: readonly Meant[], own: readonly number[]): string => {
  const isOwn = (m: Meant): boolean => m.stance === "own"
  const share = (kept: boolean): string =>
    `${of.filter((m, i) => isOwn(m) === kept && own[i]! >= OWN).length} of ${of.filter(m => isOwn(m) === kept).length}`
  return `own taken for own ${share(true)}, others ${share(false)}`
}
export function toldStances(of: readonly Meant[]): readonly string[] {
  const voices = [...new Set(of.map(m => m.voice))].sort()
  const fold = (m: Meant): number => voices.indexOf(m.voice) % FOLDS
  const own = new Map<Meant, number>()
  for (let f = 0; f < FOLDS; f++) {
    const asked = of.filter(m => fold(m) === f)
    ownChances(fitStances(of.filter(m => fold(m) !== f)), asked).forEach((p, i) => own.set(asked[i]!, p))
  }
  const told = (some: readonly Meant[]): string => counted(some, some.map(m => own.get(m)!))
  const tongues = [...new Set(of.map(m => m.tongue))].sort()
  return [
    `how sentences are meant, ${of.length} of ours in ${voices.length} voices, out of folds by voice: ${told(of)}`,
    ...tongues.map(tongue => `  ${tongue}: ${told(of.filter(m => m.tongue === tongue))}`),
  ]
}
