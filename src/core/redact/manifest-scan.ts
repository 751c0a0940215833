// Finds secrets known only by the document around them: Kubernetes Secrets, key JSON (JWK), password columns of CSV.
// Ground truth: the Kubernetes Secret schema, RFC 7517, and header rows.

import { keyClass, kindOf } from "./key-name.ts"
import { isPlaceholder, isReference } from "./shape.ts"
import { caught, matches, type Span } from "./span.ts"
import { isSecretValue } from "./value.ts"

const SECRET_KIND = /["']?kind["']?\s{0,3}:\s{0,3}["']?Secret["']?(?![A-Za-z])/g
const DATA_YAML = /^([ \t]*)(?:data|stringData):[ \t]*\n/gm
const DATA_JSON = /"(?:data|stringData)"\s{0,3}:\s{0,3}\{/g
const JSON_VALUE = /:\s{0,3}"([^"\s]{4,8192})"/g
const DOCUMENT_LIMIT = 24_000
const JWK_PRIVATE = /"(?:d|p|q|dp|dq|qi|k)"\s{0,3}:\s{0,3}"([A-Za-z0-9_+/=-]{20,1400})"/g

const yamlData = (text: string, from: number, indent: number, end: number): Span[] => {
  const spans: Span[] = []
  let pos = from
  while (pos < end) {
    const newline = text.indexOf("\n", pos)
    const stop = newline < 0 || newline > end ? end : newline
    const line = text.slice(pos, stop)
    const depth = line.length - line.trimStart().length
    if (line.trim() !== "" && depth <= indent) break
    const pair =
      /^\s*["']?[\w.-]+["']?:\s*["']?([^\s"']+)["']?\s*$/.exec(line) ?? /^\s*([A-Za-z0-9+/=]{8,})\s*$/.exec(line)
    const value = pair?.[1]
    if (
      value !== undefined &&
      value.length >= 4 &&
      !isPlaceholder(value) &&
      !isReference(value) &&
      !/^[|>]/.test(value)
    ) {
      const start = pos + line.lastIndexOf(value)
      spans.push({ kind: "kubernetes-secret", start, end: start + value.length })
    }
    pos = stop + 1
  }
  return spans
}

const jsonData = (text: string, from: number, end: number): Span[] => {
  const close = text.slice(from, end).indexOf("}")
  const body = text.slice(from, close < 0 ? end : from + close)
  const isMeant = (value: string): boolean => !isPlaceholder(value) && !isReference(value)
  return caught(body, JSON_VALUE, "kubernetes-secret", isMeant).map(({ kind, start, end }) => ({
    kind,
    start: from + start,
    end: from + end,
  }))
}

const kubernetes = (text: string): Span[] => {
  const spans: Span[] = []
  let done = 0
  for (const match of matches(text, SECRET_KIND, "Secret")) {
    // The document runs from the divider before the kind to the one after it.
    const floor = Math.max(done, match.index - DOCUMENT_LIMIT)
    const divider = text.lastIndexOf("\n---", match.index)
    const start = Math.max(divider, floor)
    const next = text.indexOf("\n---", match.index)
    const end = Math.min(next < 0 ? text.length : next, match.index + DOCUMENT_LIMIT)
    const document = text.slice(start, end)
    for (const data of matches(document, DATA_YAML)) {
      spans.push(...yamlData(text, start + data.index + data[0].length, data[1]!.length, end))
    }
    for (const data of matches(document, DATA_JSON))
      spans.push(...jsonData(text, start + data.index + data[0].length, end))
    done = end
  }
  return spans
}

// Blanks may stand in only one place of a cell, so that a failing row is given up in linear time.
const SEPARATED_HEADER = /^[ \t|]*[A-Za-z_"][\w "]{0,60}(?:[,|;\t] *[A-Za-z_"][\w "]{0,60}){1,30}[ \t|]*$/gm

const columns = (text: string): Span[] => {
  const spans: Span[] = []
  for (const header of matches(text, SEPARATED_HEADER, ",", "|", ";", "\t")) {
    if (!/pass|secret|token|key|pwd/i.test(header[0])) continue
    const divider = ["|", "\t", ";", ","].find(mark => header[0].includes(mark))!
    const names = header[0].split(divider)
    const secret = names.map(name => keyClass(name.trim().replace(/"/g, "")))
    if (!secret.some(cls => cls !== undefined)) continue
    let pos = header.index + header[0].length + 1
    for (let row = 0; row < 200 && pos < text.length; row++) {
      const newline = text.indexOf("\n", pos)
      const line = text.slice(pos, newline < 0 ? text.length : newline)
      const isRule = /^[-+|= \t]+$/.test(line)
      const cells = line.split(divider)
      if (!isRule && cells.length !== names.length) break
      let at = pos
      cells.forEach((cell, i) => {
        const cls = secret[i]
        const value = cell.trim().replace(/^["']|["']$/g, "")
        if (!isRule && cls !== undefined && isSecretValue(value, cls, "quoted")) {
          const start = at + cell.indexOf(value)
          spans.push({ kind: kindOf(cls), start, end: start + value.length })
        }
        at += cell.length + 1
      })
      if (newline < 0) break
      pos = newline + 1
    }
  }
  return spans
}

const INSERT = /\bINSERT INTO [^\s(]{1,80}\s{0,3}\(([^()]{1,600})\)\s{0,8}VALUES\s{0,8}/gi
const TUPLE = /\s{0,8},?\s{0,8}\(((?:[^()'"]|'(?:[^'\\]|\\.|'')*'|"[^"\n]*")*)\)/y
const FIELD = /\s*(?:[eEnN]?'((?:[^'\\]|\\.|'')*)'|"([^"\n]*)"|[^,]*)\s*(?:,|$)/y

/** Rows written into columns whose names announce a secret. */
const inserts = (text: string): Span[] => {
  const spans: Span[] = []
  for (const match of matches(text, INSERT, "(")) {
    const classes = match[1]!.split(",").map(name => keyClass(name.trim().replace(/[`"[\]]/g, "")))
    if (!classes.some(cls => cls !== undefined)) continue
    TUPLE.lastIndex = match.index + match[0].length
    for (let row = 0; row < 200; row++) {
      const tuple = TUPLE.exec(text)
      if (tuple === null) break
      const body = tuple[1]!
      const from = tuple.index + tuple[0].length - 1 - body.length
      FIELD.lastIndex = 0
      for (const cls of classes) {
        const field = FIELD.lastIndex < body.length ? FIELD.exec(body) : null
        if (field === null) break
        const value = field[1] ?? field[2]
        if (cls === undefined || value === undefined || !isSecretValue(value, cls, "quoted")) continue
        const start = from + field.index + field[0].indexOf(value)
        spans.push({ kind: kindOf(cls), start, end: start + value.length })
      }
    }
  }
  return spans
}

export const scanManifests = (text: string): Span[] => {
  const spans = kubernetes(text)
  if (text.includes('"kty"')) spans.push(...caught(text, JWK_PRIVATE, "jwk-private", () => true))
  spans.push(...columns(text), ...inserts(text))
  return spans
}
