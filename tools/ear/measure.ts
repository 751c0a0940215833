// The figures of the method: out of folds by person on the rows for fitting, and on the rows kept apart.
import { PLAIN_SENTENCES } from "../../src/core/words/ear/hear.ts"
import { type Abroad, fitAbroad } from "./abroad.ts"
import * as figures from "./figures.ts"
import { examplesOf, fitHeads, foldsOf, type Joined, join, listen, outOfFolds, plainest, score } from "./learn.ts"
import { type EncodedRow, encodedRows } from "./margins.ts"
import { type Row, read, standing, tested, written } from "./rows.ts"

export const FOLDS = 5
/** per 100 ordinary messages: wrong cards in packs, those for being said plainly, and wrong words heard */
const MOST_WRONG = { sure: 0.3, plain: 0.1, heard: 8 }

export interface Rows {
  readonly encoded: ReadonlyMap<string, EncodedRow>
  readonly real: readonly Row[]
  readonly own: readonly Row[]
  /** ours in other tongues, judged by what they say of the work */
  readonly said: readonly Row[]
}
/** Strangers' messages under `data`, our own in this checkout. */
export function rowsOf(data: string, withOwn = true): Rows {
  const real = standing(data)
  const own = withOwn
    ? [...written("tools/ear", "written"), ...tested("test/fixtures/propose"), ...read(data, "tools/ear/read.json", real)]
    : []
  return { real, own, said: written("tools/ear", "said"), encoded: encodedRows("tools/ear/encoder-margins.bin", real) }
}

export interface Cuts {
  readonly sure: number
  readonly heard: number
  readonly complaint: number
  /** added to how plainly it is said, so that it meets `sure` where few are wrong: for its rank among what is said in a few sentences */
  readonly plain: number
  /** the same for being kept, where the message says nothing else */
  readonly aloud: number
}
export interface Measured {
  readonly joined: Joined
  readonly cuts: Cuts
  /** what is said in other tongues, fitted on all */
  readonly abroad: Abroad
  readonly parts: readonly { readonly name: string; readonly scored: readonly figures.Scored[] }[]
}

export function measure({ real, own, said, encoded }: Rows, check: boolean): Measured {
  const rows = real.filter(r => r.split === "fit")
  const apart = new Set(real.filter(r => r.split === "check").map(r => r.owner))
  const of = examplesOf([...rows, ...own.filter(r => !apart.has(r.owner))])
  const heard = outOfFolds(of, foldsOf(rows, FOLDS), FOLDS, encoded)
  const joined = join(heard)
  const wrong = (judged: readonly figures.Judged[], most: number, cuts?: readonly number[]): number =>
    figures.lowest(judged, x => x.wrongPer100 <= most, cuts)
  const sure = wrong(figures.lasting(score(heard, joined, true, null), "kept"), MOST_WRONG.sure)
  const steps = Array.from({ length: 400 }, (_, i) => i / 10 - 8)
  const meeting = (sentences: number): number => {
    const aloud = heard.map(h => ({ row: h.row, p: plainest(h, true, sentences), kept: 0, heard: 0, complaint: 0, praise: 0 }))
    return Math.log(sure / (1 - sure)) - wrong(figures.lasting(aloud), MOST_WRONG.plain, steps)
  }
  const plainly = { sure, plain: meeting(PLAIN_SENTENCES), aloud: meeting(1) }
  const scored = score(heard, joined, true, plainly)
  const cuts = {
    ...plainly,
    heard: wrong(figures.lasting(scored, "heard"), MOST_WRONG.heard),
    complaint: figures.bestThreshold(figures.complaints(scored)),
  }
  const parts = [
    { name: "out of folds by person", scored },
    { name: "out of folds, before the guards of whose words they are", scored: score(heard, joined, false, plainly) },
  ]
  if (check) {
    const heard = listen(fitHeads(of), examplesOf(real.filter(r => r.split === "check")), encoded)
    parts.push({ name: "people kept apart", scored: score(heard, joined, true, plainly) })
    parts.push({ name: "people kept apart, before the guards", scored: score(heard, joined, false, plainly) })
  }
  return { joined, cuts, abroad: fitAbroad(real, said), parts }
}

/** About as many as each of 183 strangers said, on whom others measured. */
const FEW = 9
export function fewFigures(scored: readonly figures.Scored[], cuts: Cuts) {
  const of = (by: "p" | "kept" | "heard", figure: (judged: readonly figures.Judged[]) => number): number =>
    figures.fewEach(figures.lasting(scored, by), FEW, figure)
  return {
    most: FEW,
    f1: of("p", words => figures.at(words, figures.bestThreshold(words)).f1),
    averagePrecision: of("p", figures.averagePrecision),
    keptPrecision: of("kept", words => figures.at(words, cuts.sure).precision),
    keptRecall: of("kept", words => figures.at(words, cuts.sure).recall),
    keptWrongPer100: of("kept", words => figures.at(words, cuts.sure).wrongPer100),
    heardRecall: of("heard", words => figures.at(words, cuts.heard).recall),
    heardWrongPer100: of("heard", words => figures.at(words, cuts.heard).wrongPer100),
  }
}
const fewSaid = (few: ReturnType<typeof fewFigures>): string =>
  `  of at most ${few.most} messages of each: F1 ${two(few.f1)}, average precision ${two(few.averagePrecision)}; kept at once ${two(few.keptPrecision)}, ${two(few.keptRecall)}, wrong ${few.keptWrongPer100.toFixed(1)}; heard or kept ${two(few.heardRecall)}, wrong ${few.heardWrongPer100.toFixed(1)}`

const two = (x: number): string => x.toFixed(2).replace(/^0/, "")
const span = ([low, high]: readonly [number, number]): string => `(${two(low)}–${two(high)})`

/** The table, a line each; ranges are the middle 90% over people drawn with return. */
export function told({ parts, cuts, abroad }: Measured): readonly string[] {
  const people = parts.flatMap(({ name, scored }) => {
    const words = figures.lasting(scored)
    const best = figures.bestThreshold(words)
    const people = new Set(scored.map(s => s.row.owner)).size
    const at = (from: number, of = words) => figures.at(of, from)
    const line = (what: string, from: number, of: readonly figures.Judged[]): string =>
      `  ${what} (from ${two(from)}): precision ${two(at(from, of).precision)} ${span(figures.interval(of, w => figures.at(w, from).precision))}, recall ${two(at(from, of).recall)} ${span(figures.interval(of, w => figures.at(w, from).recall))}, wrong per 100 ordinary messages ${at(from, of).wrongPer100.toFixed(1)}`
    const complaints = figures.complaints(scored)
    const praises = figures.praises(scored)
    const c = figures.at(complaints, cuts.complaint)
    return [
      `${name}: ${scored.length} messages, ${people} people, ${words.filter(w => w.yes).length} messages with something that lasts`,
      `  lasting words: F1 ${two(at(best).f1)} ${span(figures.interval(words, w => figures.at(w, best).f1))}, average precision ${two(figures.averagePrecision(words))} ${span(figures.interval(words, figures.averagePrecision))}`,
      line("kept at once", cuts.sure, figures.lasting(scored, "kept")),
      line("heard or kept", cuts.heard, figures.lasting(scored, "heard")),
      fewSaid(fewFigures(scored, cuts)),
      ...[0.85, 0.8, 0.7].map(wanted => {
        const from = figures.lowest(words, x => x.precision >= wanted)
        return `  recall at precision ${two(wanted)}: ${two(at(from).recall)} (from ${two(from)})`
      }),
      `  complaints: F1 ${two(c.f1)} ${span(figures.interval(complaints, w => figures.at(w, cuts.complaint).f1))} (precision ${two(c.precision)}, recall ${two(c.recall)}, from ${two(cuts.complaint)}), average precision ${two(figures.averagePrecision(complaints))}, chances off by ${two(figures.miscalibration(complaints))}`,
      `  praise: F1 ${two(figures.at(praises, figures.bestThreshold(praises)).f1)}, average precision ${two(figures.averagePrecision(praises))}, chances off by ${two(figures.miscalibration(praises))}`,
      `  complaints said/seen: ${figures.reliability(complaints).filter(r => r.n > 0).map(r => `${two(r.said)}/${two(r.seen)} (${r.n})`).join("  ")}`,
    ]
  })
  const tongues = (["complaint", "praise", "tongue"] as const).map(what => {
    const judged = abroad.judged[what]
    const best = figures.bestThreshold(judged)
    const { f1, precision, recall } = figures.at(judged, best)
    return `  ${what}: F1 ${two(f1)} (precision ${two(precision)}, recall ${two(recall)}, from ${two(best)}), average precision ${two(figures.averagePrecision(judged))}, chances off by ${two(figures.miscalibration(judged))}, of ${judged.length}`
  })
  return [...people, "other tongues than English, our own messages, out of folds by voice", ...tongues]
}
