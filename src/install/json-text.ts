// Small changes to a JSON file that somebody else wrote: entries are put in and taken out as text, so that comments,
// order, indentation and line ends of everything else stay as they are. Reads JSON with comments and trailing commas.
import { MettleError } from "../core/errors.ts"
import { placeInText } from "../core/place-in-text.ts"

interface Item {
  /** name of a property; null in arrays */
  readonly key: string | null
  /** from the name on, or from the value on in arrays */
  readonly start: number
  readonly end: number
  readonly value: Json
}
type Json =
  | { readonly kind: "object" | "array"; readonly start: number; readonly end: number; readonly items: readonly Item[] }
  | { readonly kind: "leaf"; readonly start: number; readonly end: number }

const DEEPEST = 100

function parse(text: string): Json {
  let at = 0
  const broken = () =>
    new MettleError("E_CONFIG", `not JSON at ${placeInText(text, at)}`, {
      still: "nothing was changed",
      hint: "repair the file first",
    })
  const skip = (): void => {
    for (;;) {
      if (/\s|\uFEFF/.test(text[at] ?? "")) at++
      else if (text.startsWith("//", at)) at = endOf(text.indexOf("\n", at))
      else if (text.startsWith("/*", at)) at = endOf(text.indexOf("*/", at), 2)
      else return
    }
  }
  const endOf = (found: number, more = 0): number => (found < 0 ? text.length : found + more)
  const string = (): void => {
    at++
    while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1
    if (text[at] !== '"') throw broken()
    at++
  }
  const value = (depth: number): Json => {
    skip()
    const start = at
    const open = text[at]
    if (open === "{" || open === "[") {
      if (depth > DEEPEST) throw broken()
      const items: Item[] = []
      const close = open === "{" ? "}" : "]"
      at++
      for (skip(); text[at] !== close; skip()) {
        const from = at
        let key: string | null = null
        if (open === "{") {
          if (text[at] !== '"') throw broken()
          string()
          key = JSON.parse(text.slice(from, at)) as string
          skip()
          if (text[at] !== ":") throw broken()
          at++
        }
        const inner = value(depth + 1)
        items.push({ key, start: from, end: at, value: inner })
        skip()
        if (text[at] === ",") at++
        else if (text[at] !== close) throw broken()
      }
      at++
      return { kind: open === "{" ? "object" : "array", start, end: at, items }
    }
    if (open === '"') string()
    else {
      const word = /^(?:true|false|null|-?\d[\d.eE+-]*)/.exec(text.slice(at, at + 40))?.[0]
      if (!word) throw broken()
      at += word.length
    }
    return { kind: "leaf", start, end: at }
  }
  const tree = value(0)
  skip()
  if (at < text.length) throw broken()
  return tree
}

/** The plain value of JSON with comments. */
export function readJsonText(text: string): unknown {
  const plain = (node: Json): unknown => {
    if (node.kind === "leaf") return JSON.parse(text.slice(node.start, node.end))
    if (node.kind === "array") return node.items.map(item => plain(item.value))
    return Object.fromEntries(node.items.map(item => [item.key, plain(item.value)]))
  }
  return plain(parse(text))
}

interface Style {
  readonly unit: string
  readonly line: string
}
const styleOf = (text: string): Style => ({
  unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ",
  line: text.includes("\r\n") ? "\r\n" : "\n",
})

function written(value: unknown, level: number, { unit, line }: Style): string {
  return JSON.stringify(value, null, unit).replaceAll("\n", `${line}${unit.repeat(level)}`)
}

/** Puts `value` at the end of the array at `path`, making what is missing on the way. */
export function appendTo(text: string, path: readonly string[], value: unknown): string {
  const style = styleOf(text)
  let node = parse(text)
  let level = 0
  for (const [i, name] of path.entries()) {
    if (node.kind !== "object") throw unexpected(path.slice(0, i), "an object")
    const next = node.items.findLast(item => item.key === name)
    if (!next) {
      const inner = path.slice(i + 1).reduceRight<unknown>((made, key) => ({ [key]: made }), [value])
      return insert(text, node, level, `${JSON.stringify(name)}: ${written(inner, level + 1, style)}`, style)
    }
    node = next.value
    level++
  }
  if (node.kind !== "array") throw unexpected(path, "a list")
  return insert(text, node, level, written(value, level + 1, style), style)
}

/** Puts a property into the root object, when it is not there. */
export function ensureProperty(text: string, name: string, value: unknown): string {
  const style = styleOf(text)
  const node = parse(text)
  if (node.kind !== "object") throw unexpected([], "an object")
  if (node.items.some(item => item.key === name)) return text
  return insert(text, node, 0, `${JSON.stringify(name)}: ${written(value, 1, style)}`, style)
}

/** Puts a value at `path`, making what is missing on the way; what stands there already stays. */
export function putAt(text: string, path: readonly string[], value: unknown): string {
  const style = styleOf(text)
  let node = parse(text)
  for (const [level, name] of path.entries()) {
    if (node.kind !== "object") throw unexpected(path.slice(0, level), "an object")
    const next = node.items.findLast(item => item.key === name)
    if (!next) {
      const inner = path.slice(level + 1).reduceRight<unknown>((made, key) => ({ [key]: made }), value)
      return insert(text, node, level, `${JSON.stringify(name)}: ${written(inner, level + 1, style)}`, style)
    }
    node = next.value
  }
  return text
}

/** Takes out what stands at `path` when it is ours, and what is empty afterwards on the way to it below the root. */
export function removeAt(text: string, path: readonly string[], ours: (value: unknown) => boolean): string {
  const way: Place[] = []
  let node: Json = parse(text)
  for (const name of path) {
    if (node.kind !== "object") return text
    const index: number = node.items.findLastIndex(item => item.key === name)
    if (index < 0) return text
    way.push({ node, index })
    node = node.items[index]!.value
  }
  if (!ours(readJsonText(text.slice(node.start, node.end)))) return text
  const place = way.findLast(({ node: holder }) => holder.items.length > 1) ?? way[0]!
  return cut(text, place.node, place.index)
}

const unexpected = (path: readonly string[], wanted: string): MettleError =>
  new MettleError("E_CONFIG", `${path.join(".") || "the file"} is not ${wanted}`, { still: "nothing was changed" })

function insert(
  text: string,
  node: Extract<Json, { items: readonly Item[] }>,
  level: number,
  what: string,
  style: Style,
): string {
  const indent = style.line + style.unit.repeat(level + 1)
  const last = node.items.at(-1)
  if (!last) {
    const inside = text.slice(node.start + 1, node.end - 1).trimEnd()
    return `${text.slice(0, node.start + 1)}${inside}${indent}${what}${style.line}${style.unit.repeat(level)}${text.slice(node.end - 1)}`
  }
  // A trailing comma, if there is one, stands between the last item and the end, outside of comments.
  const rest = text.slice(last.end, node.end - 1)
  const comma = /^(?:\s|\/\/[^\n]*\n|\/\*[^*]*\*\/)*,/.exec(rest)?.[0]
  const at = last.end + (comma?.length ?? 0)
  return `${text.slice(0, at)}${comma ? "" : ","}${indent}${what}${text.slice(at)}`
}

/** Takes out every list entry that `ours` recognises, and what is empty afterwards on the way to it below the root. */
export function removeFrom(text: string, path: readonly string[], ours: (value: unknown) => boolean): string {
  let current = text
  for (;;) {
    const found = findOurs(current, path, ours)
    if (!found) return current
    current = cut(current, found.node, found.index)
  }
}

type Place = { readonly node: Extract<Json, { items: readonly Item[] }>; readonly index: number }

function findOurs(text: string, path: readonly string[], ours: (value: unknown) => boolean): Place | null {
  const root = parse(text)
  const way: Place[] = []
  let node: Json = root
  for (const name of path) {
    if (node.kind !== "object") return null
    const index: number = node.items.findLastIndex(item => item.key === name)
    if (index < 0) return null
    way.push({ node, index })
    node = node.items[index]!.value
  }
  const lists: { readonly list: Json; readonly way: readonly Place[] }[] =
    node.kind === "object"
      ? node.items.map((item, index) => ({ list: item.value, way: [...way, { node: node as Place["node"], index }] }))
      : [{ list: node, way }]
  for (const { list, way: to } of lists) {
    if (list.kind !== "array") continue
    const index = list.items.findIndex(item => ours(readJsonText(text.slice(item.value.start, item.value.end))))
    if (index < 0) continue
    let place: Place = { node: list, index }
    for (const above of [...to].reverse()) {
      if (place.node.items.length > 1) break
      place = above
    }
    return place
  }
  return null
}

function cut(text: string, node: Place["node"], index: number): string {
  const item = node.items[index]!
  if (node.items.length === 1) return text.slice(0, node.start + 1) + text.slice(node.end - 1)
  const before = node.items[index - 1]
  if (before) return text.slice(0, before.end) + text.slice(item.end)
  return text.slice(0, item.start) + text.slice(node.items[index + 1]!.start)
}
