// MCP over streamable HTTP, on the loopback interface alone, behind the guard of every port of ours: exact Host, own Origin or
// none, a token of this start. One path; bodies are bounded and must come soon.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { MettleError } from "../core/errors.ts"
import { ALL_HEADERS, type Refusal, refuse, SAFETY_HEADERS } from "../http/guard.ts"
import { parseBody, readBytes } from "../http/json-body.ts"

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
const MOST_BYTES = 1_000_000
const MOST_CONNECTIONS = 1024
const LIMITS = { maxHeaderSize: 16 << 10, headersTimeout: 3000, requestTimeout: 5000, connectionsCheckingInterval: 500 }

export async function listen({ port, token, answer }: Listen): Promise<Listening> {
  const safely = (asksFirst: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    void serve(request, response, asksFirst).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  }
  const server = createServer(LIMITS, safely(false))
  // Who asks before sending is answered by the guard first.
  server.on("checkContinue", safely(true))
  server.maxConnections = MOST_CONNECTIONS
  server.maxHeadersCount = ALL_HEADERS
  async function serve(request: IncomingMessage, response: ServerResponse, asksFirst: boolean): Promise<void> {
    for (const [name, value] of Object.entries(SAFETY_HEADERS)) response.setHeader(name, value)
    const at = (server.address() as AddressInfo).port
    const refused = refuse(
      {
        method: request.method ?? "",
        url: request.url ?? "",
        version: request.httpVersion,
        rawHeaders: request.rawHeaders,
      },
      {
        port: at,
        token,
        mostBytes: MOST_BYTES,
        expects: path => (path === PATH ? { methods: ["POST", "GET", "DELETE"], open: false } : null),
      },
    )
    if (refused) return turnAway(request, response, refused)
    let body: string | undefined
    if (request.method === "POST") {
      if (asksFirst) response.writeContinue()
      const bytes = await readBytes(request, MOST_BYTES)
      if (bytes === null) return turnAway(request, response, { status: 413, message: "the body is too large" })
      const read = parseBody(bytes)
      if ("refusal" in read) return turnAway(request, response, read.refusal)
      body = JSON.stringify(read.value)
    }
    const gone = new AbortController()
    response.once("close", () => gone.abort())
    const answered = await answer(
      new Request(`http://127.0.0.1:${at}${PATH}`, {
        method: request.method!,
        headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
          typeof value === "string" && name !== "authorization" && name !== "x-mettle-token" ? [[name, value]] : [],
        ),
        signal: gone.signal,
        ...(body === undefined ? {} : { body }),
      }),
    )
    response.writeHead(answered.status, { ...Object.fromEntries(answered.headers), ...SAFETY_HEADERS })
    if (answered.body) for await (const chunk of answered.body) response.write(chunk)
    response.end()
  }
  await new Promise<void>((resolve, reject) => {
    server.once("error", error =>
      reject(
        new MettleError("E_LOCKED", `port ${port} cannot be had: ${error.message}`, {
          hint: "leave --port out: a free one is taken",
        }),
      ),
    )
    server.listen(port, "127.0.0.1", resolve)
  })
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${bound}${PATH}`,
    port: bound,
    close: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

function turnAway(request: IncomingMessage, response: ServerResponse, { status, message, allow }: Refusal): void {
  response.writeHead(status, {
    "content-type": "application/json",
    connection: "close",
    ...(allow ? { allow: allow.join(", ") } : {}),
  })
  response.end(JSON.stringify({ error: message }))
  // What is still being sent is not read.
  request.destroy()
}
