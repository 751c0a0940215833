// Small changes to a JSON file that somebody else wrote: entries are put in and taken out as text, so that comments,
// order, indentation and line ends of everything else stay as they are, and what went in comes out to the byte
// (jsonc-parser reads; its own edits format what stands around them).
import { getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser"
import { MettleError } from "../core/errors.ts"
import { placeInText } from "../core/loose.ts"

type Path = readonly string[]
/** An item of an object or a list. */
interface Item {
  readonly node: Node
  readonly index: number
}

function parse(text: string): Node {
  const errors: ParseError[] = []
  const root = parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true })
  if (root && errors.length === 0) return root
  throw new MettleError("E_CONFIG", `not JSON at ${placeInText(text, errors[0]?.offset ?? 0)}`, {
    still: "nothing was changed",
    hint: "repair the file first",
  })
}

/** The plain value of JSON with comments. */
export const readJsonText = (text: string): unknown => getNodeValue(parse(text))

const endOf = (node: Node): number => node.offset + node.length
const itemsOf = (node: Node): readonly Node[] => node.children ?? []
const indexOf = (node: Node, name: string): number =>
  itemsOf(node).findLastIndex(item => item.children?.[0]?.value === name)
const valueAt = ({ node, index }: Item): Node => {
  const item = itemsOf(node)[index]!
  return item.type === "property" ? item.children![1]! : item
}

/** As deep as `path` leads: every place on the way, and whether it leads to its end. */
function follow(
  root: Node,
  path: Path,
): { readonly way: readonly Item[]; readonly end: Node; readonly whole: boolean } {
  const way: Item[] = []
  let end = root
  for (const name of path) {
    const index = end.type === "object" ? indexOf(end, name) : -1
    if (index < 0) return { way, end, whole: false }
    way.push({ node: end, index })
    end = valueAt(way.at(-1)!)
  }
  return { way, end, whole: true }
}

/** Puts `value` at the end of the array at `path`, making what is missing on the way. */
export function appendTo(text: string, path: Path, value: unknown): string {
  const { way, end, whole } = follow(parse(text), path)
  if (!whole) return make(text, path, way.length, end, [value])
  if (end.type !== "array") throw unexpected(path, "a list")
  return insert(text, end, path.length, null, value)
}

/** Puts a value at `path`, making what is missing on the way; what stands there already stays. */
export function putAt(text: string, path: Path, value: unknown): string {
  const { way, end, whole } = follow(parse(text), path)
  return whole ? text : make(text, path, way.length, end, value)
}

/** Takes out what stands at `path` when it is ours, and what is empty afterwards on the way to it below the root. */
export function removeAt(text: string, path: Path, ours: (value: unknown) => boolean): string {
  const { way, end, whole } = follow(parse(text), path)
  return whole && ours(getNodeValue(end)) ? cut(text, lonely(way)) : text
}

/** Takes out every list entry below `path` that `ours` recognises, and what is empty afterwards on the way to it below the root. */
export function removeFrom(text: string, path: Path, ours: (value: unknown) => boolean): string {
  const { way, end, whole } = follow(parse(text), path)
  const found = whole ? wayTo(end, way, ours) : null
  return found ? removeFrom(cut(text, lonely(found)), path, ours) : text
}

/** To the first such entry; one that is ours as a whole is found before what it holds. */
function wayTo(node: Node, way: readonly Item[], ours: (value: unknown) => boolean): readonly Item[] | null {
  for (const index of itemsOf(node).keys()) {
    const item = { node, index }
    const value = valueAt(item)
    const to = [...way, item]
    if (node.type === "array" && ours(getNodeValue(value))) return to
    const deeper = wayTo(value, to, ours)
    if (deeper) return deeper
  }
  return null
}

/** The outermost place on a way that would be empty without it. */
const lonely = (way: readonly Item[]): Item => way.findLast(({ node }) => itemsOf(node).length > 1) ?? way[0]!

const unexpected = (path: Path, wanted: string): MettleError =>
  new MettleError("E_CONFIG", `${path.join(".") || "the file"} is not ${wanted}`, { still: "nothing was changed" })

function make(text: string, path: Path, level: number, node: Node, value: unknown): string {
  if (node.type !== "object") throw unexpected(path.slice(0, level), "an object")
  const inner = path.slice(level + 1).reduceRight<unknown>((made, key) => ({ [key]: made }), value)
  return insert(text, node, level, path[level]!, inner)
}

function insert(text: string, node: Node, level: number, name: string | null, value: unknown): string {
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  "
  const line = text.includes("\r\n") ? "\r\n" : "\n"
  const outer = line + unit.repeat(level)
  const json = JSON.stringify(value, null, unit).replaceAll("\n", outer + unit)
  const what = `${outer}${unit}${name === null ? "" : `${JSON.stringify(name)}: `}${json}`
  const last = itemsOf(node).at(-1)
  const close = endOf(node) - 1
  if (!last) {
    const inside = text.slice(node.offset + 1, close).trimEnd()
    return `${text.slice(0, node.offset + 1)}${inside}${what}${outer}${text.slice(close)}`
  }
  // A trailing comma, if there is one, stands between the last item and the end, outside of comments.
  const comma = /^(?:\s|\/\/[^\n]*\n|\/\*[^*]*\*\/)*,/.exec(text.slice(endOf(last), close))?.[0]
  const at = endOf(last) + (comma?.length ?? 0)
  return `${text.slice(0, at)}${comma ? "" : ","}${what}${text.slice(at)}`
}

function cut(text: string, { node, index }: Item): string {
  const items = itemsOf(node)
  const [before, item, after] = [items[index - 1], items[index]!, items[index + 1]]
  if (before) return text.slice(0, endOf(before)) + text.slice(endOf(item))
  if (after) return text.slice(0, item.offset) + text.slice(after.offset)
  return text.slice(0, node.offset + 1) + text.slice(endOf(node) - 1)
}
