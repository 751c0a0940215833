// Reads one payload from stdin or from a request to the resident, with a deadline of its own. Whole is enough: hosts are known to leave
// a stream open. What comes after the end of the object is read and dropped, so that the sender can finish and read an answer.
import { payloadReader, type Taken } from "./payload.ts"

export function takePayload(stream: NodeJS.ReadableStream, waitMs: number): Promise<Taken> {
  const reader = payloadReader()
  return new Promise(resolve => {
    let done = false
    const finish = (): void => {
      if (done) return
      done = true
      clearTimeout(timer)
      resolve(reader.end())
    }
    const timer = setTimeout(finish, Math.max(1, waitMs))
    stream.on("data", (chunk: Uint8Array | string) => {
      if (!done && reader.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk)) finish()
    })
    for (const over of ["end", "error", "close"]) stream.on(over, finish)
  })
}
