// Asking the person: before a destructive act (on a terminal by a question, elsewhere only --yes will do), and by single keys.
import { MettleError } from "../core/errors.ts"
import type { Io } from "./io.ts"

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

interface Keys {
  /** one of these letters; the end of input, Escape and Ctrl-C are q */
  oneOf(wanted: readonly string[]): Promise<string>
  line(): Promise<string>
  close(): Promise<void>
}

export function keysOf(io: Io): Keys {
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
    async oneOf(wanted) {
      for (;;) {
        const key = (await next())?.toLowerCase() ?? "q"
        if (key === "\x03" || key === "\x1b" || key === "\x04") return "q"
        if (wanted.includes(key)) return key
      }
    },
    async line() {
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
