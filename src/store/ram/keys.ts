// Documents in memory by their keys: the part of search that needs no words, all that a life lived again asks.
import type { SearchDoc } from "../search.ts"

interface KeyedDocs {
  put(doc: SearchDoc): void
  remove(id: string): void
  /** Live documents of these scopes that have one of these keys, each once. */
  keyed(scopes: readonly string[], keys: readonly string[]): readonly string[]
  clear(): void
}

export function keyedDocs(): KeyedDocs {
  const docs = new Map<string, SearchDoc>()
  const byKey = new Map<string, Set<string>>()
  const remove = (id: string): void => {
    for (const key of docs.get(id)?.keys ?? []) byKey.get(key)?.delete(id)
    docs.delete(id)
  }
  return {
    put(doc) {
      remove(doc.id)
      if (doc.keys.length === 0) return
      docs.set(doc.id, doc)
      for (const key of doc.keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(doc.id))
    },
    remove,
    keyed(scopes, keys) {
      const found = new Set(keys.flatMap(key => [...(byKey.get(key) ?? [])]))
      return [...found].filter(id => docs.get(id)!.live && scopes.includes(docs.get(id)!.scope))
    },
    clear() {
      docs.clear()
      byKey.clear()
    },
  }
}
