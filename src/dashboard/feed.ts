// The live feed: server-sent events read from a fetch stream (an EventSource cannot send a header). Says what types of event
// came, in bursts; pages fetch again by themselves. A lost connection is tried again, more and more slowly.
import { useEffect, useState } from "preact/hooks"
import { authorization, hasToken } from "./api.ts"

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
export function hearFeed(hear: Hear): () => void {
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
