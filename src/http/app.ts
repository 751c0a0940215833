// The routes on Hono: finds the one that was asked for, checks its body against the schema, asks it, and turns what happens into
// JSON. The guard has already let the request through; acts run one after the other.
import { Hono } from "hono"
import { type Code, MettleError } from "../core/errors.ts"
import type { Asked, Desk } from "./desk.ts"
import { failure } from "./loopback.ts"
import { FEED_PATH, ROUTES, type Route } from "./routes.ts"

interface AppParts {
  /** the memory folded to the end, and all that belongs to it */
  readonly desk: () => Desk
  /** does long work elsewhere and tells its answer; null: it is done here */
  readonly apart: ((route: Route, asked: Asked, signal: AbortSignal) => Promise<unknown>) | null
  /** the body the server read; null when there was none */
  readonly body: (env: unknown) => Readonly<Record<string, unknown>> | null
  /** opens a feed; null when there are too many readers */
  readonly feed: (signal: AbortSignal) => ReadableStream<Uint8Array> | null
}

const STATUS: Readonly<Partial<Record<Code, number>>> = {
  E_NOT_FOUND: 404,
  E_USAGE: 400,
  E_EVENT: 400,
  E_CAP: 429,
  E_LOCKED: 503,
  E_DISK: 507,
}

export function createApp(parts: AppParts): Hono {
  const app = new Hono()
  const inTurn = queue()
  const replayed = queue()
  for (const route of ROUTES)
    app.on(route.method, honoPath(route.path), async c => {
      const id = c.req.param("id")?.replace(/\.json$/, "")
      const body = bodyFor(route, parts.body(c.env))
      const params: Record<string, string> = id === undefined ? {} : { id }
      const asked = { params, query: new URL(c.req.url).searchParams, body }
      const run = async (): Promise<unknown> =>
        route.long && parts.apart ? parts.apart(route, asked, c.req.raw.signal) : route.run(parts.desk(), asked)
      return c.json((await (route.acts ? inTurn(run) : route.long ? replayed(run) : run())) as object)
    })
  app.get(FEED_PATH, c => {
    const stream = parts.feed(c.req.raw.signal)
    if (!stream) return c.json(failure("E_CAP", "too many readers of the feed", { hint: "close another tab" }), 429)
    return c.body(stream, 200, { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" })
  })
  app.notFound(c => c.json(failure("E_NOT_FOUND", "there is nothing here"), 404))
  app.onError((thrown, c) => {
    if (!(thrown instanceof MettleError))
      return c.json(failure("E_BUG", "unexpected", { still: "the log is not affected", hint: "mettle doctor" }), 500)
    const { code, message, still, hint } = thrown
    return c.json(failure(code, message, { still, hint }), (STATUS[code] ?? 500) as 500)
  })
  return app
}

/** One after the other. */
function queue(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return act => {
    const mine = last.then(act, act)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** /cards/{id}.json → a parameter that takes the ending along */
const honoPath = (path: string): string =>
  path.replace("{id}.json", ":id{[A-Za-z0-9-]+\\.json}").replace("{id}", ":id{[A-Za-z0-9-]+}")

function bodyFor(route: Route, given: Readonly<Record<string, unknown>> | null): unknown {
  if (!route.body) return {}
  const read = route.body.safeParse(given ?? {})
  if (read.success) return read.data
  const first = read.error.issues[0]
  const where = first && first.path.length > 0 ? `${first.path.map(String).join(".").slice(0, 80)}: ` : ""
  throw new MettleError("E_USAGE", `${where}${first?.message ?? "the body does not fit"}`)
}
