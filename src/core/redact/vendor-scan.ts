// Finds secrets by the vendors' own formats, wherever they stand.
// Ground truth: formats.ts. One pass looks for beginnings; a body is tried only where one stands, so the cost is linear.

import { grouped } from "../grouped.ts"
import { once } from "../once.ts"
import { allFormats, type DividedFormat, dividedFormats, type Format, infixFormats } from "./formats.ts"
import { isDense, isExampleBody } from "./shape.ts"
import { execAt, matches, opensToken, type Span, withoutTail } from "./span.ts"

/** The first three units of any beginning, folded into one number: nearly every word of a text ends the search here. */
const HEADS = new Uint8Array(1 << 16)
const headOf = (first: number, second: number, third: number): number => ((first << 9) ^ (second << 5) ^ third) & 0xffff
const pairOf = (text: string, index: number): number => text.charCodeAt(index) * 128 + text.charCodeAt(index + 1)
/** What begins with these two units, the longest beginnings first; sorted when a word first begins like one of them. */
const STARTS = once(() =>
  grouped(
    allFormats
      .flatMap(entry => entry.starts.map(start => ({ start, entry })))
      .sort((a, b) => b.start.length - a.start.length),
    ({ start }) => pairOf(start, 0),
  ),
)

/** Which divided format, if any, a unit may begin. */
const DIVIDED: (DividedFormat | undefined)[] = Array.from({ length: 128 })
for (const entry of dividedFormats) for (const unit of entry.firsts) DIVIDED[unit.charCodeAt(0)] = entry

const OPENS = 1
const INSIDE = 2
const ESCAPES = 4
/** What a unit may mean to the walk: may open a token, belongs to a word (letters and digits), begins an escape. */
const MEANING = new Uint8Array(128)
const means = (units: string, meaning: number): void => {
  for (const unit of units) MEANING[unit.charCodeAt(0)]! |= meaning
}
for (const { starts } of allFormats)
  for (const start of starts) {
    const [first, second] = [start.charCodeAt(0), start.charCodeAt(1)]
    MEANING[first]! |= OPENS
    if (start.length > 2) HEADS[headOf(first, second, start.charCodeAt(2))] = 1
    else for (let third = 0; third < 128; third++) HEADS[headOf(first, second, third)] = 1
  }
for (const entry of dividedFormats) means(entry.firsts, OPENS)
means("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", INSIDE)
means("\\%\x1b", ESCAPES)
const isWord = (code: number): boolean => code < 128 && (MEANING[code]! & INSIDE) !== 0
/** How far behind its sign an escape may end: `\\n`, `%3D`, `\\u003d`, a terminal colour. */
const ESCAPE_REACH = 16

const TAIL = /[A-Za-z0-9_-]*/y

/** `acme_pat_…`: vendors we have never heard of follow the habit of naming the token in its prefix. */
const HABIT =
  /_(?:(?:pat|sk|api|apikey|key|token|tok|secret|sec|live|prod|test|rk|oat|svc|srv|sa|admin|priv|private|access|auth|bot|agent|usr|personal|org|team|v\d)_){1,3}([A-Za-z0-9]{20,}[A-Za-z0-9_-]*)/g
const HABIT_VENDOR = /(?<![A-Za-z0-9])(?!(?:pk|pub|public|cache|next|page|css|test|price|prod)$)[a-z][a-z0-9]{1,14}$/
const isHabitBody = (body: string): boolean =>
  !isExampleBody(body) &&
  ((/[a-z]/.test(body) && /[A-Z]/.test(body) && /\d/.test(body)) || /^[0-9a-f]{32,}$/.test(body))

const isDenseBody = (body: string): boolean => isDense(body) && /[A-Za-z0-9]{10}/.test(body) && /\d/.test(body)

/** A body that may be anything dense is judged by so much of it: a short beginning stands in a long text thousands of times. */
const PROBE = 512

const bodyOf = (text: string, { body }: Format, at: number, most = text.length): string | undefined => {
  return execAt(body(), text.slice(at - 1, at + most), 1)?.[0]
}

const matchAt = (text: string, index: number): Span | undefined => {
  // Longest beginning first; its shorter kin ("sk-" for "sk-ant-") stay as a second chance.
  for (const { start, entry } of STARTS().get(pairOf(text, index)) ?? []) {
    if (!text.startsWith(start, index)) continue
    const at = index + start.length
    const body = bodyOf(text, entry, at, entry.dense ? PROBE : undefined)
    if (body === undefined || isExampleBody(body) || (entry.dense && !isDenseBody(body))) continue
    // A short beginning behind a joint is the middle of another name (`pk_live_`).
    if (entry.dense && text[index - 1] === "_" && isWord(text.charCodeAt(index - 2))) continue
    // Whatever is glued to the body belongs to it: no tail may survive.
    const whole = body.length < PROBE ? body : (bodyOf(text, entry, at) ?? body)
    const end = at + withoutTail(whole, ".").length
    return { kind: entry.kind, start: index, end: end + execAt(TAIL, text, end)![0].length }
  }
  return undefined
}

const formatAt = (text: string, index: number, code: number): Span | undefined => {
  if (HEADS[headOf(code, text.charCodeAt(index + 1), text.charCodeAt(index + 2))] === 1) {
    const span = matchAt(text, index)
    if (span !== undefined) return span
  }
  const divided = DIVIDED[code]
  if (divided === undefined || !divided.places.some(place => text[index + place] === divided.divider)) return undefined
  const match = execAt(divided.pattern, text, index)
  return match === null ? undefined : { kind: divided.kind, start: index, end: index + match[0].length }
}

/** The secret half of an AWS key pair follows its id in CSV exports and console copies without any label. */
const AWS_PARTNER = /[\s,;:|/"'`]{1,12}(?:[A-Za-z_ ]{0,24}[=:,]\s?["']?)?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/y

/** The same in a row of a listing, with other columns between. */
const AWS_ROW = /[^\n]{0,80}?[\s,;|"'=]([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/y

export const scanVendors = (text: string): Span[] => {
  const spans: Span[] = []
  const { length } = text
  let index = 0
  let isInside = false
  let escaped = 0
  while (index < length) {
    const code = text.charCodeAt(index)
    const meaning = code < 128 ? MEANING[code]! : 0
    if ((meaning & ESCAPES) !== 0) escaped = index + ESCAPE_REACH
    const mayOpen = (meaning & OPENS) !== 0 && (!isInside || (index <= escaped && opensToken(text, index)))
    const span = mayOpen ? formatAt(text, index, code) : undefined
    if (span === undefined) {
      isInside = (meaning & INSIDE) !== 0
      index++
      continue
    }
    spans.push(span)
    index = Math.max(span.end, index + 1)
    isInside = isWord(text.charCodeAt(index - 1))
    if (span.kind !== "aws-access-key") continue
    const partner = execAt(AWS_PARTNER, text, span.end) ?? execAt(AWS_ROW, text, span.end)
    if (partner === null || !isDense(partner[1]!) || isExampleBody(partner[1]!)) continue
    if (!/[a-z]/.test(partner[1]!) || !/[A-Z]/.test(partner[1]!)) continue
    const end = partner.index + partner[0].length
    spans.push({ kind: "aws-secret-key", start: end - partner[1]!.length, end })
  }
  for (const match of matches(text, HABIT, "_")) {
    const vendor = HABIT_VENDOR.exec(text.slice(Math.max(0, match.index - 16), match.index))?.[0]
    if (vendor === undefined || !isHabitBody(match[1]!)) continue
    spans.push({ kind: "vendor-token", start: match.index - vendor.length, end: match.index + match[0].length })
  }
  for (const entry of infixFormats) {
    for (let at = text.indexOf(entry.mark); at >= 0; at = text.indexOf(entry.mark, at + 1)) {
      const left = entry.left.exec(text.slice(Math.max(0, at - 80), at))?.[0]
      if (left === undefined) continue
      const right = execAt(entry.right, text, at + entry.mark.length)?.[0]
      if (right === undefined || isExampleBody(right)) continue
      spans.push({ kind: entry.kind, start: at - left.length, end: at + entry.mark.length + right.length })
    }
  }
  return spans
}
