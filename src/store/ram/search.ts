// Search in memory: the twin of sqlite-search.ts for tests, replay and stores that live in RAM. Looks at every document.

import { packVector, unpackVector } from "../../core/recall/embedder.ts"
import { askedWords, type CollectionStats, type Prepared, prepared, split } from "../../core/recall/prepared.ts"
import { type Collection, loadedOnce, type Meaning, rankFound, type Search, type SearchDoc } from "../search.ts"
import { type KeyedDocs, keyedDocs } from "./keys.ts"

interface Kept {
  readonly doc: SearchDoc
  readonly ready: Prepared
  readonly other: Map<string, Float32Array>
}

export function memorySearch(built: Meaning): Search {
  const meaning = loadedOnce(built)
  let filled = false
  const kept: Record<Collection, Map<string, Kept>> = { card: new Map(), episode: new Map() }
  const df: Record<Collection, Map<string, number>> = { card: new Map(), episode: new Map() }
  const named: Record<Collection, KeyedDocs> = { card: keyedDocs(), episode: keyedDocs() }
  const length: Record<Collection, number> = { card: 0, episode: 0 }

  const count = (collection: Collection, ready: Prepared, by: 1 | -1): void => {
    length[collection] += by * ready.length
    for (const term of ready.terms) df[collection].set(term, (df[collection].get(term) ?? 0) + by)
  }
  const remove = (collection: Collection, id: string): void => {
    const old = kept[collection].get(id)
    if (!old) return
    count(collection, old.ready, -1)
    kept[collection].delete(id)
    named[collection].remove(id)
  }
  const stats = (collection: Collection): CollectionStats => ({
    size: kept[collection].size,
    meanLength: kept[collection].size > 0 ? length[collection] / kept[collection].size || 1 : 1,
    df: term => df[collection].get(term) ?? 0,
  })
  const newestOf = (collection: Collection, fits: (doc: SearchDoc) => boolean, most: number): readonly string[] =>
    [...kept[collection].values()]
      .filter(({ doc }) => fits(doc))
      .sort((a, b) => b.doc.at - a.doc.at || (a.doc.id < b.doc.id ? -1 : 1))
      .slice(0, most)
      .map(({ doc }) => doc.id)

  return {
    signOf: (collection, id) => kept[collection].get(id)?.doc.sign,
    update(collection, put, gone) {
      filled = true
      for (const id of gone) remove(collection, id)
      for (const doc of put) {
        if (kept[collection].get(doc.id)?.doc.sign === doc.sign) continue
        remove(collection, doc.id)
        const [vector] = meaning().embedder.embed([doc.text])
        const ready = prepared(doc, split(doc.text, doc.files), unpackVector(packVector(vector!)))
        kept[collection].set(doc.id, { doc, ready, other: new Map() })
        named[collection].put(doc)
        count(collection, ready, 1)
      }
    },
    find(query) {
      const { table, embedder } = meaning()
      const always = new Set(query.always)
      const fits = ({ doc }: Kept): boolean =>
        always.has(doc.id) ||
        ((!query.liveOnly || doc.live) && (query.scopes === null || query.scopes.includes(doc.scope)))
      const { asked } = query
      const docs = [...kept[query.collection].values()]
        .filter(fits)
        .map(({ ready, other }) => (asked ? { ...ready, vector: other.get(asked.model) ?? null } : ready))
      const words = askedWords(query.text)
      const vector = asked?.vector ?? embedder.embed([words.text])[0]!
      return rankFound(docs, words, query, stats(query.collection), { table, embedder }, vector)
    },
    must: (collection, scopes, most) =>
      newestOf(collection, doc => doc.live && doc.must && scopes.includes(doc.scope), most),
    newest: (collection, scopes, most) => newestOf(collection, doc => doc.live && scopes.includes(doc.scope), most),
    keyed: (collection, scopes, keys) => named[collection].keyed(scopes, keys),
    size: collection => kept[collection].size,
    stale: () => !filled,
    clear() {
      filled = false
      for (const collection of ["card", "episode"] as const) {
        kept[collection].clear()
        df[collection].clear()
        named[collection].clear()
        length[collection] = 0
      }
    },
    withoutVector: (collection, model, most) =>
      newestOf(collection, doc => doc.live && !kept[collection].get(doc.id)!.other.has(model), most),
    putVectors(collection, model, vectors) {
      for (const one of kept[collection].values())
        for (const old of one.other.keys()) if (old !== model) one.other.delete(old)
      for (const [id, vector] of vectors) kept[collection].get(id)?.other.set(model, unpackVector(packVector(vector)))
    },
  }
}
