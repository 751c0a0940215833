// The live feed as server-sent events: one per message of an episode, one for whatever else came, at most a few a second.
// A reader that does not keep up loses lines and is told how many; what is lost is only the hint to look again.
import { once } from "node:events"
import type { ServerResponse } from "node:http"
import type { Memory } from "../memory/memory.ts"
import { openFeed } from "../memory/reading/history.ts"
import { iso } from "./desk.ts"
import type { FeedChange, FeedHello, FeedLineJson } from "./schemas.ts"

const MESSAGES = new Set(["prompt.submitted", "agent.replied", "tool.finished"])
/** Changes are gathered this long; a silent connection is shown to live this often. */
const GATHER_MS = 250
const PING_MS = 15_000

/** Starts at the log's end, ends with the signal. Returns how many lines its reader has lost. */
export function tellFeed(memory: Memory, version: string, response: ServerResponse, signal: AbortSignal): () => number {
  const from = memory.parts.log.head()
  const feed = openFeed(memory, { from, signal })
  const write = (text: string): boolean => signal.aborted || response.writableEnded || response.write(text)
  const say = (event: string, data: FeedHello | FeedLineJson | FeedChange): boolean =>
    write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const messages = async (): Promise<void> => {
    for await (const { at, ...line } of feed.lines)
      if (!say("message", { ...line, at: iso(at), dropped: feed.dropped() })) await once(response, "drain", { signal })
  }
  // A set of types cannot grow beyond the number of types there are.
  const changes = async (): Promise<void> => {
    const types = new Set<string>()
    let seq = from
    const tell = (): void => {
      say("change", { seq, types: [...types].sort(), dropped: feed.dropped() })
      types.clear()
    }
    for await (const event of memory.parts.log.subscribe(from, signal)) {
      if (MESSAGES.has(event.type)) continue
      seq = event.seq
      if (types.size === 0) setTimeout(tell, GATHER_MS).unref()
      types.add(event.type)
    }
  }
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" })
  say("hello", { seq: from, version })
  const ping = setInterval(() => write(": still here\n\n"), PING_MS)
  void Promise.allSettled([messages(), changes()]).then(() => {
    clearInterval(ping)
    response.end()
  })
  return feed.dropped
}
