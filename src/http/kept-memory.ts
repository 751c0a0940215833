// The memory a server works on, kept open and folded to the end; opened anew when another preset was adopted or taken back, here or
// elsewhere, and when other rules wrote the views. And what comes of it while it is open: the live feed.

import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { isCode } from "../core/errors.ts"
import type { Memory } from "../memory/memory.ts"
import { openFeed } from "../memory/reading/history.ts"
import { adoptedBy, type Opened } from "../open.ts"
import { iso } from "./desk.ts"
import type { FeedChange, FeedHello, FeedLineJson } from "./schemas.ts"

export function keepOpen(open: () => Opened) {
  let kept = lent(open())
  /** The new one first: requests come in while the old one is closed. */
  const renew = (): Promise<void> => {
    const old = kept
    kept = lent(open())
    return shut(old)
  }
  return {
    close: () => shut(kept),
    signal: () => kept.gone.signal,
    fresh(): Memory {
      if (!isCurrent(kept)) {
        renew().catch(() => undefined)
        kept.memory.catchUp()
      }
      return kept.memory
    },
  }
}

type Lent = ReturnType<typeof lent>
const lent = (opened: Opened) => ({ ...opened, adopted: adoptedIn(opened), gone: new AbortController() })
const adoptedIn = ({ store }: Pick<Opened, "store">): string => JSON.stringify(adoptedBy(store))

async function shut({ memory, store, gone }: Lent): Promise<void> {
  gone.abort()
  await memory.close()
  await store.close()
}

/** Folded to the end, under the preset that rules now. */
function isCurrent({ memory, store, adopted }: Lent): boolean {
  try {
    memory.catchUp()
    return adoptedIn({ store }) === adopted
  } catch (error) {
    if (isCode(error, "E_LOCKED")) return false
    throw error
  }
}

// The live feed as server-sent events: one per message of an episode, one for whatever else came, at most a few a second.
// A reader that does not keep up loses lines and is told how many; what is lost is only the hint to look again.

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
