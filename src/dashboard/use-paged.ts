// A long list by pages: the first is an ordinary answer and stays fresh; later ones are added below when they are asked for.
import { useEffect, useState } from "preact/hooks"
import { ask } from "./api.ts"
import { type Data, useData } from "./use-data.ts"

export interface Paged<P, R> extends Data<P> {
  readonly rows: readonly R[]
  /** null when all are there */
  readonly more: (() => void) | null
}

export function usePaged<P extends { readonly next: string | null }, R>(
  path: string,
  rowsOf: (page: P) => readonly R[],
  on?: RegExp,
): Paged<P, R> {
  const first = useData<P>(path, on)
  const [later, setLater] = useState<{ readonly path: string; readonly pages: readonly P[] }>({ path, pages: [] })
  useEffect(() => setLater({ path, pages: [] }), [path])
  const pages = later.path === path ? later.pages : []
  const last = pages.at(-1) ?? first.data
  const next = last?.next ?? null
  const more = () => {
    if (next === null) return
    void ask<P>(`${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(next)}`).then(page =>
      setLater(old => (old.path === path ? { path, pages: [...old.pages, page] } : old)),
    )
  }
  return {
    ...first,
    rows: first.data === null ? [] : [first.data, ...pages].flatMap(rowsOf),
    more: next === null ? null : more,
  }
}
