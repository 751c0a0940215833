// A port of ours: the loopback address alone, the guard before everything, bodies read whole and once, limits of time, size
// and number. `mettle open` listens through here; what a request means is its own.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { MettleError } from "../core/errors.ts"
import { repeatedName } from "../core/loose.ts"
import { ALL_HEADERS, type Guarded, type Refusal, refuse, SAFETY_HEADERS } from "./guard.ts"
import type { Failure } from "./schemas.ts"

export const ADDRESS = "127.0.0.1"
const MOST_BYTES = 1 << 20
const MOST_CONNECTIONS = 1024
/** A socket on which nothing moves is closed. */
const IDLE_MS = 60_000
const LINGER = { bytes: 16 << 20, ms: 1500 }
const LIMITS = { maxHeaderSize: 16 << 10, headersTimeout: 3000, requestTimeout: 5000, connectionsCheckingInterval: 500 }

interface Port {
  /** 0: any free one */
  readonly port: number
  readonly guard: Omit<Guarded, "port" | "mostBytes">
  /** Answers what the guard let through. `body` reads it, once; null: it was refused and answered. */
  readonly answer: (
    request: IncomingMessage,
    response: ServerResponse,
    body: () => Promise<Readonly<Record<string, unknown>> | null>,
  ) => Promise<void> | void
  readonly tell: (text: string) => void
  /** what a browser that lost its way is shown instead of JSON; it holds nothing */
  readonly shell: Uint8Array
}
interface Listening {
  readonly port: number
  /** Lets nobody else in; whoever is inside is sent away once `before` is done. */
  readonly close: (before?: () => Promise<void>) => Promise<void>
}

export async function listenHere({ port, guard, answer, tell, shell }: Port): Promise<Listening> {
  let bound = port
  async function handle(request: IncomingMessage, response: ServerResponse, asksFirst: boolean): Promise<void> {
    for (const [name, value] of Object.entries(SAFETY_HEADERS)) response.setHeader(name, value)
    const { method = "", url = "", httpVersion, rawHeaders } = request
    const head = { method, url, version: httpVersion, rawHeaders }
    const refusal = refuse(head, { ...guard, port: bound, mostBytes: MOST_BYTES })
    if (refusal) return turnAway(request, response, refusal, isLost(request, refusal) ? shell : undefined)
    await answer(request, response, async () => {
      // Who asks before sending is answered by the guard first.
      if (asksFirst) response.writeContinue()
      const bytes = await readBytes(request, MOST_BYTES)
      const read = bytes === null ? TOO_LARGE : parseBody(bytes)
      if ("value" in read) return read.value
      await turnAway(request, response, read.refusal)
      return null
    })
  }
  const safely = (asksFirst: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response, asksFirst).catch(thrown => {
      // Whoever went away in the middle of a request needs no answer.
      if (!request.destroyed) tell(`a request failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
      response.destroy()
    })
  }
  const server = createServer({ ...LIMITS, keepAliveTimeout: 5000, requireHostHeader: false }, safely(false))
  server.on("checkContinue", safely(true))
  bounded(server)
  server.timeout = IDLE_MS
  bound = await bind(server, port)
  return {
    port: bound,
    close: async before => {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      await before?.()
      server.closeAllConnections()
      await closed
    },
  }
}

const TOO_LARGE: { readonly refusal: Refusal } = { refusal: { status: 413, message: "the body is too large" } }

function bounded(server: Server): void {
  // These sockets are ours alone from here on: nobody else hears when they break.
  server.on("connect", (_request, socket) => socket.on("error", () => undefined).destroy())
  server.on("upgrade", (_request, socket) =>
    socket.on("error", () => undefined).end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"),
  )
  server.maxConnections = MOST_CONNECTIONS
  server.maxHeadersCount = ALL_HEADERS
  server.maxRequestsPerSocket = 10_000
}

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", error => {
      const { code } = error as NodeJS.ErrnoException
      const taken = code === "EADDRINUSE"
      const message = taken ? `port ${port} is taken` : `cannot listen on port ${port} (${code})`
      const told = { still: "nothing was changed", hint: "without --port a free one is found", cause: error }
      reject(new MettleError(taken ? "E_LOCKED" : "E_USAGE", message, told))
    })
    server.listen({ host: ADDRESS, port, exclusive: true }, () => resolve((server.address() as AddressInfo).port))
  })
}

export const failure = (
  code: string,
  message: string,
  { still = null, hint = null }: { readonly still?: string | null; readonly hint?: string | null } = {},
): Failure => ({ schema_version: 1, error: { code, message, still, hint } })

/** A person's browser asks for a page that is none: the answer is the same, said on a page. */
const isLost = ({ method, headers }: IncomingMessage, { status }: Refusal): boolean =>
  method === "GET" &&
  (status === 400 || status === 401 || status === 404) &&
  /\btext\/html\b/.test(headers.accept ?? "")

async function turnAway(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  shell?: Uint8Array,
): Promise<void> {
  const said = shell ?? Buffer.from(JSON.stringify(failure("E_USAGE", refusal.message)))
  response.writeHead(refusal.status, {
    "content-type": shell ? "text/html; charset=utf-8" : "application/json",
    "content-length": said.length,
    connection: "close",
    ...(refusal.allow ? { allow: refusal.allow.join(", ") } : {}),
  })
  if (request.method === "HEAD") response.flushHeaders()
  else response.write(said)
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

// A JSON body as it comes off the wire: counted, decoded strictly, its nesting measured before it is parsed, and no name in it
// that means something to objects themselves. What the body says is the schemas' business.

const DEEPEST = 64
const OBJECTS_OWN = new Set(["__proto__", "constructor", "prototype"])

type Body = { readonly value: Readonly<Record<string, unknown>> } | { readonly refusal: Refusal }

/** Reads to the end, or stops reading at the first byte too many. */
async function readBytes(request: IncomingMessage, most: number): Promise<Buffer | null> {
  // One block that grows, not a list of parts: a part may be a single byte, and a million of them would weigh a hundredfold.
  let kept = Buffer.allocUnsafe(16 << 10)
  let size = 0
  // Leaving early must not close the connection: there is still an answer to give.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    const bytes = part as Buffer
    if (size + bytes.length > most) return null
    if (size + bytes.length > kept.length) {
      const wider = Buffer.allocUnsafe(2 * (size + bytes.length))
      kept.copy(wider, 0, 0, size)
      kept = wider
    }
    size += bytes.copy(kept, size)
  }
  return kept.subarray(0, size)
}

export function parseBody(bytes: Uint8Array): Body {
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return wrong("the body is not UTF-8")
  }
  if (deeperThan(text, DEEPEST)) return wrong(`the body is nested deeper than ${DEEPEST}`)
  let foul = false
  let value: unknown
  try {
    value = JSON.parse(text, (name, inner) => {
      if (OBJECTS_OWN.has(name)) foul = true
      return typeof inner === "string" ? inner.toWellFormed() : inner
    })
  } catch {
    return wrong("the body is not JSON")
  }
  if (foul) return wrong("the body uses a name that is not allowed")
  if (repeatedName(text) !== null) return wrong("the body says a name twice")
  if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong("the body is not an object")
  return { value: value as Record<string, unknown> }
}

const wrong = (message: string): Body => ({ refusal: { status: 400, message } })

/** Brackets outside of strings, counted: the parser itself would go a million deep. */
function deeperThan(text: string, most: number): boolean {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (quoted) {
      if (c === 0x5c) i++
      else if (c === 0x22) quoted = false
    } else if (c === 0x22) quoted = true
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > most) return true
    } else if (c === 0x5d || c === 0x7d) depth--
  }
  return false
}
