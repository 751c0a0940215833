// MCP over streamable HTTP, on the loopback interface alone, behind the guard of every port of ours: exact Host, own Origin or
// none, a token of this start. One path; bodies are bounded and must come soon.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { MettleError } from "../core/errors.ts"
import { refuse } from "../http/guard.ts"

export interface Listening {
  readonly url: string
  readonly port: number
  readonly close: () => Promise<void>
}
export interface Listen {
  readonly port: number
  readonly token: string
  readonly answer: (request: Request) => Promise<Response>
}

const PATH = "/mcp"
const MOST_BYTES = 1_000_000
const BODY_MS = 10_000

export async function listen({ port, token, answer }: Listen): Promise<Listening> {
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  server.headersTimeout = BODY_MS
  server.requestTimeout = 2 * BODY_MS
  server.maxHeadersCount = 60
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
    if (refused) {
      response.writeHead(refused.status, {
        "content-type": "application/json",
        "cache-control": "no-store",
        connection: "close",
        ...(refused.allow ? { allow: refused.allow.join(", ") } : {}),
      })
      response.end(JSON.stringify({ error: refused.message }))
      // What is still being sent is not read.
      request.destroy()
      return
    }
    const body = request.method === "POST" ? await bodyOf(request) : undefined
    if (body === null) {
      response.writeHead(413, { connection: "close" }).end()
      request.destroy()
      return
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
    response.writeHead(answered.status, { ...Object.fromEntries(answered.headers), "cache-control": "no-store" })
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

/** null: too much. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}
