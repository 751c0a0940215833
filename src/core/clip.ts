// Clipping: how much of a long text is kept, by code point, always well-formed. What a successful read returned can be
// read again from the file, so its head and tail are enough; everything else keeps far more. Pure.
import type { ToolDoes } from "./model.ts"

interface Keep {
  /** code points kept from the start and from the end */
  readonly head: number
  readonly tail: number
}
export const KEEP: Keep = { head: 8192, tail: 8192 }
export const KEEP_READ: Keep = { head: 768, tail: 256 }

/** What to keep of a tool's output: little only when the client says that a read succeeded. */
export const keep = (does: ToolDoes, ok: boolean | null): Keep =>
  ok === true && (does === "reads" || does === "searches") ? KEEP_READ : KEEP

const high = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const low = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** Head and tail of a long text with a marker between them; a text that would not get shorter stays whole. */
export function clip(text: string, { head, tail }: Keep = KEEP): string {
  if (text.length <= head + tail) return text.toWellFormed()
  let from = 0
  for (let n = 0; n < head && from < text.length; n++) from += width(text, from)
  let to = text.length
  for (let n = 0; n < tail && to > from; n++)
    to -= low(text.charCodeAt(to - 1)) && to - 2 >= from && high(text.charCodeAt(to - 2)) ? 2 : 1
  let cut = 0
  for (let at = from; at < to; at += width(text, at)) cut++
  const marker = `…[clipped ${cut} characters]…`
  return cut <= marker.length
    ? text.toWellFormed()
    : text.slice(0, from).toWellFormed() + marker + text.slice(to).toWellFormed()
}

const width = (text: string, at: number): 1 | 2 => (high(text.charCodeAt(at)) && low(text.charCodeAt(at + 1)) ? 2 : 1)
