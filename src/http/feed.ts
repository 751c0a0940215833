// The live feed as server-sent events: one per message of an episode, one for whatever else came, at most a few a second.
// A reader that does not keep up loses lines and is told how many; what is lost is only the hint to look again.

import type { Memory } from "../memory/memory.ts"
import { openFeed } from "../memory/reading/feed.ts"
import { iso } from "./desk.ts"
import type { FeedChange, FeedHello, FeedLineJson } from "./schemas.ts"

interface FeedReader {
  readonly stream: ReadableStream<Uint8Array>
  readonly dropped: () => number
}

const MESSAGES = new Set(["prompt.submitted", "agent.replied", "tool.finished"])
/** Changes are gathered this long; a silent connection is shown to live this often. */
const GATHER_MS = 250
const PING_MS = 15_000

/** Starts at the log's end. Ends with the signal or when the reader goes. */
export function readFeed(memory: Memory, version: string, outside: AbortSignal): FeedReader {
  const gone = new AbortController()
  const signal = AbortSignal.any([outside, gone.signal])
  const from = memory.parts.log.head()
  const feed = openFeed(memory, { from, signal })
  const changes = gather(memory, from, signal)
  const encoder = new TextEncoder()
  const said = (event: string, data: FeedHello | FeedLineJson | FeedChange): Uint8Array =>
    encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const lines = feed.lines[Symbol.asyncIterator]()
  const take = () => {
    const next = lines.next().then(({ done, value }) => ({ line: done ? null : value }))
    // Heard where it is waited for; a feed that nobody waits for may end as it likes.
    next.catch(() => undefined)
    return next
  }
  let line = take()
  let greeted = false
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!greeted) {
          greeted = true
          controller.enqueue(said("hello", { seq: from, version }))
          return
        }
        const silence = after(PING_MS, signal)
        const next = await Promise.race([line, changes.next(), silence.passed])
        silence.stop()
        if (signal.aborted) return controller.close()
        if (next === "silent") controller.enqueue(encoder.encode(": still here\n\n"))
        else if (next === "changed") {
          const { seq, types } = changes.take()
          controller.enqueue(said("change", { seq, types, dropped: feed.dropped() }))
        } else if (next.line) {
          line = take()
          const { at, ...rest } = next.line
          controller.enqueue(said("message", { ...rest, at: iso(at), dropped: feed.dropped() }))
        } else controller.close()
      },
      cancel: () => gone.abort(),
    },
    { highWaterMark: 0 },
  )
  return { stream, dropped: feed.dropped }
}

/** What else came, as a set of types: it cannot grow beyond the number of types there are. */
function gather(memory: Memory, from: number, signal: AbortSignal) {
  const types = new Set<string>()
  let seq = from
  let wake: (word: "changed") => void = () => {}
  const read = async (): Promise<void> => {
    for await (const event of memory.parts.log.subscribe(from, signal)) {
      seq = event.seq
      if (MESSAGES.has(event.type)) continue
      if (types.size === 0) setTimeout(() => wake("changed"), GATHER_MS).unref()
      types.add(event.type)
    }
  }
  read().catch(() => undefined)
  let ripe: Promise<"changed"> = new Promise(resolve => (wake = resolve))
  return {
    next: () => ripe,
    take: () => {
      const taken = { seq, types: [...types].sort() }
      types.clear()
      ripe = new Promise(resolve => (wake = resolve))
      return taken
    },
  }
}

function after(ms: number, signal: AbortSignal) {
  let done: (word: "silent") => void = () => {}
  const passed = new Promise<"silent">(resolve => (done = resolve))
  const timer = setTimeout(() => done("silent"), ms)
  const ended = () => done("silent")
  signal.addEventListener("abort", ended, { once: true })
  const stop = () => {
    clearTimeout(timer)
    signal.removeEventListener("abort", ended)
  }
  return { passed, stop }
}
