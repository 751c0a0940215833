// A model server on this machine that says what the test wrote down: OpenAI-compatible and Anthropic forms. Keeps what it was sent.
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

export interface Heard {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: any
  /** all texts of the request */
  readonly text: string
}
export interface ModelServer {
  readonly url: string
  readonly heard: Heard[]
  close(): Promise<void>
}
export interface Reply {
  readonly status?: number
  readonly location?: string
  readonly input?: number
  readonly output?: number
}

/** `say` gets the request's texts and answers with the words of the model. */
export async function modelServer(say: (text: string) => string, reply: Reply = {}): Promise<ModelServer> {
  const heard: Heard[] = []
  const [input, output] = [reply.input ?? 120, reply.output ?? 30]
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      const raw = Buffer.concat(parts).toString("utf8")
      const path = request.url ?? ""
      const body = raw === "" ? null : JSON.parse(raw)
      const text = textsOf(body).join("\n")
      heard.push({ path, headers: request.headers, body, text })
      const words = say(text)
      const told = path.endsWith("/messages")
        ? {
            ...{ id: "msg_1", type: "message", role: "assistant", model: body.model, stop_sequence: null },
            ...{ content: [{ type: "text", text: words }], stop_reason: "end_turn" },
            usage: { input_tokens: input, output_tokens: output },
          }
        : {
            ...{ id: "c1", object: "chat.completion", created: 1, model: body?.model },
            choices: [{ index: 0, message: { role: "assistant", content: words }, finish_reason: "stop" }],
            usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
          }
      response.writeHead(reply.status ?? 200, {
        "content-type": "application/json",
        ...(reply.location ? { location: reply.location } : {}),
      })
      response.end(JSON.stringify(told))
    })
  })
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    heard,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsOf) : []
}
