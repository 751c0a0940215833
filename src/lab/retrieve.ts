// `lab retrieve`: ranks the caller's own documents for the caller's own questions, by the rule that ranks cards and past episodes,
// with more time than a prompt has (FAR). No store, no files: lines in, answers out. Preset plain is full text and nothing else.

import {
  askedWords,
  type CollectionStats,
  type NearLimits,
  type Prepared,
  prepared,
  rankPrepared,
  type Semantics,
  split,
} from "../core/recall/prepared.ts"
import { RELEVANCE_PARAMS, type RelevanceParams, readMoment, speakerOf, WORDS_ALONE } from "../core/recall/relevance.ts"

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
interface RetrieveOptions {
  readonly preset: string
  readonly semantics: Semantics | null
  readonly params?: Partial<RelevanceParams>
}

const ANSWERS = 50
const FAR: NearLimits = { among: 1000, words: 1000 }
/** episodes of the asking session that count as context */
const CONTEXT_DOCS = 3
const CONTEXT_CHARS = 600

/** Turns of one conversation that carry one stamp and no session are taken as one session. */
const sessionOf = ({ s, role, ts }: LabDoc): string | null => s ?? (role && ts != null ? `at:${ts}` : null)

const isBefore = (doc: LabDoc, at: number | null, query: LabQuery): boolean => {
  if (query.before == null) return true
  const asked = readMoment(query.before)
  if (at !== null && asked !== null) return at < asked
  return doc.ts == null || String(doc.ts) < String(query.before)
}

/** Each question ranks the documents of its own collection `c`; `before` and `not_s` are honoured in every preset. */
export function labRetrieve(
  docs: readonly LabDoc[],
  queries: readonly LabQuery[],
  { preset, semantics, params }: RetrieveOptions,
) {
  const meaning = preset === "plain" ? null : semantics
  const collections = new Map<string, ReturnType<typeof ready>[]>()
  for (const doc of docs) {
    const list = collections.get(doc.c)
    if (list) list.push(ready(doc, meaning))
    else collections.set(doc.c, [ready(doc, meaning)])
  }
  const counted = new Map(
    [...collections].map(([c, own]) => [c, statsOf(own.map(({ prepared }) => prepared))] as const),
  )
  return queries.map(query => {
    const own = collections.get(query.c) ?? []
    const earlier = own.filter(({ doc, prepared }) => isBefore(doc, prepared.doc.at ?? null, query))
    const session = earlier.filter(({ doc }) => query.not_s != null && doc.s === query.not_s)
    const allowed = earlier.filter(one => !session.includes(one)).map(({ prepared }) => prepared)
    const words = askedWords(query.q)
    const recent = session.toSorted((a, b) => (a.prepared.doc.at ?? 0) - (b.prepared.doc.at ?? 0)).slice(-CONTEXT_DOCS)
    const ranked = rankPrepared(
      allowed,
      words,
      {
        at: readMoment(query.before),
        files: session.flatMap(({ doc }) => doc.files ?? []),
        context: recent.map(({ doc }) => doc.text.slice(0, CONTEXT_CHARS)).join("\n"),
      },
      counted.get(query.c) ?? statsOf([]),
      meaning,
      meaning?.embedder.embed([words.text])[0] ?? null,
      preset === "plain" ? WORDS_ALONE : { ...RELEVANCE_PARAMS, ...params },
      FAR,
    )
    const found = preset === "plain" ? ranked.filter(({ lexical }) => lexical > 0) : ranked
    return { qid: query.qid, ids: found.slice(0, ANSWERS).map(({ id }) => id) }
  })
}

function ready(doc: LabDoc, semantics: Semantics | null) {
  const files = doc.files ?? []
  const vector = semantics?.embedder.embed([doc.text])[0] ?? null
  const known = { id: doc.id, session: sessionOf(doc), role: doc.role, at: readMoment(doc.ts), files }
  return { doc, prepared: prepared(known, split(`${speakerOf(doc)} ${doc.text}`, files), vector) }
}

function statsOf(docs: readonly Prepared[]): CollectionStats {
  const df = new Map<string, number>()
  for (const { terms } of docs) for (const term of terms) df.set(term, (df.get(term) ?? 0) + 1)
  const length = docs.reduce((sum, doc) => sum + doc.length, 0)
  return {
    size: docs.length,
    meanLength: docs.length === 0 ? 1 : length / docs.length || 1,
    df: term => df.get(term) ?? 0,
  }
}
