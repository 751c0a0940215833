// Reading JSON that somebody else wrote: a field is what we need or it is null. Nothing here throws on any value.

export type Loose = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value)
export const record = (value: unknown): Loose => (isRecord(value) ? value : {})
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const str = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null)
export const num = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null
export const int = (value: unknown): number | null => {
  const n = num(value)
  return n !== null && Number.isSafeInteger(n) ? n : null
}
/** a short name that stands in an event itself: bounded, one line, well-formed */
export const label = (value: unknown, longest = 120): string | null => {
  const text = str(value)
  return text === null ? null : text.slice(0, longest).toWellFormed().replace(/\s+/g, " ")
}
export const time = (value: unknown, otherwise: number): number => {
  const at = typeof value === "string" ? Date.parse(value) : num(value)
  return at !== null && Number.isFinite(at) && at > 0 ? Math.trunc(at) : otherwise
}
/** What a text says as JSON; undefined when it is none */
export function parsed(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
export const parse = (line: string): Loose | null => {
  const value = line.charCodeAt(0) === 123 ? parsed(line) : undefined
  return isRecord(value) ? value : null // else a line cut by a tail or still being written
}
export function* records(lines: Iterable<string>): Generator<Loose> {
  for (const line of lines) {
    const found = parse(line)
    if (found !== null) yield found
  }
}
/** JSON text of any value, never undefined, never throwing */
export const json = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? "null"
  } catch {
    return "null" // a cycle cannot come out of JSON.parse; a caller of ours may still hand one in
  }
}

/** The text inside a string, a list of content blocks, or an MCP result. */
export function textOf(value: unknown): string | null {
  if (typeof value === "string") return value
  if (Array.isArray(value)) {
    const parts = value.map(part => (typeof part === "string" ? part : blockText(record(part)))).filter(p => p !== null)
    return parts.length === 0 ? null : parts.join("\n")
  }
  const inner = record(value).content
  return inner === undefined ? null : textOf(inner)
}
const blockText = (block: Loose): string | null =>
  typeof block.text === "string" ? block.text : block.type === "image" ? "[image]" : null

// JSON in which every name of an object stands once. The plain parser lets the last one win, so that two readers of the same
// text may see two different things; such a text is refused where it comes from outside.

/** The first name that stands twice in one object of a text that is JSON; null when none does. */
export function repeatedName(text: string): string | null {
  const open: (Set<string> | null)[] = []
  let name: string | null = null
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '"') {
      const start = i++
      while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1
      name = text.slice(start, i + 1)
    } else if (c === ":") {
      const names = open[open.length - 1]
      if (names && name !== null) {
        // an escape may spell the same name in another way
        const said = name.includes("\\") ? (JSON.parse(name) as string) : name.slice(1, -1)
        if (names.has(said)) return said
        names.add(said)
      }
    } else if (c === "{") open.push(new Set())
    else if (c === "[") open.push(null)
    else if (c === "}" || c === "]") open.pop()
  }
  return null
}

export function placeInText(text: string, at: number): string {
  const before = text.slice(0, at).split(/\r\n|\n|\r/)
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`
}

/** "at line 2, column 26" for an error of JSON.parse; its own words where they name no place. */
export function jsonPlace(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const at = /position (\d+)/.exec(message)?.[1]
  if (at !== undefined) return `at ${placeInText(text, Number(at))}`
  return /end of JSON/.test(message) ? `at ${placeInText(text, text.length)}` : `(${message})`
}
