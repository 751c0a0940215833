// Finds secrets by the name they stand under, in any notation: env, JSON, YAML, INI, XML, code, flags, tables.
// Ground truth: key-name.ts for names, value.ts for values. Each name is read once, so the cost is linear.

import { kindOf, type Name, nameAt, placeOf } from "./key-name.ts"
import { isCode, isDense, isScrambled, isUuid } from "./shape.ts"
import { execAt, matches, type Span } from "./span.ts"
import { isSecretValue, readValue, type Trust, type Value, wholeEnd } from "./value.ts"

const ANCHOR =
  /pass(?:w(?:or)?d|wort|phrase|code)?|pwd|pswd|\bpw\b|_pw\b|\bpsk\b|secret|token|cred(?:ential)?s?\b|key|auth\b|_auth|jwt|bearer|salt\b|pepper|webhook|mnemonic|senha|contrasena|_pat\b/gi
const QUOTES_END = "(?:\\\\{0,6}[\"'`]|&quot;|%22)?"
const PAIR = new RegExp(
  `(?: #?\\d{1,3}(?=:))?${QUOTES_END}(?:[*_]{1,3}|</(?:b|strong|td|th|dt|label|code|em)>)?${QUOTES_END}\\]?(?:\\[["']?\\w{1,30}["']?\\]){0,2}(?:\\s?\\[(?:None|\\*+\\w*|[\\w*]{0,20})\\])?[ \\t]*(?:\\?|!)?(?::[ \\t]*(?:str|string|String|SecretStr|Optional\\[str\\]|&str|const char\\s?\\*|std::string)(?:\\s?\\|\\s?\\w+)?[ \\t]*)?(?:=>|:=|\\?\\?=|\\|\\|=|={1,3}|!==?|::?|%3D|%3A|\\\\u003d|\\?=|\\+=|<-)[ \\t]*(?:!!?\\w{1,12}[ \\t]+)?`,
  "iy",
)
const NAME_VALUE = new RegExp(
  `${QUOTES_END}[\\s,;]{0,60}${QUOTES_END}(?:parameter|default|string|plain)?[ _]?(?:value|content)${QUOTES_END}\\s{0,3}[:=]\\s{0,3}`,
  "iy",
)
/** `variable "db_password" { … default = "…" }`: the name opens a block, the value stands in it. */
const DECLARED = /["']\s{0,3}\{[^{}]{0,300}?\b(?:default|value)\s{0,12}[=:]\s{0,3}(?=["'])/y
const CALL = /["'`]?\s?[,(]\s{0,24}(?=[rbu@]?["'`])/y
// What a setting falls back to: `env.X || "…"`, `getenv("X") ?: "…"`, `${X:-…}`.
const FALLBACK =
  /["'`)\]]{0,3}(?:\s{0,2}(?:\|\||\?\?|\?:|\bor\b)\s{0,2}(?=[rbu@]?["'`])|\.(?:unwrap_or|or_else|orElse|getOrElse|withDefault|default)\(\s?(?=["'])|:[-=](?=[^\s}$]{6,200}\}))/y
const FALLBACK_OPENS = "\"'`)] |?:."
const NEXT_ELEMENT = /<\/[a-z]{1,8}>\s{0,40}<[a-z]{1,12}(?:\s[^<>\n]{0,40})?>\s{0,4}/iy
const LITERAL = /["']?[ \t]{1,4}(?=["'])/y
// "Set API_KEY to …": a sentence about a named setting.
const TO = /[`"']?[ \t]{1,3}(?:to|is|as|with|should be)[ \t]{1,3}/y
const MEMBER = /["']?([\w.-]{1,48})["']?\s{0,3}:\s{0,3}(["'])([^"'\s{}]{16,2048})\2/g
const OPEN_MEMBER =
  /(?:^|[-_.])(?:id|ids|user|username|name|host|url|uri|email|type|issuer|audience|region|hash|kid|algorithm|path|file)$|Id$|Url$|Name$/i
const OBJECT_LIMIT = 600
const LITERAL_OPENS = " \t\"'"
const YAML_ITEM = /[ \t]*- +(["']?)([^\s"'#:]{8,512})\1[ \t]*(?:\r?\n|$)/y
const SIBLINGS =
  /["'](?:,\s{0,40}["']\w{1,24}["']\s{0,3}:\s{0,3}(?:"[^"\n]{0,120}"|[\w.-]{1,40})){1,4},\s{0,40}["'](?:string|plain)?value["']\s{0,3}:\s{0,3}(?=")/iy
const ELEMENT = /(?:"|')?(?:\s[^<>\n]{0,80})?>\s{0,4}/y
const CDATA = /<!\[CDATA\[/y
const BLOCK = /[|>][+-]?\d?[ \t]*\n[ \t]*/y
const NEXT_LINE = /[ \t]*\r?\n[ \t\r\n]{0,12}(?:[ \t]*|> ?)(?=\S)/y
const NESTED_VALUE = /\{[^{}]{0,200}?\\?["']?(?:value|stringValue|plaintext)\\?["']?\s{0,3}[:=]\s{0,3}/iy
const LIST_ITEM = /\s{0,40}(["'])([^"'\n]{8,512})\1\s{0,4}[,\]]/y
const CHANGE = /\s{0,3}(?:->|=>|→)\s{0,3}(?=")/y
const COLUMN = /(?:[ \t]{2,60}|\t|[ \t]{0,40}\|[ \t]{1,40}| (?=\S+\s*(?:\n|$)))/y
// Box drawings too: process managers and CLIs print their tables with them.
const CELL = /[ \t]{0,40}[|│┃][ \t]{1,40}/y
const NAMED_LAST = /["']?(?:name|key|Name|Key)["']?\s{0,3}[:=]\s{0,3}["']?$/
const VALUE_FIRST = /["']?[vV]alue["']?\s{0,3}[:=]\s{0,3}(?:"([^"\n]{4,512})"|'([^'\n]{4,512})')[\s,;]{1,60}$/
const DECORATED = /(?:\\?["'`]|&quot;|%22)$/

const accept = (text: string, value: Value, name: Name, trust: Trust): Span | undefined => {
  const held = text.slice(value.start, value.end)
  if (!isSecretValue(held, name.cls, trust)) return undefined
  if (name.weak && !(held.length >= 16 && isDense(held))) return undefined
  return { kind: kindOf(name.cls), start: value.start, end: wholeEnd(text, value) }
}

const MOST_ITEMS = 50
/** The items of a list that stand one behind another from there on; the pattern's second group is the value. */
const itemSpans = (text: string, from: number, pattern: RegExp, name: Name): Span[] => {
  const spans: Span[] = []
  let item = execAt(pattern, text, from)
  for (let i = 0; i < MOST_ITEMS && item !== null; i++) {
    const start = text.indexOf(item[2]!, item.index)
    const span = accept(text, { start, end: start + item[2]!.length, isQuoted: true }, name, "quoted")
    if (span !== undefined) spans.push(span)
    item = execAt(pattern, text, item.index + item[0].length)
  }
  return spans
}

/** `"jwt": {"issuer": "…", "key": "…"}`: what a secret's object holds, unless its own name says it is public. */
const memberSpans = (text: string, from: number, name: Name): Span[] => {
  const close = text.slice(from, from + OBJECT_LIMIT).indexOf("}")
  const spans: Span[] = []
  for (const match of matches(text.slice(from, close < 0 ? from + OBJECT_LIMIT : from + close), MEMBER)) {
    const held = match[3]!
    if (OPEN_MEMBER.test(match[1]!) || isUuid(held) || !isDense(held)) continue
    const start = from + match.index + match[0].length - 1 - held.length
    const span = accept(text, { start, end: start + held.length, isQuoted: true }, name, "quoted")
    if (span !== undefined) spans.push(span)
  }
  return spans
}

const isPlural = (name: string): boolean => /keys|tokens|secrets|passwords|credentials/i.test(name)

/** `user=a password=b host=c`: pairs parted by blanks, as logs and connection strings have them; code parts them by commas. */
const PAIR_BEFORE = /(?:^|\s)[\w.-]{1,40}=[^\s=]{1,200} $/
const PAIR_AFTER = /[!?]{0,4}[ \t][\w.-]{1,40}=\S/y
const isAmongPairs = (text: string, start: number, end: number): boolean => {
  return (
    execAt(PAIR_AFTER, text, end) !== null ||
    (text[start - 1] === " " && PAIR_BEFORE.test(text.slice(Math.max(0, start - 240), start)))
  )
}

const pairSpans = (text: string, name: Name, from: number, isEquals: boolean): Span[] => {
  const { place, isEnv } = placeOf(text, name)
  const block = execAt(BLOCK, text, from) ?? execAt(NEXT_LINE, text, from)
  const isBlock = block !== null
  let at = from + (block?.[0].length ?? 0)
  if (text[at] === "[" && isPlural(name.text)) return itemSpans(text, at + 1, LIST_ITEM, name)
  if (isBlock && text[at] === "-" && isPlural(name.text))
    return itemSpans(text, text.lastIndexOf("\n", at) + 1, YAML_ITEM, name)
  const nested = execAt(NESTED_VALUE, text, at)
  if (nested !== null) at += nested[0].length
  else if (text[at] === "{") return memberSpans(text, at, name)
  const value = readValue(text, at, isBlock ? { startsLine: true, outerQuote: undefined } : place)
  if (value === undefined) return []
  if (isBlock) {
    // The next line holds a value only when it holds nothing else.
    const rest = text.slice(value.end, value.end + 3)
    if (!/^["'`]?[,;]?\s*(?:\n|$)/.test(rest) || !isDense(text.slice(value.start, value.end))) return []
  }
  const isShell = isEquals && isEnv && text[from - 1] === "="
  // `a.password=x` alone on its line is a properties or INI entry: nothing there is code.
  const isEntry =
    isEquals &&
    place.startsLine &&
    text[from - 1] === "=" &&
    from - name.end === 1 &&
    /^(?:\s|$)/.test(text.slice(value.end, value.end + 1))
  const isListed =
    isEquals && from - name.end === 1 && (place.inConnection || isAmongPairs(text, name.start, value.end))
  const trust: Trust =
    isShell && !value.isQuoted
      ? "sure"
      : value.isQuoted || ((isEntry || isListed) && !isCode(text.slice(value.start, value.end)))
        ? "quoted"
        : "bare"
  const span = accept(text, value, name, isShell ? "sure" : trust)
  if (span === undefined) return []
  if (execAt(CHANGE, text, value.isQuoted ? value.end + 1 : value.end) === null) return [span]
  const changed = readValue(text, CHANGE.lastIndex, place)
  const second = changed === undefined ? undefined : accept(text, changed, name, "quoted")
  return second === undefined ? [span] : [span, second]
}

/** `{"value": "…", "name": "API_TOKEN"}`: some exports put the value first. */
const valueBefore = (text: string, name: Name): Span | undefined => {
  const before = text[name.start - 1]
  if (before !== '"' && before !== "'" && before !== " " && before !== "=") return undefined
  const named = NAMED_LAST.exec(text.slice(Math.max(0, name.start - 24), name.start))
  if (named === null) return undefined
  const end = name.start - named[0].length
  const value = VALUE_FIRST.exec(text.slice(Math.max(0, end - 600), end))
  if (value === null) return undefined
  const held = value[1] ?? value[2]!
  const start = end - value[0].length + value[0].indexOf(held)
  return accept(text, { start, end: start + held.length, isQuoted: true }, name, "quoted")
}

/** One way in which a value stands behind its name. */
interface Form {
  /** from the name's end to where the value begins */
  readonly pattern: RegExp
  readonly fits?: (text: string, name: Name) => boolean
  readonly trust: Trust | ((name: Name) => Trust)
  readonly read?: (text: string, at: number) => Value | undefined
  /** only such a value, where any word may stand */
  readonly keeps?: (held: string) => boolean
  /** where nothing is accepted, later forms may still hold */
  readonly goesOn?: true
}
const opens =
  (marks: string): Form["fits"] =>
  (text, name) =>
    marks.includes(text[name.end] ?? "\n")
const dense =
  (least: number): Form["keeps"] =>
  held =>
    held.length >= least && isDense(held)
/** Up to the mark that ends it, which must not come at once. */
const until = (text: string, start: number, mark: RegExp): Value | undefined => {
  const close = text.slice(start, start + 2048).search(mark)
  return close > 0 ? { start, end: start + close, isQuoted: true } : undefined
}
const ahead = (text: string, name: Name, chars: number): string =>
  text.slice(Math.max(0, name.start - chars), name.start)

const FALLS_BACK: Form = { pattern: FALLBACK, fits: opens(FALLBACK_OPENS), trust: "quoted" }
const FORMS: readonly Form[] = [
  { pattern: NAME_VALUE, trust: name => (name.cls === "password" ? "sure" : "bare") },
  { pattern: SIBLINGS, fits: opens("\"'"), trust: "quoted" },
  { pattern: NEXT_ELEMENT, fits: opens("<"), trust: "quoted", read: (text, at) => until(text, at, /<|\n/) },
  { pattern: DECLARED, fits: opens("\"'"), trust: "quoted" },
  { pattern: LITERAL, fits: opens(LITERAL_OPENS), trust: "quoted", keeps: dense(8), goesOn: true },
  { pattern: TO, fits: (_, name) => /_|\w[A-Z]/.test(name.text), trust: "bare", keeps: dense(12) },
  {
    pattern: ELEMENT,
    fits: (text, name) => text[name.start - 1] === "<" || DECORATED.test(ahead(text, name, 6)),
    trust: "quoted",
    read: (text, at) => until(text, at + (execAt(CDATA, text, at)?.[0].length ?? 0), /\]\]>|<\/|\s*\n/),
    goesOn: true,
  },
  {
    pattern: CELL,
    fits: (text, name) => /[|│┃][ \t`*]*$/.test(ahead(text, name, 24)),
    trust: "bare",
    keeps: dense(8),
  },
  {
    // A table cell or a bare `NAME value` line: only a value no sentence would hold.
    pattern: COLUMN,
    fits: (_, name) => /_|\w-\w/.test(name.text),
    trust: "bare",
    keeps: held => held.length >= 10 && (isDense(held) || isScrambled(held)),
  },
  { pattern: CALL, trust: "quoted" },
]
const ALONE = { startsLine: false, outerQuote: undefined }

/** What stands behind the name in this form; undefined: not this form. */
const spansIn = (text: string, name: Name, form: Form): Span[] | undefined => {
  const { pattern, fits, trust, read, keeps, goesOn } = form
  if (fits?.(text, name) === false) return undefined
  if (execAt(pattern, text, name.end) === null) return undefined
  const value = read ? read(text, pattern.lastIndex) : readValue(text, pattern.lastIndex, ALONE)
  const place = value?.isQuoted ? "quoted" : typeof trust === "string" ? trust : trust(name)
  const span = value && accept(text, value, name, place)
  if (span !== undefined && (keeps?.(text.slice(span.start, span.end)) ?? true)) return [span]
  return goesOn ? undefined : []
}

const spansAfter = (text: string, name: Name): Span[] => {
  const fallback = spansIn(text, name, FALLS_BACK)
  if (fallback !== undefined) return fallback
  const pair = execAt(PAIR, text, name.end)
  if (pair !== null) return pairSpans(text, name, PAIR.lastIndex, pair[0].includes("=") || /%3D/i.test(pair[0]))
  const first = valueBefore(text, name)
  if (first !== undefined) return [first]
  for (const form of FORMS) {
    const spans = spansIn(text, name, form)
    if (spans !== undefined) return spans
  }
  return []
}

export const scanKeyed = (text: string): Span[] => {
  const spans: Span[] = []
  let floor = 0
  ANCHOR.lastIndex = 0
  for (let found = ANCHOR.exec(text); found !== null; found = ANCHOR.exec(text)) {
    const name = nameAt(text, found.index, found[0].length, floor)
    if (name === undefined) continue
    floor = name.end
    if (ANCHOR.lastIndex < name.end) ANCHOR.lastIndex = name.end
    for (const span of spansAfter(text, name)) {
      spans.push(span)
      // A value may stand before its name: never read backwards.
      floor = Math.max(floor, span.end)
      ANCHOR.lastIndex = floor
    }
  }
  return spans
}
