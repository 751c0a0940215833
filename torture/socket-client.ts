// Speaks to a resident as the launcher does, without a process per hook: for tests of rate and of time.
import { request } from "node:http"
import { CALLER_HEADER, ENV_HEADER, MARK_HEADER } from "../src/hook/protocol.ts"

export interface Answered {
  readonly status: number
  readonly body: string
  readonly ms: number
}

export function post(socketPath: string, mark: string, payload: unknown): Promise<Answered> {
  const begun = performance.now()
  const body = JSON.stringify(payload)
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        socketPath,
        path: "/hook/claude-code",
        method: "POST",
        agent: false,
        headers: {
          [MARK_HEADER]: mark,
          [CALLER_HEADER]: "1",
          [`${ENV_HEADER}claude-code-entrypoint`]: "cli",
          "content-length": Buffer.byteLength(body),
        },
      },
      response => {
        let text = ""
        response.setEncoding("utf8").on("data", chunk => {
          text += chunk
        })
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, body: text, ms: performance.now() - begun }),
        )
        response.on("error", reject)
      },
    )
    asked.on("error", reject)
    asked.end(body)
  })
}
