// Documents made ready for ranking: lexical index, word bags, passage vectors, neighbours. Holds either a whole small
// scope or the candidates FTS5 found for a large one. Built once, asked often; ranking itself is in relevance.ts.
import type { LexicalIndex } from "./bm25.ts"
import { buildIndex } from "./bm25.ts"
import type { Embedder } from "./embedder.ts"
import type { WordBags } from "./max-sim.ts"
import { buildWordBags } from "./max-sim.ts"
import { terms, words } from "./tokenise.ts"
import type { WordTable } from "./word-table.ts"

export interface RecallDoc {
  readonly id: string
  readonly text: string
  /** who said it: a name, or user, assistant, episode */
  readonly role?: string | null
  readonly session?: string | null
  /** UTC milliseconds */
  readonly at?: number | null
  /** files the episode edited */
  readonly files?: readonly string[] | null
  /** passage vectors kept from an earlier run of the same embedder (its id is the caller's to check) */
  readonly vectors?: readonly Float32Array[] | null
}

interface CorpusParams {
  readonly fileWeight: number
  readonly roleWeight: number
  /** words per passage and passages per document that get a vector of their own */
  readonly passageWords: number
  readonly passages: number
}
export const CORPUS_PARAMS: CorpusParams = { fileWeight: 2, roleWeight: 1, passageWords: 90, passages: 8 }

export interface Semantics {
  readonly table: WordTable
  /** makes the sentence vectors; may be another model than the table */
  readonly embedder: Embedder
}

export interface RecallCorpus {
  readonly docs: readonly RecallDoc[]
  readonly lexical: LexicalIndex
  readonly semantics:
    | (Semantics & { readonly bags: WordBags; readonly passages: readonly (readonly Float32Array[])[] })
    | null
  /** position of the document said just before and just after in the same session; −1 for none */
  readonly previous: Int32Array
  readonly next: Int32Array
  readonly filesOf: readonly (readonly string[])[]
  readonly editors: ReadonlyMap<string, readonly number[]>
  /** names of speakers as a lower-case word → documents; generic roles are not names */
  readonly speakers: ReadonlyMap<string, readonly number[]>
}

const GENERIC_ROLES = new Set([
  "user",
  "assistant",
  "agent",
  "system",
  "tool",
  "human",
  "ai",
  "bot",
  "model",
  "episode",
  "card",
  "note",
])

const passagesOf = (text: string, params: CorpusParams = CORPUS_PARAMS): string[] => {
  const tokens = text.slice(0, 20_000).split(/\s+/)
  if (tokens.length <= params.passageWords * 1.5) return [text]
  const out: string[] = []
  for (let i = 0; i < tokens.length && out.length < params.passages; i += params.passageWords) {
    out.push(tokens.slice(i, i + params.passageWords).join(" "))
  }
  return out
}

function neighbours(docs: readonly RecallDoc[]): Pick<RecallCorpus, "previous" | "next"> {
  const previous = new Int32Array(docs.length).fill(-1)
  const next = new Int32Array(docs.length).fill(-1)
  const last = new Map<string, number>()
  docs.forEach((doc, n) => {
    if (doc.session == null) return
    const before = last.get(doc.session)
    if (before !== undefined) {
      previous[n] = before
      next[before] = n
    }
    last.set(doc.session, n)
  })
  return { previous, next }
}

const push = (map: Map<string, number[]>, key: string, n: number): void => {
  const list = map.get(key)
  if (list) list.push(n)
  else map.set(key, [n])
}

/** `docs` in the order they were said. `semantics` null: words only (preset plain). */
export function buildCorpus(
  docs: readonly RecallDoc[],
  semantics: Semantics | null,
  params: CorpusParams = CORPUS_PARAMS,
): RecallCorpus {
  const editors = new Map<string, number[]>()
  const speakers = new Map<string, number[]>()
  docs.forEach((doc, n) => {
    for (const file of new Set(doc.files ?? [])) push(editors, file, n)
    const name = doc.role ? (words(doc.role)[0] ?? "") : ""
    if (name && !GENERIC_ROLES.has(name)) push(speakers, name, n)
  })
  const lexical = buildIndex(
    docs.map(doc => [
      { terms: terms(doc.text) },
      { terms: [...new Set((doc.files ?? []).flatMap(file => terms(file)))], weight: params.fileWeight },
      {
        terms: doc.role && !GENERIC_ROLES.has(doc.role.toLowerCase()) ? terms(doc.role) : [],
        weight: params.roleWeight,
      },
    ]),
  )
  return {
    docs,
    lexical,
    semantics: semantics && {
      ...semantics,
      bags: buildWordBags(
        semantics.table,
        docs.map(doc => words(doc.text)),
      ),
      passages: docs.map(doc => doc.vectors ?? semantics.embedder.embed(passagesOf(doc.text, params))),
    },
    ...neighbours(docs),
    filesOf: docs.map(doc => doc.files ?? []),
    editors,
    speakers,
  }
}
