// What a page shows: the answer of its JSON twin, fetched again when the log says that something relevant happened. The last
// answer stays on the screen while a new one is under way.
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { ask } from "./api.ts"
import { hearFeed } from "./feed.ts"

export interface Data<T> {
  readonly data: T | null
  readonly error: Error | null
  /** a first answer is still to come */
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
  const mine = answer?.path === path ? answer : null
  return { data: mine?.data ?? null, error: mine?.error ?? null, loading: path !== null && mine === null, reload }
}
