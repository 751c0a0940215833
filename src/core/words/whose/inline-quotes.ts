// Quotation marks, ticks, addresses and encoded runs inside a line: a quotation that could carry a sentence is taken out, a
// mere name stays as a name. Not here: fences, quoted lines and pasted blocks (own-words.ts).
import { isSmallWord } from "../stems.ts"
import { CODE, GONE } from "./mask.ts"

/** What opens a quotation, and what closes it. */
const PAIRS = `"" “” „“ «» ‹› 「」 『』 ‘’`.split(" ")
export function hideInline(
  text: string,
  mask: readonly string[],
  hide: (from: number, to: number, by?: string) => void,
): void {
  for (const m of text.matchAll(
    /\b(?:https?|ftp|file|data|ssh|git):[^\s)>\]]{3,2000}|\[Image #\d+\]|@[\w./~-]{2,200}/g,
  ))
    hide(m.index, m.index + m[0].length, CODE)
  for (const m of text.matchAll(/`{1,2}([^`\n]{1,400})`{1,2}/g))
    hide(m.index, m.index + m[0].length, wordy(m[1]!) ? GONE : CODE)
  for (const m of text.matchAll(/\{\{[^{}]{1,2000}\}\}|[A-Za-z0-9+/_-]{48,}={0,2}/g))
    hide(m.index, m.index + m[0].length)
  for (const pair of PAIRS) {
    const [open, close] = [pair[0]!, pair[1]!]
    for (let i = text.indexOf(open); i >= 0; i = text.indexOf(open, i + 1)) {
      if (mask[i] === GONE || (open === close && /[\p{L}\p{N}]/u.test(text[i - 1] ?? " "))) continue
      const stop = text.indexOf(close, i + 1)
      const para = text.indexOf("\n\n", i)
      // never closed: a mark at the head of a line or after a colon quotes all that follows
      if (stop < 0) {
        if (/(?:^|[\n:])\s*$/.test(text.slice(Math.max(0, i - 20), i))) hide(i, text.length)
        break
      }
      const inside = text.slice(i + 1, stop)
      if (para >= 0 && para < stop && !/(?:^|[\n:])\s*$/.test(text.slice(Math.max(0, i - 20), i))) continue
      hide(i, stop + 1, wordy(inside) ? GONE : CODE)
      i = stop
    }
  }
  for (const m of text.matchAll(/(?<=^|[\s(:])'([^'\n]{1,400}(?:'(?=\p{L})[^'\n]{1,200}){0,4})'(?=$|[\s).,;:!?])/gmu))
    hide(m.index, m.index + m[0].length, wordy(m[1]!) ? GONE : CODE)
}
/** More than a name: a quotation that could carry a sentence. A command line stays a name, and has none of the small words of speech. */
function wordy(inside: string): boolean {
  const words = inside.trim().split(/\s+/)
  if (words.length < 3) return false
  const isCommand = COMMAND.test(inside.trim()) && (words.length === 3 || / -/.test(inside) || !words.some(isSmallWord))
  return !isCommand && (words.length > 3 || /[.!?]$/.test(inside))
}
const COMMAND = /^(?:[a-z][\w.-]*)(?:\s+(?:-{1,2}\w|\S*[/.=:]\S*|[a-z][\w:-]*)){0,12}$/
