// The body of a request to the resident, read with the same caps as stdin. Whole is enough: the sender may never end it.
import type { IncomingMessage } from "node:http"
import { payloadReader, type Taken } from "./payload.ts"

export type Payload = Taken
const WAIT_MS = 800

export function takeBody(request: IncomingMessage, patience: number): Promise<Payload> {
  const reader = payloadReader()
  return new Promise(resolve => {
    let done = false
    const finish = (): void => {
      if (done) return
      done = true
      clearTimeout(timer)
      resolve(reader.end())
    }
    const timer = setTimeout(finish, WAIT_MS * patience)
    // What comes after the end of the object is read and dropped, so that the sender can finish and read our answer.
    request.on("data", (chunk: Uint8Array) => {
      if (!done && reader.push(chunk)) finish()
    })
    request.on("end", finish)
    request.on("error", finish)
    request.on("close", finish)
  })
}
