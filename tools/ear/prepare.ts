// npm run ear -- --prepare OUT: the labelled messages as the encoder reads them (pieces, shapes, labels; no text), one a line, for encoder.py.
import { writeFileSync } from "node:fs"
import { messageShape, sentenceShape } from "../../src/core/words/ear/encode.ts"
import { sentencesOf } from "../../src/core/words/sentences.ts"
import { type Vocabulary, windowsOf } from "../../src/core/words/ear/windows.ts"
import { sentenceExamples } from "./examples.ts"
import { foldsOf } from "./learn.ts"
import { gradeOf, type Row } from "./rows.ts"

export function prepare(out: string, rows: readonly Row[], vocabulary: Vocabulary, folds: number): void {
  const fold = foldsOf(
    rows.filter(row => row.split === "fit"),
    folds,
  )
  const lines = rows.map(row => {
    const all = sentencesOf(row.text)
    return JSON.stringify({
      split: row.split,
      fold: fold.get(row.owner) ?? -1,
      f: row.f,
      grade: gradeOf(row),
      shape: messageShape(row.text, row.prev),
      sentences: sentenceExamples(row).map((example, k) => ({
        grade: example.grade,
        kind: example.kind,
        shape: sentenceShape(row.text, all, k, row.prev),
      })),
      windows: windowsOf(vocabulary, row.text, all, row.prev),
    })
  })
  writeFileSync(out, `${lines.join("\n")}\n`)
}
