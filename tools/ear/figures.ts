// Figures of a hearing: precision and recall of lasting words and of complaints, reliability, intervals by person.
import { gradeOf, type Row } from "./rows.ts"

export interface Scored {
  readonly row: Row
  /** chance of the best stretch of the message */
  readonly p: number
  /** chances by which it is kept at once, and by which it is heard */
  readonly kept: number
  readonly heard: number
  readonly complaint: number
  readonly praise: number
}
export interface Judged {
  readonly owner: string
  readonly yes: boolean
  readonly p: number
}

/** A message counts when it holds a grade 2; one with only a grade 1 is left out. */
export const lasting = (all: readonly Scored[], by: "p" | "kept" | "heard" = "p"): readonly Judged[] =>
  all
    .filter(({ row }) => gradeOf(row) !== 1)
    .map(({ row, [by]: p }) => ({ owner: row.owner, yes: gradeOf(row) === 2, p }))
/** Complaint = neg or mix; soft is left out. */
export const complaints = (all: readonly Scored[]): readonly Judged[] =>
  all
    .filter(({ row }) => row.f !== "soft")
    .map(({ row, complaint }) => ({ owner: row.owner, yes: row.f === "neg" || row.f === "mix", p: complaint }))
export const praises = (all: readonly Scored[]): readonly Judged[] =>
  all.map(({ row, praise }) => ({ owner: row.owner, yes: row.f === "pos" || row.f === "mix", p: praise }))

export function at(judged: readonly Judged[], from: number) {
  const yes = judged.filter(j => j.yes).length
  const said = judged.filter(j => j.p >= from)
  const right = said.filter(j => j.yes).length
  const precision = said.length === 0 ? 1 : right / said.length
  const recall = yes === 0 ? 0 : right / yes
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    wrongPer100: (100 * (said.length - right)) / Math.max(1, judged.length - yes),
  }
}
export function averagePrecision(judged: readonly Judged[]): number {
  let right = 0
  let sum = 0
  const sorted = [...judged].sort((a, b) => b.p - a.p)
  sorted.forEach((j, i) => {
    if (j.yes) sum += ++right / (i + 1)
  })
  return right === 0 ? 0 : sum / right
}
/** The threshold of the best F1. */
export function bestThreshold(judged: readonly Judged[]): number {
  let best = { f1: -1, p: 0.5 }
  for (const p of new Set(judged.map(j => Math.round(j.p * 200) / 200))) {
    const { f1 } = at(judged, p)
    if (f1 > best.f1 || (f1 === best.f1 && p > best.p)) best = { f1, p }
  }
  return best.p
}
const HUNDREDTHS = Array.from({ length: 98 }, (_, i) => (i + 2) / 100)
/** The lowest threshold that satisfies; the highest tried when none does. */
export function lowest(
  judged: readonly Judged[],
  holds: (x: ReturnType<typeof at>) => boolean,
  cuts: readonly number[] = HUNDREDTHS,
): number {
  return cuts.find(p => holds(at(judged, p))) ?? cuts.at(-1)!
}

function byPerson(judged: readonly Judged[]): ReadonlyMap<string, readonly Judged[]> {
  const out = new Map<string, Judged[]>()
  for (const j of judged) out.set(j.owner, [...(out.get(j.owner) ?? []), j])
  return out
}
function dice(): () => number {
  let seed = 7
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 4294967296
  }
}

/** A figure where nobody counts for more than so many messages: its mean over draws of them. */
export function fewEach(judged: readonly Judged[], most: number, figure: (of: readonly Judged[]) => number, draws = 40): number {
  const random = dice()
  const people = [...byPerson(judged).values()]
  const few = (of: readonly Judged[]): readonly Judged[] =>
    of.map(j => ({ j, at: random() })).sort((a, b) => a.at - b.at).slice(0, most).map(({ j }) => j)
  return Array.from({ length: draws }, () => figure(people.flatMap(few))).reduce((a, b) => a + b, 0) / draws
}

/** Middle 90% over people drawn with return. */
export function interval(judged: readonly Judged[], figure: (of: readonly Judged[]) => number, draws = 200): readonly [number, number] {
  const byOwner = byPerson(judged)
  const owners = [...byOwner.keys()].sort()
  const random = dice()
  const got: number[] = []
  for (let d = 0; d < draws; d++) got.push(figure(owners.flatMap(() => byOwner.get(owners[Math.floor(random() * owners.length)]!)!)))
  got.sort((a, b) => a - b)
  return [got[Math.floor(draws * 0.05)]!, got[Math.floor(draws * 0.95)]!]
}

/** Said against seen, by tenths. */
export function reliability(judged: readonly Judged[]): readonly { readonly n: number; readonly said: number; readonly seen: number }[] {
  return Array.from({ length: 10 }, (_, k) => {
    const of = judged.filter(j => j.p >= k / 10 && (j.p < (k + 1) / 10 || k === 9))
    const mean = (f: (j: Judged) => number): number => (of.length === 0 ? 0 : of.reduce((s, j) => s + f(j), 0) / of.length)
    return { n: of.length, said: mean(j => j.p), seen: mean(j => Number(j.yes)) }
  })
}
/** Mean distance of said from seen over the tenths, by their number. */
export const miscalibration = (judged: readonly Judged[]): number =>
  reliability(judged).reduce((sum, r) => sum + (r.n / judged.length) * Math.abs(r.said - r.seen), 0)
