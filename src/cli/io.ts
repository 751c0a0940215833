// The world as a command sees it: streams, environment, clock, chance, interruption. Tests give their own. Lines and words that go in; and
// asking the person: before a destructive act (on a terminal by a question, elsewhere only --yes will do), and by single keys.
import { randomBytes } from "node:crypto"
import { statSync, writeFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { MettleError } from "../core/errors.ts"
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

export interface Consent {
  readonly yes?: boolean | undefined
  /** false under --no-input */
  readonly input?: boolean | undefined
}

/** True for y or yes; the end of input is no, and an empty line `otherwise`: no, where something would be changed. */
export async function confirm(
  io: Io,
  { yes = false, input = true }: Consent,
  question: string,
  otherwise = false,
): Promise<boolean> {
  if (yes) return true
  if (!input || !io.tty.stdin)
    throw new MettleError("E_USAGE", `will not do this without being asked: ${question}`, {
      still: "nothing was changed",
      hint: "look with --dry-run, then repeat with --yes",
    })
  io.stderr(`${question} ${otherwise ? "[Y/n]" : "[y/N]"} `)
  let said = ""
  for await (const chunk of io.stdin) {
    said += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk)
    if (said.includes("\n")) break
  }
  return /^\s*y(?:es)?\s*(?:\n|$)/i.test(said) || (otherwise && /^\s*\n/.test(said))
}

// Single keys and whole lines from one terminal. Where the terminal cannot give single keys, the first of a line counts.

/** `oneOf` these letters: the end of input, Escape and Ctrl-C are q. */
export function keysOf(io: Io) {
  const chunks = io.stdin[Symbol.asyncIterator]()
  const decoder = new TextDecoder()
  let held: string[] = []
  const more = async (): Promise<boolean> => {
    const { done, value } = await chunks.next()
    if (done) return false
    held.push(...(typeof value === "string" ? value : decoder.decode(value, { stream: true })))
    return true
  }
  const next = async (): Promise<string | null> => {
    io.raw?.(true)
    try {
      while (held.length === 0) if (!(await more())) return null
      return held.shift()!
    } finally {
      io.raw?.(false)
    }
  }
  return {
    async oneOf(wanted: readonly string[]): Promise<string> {
      for (;;) {
        const key = (await next())?.toLowerCase() ?? "q"
        if (key === "\x03" || key === "\x1b" || key === "\x04") return "q"
        if (wanted.includes(key)) return key
      }
    },
    async line(): Promise<string> {
      // What is left of the line the last key stood on is no answer.
      while (held.length > 0 && (held[0] === "\n" || held[0] === "\r")) held.shift()
      while (!held.includes("\n")) if (!(await more())) break
      const end = held.indexOf("\n")
      const text = (end < 0 ? held : held.slice(0, end)).join("")
      held = end < 0 ? [] : held.slice(end + 1)
      return text.replace(/\r$/, "")
    },
    async close() {
      io.raw?.(false)
      await chunks.return?.()
    },
  }
}

/** Ctrl-C, the polite word of whoever started us, or what is looked at every minute. */
export function ended(signal: AbortSignal, over: () => boolean = () => false): Promise<void> {
  return new Promise(resolve => {
    const stop = (): void => {
      clearInterval(timer)
      process.off("SIGTERM", stop)
      resolve()
    }
    const timer = setInterval(() => {
      if (over()) stop()
    }, 60_000)
    process.once("SIGTERM", stop)
    if (signal.aborted) stop()
    else signal.addEventListener("abort", stop, { once: true })
  })
}

/** null: none was asked for. */
export function outFile(cwd: string, name: string | undefined): string | null {
  if (name === undefined) return null
  const path = resolve(cwd, name)
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new MettleError("E_NOT_FOUND", `there is no folder ${dirname(path)}`, {
      hint: "name another file with --out",
    })
  return path
}

export function writeOut(path: string, value: unknown): void {
  try {
    writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  } catch (cause) {
    throw new MettleError("E_DISK", `cannot write ${path}`, { hint: "name another file with --out", cause })
  }
}
