// The server of `mettle open`: one token per start, then files, then routes. The port and its limits are loopback.ts's, what a
// request may look like is in guard.ts, what it means in routes.ts.
import { statSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"
import { type Code, MettleError } from "../core/errors.ts"
import { queue } from "../core/in-turn.ts"
import type { Opened } from "../open.ts"
import type { Asset, Assets } from "./assets.ts"
import type { Desk } from "./desk.ts"
import { keepOpen, tellFeed } from "./kept-memory.ts"
import { ADDRESS, failure, listenHere } from "./loopback.ts"
import type { Matched, Route } from "./routes.ts"
import { expectedAt, FEED_PATH, HEALTH_PATH, routeFor } from "./routes.ts"

interface ServerParts extends Omit<Desk, "memory" | "feed"> {
  /** 0: any free one */
  readonly port: number
  /** 256 random bits, as text without special characters */
  readonly token: string
  readonly assets: Assets
  readonly open: () => Opened
  readonly tell: (text: string) => void
  /** is a private page about to lead the browser here? */
  readonly ajar: () => boolean
  /** somebody came with the token; asked once */
  readonly entered: () => void
  /** the home was taken away, and those who look have been told; asked once */
  readonly homeless: () => void
}
interface Serving {
  readonly port: number
  readonly url: string
  /** when the last request came */
  readonly lastAt: () => number
  readonly close: () => Promise<void>
}

const MOST_READERS = 16
/** Pages made once before anybody asks, with time between for those who do: their walks are then known to all. */
const WARM = ["/cards.json", "/episodes.json", "/review.json", "/week.json"]
const WARM_MS = 100
/** So often it is seen whether the home is still there; so long those who look have to hear that it is not. */
const HOME_MS = 1000
const FAREWELL_MS = 1500

export async function serve(parts: ServerParts): Promise<Serving> {
  const { config, place, dataDir, version, assets, ignored, heard } = parts
  const store = keepOpen(parts.open)
  const feeds = feedsOf(store, version)
  const desk = (): Desk => ({
    config,
    place,
    dataDir,
    version,
    ignored,
    heard,
    memory: store.fresh(),
    feed: feeds.counts(),
  })
  const answers = answering({ desk })
  const log = logIn(dataDir)
  const visit = visiting(parts)
  const answer = (request: IncomingMessage, response: ServerResponse, body: ReadBody) => {
    visit.comes(request)
    return answerOne({ assets, log, feeds, answers }, request, response, body)
  }
  const expects = (path: string) =>
    expectedAt(path) ?? (assets(path) || path === ICON ? { methods: ["GET", "HEAD"], open: true } : null)
  const { port, token, tell, ajar } = parts
  const listening = await listenHere({ port, guard: { token, expects, ajar }, answer, tell, shell: assets("/")!.bytes })
  const rest = idly(desk)
  const unwatch = log.watch(() => {
    rest()
    feeds.leave()
    setTimeout(() => parts.homeless(), FAREWELL_MS).unref()
  })
  return {
    port: listening.port,
    url: `http://${ADDRESS}:${listening.port}/#token=${token}`,
    lastAt: () => (feeds.counts().readers > 0 ? Date.now() : visit.lastAt()),
    close: () => {
      rest()
      unwatch()
      return listening.close(() => store.close())
    },
  }
}

type Store = ReturnType<typeof keepOpen>
type ReadBody = () => Promise<Readonly<Record<string, unknown>> | null>
const pathIn = ({ url = "" }: IncomingMessage): string => url.split("?", 1)[0]!

/** When somebody last came, and, once, that somebody came with the token. */
function visiting({ entered }: ServerParts) {
  let lastAt = Date.now()
  let inside = false
  return {
    lastAt: () => lastAt,
    comes: (request: IncomingMessage): void => {
      lastAt = Date.now()
      const known = expectedAt(pathIn(request))
      if (inside || !known || known.open) return
      inside = true
      entered()
    },
  }
}

interface Answering {
  readonly assets: Assets
  readonly log: { readonly isGone: () => boolean }
  readonly feeds: ReturnType<typeof feedsOf>
  readonly answers: ReturnType<typeof answering>
}
async function answerOne(
  { assets, log, feeds, answers }: Answering,
  request: IncomingMessage,
  response: ServerResponse,
  body: ReadBody,
): Promise<void> {
  const { method = "", url = "" } = request
  const path = pathIn(request)
  if (path === HEALTH_PATH) return give(response, 200, ALIVE)
  const asset = expectedAt(path) ? null : assets(path)
  if (asset) return giveFile(request, response, asset)
  if (path === ICON) return void response.writeHead(204).end()
  if (log.isGone()) return give(response, 410, GONE)
  if (path === FEED_PATH) return feeds.open(response) ? undefined : give(response, 429, TOO_MANY)
  const matched = routeFor(method, path)!
  // An act may walk over the whole log, and takes as long as it takes.
  if (matched.route.acts) request.socket.setTimeout(0)
  const given = method === "POST" ? await body() : {}
  if (given === null) return
  const query = new URLSearchParams(url.slice(path.length))
  const { status, json } = await answers({ matched, query, body: given })
  give(response, status, json)
}

/** The readers of the live feed, and how many lines they lost. */
function feedsOf(store: Store, version: string) {
  const readers = new Map<ServerResponse, () => number>()
  let dropped = 0
  return {
    counts: () => ({
      readers: readers.size,
      dropped: dropped + [...readers.values()].reduce((sum, n) => sum + n(), 0),
    }),
    open: (response: ServerResponse): boolean => {
      if (readers.size >= MOST_READERS) return false
      const gone = new AbortController()
      response.once("close", () => gone.abort())
      // Also when the memory is opened anew: such a feed ends by itself, and its request is never aborted.
      const ends = AbortSignal.any([gone.signal, store.signal()])
      const lost = tellFeed(store.fresh(), version, response, ends)
      readers.set(response, lost)
      ends.addEventListener("abort", () => {
        if (readers.delete(response)) dropped += lost()
      })
      return true
    },
    /** nothing more will come: the home is gone */
    leave: () => {
      for (const response of readers.keys()) response.end("event: gone\ndata: {}\n\n")
    },
  }
}

/** Whether the log is still there: `mettle uninstall --data` takes it away under a server that runs, and what was deleted lives on
 * for whoever has it open. */
function logIn(dataDir: string) {
  const file = () => statSync(join(dataDir, "log.db"), { throwIfNoEntry: false })?.ino
  const mine = file()
  let there = true
  const isGone = (): boolean => {
    there &&= file() === mine
    return !there
  }
  /** Tells once when it is gone. Returns how to leave it. */
  const watch = (gone: () => void): (() => void) => {
    const looking = setInterval(() => {
      if (!isGone()) return
      clearInterval(looking)
      gone()
    }, HOME_MS)
    return () => clearInterval(looking)
  }
  return { isGone, watch }
}

/** Made while nobody asks. Returns how to leave it. */
function idly(desk: () => Desk): () => void {
  const waiting = [...WARM]
  const warming = setInterval(() => {
    const path = waiting.shift()
    if (path === undefined) clearInterval(warming)
    else warm(desk, path)
  }, WARM_MS)
  return () => clearInterval(warming)
}

const ICON = "/favicon.ico"
/** No version, no counts, no name: whoever asks without a token learns that something listens. */
const ALIVE = { ok: true }
const GONE = failure("E_NOT_FOUND", "The memory of this computer was removed.", {
  still: "This server has ended; what the page shows is the last it knew.",
  hint: "mettle init starts anew",
})
const TOO_MANY = failure("E_CAP", "too many readers of the feed", { hint: "close another tab" })

function give(response: ServerResponse, status: number, json: unknown): void {
  const text = JSON.stringify(json)
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
  response.end(text)
}

function warm(desk: () => Desk, path: string): void {
  try {
    routeFor("GET", path)?.route.run(desk(), { params: {}, query: new URLSearchParams(), body: {} })
  } catch {
    // Whoever asks for it will be told.
  }
}

function giveFile(request: IncomingMessage, response: ServerResponse, asset: Asset): void {
  const small = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""))
  const bytes = small ? asset.gzip() : asset.bytes
  response.writeHead(200, {
    "content-type": asset.type,
    "content-length": bytes.length,
    vary: "accept-encoding",
    ...(small ? { "content-encoding": "gzip" } : {}),
  })
  response.end(bytes)
}

// A request for a route: checks its body against the schema, asks the route, and cuts what it says to the schema of its answer. The
// guard has already let the request through; acts run one after the other.

interface AppParts {
  /** the memory folded to the end, and all that belongs to it */
  readonly desk: () => Desk
}
interface Request {
  readonly matched: Matched
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
}
interface Answer {
  readonly status: number
  readonly json: unknown
}

const STATUS: Readonly<Partial<Record<Code, number>>> = {
  E_NOT_FOUND: 404,
  E_USAGE: 400,
  E_EVENT: 400,
  E_CAP: 429,
  E_LOCKED: 503,
  E_DISK: 507,
}

export function answering({ desk }: AppParts): (request: Request) => Promise<Answer> {
  const inTurn = queue()
  return async ({ matched: { route, params }, query, body }) => {
    try {
      const asked = { params, query, body: bodyFor(route, body) }
      const run = async (): Promise<unknown> => route.run(desk(), asked)
      const answer = await (route.acts ? inTurn(run) : run())
      // What was read may say more than the contract: that is left out here, and nowhere else.
      return { status: 200, json: route.answer.parse(answer) }
    } catch (thrown) {
      return refusalOf(thrown)
    }
  }
}

function refusalOf(thrown: unknown): Answer {
  if (!(thrown instanceof MettleError)) {
    const told = { still: "the log is not affected", hint: "mettle doctor" }
    return { status: 500, json: failure("E_BUG", "unexpected", told) }
  }
  const { code, message, still, hint } = thrown
  return { status: STATUS[code] ?? 500, json: failure(code, message, { still, hint }) }
}

function bodyFor(route: Route, given: Readonly<Record<string, unknown>>): unknown {
  if (!route.body) return {}
  const read = route.body.safeParse(given)
  if (read.success) return read.data
  const first = read.error.issues[0]
  const where = first && first.path.length > 0 ? `${first.path.map(String).join(".").slice(0, 80)}: ` : ""
  throw new MettleError("E_USAGE", `${where}${first?.message ?? "the body does not fit"}`)
}
