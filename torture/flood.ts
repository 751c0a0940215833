// A flood of requests over Unix sockets, as lean as Node allows, so that what it is aimed at is measured and not it: requests
// are written as text, answers are looked at for their status and their length alone. On kept connections, or one for each.
import { connect, type Socket } from "node:net"
import { CALLER_HEADER, ENV_HEADER, MARK_HEADER } from "../src/hook/protocol.ts"

export interface Flood {
  readonly socket: string
  readonly mark: string
  readonly seconds: number
  readonly sessions: number
  /** requests of one session on their way at once */
  readonly inFlight: number
  /** requests a second, of all sessions together */
  readonly wanted: number
  /** answers come on the connection that the next request takes */
  readonly kept: boolean
  /** the body of the n-th request of a session, and the name it is acknowledged by */
  readonly payload: (session: number, n: number) => { readonly name: string; readonly body: string }
}
export interface Flooded {
  readonly acknowledged: readonly string[]
  readonly times: readonly number[]
  readonly refused: number
  readonly seconds: number
  /** processor time of this process, per answer */
  readonly ownMicros: number
}

const AGAIN_MS = 20

export async function flood(f: Flood): Promise<Flooded> {
  const acknowledged: string[] = []
  const times: number[] = []
  const sent = Array.from({ length: f.sessions }, () => 0)
  let refused = 0
  const began = performance.now()
  const cpu = process.cpuUsage()
  const over = (): boolean => performance.now() - began > f.seconds * 1000
  const early = (session: number): number =>
    (sent[session]! / (f.wanted / f.sessions)) * 1000 - (performance.now() - began)

  const lane = async (session: number): Promise<void> => {
    const line = connection(f)
    while (!over()) {
      const wait = early(session)
      if (wait > 1) await pause(wait)
      const { name, body } = f.payload(session, sent[session]!++)
      const start = performance.now()
      if ((await line.ask(body)) === 200) {
        acknowledged.push(name)
        times.push(performance.now() - start)
      } else {
        refused++
        await pause(AGAIN_MS)
      }
    }
    line.close()
  }
  await Promise.all(sent.flatMap((_, session) => Array.from({ length: f.inFlight }, () => lane(session))))
  const used = process.cpuUsage(cpu)
  return {
    acknowledged,
    times,
    refused,
    seconds: (performance.now() - began) / 1000,
    ownMicros: Math.round((used.user + used.system) / Math.max(1, times.length)),
  }
}

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** One request at a time; the status, or null when none came. */
function connection(f: Flood): { ask(body: string): Promise<number | null>; close(): void } {
  const head = [
    "POST /hook/claude-code HTTP/1.1",
    "Host: mettle",
    `${MARK_HEADER}: ${f.mark}`,
    `${CALLER_HEADER}: 1`,
    `${ENV_HEADER}claude-code-entrypoint: cli`,
    `Connection: ${f.kept ? "keep-alive" : "close"}`,
    "Content-Length: ",
  ].join("\r\n")
  let open: Socket | null = null
  let heard = ""
  let told: (status: number | null) => void = () => {}
  const tell = (status: number | null): void => {
    const listener = told
    told = () => {}
    listener(status)
  }
  const dial = (): Socket => {
    const socket = connect(f.socket).setEncoding("latin1")
    const gone = (): void => {
      if (open !== socket) return
      open = null
      tell(null)
    }
    socket.on("data", (chunk: Buffer | string) => {
      heard += String(chunk)
      if (open !== socket || !whole(heard)) return
      if (!f.kept) open = null
      tell(Number(heard.slice(9, 12)))
    })
    socket.on("error", gone)
    socket.on("close", gone)
    return socket
  }
  return {
    ask: body =>
      new Promise(resolve => {
        told = resolve
        heard = ""
        open ??= dial()
        open.write(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`)
      }),
    close: () => {
      const socket = open
      open = null
      socket?.destroy()
    },
  }
}

function whole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n")
  if (end < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
  return length === undefined ? text.endsWith("\r\n0\r\n\r\n") : text.length >= end + 4 + Number(length)
}
