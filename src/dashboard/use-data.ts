// The way to the server. What a page shows: the answer of its JSON twin, fetched again when the log says that something relevant happened. The last
// answer of the same address stays on the screen while a new one is under way, also when other words of the query are asked.
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import type { Failure } from "../http/schemas.ts"

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

// The one way to the server: the token (from the address once, then from this tab's storage), requests, and errors as people
// read them. The token travels in a header and never in an address.

const KEY = "mettle-token"

/** Takes the token out of the address bar, so that it lands in no history and no screenshot. */
export function takeToken(): void {
  const found = /[#&]token=([A-Za-z0-9_-]+)/.exec(location.hash)
  if (!found) return
  sessionStorage.setItem(KEY, found[1]!)
  history.replaceState(null, "", location.pathname + location.search)
}

export const hasToken = (): boolean => sessionStorage.getItem(KEY) !== null
const authorization = (): Record<string, string> => ({
  authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ""}`,
})

/** What the server says when it refuses, in the product's one form: what, what still works, what next. */
export class Refused extends Error {
  readonly status: number
  readonly told: Failure["error"] | null
  constructor(status: number, told: Failure["error"] | null) {
    super(told?.message ?? `the server answered ${status}`)
    this.status = status
    this.told = told
  }
}

export async function ask<T>(path: string, options: { body?: unknown; signal?: AbortSignal } = {}): Promise<T> {
  const { body, signal } = options
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...authorization(), ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new Refused(response.status, (answer as Failure | null)?.error ?? null)
  return answer as T
}

// The live feed: server-sent events read from a fetch stream (an EventSource cannot send a header). Says what types of event
// came, in bursts; pages fetch again by themselves. A lost connection is tried again, more and more slowly.

/** gone: the server's home was removed, and nothing will come any more */
type FeedState = "live" | "waiting" | "off" | "gone"
type Hear = (types: ReadonlySet<string>) => void

const hearers = new Set<Hear>()
const watchers = new Set<(state: FeedState) => void>()
let state: FeedState = "off"
let running = false
const BURST_MS = 400
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/** Calls back after events came; returns the way to stop. */
function hearFeed(hear: Hear): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}
export function useFeedState(): FeedState {
  const [now, setNow] = useState(state)
  useEffect(() => {
    watchers.add(setNow)
    // What changed between drawing and watching would never be told.
    setNow(state)
    return () => void watchers.delete(setNow)
  }, [])
  return now
}
export function startFeed(): void {
  if (running || !hasToken()) return
  running = true
  void run()
}

function become(next: FeedState): void {
  state = next
  for (const watch of watchers) watch(next)
}

async function run(): Promise<void> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    const from = Date.now()
    await follow().catch(() => undefined)
    if (state === "gone") return
    become("waiting")
    if (Date.now() - from > LONGEST_WAIT_MS) wait = FIRST_WAIT_MS
    await new Promise(resolve => setTimeout(resolve, wait))
  }
}

async function follow(): Promise<void> {
  const response = await fetch("/api/feed", { headers: { ...authorization(), accept: "text/event-stream" } })
  if (!response.ok || !response.body) throw new Error(String(response.status))
  become("live")
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  let named = "message"
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const lines = (rest + value).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      if (line.startsWith("event:")) named = line.slice(6).trim()
      else if (line.startsWith("data:")) came(named, line.slice(5))
      else if (line.trim() === "") named = "message"
    }
  }
}

let burst = new Set<string>()
function came(named: string, data: string): void {
  if (named === "gone") become("gone")
  if (named === "hello" || named === "gone") return
  const first = burst.size === 0
  for (const type of named === "change" ? typesIn(data) : [named]) burst.add(type)
  if (!first) return
  setTimeout(() => {
    const types = burst
    burst = new Set()
    for (const hear of hearers) hear(types)
  }, BURST_MS)
}
function typesIn(data: string): readonly string[] {
  try {
    const { types } = JSON.parse(data) as { types?: readonly string[] }
    return types ?? ["unknown"]
  } catch {
    return ["unknown"]
  }
}
