// Finds credentials in HTTP headers: Authorization and its kin, bearer values anywhere, cookies.
// Ground truth: RFC 7235, 6265 and the header names services use. Works on raw dumps, curl flags and code.

import { wordSet } from "../words/word-list.ts"
import { isDense, isPlaceholder, isReference, isScrambled, isWordyWithDigits } from "./shape.ts"
import { caught, eachOpening, execAt, matches, openingsOf, opensToken, type Span, withoutTail } from "./span.ts"

const SCHEME = /([A-Za-z-]{3,16})(?:[ \t]|%20|\+){1,3}(?:token=)?(\\?["']?)([A-Za-z0-9._~+/=:|!@#$%^&*-]{8,8192})/iy
const AUTHORIZATION = /authorization(?:\\?["'\]]){0,3}\s{0,3}[:=,]\s{0,3}(?:\\?["'`]|\[")?\s?([^\s"'`\\,;<>]{8,8192})/gi
const AUTH_PARAMETER =
  /\b(?:Signature|Credential|response|nonce|cnonce|opaque|mac|oauth_(?:token|signature|consumer_key|nonce))="?([^\s",]{12,1024})/g
const COOKIE = /\b(?:set-)?cookie\\?["']?(?:\]|,)?\s{0,3}[:=]\s{0,3}(?:\\?["'`]|\[")?\s?([^\n"'`\\]{4,8192})/gi
const COOKIE_FLAG = /\s(?:-b|--cookie)[ =](?:\\?["'])?([^\n"'`\\]{4,8192})/g
const COOKIE_OBJECT = /"name"\s{0,3}:\s{0,3}"([\w.-]{1,60})"\s{0,3},\s{0,40}"value"\s{0,3}:\s{0,3}"([^"\s]{16,4096})"/g
const JAR = /^(?:#HttpOnly_)?[\w.-]+\t(?:TRUE|FALSE)\t[^\t\n]*\t(?:TRUE|FALSE)\t\d+\t([^\t\n]+)\t([^\t\n]{8,4096})$/gim
const SESSION_NAME =
  /sess|sid$|^sid|token|auth|jwt|csrf|xsrf|remember|login|secret|ticket|\.AspNet|identity|clearance|key|__Secure|__Host/i
const ATTRIBUTE = wordSet("path domain expires max-age samesite secure httponly priority partitioned version comment")
const TRACKER =
  /^(?:_ga|_gid|_gat|_gcl|_fbp|ajs_|amplitude|theme|lang|locale|tz|timezone|consent|optanon|currency|country|intercom-id)/i
const SESSION_VARIABLE = /([\w.-]{1,40})=(?:\\?["'])?([A-Za-z0-9%._~+/=:-]{16,4096})/y
const SCHEMES =
  "bearer basic digest token apikey api-key negotiate ntlm geniekey splunk ssws dpop oauth klaviyo-api-key jwt hawk"
const SESSIONS =
  "phpsessid jsessionid aspsessionid asp.net_sessionid connect.sid laravel_session ci_session sessionid session_token sessid li_at ds_user_id xsrf-token csrftoken remember_token"
const OPENINGS = openingsOf<"scheme" | "session">([
  [SCHEMES, "scheme"],
  [`${SESSIONS} d=`, "session"],
])
const NAMES = { scheme: wordSet(SCHEMES), session: wordSet(`${SESSIONS} _session_id d`) }
const isNamed = (held: keyof typeof NAMES, name: string): boolean =>
  NAMES[held].has(name.toLowerCase()) || (held === "session" && /^aspsessionid\w{0,12}$/i.test(name))
/** The one name that starts with a joint, where no word starts. */
const JOINED_NAME = "_session_id="

const decoded = (value: string): string => {
  try {
    return atob(value)
  } catch {
    return ""
  }
}

const isCredential = (scheme: string, value: string): boolean => {
  if (isPlaceholder(value) || isReference(value)) return false
  // A base64 pair is a credential even when it spells no digit; a stand-in pair is not.
  if (scheme === "basic") {
    const pair = decoded(value)
    return /^[\x20-\x7e]+:[\x20-\x7e]*$/.test(pair)
      ? !isPlaceholder(pair.slice(pair.indexOf(":") + 1))
      : isDense(value) && value.length >= 12
  }
  if (isWordyWithDigits(value) && !isScrambled(value)) return false
  return (value.length >= 10 && isDense(value)) || isScrambled(value)
}

const trimmed = (value: string): string => withoutTail(value, ".,;:!?")

const cookies = (line: string, from: number): Span[] => {
  const spans: Span[] = []
  let at = 0
  for (const part of line.split(";")) {
    const equals = part.indexOf("=")
    const name = part.slice(0, Math.max(0, equals)).trim()
    const value = part.slice(equals + 1).trimEnd()
    if (
      equals > 0 &&
      !ATTRIBUTE.has(name.toLowerCase()) &&
      !TRACKER.test(name) &&
      !isPlaceholder(value) &&
      !/\s/.test(value.trim())
    ) {
      const isSession =
        SESSION_NAME.test(name) && value.length >= 6 && !isWordyWithDigits(value) && !/^\d{1,8}$/.test(value)
      if (isSession || (value.length >= 16 && isDense(value))) {
        const lead = value.length - value.trimStart().length
        spans.push({ kind: "cookie", start: from + at + equals + 1 + lead, end: from + at + equals + 1 + value.length })
      }
    }
    at += part.length + 1
  }
  return spans
}

/** What each pattern cannot do without: compiling one for a text that lacks it costs more than the look. */
const NEEDED = {
  authorization: /authorization/i,
  cookie: /cookie/i,
} as const

const schemeSpan = (match: RegExpExecArray): Span | undefined => {
  const value = trimmed(match[3]!)
  const scheme = match[1]!.toLowerCase()
  const start = match.index + match[0].length - match[3]!.length
  if ((scheme === "token" && value.length < 16) || !isCredential(scheme, value)) return undefined
  return { kind: `${scheme.replace(/[^a-z]/g, "")}-auth`, start, end: start + value.length }
}

const sessionSpan = (text: string, match: RegExpExecArray): Span | undefined => {
  const value = match[2]!
  if (!opensToken(text, match.index) || !isDense(value) || isPlaceholder(value)) return undefined
  if (match[1] === "d" && value.length < 60) return undefined
  const end = match.index + match[0].length
  return { kind: "session", start: end - value.length, end }
}

export const scanHeaders = (text: string): Span[] => {
  const spans: Span[] = []
  // What a match has read, no other of its kind reads again.
  const done = { scheme: 0, session: 0 }
  const sessions: Span[] = []
  eachOpening(text, OPENINGS, (index, held) => {
    if (index < done[held]) return
    const pattern = held === "scheme" ? SCHEME : SESSION_VARIABLE
    const match = execAt(pattern, text, index)
    if (match === null || !isNamed(held, match[1]!)) return
    done[held] = pattern.lastIndex
    const span = held === "scheme" ? schemeSpan(match) : sessionSpan(text, match)
    if (span !== undefined) (held === "scheme" ? spans : sessions).push(span)
  })
  const authorised = NEEDED.authorization.test(text)
  for (const match of authorised ? matches(text, AUTHORIZATION) : []) {
    const value = trimmed(match[1]!)
    const start = match.index + match[0].length - match[1]!.length
    if (isCredential("", value)) spans.push({ kind: "authorization", start, end: start + value.length })
  }
  const isMade = (value: string): boolean => isDense(value) && !isPlaceholder(value)
  if (authorised) spans.push(...caught(text, AUTH_PARAMETER, "authorization", isMade))
  for (const match of NEEDED.cookie.test(text) ? matches(text, COOKIE) : []) {
    spans.push(...cookies(match[1]!, match.index + match[0].length - match[1]!.length))
  }
  if (text.includes('"value"'))
    spans.push(...caught(text, COOKIE_OBJECT, "cookie", (value, [, name]) => SESSION_NAME.test(name!) && isMade(value)))
  for (const match of matches(text, COOKIE_FLAG, "curl")) {
    if (match[1]!.includes("="))
      spans.push(...cookies(match[1]!.split(/\s/)[0]!, match.index + match[0].length - match[1]!.length))
  }
  if (text.includes("\tTRUE\t") || text.includes("\tFALSE\t"))
    spans.push(...caught(text, JAR, "cookie", (value, [, name]) => SESSION_NAME.test(name!) || isDense(value)))
  for (let at = text.indexOf(JOINED_NAME); at >= 0; at = text.indexOf(JOINED_NAME, at + 1)) {
    const match = execAt(SESSION_VARIABLE, text, at)
    const span = match === null ? undefined : sessionSpan(text, match)
    if (span !== undefined) sessions.push(span)
  }
  // A cookie is the better name for what both find.
  spans.push(...sessions)
  return spans
}
