// Finds secrets by the vendors' own formats, wherever they stand.
// Ground truth: formats/. One pass looks for beginnings; a body is tried only where one stands, so the cost is linear.

import type { Format } from "./formats/format.ts"
import { dividedFormats, infixFormats } from "./formats/infix.ts"
import { allFormats } from "./formats/tables.ts"
import { isExampleBody } from "./placeholder.ts"
import { isDense } from "./shape.ts"
import { opensToken, type Span } from "./span.ts"

const byStart = new Map<string, Format[]>()
for (const entry of allFormats) {
  for (const start of entry.starts) byStart.set(start, [...(byStart.get(start) ?? []), entry])
}

const escaped = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")

/** Beginnings as a prefix tree: V8 then rejects most positions on their first character. */
const tree = (words: readonly string[]): string => {
  const groups = new Map<string, string[]>()
  for (const word of words) groups.set(word[0] ?? "", [...(groups.get(word[0] ?? "") ?? []), word.slice(1)])
  // The empty rest goes last so that the longest beginning wins.
  const heads = [...groups].sort(([a], [b]) => (a === "" ? 1 : b === "" ? -1 : a < b ? -1 : 1))
  const branches = heads.map(([head, rests]) => (head === "" ? "" : escaped(head) + tree(rests)))
  return branches.length === 1 ? branches[0]! : `(?:${branches.join("|")})`
}

const STARTS = new RegExp(tree([...byStart.keys()]), "g")

const isDenseBody = (body: string): boolean => isDense(body) && /[A-Za-z0-9]{10}/.test(body) && /\d/.test(body)

const matchAt = (text: string, start: string, index: number): Span | undefined => {
  // Longest beginning first; its shorter kin ("sk-" for "sk-ant-") stay as a second chance.
  for (let length = start.length; length >= 2; length--) {
    for (const entry of byStart.get(start.slice(0, length)) ?? []) {
      entry.body.lastIndex = index + length
      const body = entry.body.exec(text)?.[0]
      if (body === undefined || isExampleBody(body) || (entry.dense && !isDenseBody(body))) continue
      return { kind: entry.kind, start: index, end: index + length + body.replace(/[.]+$/, "").length }
    }
  }
  return undefined
}

/** The secret half of an AWS key pair follows its id in CSV exports and console copies without any label. */
const AWS_PARTNER = /[\s,;:|/"'`]{1,12}(?:[A-Za-z_ ]{0,24}[=:,]\s?["']?)?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/y

export const scanVendors = (text: string): Span[] => {
  const spans: Span[] = []
  STARTS.lastIndex = 0
  for (let found = STARTS.exec(text); found !== null; found = STARTS.exec(text)) {
    const index = found.index
    const span = opensToken(text, index) ? matchAt(text, found[0], index) : undefined
    if (span === undefined) {
      STARTS.lastIndex = index + 1
      continue
    }
    spans.push(span)
    STARTS.lastIndex = span.end
    if (span.kind === "aws-access-key") {
      AWS_PARTNER.lastIndex = span.end
      const partner = AWS_PARTNER.exec(text)
      if (partner !== null && isDense(partner[1]!) && !isExampleBody(partner[1]!)) {
        const end = partner.index + partner[0].length
        spans.push({ kind: "aws-secret-key", start: end - partner[1]!.length, end })
      }
    }
  }
  for (const entry of infixFormats) {
    for (let at = text.indexOf(entry.mark); at >= 0; at = text.indexOf(entry.mark, at + 1)) {
      const left = entry.left.exec(text.slice(Math.max(0, at - 80), at))?.[0]
      if (left === undefined) continue
      entry.right.lastIndex = at + entry.mark.length
      const right = entry.right.exec(text)?.[0]
      if (right === undefined || isExampleBody(right)) continue
      spans.push({ kind: entry.kind, start: at - left.length, end: at + entry.mark.length + right.length })
    }
  }
  for (const { kind, pattern } of dividedFormats) {
    for (const match of text.matchAll(pattern))
      spans.push({ kind, start: match.index, end: match.index + match[0].length })
  }
  return spans
}
