// What is said of the work by people who do not write English: the labelled messages hold nearly none of it, so three small heads
// learn it from what we wrote in other tongues (said-*.txt), and which tongue it is. Nothing here moves the other heads.
import { abroadly } from "../../src/core/words/ear/features.ts"
import { ABROAD, EVEN } from "../../src/core/words/ear/model.ts"
import { type Example, matrixOf, messageExample } from "./examples.ts"
import type { Judged } from "./figures.ts"
import { fitHead, fitLast, saysNo, saysYes } from "./learn.ts"
import { type Fit, margins } from "./logistic.ts"
import type { Row } from "./rows.ts"

type What = (typeof ABROAD)[number]
/** Where its tables are too small a complaint is told worse; tongues are easily told apart. */
const BITS: Readonly<Record<What, number>> = { tongue: 12, complaint: 15, praise: 14 }
const FOLDS = 5
const isAbroad = (row: Row): number => Number(row.split === "said")
const SAYS: Readonly<Record<What, (row: Row) => number>> = { tongue: isAbroad, complaint: saysNo, praise: saysYes }

type Head = Fit & { readonly bits: number; readonly buckets: Int32Array }
export interface Abroad {
  /** in the order of ABROAD; margins are log-odds */
  readonly heads: readonly Head[]
  /** out of folds, by voice */
  readonly judged: Readonly<Record<What, readonly Judged[]>>
}

function fitOn(what: What, of: readonly Example[]): Head {
  const bits = BITS[what]
  const x = matrixOf(of, EVEN, key => key % (1 << bits))
  return { ...fitHead(x, of.map(e => SAYS[what](e.row)), of.map(() => 1)), bits, buckets: x.buckets }
}
function marginsBy({ bits, buckets, weights, bias }: Head, of: readonly Example[]): Float64Array {
  const known = new Map([...buckets].map((bucket, i) => [bucket, weights[i]!]))
  const x = matrixOf(of, EVEN, key => key % (1 << bits))
  return margins(x, Float64Array.from(x.buckets, bucket => known.get(bucket) ?? 0), bias)
}

export function fitAbroad(real: readonly Row[], said: readonly Row[]): Abroad {
  const all = [...real, ...said].map(messageExample).map((e): Example => ({ ...e, groups: abroadly(e.groups) }))
  const voices = [...new Set(all.map(e => e.row.owner))].sort()
  const fold = (e: Example): number => voices.indexOf(e.row.owner) % FOLDS
  const fitted = ABROAD.map(what => {
    const of = what === "tongue" ? all : all.filter(e => isAbroad(e.row))
    const heard = Array.from({ length: FOLDS }, (_, f) => f).flatMap(f => {
      const asked = of.filter(e => fold(e) === f)
      const each = marginsBy(fitOn(what, of.filter(e => fold(e) !== f)), asked)
      return asked.map(({ row }, i) => ({ row, margin: each[i]! }))
    })
    const says = (row: Row): boolean => SAYS[what](row) === 1
    // from margins out of folds to chances
    const [slope, shift] = fitLast(heard.map(h => [h.margin]), heard.map(h => Number(says(h.row))), heard.map(() => 1)) as [number, number]
    const { weights, bias, ...head } = fitOn(what, of)
    const judged = heard.map(h => ({ owner: h.row.owner, yes: says(h.row), p: 1 / (1 + Math.exp(-(slope * h.margin + shift))) }))
    return { judged, head: { ...head, weights: weights.map(w => slope * w), bias: slope * bias + shift } }
  })
  const [tongue, complaint, praise] = fitted.map(f => f.judged)
  return { heads: fitted.map(f => f.head), judged: { tongue: tongue!, complaint: complaint!, praise: praise! } }
}
