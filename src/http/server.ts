// The server of `mettle open`: one loopback address, one token per start, the guard before everything, then files, then routes.
// Limits of time, size and number are here; what a request may look like is in guard.ts, what it means in routes.ts.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { MettleError } from "../core/errors.ts"
import type { Opened } from "../open.ts"
import { createApp, failure } from "./app.ts"
import type { Asset, Assets } from "./assets.ts"
import type { Desk } from "./desk.ts"
import { readFeed } from "./feed.ts"
import { ALL_HEADERS, type Guarded, type Refusal, refuse, SAFETY_HEADERS } from "./guard.ts"
import { parseBody, readBytes } from "./json-body.ts"
import { keepOpen } from "./kept-memory.ts"
import { longWork } from "./long-work.ts"
import { expectedAt, isHealth, routeFor } from "./routes.ts"

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

const ADDRESS = "127.0.0.1"
const MOST_BYTES = 1 << 20
const MOST_CONNECTIONS = 1024
const MOST_READERS = 16
/** Pages made once before anybody asks, with time between for those who do: their walks are then known to all. */
const WARM = ["/cards.json", "/episodes.json", "/review.json", "/week.json"]
const WARM_MS = 100
/** In idle moments the log is counted, a little at a time, so that the privacy page has its sizes. */
const COUNT_EVERY_MS = 60
const LINGER = { bytes: 16 << 20, ms: 1500 }
const LIMITS = { maxHeaderSize: 16 << 10, headersTimeout: 3000, requestTimeout: 5000, connectionsCheckingInterval: 500 }

export async function serve(parts: ServerParts): Promise<Serving> {
  const { config, place, dataDir, home, top, version, assets } = parts
  let lastAt = Date.now()
  let entered = false
  const store = keepOpen(parts.open)
  const readers = new Set<() => number>()
  let dropped = 0
  const feedCounts = () => ({ readers: readers.size, dropped: dropped + [...readers].reduce((sum, n) => sum + n(), 0) })
  const { values, off } = config
  const work = longWork({ values, off, place, dataDir, home, top, version })
  const desk = (): Desk => {
    const memory = store.fresh()
    const now = { feed: feedCounts(), work: work.running() }
    return { memory, config, place, dataDir, home, top, version, ...now, reopen: store.reopen }
  }
  const bodies = new WeakMap<IncomingMessage, Readonly<Record<string, unknown>>>()
  const app = createApp({
    desk,
    apart:
      work.run &&
      (async (route, asked, signal) => {
        const { answer } = await (route.acts
          ? store.held(() => work.run!(route, asked, signal))
          : work.run!(route, asked, signal))
        return answer
      }),
    body: env => bodies.get((env as { incoming: IncomingMessage }).incoming) ?? null,
    feed: signal => {
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
  })
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const guarded = (port: number): Guarded => ({
    port,
    token: parts.token,
    mostBytes: MOST_BYTES,
    ...(parts.ajar ? { ajar: parts.ajar } : {}),
    expects: path =>
      expectedAt(path) ?? (assets(path) || path === ICON ? { methods: ["GET", "HEAD"], open: true } : null),
  })

  async function handle(request: IncomingMessage, response: ServerResponse, asksFirst: boolean): Promise<void> {
    lastAt = Date.now()
    for (const [name, value] of Object.entries(SAFETY_HEADERS)) response.setHeader(name, value)
    const { method = "", url = "", httpVersion, rawHeaders } = request
    const refusal = refuse({ method, url, version: httpVersion, rawHeaders }, guarded(port))
    if (refusal) return turnAway(request, response, refusal)
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
      if (asksFirst) response.writeContinue()
      const bytes = await readBytes(request, MOST_BYTES)
      if (bytes === null) return turnAway(request, response, { status: 413, message: "the body is too large" })
      const body = parseBody(bytes)
      if ("refusal" in body) return turnAway(request, response, body.refusal)
      bodies.set(request, body.value)
    }
    await listener(request, response)
  }
  const safely = (asksFirst: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response, asksFirst).catch(thrown => {
      // Whoever went away in the middle of a request needs no answer.
      if (!request.destroyed)
        parts.tell(`a request failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
      response.destroy()
    })
  }
  const server = createServer({ ...LIMITS, keepAliveTimeout: 5000, requireHostHeader: false }, safely(false))
  server.on("checkContinue", safely(true))
  // These sockets are ours alone from here on: nobody else hears when they break.
  server.on("connect", (_request, socket) => socket.on("error", () => undefined).destroy())
  server.on("upgrade", (_request, socket) =>
    socket.on("error", () => undefined).end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"),
  )
  server.maxConnections = MOST_CONNECTIONS
  server.maxHeadersCount = ALL_HEADERS
  server.maxRequestsPerSocket = 10_000
  server.timeout = 60_000
  const port = await listen(server, parts.port)
  const waiting = [...WARM]
  const warming = setInterval(() => {
    const path = waiting.shift()
    if (path === undefined) clearInterval(warming)
    else warm(desk, path)
  }, WARM_MS)
  const counting = setInterval(() => {
    if (!store.counted()) return
    clearInterval(counting)
  }, COUNT_EVERY_MS)
  return {
    port,
    url: `http://${ADDRESS}:${port}/#token=${parts.token}`,
    lastAt: () => (readers.size > 0 ? Date.now() : lastAt),
    close: async () => {
      clearInterval(counting)
      clearInterval(warming)
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      await work.close()
      await store.close()
      server.closeAllConnections()
      await closed
    },
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

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", error => {
      const { code } = error as NodeJS.ErrnoException
      const taken = code === "EADDRINUSE"
      reject(
        new MettleError(
          taken ? "E_LOCKED" : "E_USAGE",
          taken ? `port ${port} is taken` : `cannot listen on port ${port} (${code})`,
          {
            still: "nothing was changed",
            hint: "without --port a free one is found: mettle open",
            cause: error,
          },
        ),
      )
    })
    server.listen({ host: ADDRESS, port, exclusive: true }, () => resolve((server.address() as AddressInfo).port))
  })
}

async function turnAway(request: IncomingMessage, response: ServerResponse, refusal: Refusal): Promise<void> {
  const text = JSON.stringify(failure("E_USAGE", refusal.message))
  response.writeHead(refusal.status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    connection: "close",
    ...(refusal.allow ? { allow: refusal.allow.join(", ") } : {}),
  })
  if (request.method === "HEAD") response.flushHeaders()
  else response.write(text)
  // Closing on somebody who still sends would lose the answer on its way: what comes is thrown away for a while.
  await drained(request)
  response.end()
}

/** Until the request has ended, or for as much and as long as politeness goes. */
function drained(request: IncomingMessage): Promise<void> {
  if (request.complete) return Promise.resolve()
  return new Promise(resolve => {
    let left = LINGER.bytes
    const timer = setTimeout(resolve, LINGER.ms)
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    request.on("data", part => {
      left -= (part as Buffer).length
      if (left < 0) done()
    })
    for (const event of ["end", "close", "error"]) request.once(event, done)
    request.resume()
  })
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
