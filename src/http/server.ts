// The server of `mettle open`: one token per start, then files, then routes. The port and its limits are loopback.ts's, what a
// request may look like is in guard.ts, what it means in routes.ts.
import type { IncomingMessage, ServerResponse } from "node:http"
import { getRequestListener } from "@hono/node-server"
import type { Opened } from "../open.ts"
import { createApp } from "./app.ts"
import type { Asset, Assets } from "./assets.ts"
import type { Asked, Desk } from "./desk.ts"
import { readFeed } from "./feed.ts"
import { keepOpen } from "./kept-memory.ts"
import { longWork } from "./long-work.ts"
import { ADDRESS, listenHere } from "./loopback.ts"
import { expectedAt, isHealth, type Route, routeFor } from "./routes.ts"

interface ServerParts extends Omit<Desk, "memory" | "feed" | "work" | "progress" | "reopen"> {
  /** 0: any free one */
  readonly port: number
  /** 256 random bits, as text without special characters */
  readonly token: string
  readonly assets: Assets
  readonly open: () => Opened
  readonly tell: (text: string) => void
  /** is a private page about to lead the browser here? */
  readonly ajar?: () => boolean
  /** somebody came with the token; asked once */
  readonly entered?: () => void
}
interface Serving {
  readonly port: number
  readonly url: string
  /** when the last request came */
  readonly lastAt: () => number
  readonly close: () => Promise<void>
}

const MOST_READERS = 16
const IDLE_MS = 60_000
/** Pages made once before anybody asks, with time between for those who do: their walks are then known to all. */
const WARM = ["/cards.json", "/episodes.json", "/review.json", "/week.json"]
const WARM_MS = 100
/** In idle moments the log is counted, a little at a time, so that the privacy page has its sizes. */
const COUNT_EVERY_MS = 60

export async function serve(parts: ServerParts): Promise<Serving> {
  const { config, place, dataDir, home, top, version, assets } = parts
  let lastAt = Date.now()
  let entered = false
  const store = keepOpen(parts.open)
  const { values, off } = config
  const work = longWork({ values, off, place, dataDir, home, top, version })
  const feeds = feedsOf(store, version)
  const desk = (): Desk => ({
    ...{ config, place, dataDir, home, top, version, memory: store.fresh(), reopen: store.reopen },
    ...{ feed: feeds.counts(), work: work.running(), ...(parts.heard ? { heard: parts.heard } : {}) },
  })
  const bodies = new WeakMap<IncomingMessage, Readonly<Record<string, unknown>>>()
  const app = createApp({
    desk,
    apart: work.run && apartIn(work.run, store),
    body: env => bodies.get((env as { incoming: IncomingMessage }).incoming) ?? null,
    feed: feeds.open,
  })
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })

  async function answer(request: IncomingMessage, response: ServerResponse, body: ReadBody): Promise<void> {
    lastAt = Date.now()
    const { method = "", url = "" } = request
    const path = url.split("?", 1)[0]!
    const known = expectedAt(path)
    if (known && !known.open && !entered) {
      entered = true
      parts.entered?.()
    }
    if (isHealth(path)) return void response.writeHead(200, ALIVE_HEAD).end(method === "HEAD" ? undefined : ALIVE)
    const asset = known ? null : assets(path)
    if (asset) return give(request, response, asset)
    if (path === ICON) return void response.writeHead(204).end()
    if (method === "POST") {
      // A walk over a long log takes as long as it takes.
      if (routeFor(method, path)?.route.long) request.socket.setTimeout(0)
      const value = await body()
      if (value === null) return
      bodies.set(request, value)
    }
    await listener(request, response)
  }
  const expects = (path: string) =>
    expectedAt(path) ?? (assets(path) || path === ICON ? { methods: ["GET", "HEAD"], open: true } : null)
  const guard = { token: parts.token, expects, ...(parts.ajar ? { ajar: parts.ajar } : {}) }
  const listening = await listenHere({ port: parts.port, guard, idleMs: IDLE_MS, answer, tell: parts.tell })
  const rest = idly(desk, store)
  return {
    port: listening.port,
    url: `http://${ADDRESS}:${listening.port}/#token=${parts.token}`,
    lastAt: () => (feeds.counts().readers > 0 ? Date.now() : lastAt),
    close: () => {
      rest()
      return listening.close(async () => {
        await work.close()
        await store.close()
      })
    },
  }
}

type Store = ReturnType<typeof keepOpen>
type ReadBody = () => Promise<Readonly<Record<string, unknown>> | null>

/** Long work goes to its thread; what acts holds the store meanwhile. */
const apartIn =
  (run: NonNullable<ReturnType<typeof longWork>["run"]>, store: Store) =>
  async (route: Route, asked: Asked, signal: AbortSignal): Promise<unknown> => {
    const work = () => run(route, asked, signal)
    return (await (route.acts ? store.held(work) : work())).answer
  }

/** The readers of the live feed, and how many lines they lost. */
function feedsOf(store: Store, version: string) {
  const readers = new Set<() => number>()
  let dropped = 0
  return {
    counts: () => ({ readers: readers.size, dropped: dropped + [...readers].reduce((sum, n) => sum + n(), 0) }),
    open: (signal: AbortSignal): ReadableStream<Uint8Array> | null => {
      if (readers.size >= MOST_READERS) return null
      const memory = store.fresh()
      const ends = AbortSignal.any([signal, store.signal()])
      const reader = readFeed(memory, version, ends)
      readers.add(reader.dropped)
      // Also when the memory is opened anew: such a feed ends by itself, and its request is never aborted.
      ends.addEventListener("abort", () => {
        if (readers.delete(reader.dropped)) dropped += reader.dropped()
      })
      return reader.stream
    },
  }
}

/** What is done while nobody asks. Returns how to leave it. */
function idly(desk: () => Desk, store: Store): () => void {
  const waiting = [...WARM]
  const warming = setInterval(() => {
    const path = waiting.shift()
    if (path === undefined) clearInterval(warming)
    else warm(desk, path)
  }, WARM_MS)
  const counting = setInterval(() => {
    if (store.counted()) clearInterval(counting)
  }, COUNT_EVERY_MS)
  return () => {
    clearInterval(counting)
    clearInterval(warming)
  }
}

const ICON = "/favicon.ico"
/** No version, no counts, no name: whoever asks without a token learns that something listens. */
const ALIVE = '{"ok":true}'
const ALIVE_HEAD = { "content-type": "application/json", "content-length": ALIVE.length }

function warm(desk: () => Desk, path: string): void {
  try {
    routeFor("GET", path)?.route.run(desk(), { params: {}, query: new URLSearchParams(), body: {} })
  } catch {
    // Whoever asks for it will be told.
  }
}

function give(request: IncomingMessage, response: ServerResponse, asset: Asset): void {
  const small = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""))
  const bytes = small ? asset.gzip() : asset.bytes
  response.writeHead(200, {
    "content-type": asset.type,
    "content-length": bytes.length,
    vary: "accept-encoding",
    ...(small ? { "content-encoding": "gzip" } : {}),
  })
  response.end(request.method === "HEAD" ? undefined : bytes)
}
