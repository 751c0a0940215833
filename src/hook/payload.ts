// A payload from its bytes: whole as soon as its last brace is there, no deeper than 64, no larger than 2 MB. Long
// strings keep head and tail, so that a huge tool output still says what ran and how it ended. Linear in its input.
export const CAPS = { bytes: 2 * 1024 * 1024, depth: 64, string: 64 * 1024, crowded: 2 * 1024 } as const

/** unfinished: it ended, or our patience did, before its last brace */
export type Refusal = "empty" | "malformed" | "unfinished" | "too deep" | "too large"
export type Taken = { readonly value: Record<string, unknown> } | { readonly refused: Refusal }

interface PayloadReader {
  /** true when nothing more is needed: whole, or refused */
  push(chunk: Uint8Array): boolean
  /** what there is, when no more will come */
  end(): Taken
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
/** Could be the rest of an escape or of a character: no place to start a tail at. */
const isUnsafeStart = (byte: number): boolean =>
  (byte >= 0x80 && byte <= 0xbf) || '"\\/bfnrtu0123456789abcdefABCDEF'.includes(String.fromCharCode(byte))

/** Small payloads, nearly all of them, are parsed as they are: scanning them byte by byte costs a hook milliseconds. */
export function payloadReader(): PayloadReader {
  let chunks: Uint8Array[] = []
  let size = 0
  let parsed: Record<string, unknown> | null = null
  let scanner: PayloadReader | null = null
  const scan = (): PayloadReader => {
    const made = scanningReader()
    for (const chunk of chunks) if (made.push(chunk)) break
    chunks = []
    return made
  }
  return {
    push(chunk) {
      if (scanner) return scanner.push(chunk)
      chunks.push(chunk)
      size += chunk.length
      if (size > CAPS.string / 2) {
        scanner = scan()
        return scanner.push(EMPTY)
      }
      let last = chunk.length - 1
      while (last >= 0 && isSpace(chunk[last]!)) last--
      if (chunk[last] !== 0x7d) return false
      try {
        const text = (
          chunks.length === 1 ? Buffer.from(chunk.buffer, chunk.byteOffset, size) : Buffer.concat(chunks)
        ).toString()
        parsed = harmless(JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text))
      } catch {
        // Not whole yet, or not JSON: the end will tell.
      }
      return parsed !== null
    },
    end: () => (parsed ? { value: parsed } : (scanner ?? scan()).end()),
  }
}
const EMPTY = new Uint8Array(0)

function scanningReader(): PayloadReader {
  const out: Uint8Array[] = []
  let size = 0
  let depth = 0
  let started = false
  let inString = false
  /** length of the run of backslashes that ends at the end of the last chunk, inside a string */
  let carried = 0
  let whole = false
  let refused: Refusal | null = null
  let string = stringKeeper(CAPS.string)

  const keep = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return
    size += bytes.length
    if (size > CAPS.bytes) refused = "too large"
    else out.push(bytes)
  }

  function insideString(chunk: Buffer, from: number): number {
    const quote = chunk.indexOf(QUOTE, from)
    const end = quote < 0 ? chunk.length : quote
    let at = end - 1
    while (at >= from && chunk[at] === BACKSLASH) at--
    const run = end - 1 - at + (at < from ? carried : 0)
    const escaped = run % 2 === 1
    string.push(chunk.subarray(from, quote >= 0 && escaped ? quote + 1 : end))
    if (quote < 0) {
      carried = run
      return chunk.length
    }
    carried = 0
    if (!escaped) {
      keep(string.end())
      keep(chunk.subarray(quote, quote + 1))
      inString = false
    }
    return quote + 1
  }

  function outside(chunk: Buffer, from: number): number {
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i]!
      if (byte === QUOTE) {
        keep(chunk.subarray(from, i + 1))
        inString = true
        string = stringKeeper(size > CAPS.bytes / 2 ? CAPS.crowded : CAPS.string)
        return i + 1
      }
      if (byte === 0x7b || byte === 0x5b) {
        if (++depth > CAPS.depth) {
          refused = "too deep"
          return chunk.length
        }
      } else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) {
        keep(chunk.subarray(from, i + 1))
        whole = true
        return chunk.length
      }
    }
    keep(chunk.subarray(from))
    return chunk.length
  }

  return {
    push(bytes) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      let at = 0
      if (!started) {
        // A byte order mark and blank space may stand before the object; anything else is no payload of ours.
        while (at < chunk.length && (isSpace(chunk[at]!) || [0xef, 0xbb, 0xbf].includes(chunk[at]!))) at++
        if (at === chunk.length) return false
        started = true
        if (chunk[at] !== 0x7b) refused = "malformed"
      }
      while (at < chunk.length && !whole && refused === null)
        at = inString ? insideString(chunk, at) : outside(chunk, at)
      return whole || refused !== null
    },
    end() {
      if (refused) return { refused }
      if (!started) return { refused: "empty" }
      if (!whole) return { refused: "unfinished" }
      try {
        const value = harmless(JSON.parse(Buffer.concat(out).toString("utf8")))
        return value === null ? { refused: "too deep" } : { value }
      } catch {
        return { refused: "malformed" }
      }
    },
  }
}

/** Head and tail of one string's raw bytes, cut where neither an escape nor a character is torn. */
function stringKeeper(most: number) {
  const half = most / 2
  const head: Uint8Array[] = []
  let headSize = 0
  let tail: Uint8Array[] = []
  let tailSize = 0
  let cut = 0
  return {
    push(bytes: Uint8Array): void {
      let rest = bytes
      if (headSize < half) {
        const part = rest.subarray(0, half - headSize)
        head.push(part)
        headSize += part.length
        rest = rest.subarray(part.length)
      }
      if (rest.length === 0) return
      tail.push(rest)
      tailSize += rest.length
      while (tailSize - tail[0]!.length >= half) {
        cut += tail[0]!.length
        tailSize -= tail.shift()!.length
      }
      // Many small pieces would make the list, not the bytes, the cost.
      if (tail.length > 512) tail = [Buffer.concat(tail)]
    },
    end(): Uint8Array {
      const last = Buffer.concat(tail)
      if (cut === 0 && last.length <= half) return Buffer.concat([...head, last])
      const first = Buffer.concat(head)
      let to = first.length
      for (let i = Math.max(0, to - 6); i < to; i++) {
        if (first[i] !== BACKSLASH) continue
        let run = 1
        while (i - run >= 0 && first[i - run] === BACKSLASH) run++
        // The start of an escape: an odd backslash. It may be torn within its next five bytes.
        if (run % 2 === 1) to = Math.min(to, i)
      }
      while (to > 0 && (first[to - 1]! & 0xc0) === 0x80) to--
      if (to > 0 && first[to - 1]! >= 0xc0) to--
      let from = Math.max(0, last.length - half)
      while (from < last.length && isUnsafeStart(last[from]!)) from++
      const gone = cut + from + (first.length - to)
      return Buffer.concat([
        first.subarray(0, to),
        Buffer.from(` [mettle left out ${gone} bytes] `),
        last.subarray(from),
      ])
    },
  }
}

const PROTO = "__proto__"
/**
 * An object no deeper than we read, level by level, so that depth costs no stack; null for anything else. Own keys named __proto__ are
 * dropped everywhere: a later spread must not turn them into a prototype.
 */
function harmless(value: unknown): Record<string, unknown> | null {
  if (typeof value !== "object" || value === null) return null
  let level: object[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === CAPS.depth) return null
    const below: object[] = []
    for (const one of level) {
      if (Object.hasOwn(one, PROTO)) delete (one as Record<string, unknown>)[PROTO]
      for (const key in one) {
        const inner = (one as Record<string, unknown>)[key]
        if (typeof inner === "object" && inner !== null) below.push(inner)
      }
    }
    level = below
  }
  return value as Record<string, unknown>
}

/**
 * Reads one payload from stdin or from a request to the resident, with a deadline of its own. Whole is enough: hosts are known to leave
 * a stream open. What comes after the end of the object is read and dropped, so that the sender can finish and read an answer.
 */
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
