// The world as a command sees it: streams, environment, clock, chance, interruption. Tests give their own. And what goes in and
// out by name: lines, words, the file of --out.
import { randomBytes } from "node:crypto"
import type { Env } from "../paths.ts"

export interface Io {
  /** resolves when more may be written: a slow reader slows the writer */
  readonly stdout: (text: string) => void | Promise<void>
  readonly stderr: (text: string) => void
  readonly stdin: AsyncIterable<string | Uint8Array>
  readonly tty: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean }
  readonly columns: number
  readonly env: Env
  readonly cwd: string
  readonly platform: string
  readonly now: () => number
  readonly random: (bytes: number) => Uint8Array
  /** calls back at every Ctrl-C; returns how to stop listening */
  readonly onInterrupt: (listener: () => void) => () => void
  /** single keys instead of lines, where the terminal can */
  readonly raw?: (on: boolean) => void
  /** leaves at once, for a second Ctrl-C */
  readonly exit: (code: number) => void
}

/** May be read, left and read again: a second question comes after the first. Between questions it keeps nobody alive. */
async function* lines(stdin: NodeJS.ReadStream): AsyncGenerator<string | Uint8Array> {
  stdin.ref?.()
  try {
    yield* stdin.iterator({ destroyOnReturn: false })
  } finally {
    stdin.pause()
    stdin.unref?.()
  }
}

export function processIo(): Io {
  const { stdout, stderr, stdin } = process
  // A reader that went away (`mettle cards | head`) is no error of ours.
  stdout.on("error", error => {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error
    process.exit(0)
  })
  // One listener however many lines wait: most writers do not wait at all.
  let waiting: Promise<void> | null = null
  const drained = (): Promise<void> => {
    waiting ??= new Promise(resolve =>
      stdout.once("drain", () => {
        waiting = null
        resolve()
      }),
    )
    return waiting
  }
  return {
    stdout: text => {
      if (!stdout.write(text)) return drained()
    },
    stderr: text => {
      stderr.write(text)
    },
    stdin: { [Symbol.asyncIterator]: () => lines(stdin) },
    tty: { stdin: stdin.isTTY === true, stdout: stdout.isTTY === true, stderr: stderr.isTTY === true },
    columns: stdout.columns ?? 80,
    env: process.env,
    cwd: process.cwd(),
    platform: process.platform,
    now: Date.now,
    random: randomBytes,
    onInterrupt: listener => {
      process.on("SIGINT", listener)
      return () => {
        process.off("SIGINT", listener)
      }
    },
    raw: on => {
      if (stdin.isTTY) stdin.setRawMode(on)
    },
    exit: code => process.exit(code),
  }
}

/** Lines as they come; one may be as long as a file, so its pieces are joined once. */
export async function* linesOf(
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let parts: string[] = []
  for await (const chunk of chunks) {
    const [first = "", ...rest] = (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })).split(
      "\n",
    )
    parts.push(first)
    for (const piece of rest) {
      yield parts.join("")
      parts = [piece]
    }
  }
  const last = parts.join("") + decoder.decode()
  if (last !== "") yield last
}

const MOST = 200_000

export async function wordsGiven(io: Io, words: readonly string[]): Promise<string> {
  if (words.length !== 1 || words[0] !== "-") return words.join(" ").trim()
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of io.stdin) {
    text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })
    if (text.length > MOST) break
  }
  return text.slice(0, MOST).trim()
}
