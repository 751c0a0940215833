// `mettle open` as a process of its own, and requests to it byte by byte: what a browser's page, another user or a broken client
// may send, an HTTP library would not.
import { type ChildProcess, spawn } from "node:child_process"
import { connect } from "node:net"
import { join } from "node:path"
import { ROOT } from "../house/source.ts"

export interface Served {
  readonly url: string
  readonly port: number
  readonly token: string
  readonly child: ChildProcess
  /** ends it, and tells its exit code */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export async function served(home: string, cwd: string, words: readonly string[] = []): Promise<Served> {
  const child = spawn(process.execPath, [join(ROOT, "bin", "mettle"), "open", "--no-browser", "--json", ...words], {
    cwd,
    env: { PATH: process.env.PATH, HOME: home, METTLE_HOME: home, LANG: "C.UTF-8" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let err = ""
  child.stderr!.on("data", part => (err += part))
  const ended = new Promise<number | null>(resolve =>
    child.once("exit", (code, signal) => {
      if (code !== 0) process.stderr.write(`mettle open ended with ${code ?? signal}: ${err}\n`)
      resolve(code)
    }),
  )
  const line = await new Promise<string>((resolve, reject) => {
    let out = ""
    child.stdout!.on("data", part => {
      out += part
      if (out.includes("\n")) resolve(out)
    })
    child.once("exit", () => reject(new Error(`it did not serve: ${out}${err}`)))
  })
  const { url, port, token, error } = JSON.parse(line) as {
    url: string
    port: number
    token: string
    error?: { message: string }
  }
  if (error) throw new Error(`${error.message}, ended with ${await ended}`)
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal)
    return ended
  }
  return { url, port, token, child, stop }
}

export interface Reply {
  /** 0: the connection was closed without an answer */
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Sends the pieces one after the other and reads until the other side closes, an answer is whole, or the time is over. */
export function raw(port: number, pieces: string | readonly (string | Buffer)[], waitMs = 9000): Promise<Reply> {
  return new Promise(resolve => {
    const socket = connect({ host: "127.0.0.1", port })
    let got = Buffer.alloc(0)
    const done = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(replyOf(got.toString("latin1")))
    }
    const timer = setTimeout(done, waitMs)
    socket.on("connect", () => {
      for (const piece of typeof pieces === "string" ? [pieces] : pieces) socket.write(piece)
    })
    socket.on("data", part => {
      got = Buffer.concat([got, part])
      if (isWhole(got.toString("latin1"))) done()
    })
    socket.on("close", done)
    socket.on("error", done)
  })
}

/** Sends, and resets the connection at once. */
export const breakOff = (port: number, text: string): Promise<void> =>
  new Promise(resolve => {
    const socket = connect({ host: "127.0.0.1", port })
    socket.on("error", () => undefined)
    socket.on("close", () => resolve())
    socket.on("connect", () => socket.write(text, () => socket.resetAndDestroy()))
  })

const replyOf = (text: string): Reply => {
  const [head = "", ...rest] = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "").split("\r\n\r\n")
  return {
    status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0),
    head: head.toLowerCase(),
    body: rest.join("\r\n\r\n"),
  }
}

function isWhole(text: string): boolean {
  const { head, body, status } = replyOf(text)
  if (status === 0) return false
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1]
  return status === 204 || (length !== undefined ? body.length >= Number(length) : body.endsWith("0\r\n\r\n"))
}
