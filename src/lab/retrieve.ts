// `lab retrieve`: ranks the caller's own documents for the caller's own questions. No store, no files: lines
// in, answers out. The ranking is core/recall; preset plain is BM25 over words and nothing else.
import { bm25, queryWeights } from "../core/recall/bm25.ts"
import type { RecallCorpus, RecallDoc, Semantics } from "../core/recall/corpus.ts"
import { buildCorpus } from "../core/recall/corpus.ts"
import { readMoment } from "../core/recall/moment.ts"
import type { RelevanceParams } from "../core/recall/relevance.ts"
import { best, RELEVANCE_PARAMS, relevance } from "../core/recall/relevance.ts"
import { terms } from "../core/recall/tokenise.ts"

export interface LabDoc {
  readonly c: string
  readonly id: string
  readonly text: string
  readonly ts?: string | number | null
  readonly role?: string | null
  readonly s?: string | null
  readonly files?: readonly string[] | null
}
export interface LabQuery {
  readonly c: string
  readonly qid: string
  readonly q: string
  readonly before?: string | number | null
  readonly not_s?: string | null
}
export interface LabRanking {
  readonly qid: string
  readonly ids: readonly string[]
}
export interface RetrieveOptions {
  readonly preset: string
  /** null: words only */
  readonly semantics: Semantics | null
  readonly params?: Partial<RelevanceParams>
}

const ANSWERS = 50
/** episodes of the asking session that count as context */
const CONTEXT_DOCS = 3
const CONTEXT_CHARS = 600

/** Turns of one conversation that carry one stamp and no session are taken as one session. */
function sessionOf(doc: LabDoc): string | null {
  if (doc.s != null) return doc.s
  return doc.role && doc.ts != null ? `at:${doc.ts}` : null
}

const isBefore = (doc: LabDoc, at: number | null, query: LabQuery): boolean => {
  if (query.before == null) return true
  const asked = readMoment(query.before)
  if (at !== null && asked !== null) return at < asked
  return doc.ts == null || String(doc.ts) < String(query.before)
}

function contextOf(
  docs: readonly LabDoc[],
  ats: readonly (number | null)[],
  query: LabQuery,
): { text: string; files: string[] } | null {
  if (query.not_s == null) return null
  const earlier: number[] = []
  docs.forEach((doc, n) => {
    if (doc.s === query.not_s && query.before != null && isBefore(doc, ats[n]!, query)) earlier.push(n)
  })
  if (earlier.length === 0) return null
  earlier.sort((a, b) => (ats[a] ?? 0) - (ats[b] ?? 0))
  const recent = earlier.slice(-CONTEXT_DOCS)
  return {
    text: recent.map(n => docs[n]!.text.slice(0, CONTEXT_CHARS)).join("\n"),
    files: [...new Set(earlier.flatMap(n => docs[n]!.files ?? []))],
  }
}

/** Each question ranks the documents of its own collection `c`; `before` and `not_s` are honoured in every preset. */
export const labRetrieve = (
  docs: readonly LabDoc[],
  queries: readonly LabQuery[],
  options: RetrieveOptions,
): LabRanking[] => queries.map(labRetriever(docs, options))

/** The same, one question at a time: collections are made ready when first asked for. */
export function labRetriever(docs: readonly LabDoc[], options: RetrieveOptions): (query: LabQuery) => LabRanking {
  const plain = options.preset === "plain"
  const params: RelevanceParams = { ...RELEVANCE_PARAMS, ...options.params }
  const collections = new Map<string, LabDoc[]>()
  for (const doc of docs) {
    const list = collections.get(doc.c)
    if (list) list.push(doc)
    else collections.set(doc.c, [doc])
  }
  const built = new Map<string, { docs: LabDoc[]; ats: (number | null)[]; corpus: RecallCorpus }>()
  const corpusOf = (c: string) => {
    let entry = built.get(c)
    if (!entry) {
      const own = collections.get(c) ?? []
      const ats = own.map(doc => readMoment(doc.ts))
      const ready = own.map(
        (doc, n): RecallDoc => ({
          id: doc.id,
          text: doc.text,
          role: doc.role,
          session: sessionOf(doc),
          at: ats[n],
          files: doc.files,
        }),
      )
      entry = { docs: own, ats, corpus: buildCorpus(ready, plain ? null : options.semantics) }
      built.set(c, entry)
    }
    return entry
  }
  return query => {
    const { docs: own, ats, corpus } = corpusOf(query.c)
    const allow = (n: number): boolean =>
      isBefore(own[n]!, ats[n]!, query) && (query.not_s == null || own[n]!.s !== query.not_s)
    let score: Float64Array
    if (plain) {
      score = bm25(corpus.lexical, queryWeights(terms(query.q), corpus.lexical)).scores
      for (let n = 0; n < score.length; n++) if (!allow(n)) score[n] = -1
    } else {
      score = relevance(
        corpus,
        { text: query.q, at: readMoment(query.before), context: contextOf(own, ats, query), allow },
        params,
      ).score
    }
    return { qid: query.qid, ids: best(corpus, score, ANSWERS).map(n => corpus.docs[n]!.id) }
  }
}
