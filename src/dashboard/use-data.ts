// What a page shows: the answer of its JSON twin, fetched again when the log says that something relevant happened. The last
// answer of the same address stays on the screen while a new one is under way, also when other words of the query are asked.
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { ask } from "./api.ts"
import { hearFeed } from "./feed.ts"

export interface Data<T> {
  /** what is asked: the address of the JSON twin */
  readonly path: string | null
  readonly data: T | null
  readonly error: Error | null
  /** the answer to what is asked now is still to come */
  readonly loading: boolean
  reload(): void
}

/** However busy an agent is, a page asks again no more often than this. */
const CALM_MS = 2000

/** `path` null asks nothing. `on` says which events make the answer old; all of them when not given. */
export function useData<T>(path: string | null, on?: RegExp): Data<T> {
  const [answer, setAnswer] = useState<{ path: string; data: T | null; error: Error | null } | null>(null)
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn(n => n + 1), [])
  useEffect(() => {
    if (path === null) return
    const stop = new AbortController()
    ask<T>(path, { signal: stop.signal })
      .then(data => setAnswer({ path, data, error: null }))
      .catch((error: Error) => {
        if (!stop.signal.aborted) setAnswer(old => ({ path, data: old?.path === path ? old.data : null, error }))
      })
    return () => stop.abort()
  }, [path, turn])
  const filter = useRef(on)
  filter.current = on
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    let last = 0
    const stop = hearFeed(types => {
      const wanted = filter.current
      if (timer !== null || (wanted !== undefined && ![...types].some(type => wanted.test(type)))) return
      timer = setTimeout(
        () => {
          timer = null
          last = Date.now()
          reload()
        },
        Math.max(0, last + CALM_MS - Date.now()),
      )
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [reload])
  const mine = path !== null && answer !== null && addressOf(answer.path) === addressOf(path) ? answer : null
  const loading = path !== null && mine?.path !== path
  return { path, data: mine?.data ?? null, error: loading ? null : (mine?.error ?? null), loading, reload }
}
const addressOf = (path: string): string => path.split("?", 1)[0]!

export function useLater<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

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
