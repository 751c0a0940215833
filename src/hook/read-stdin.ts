// Reads one payload from a stream with a deadline of its own. Never waits for the end of the stream: hosts are known to
// leave it open.
import { payloadReader, type Taken } from "./payload.ts"

export function readPayload(stream: NodeJS.ReadableStream, waitMs: number): Promise<Taken> {
  const reader = payloadReader()
  return new Promise(resolve => {
    const finish = (): void => {
      clearTimeout(timer)
      stream.removeListener("data", onData)
      stream.removeListener("end", finish)
      stream.removeListener("error", finish)
      // A late error of a stream that we have done with is nobody's business.
      stream.on("error", () => {})
      ;(stream as { destroy?: () => void }).destroy?.()
      resolve(reader.end())
    }
    const onData = (chunk: Uint8Array | string): void => {
      if (reader.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk)) finish()
    }
    const timer = setTimeout(finish, Math.max(1, waitMs))
    stream.on("data", onData)
    stream.on("end", finish)
    stream.on("error", finish)
  })
}
