// MCP over streamable HTTP, on the loopback interface alone, behind the guard of every port of ours: exact Host, own Origin or
// none, a token of this start. One path; bodies are bounded and must come soon.
import type { IncomingMessage, ServerResponse } from "node:http"
import { SAFETY_HEADERS } from "../http/guard.ts"
import { ADDRESS, listenHere } from "../http/loopback.ts"

interface Listening {
  readonly url: string
  readonly port: number
  readonly close: () => Promise<void>
}
interface Listen {
  readonly port: number
  readonly token: string
  readonly answer: (request: Request) => Promise<Response>
}

const PATH = "/mcp"
const EXPECTED = { methods: ["POST", "GET", "DELETE"], open: false }

export async function listen({ port, token, answer }: Listen): Promise<Listening> {
  const guard = { token, expects: (path: string) => (path === PATH ? EXPECTED : null) }
  const listening = await listenHere({
    port,
    guard,
    idleMs: 0,
    answer: async (request, response, body) => {
      const value = request.method === "POST" ? await body() : undefined
      if (value === null) return
      const gone = new AbortController()
      response.once("close", () => gone.abort())
      const text = value === undefined ? undefined : JSON.stringify(value)
      await send(response, await answer(asFetched(request, text, gone.signal)))
    },
  })
  return { url: `http://${ADDRESS}:${listening.port}${PATH}`, port: listening.port, close: () => listening.close() }
}

/** The request without our own keys, in the form the protocol's library takes. */
const asFetched = (request: IncomingMessage, body: string | undefined, signal: AbortSignal): Request =>
  new Request(`http://${request.headers.host}${PATH}`, {
    method: request.method!,
    headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && name !== "authorization" && name !== "x-mettle-token" ? [[name, value]] : [],
    ),
    signal,
    ...(body === undefined ? {} : { body }),
  })

async function send(response: ServerResponse, answered: Response): Promise<void> {
  response.writeHead(answered.status, { ...Object.fromEntries(answered.headers), ...SAFETY_HEADERS })
  if (answered.body) for await (const chunk of answered.body) response.write(chunk)
  response.end()
}
