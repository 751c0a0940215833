// Finds credentials as the web carries them. In HTTP headers: Authorization and its kin, bearer values anywhere, cookies. Ground truth:
// RFC 7235, 6265 and the header names services use. Works on raw dumps, curl flags and code. In URLs: below.
import { wordSet } from "../words/word-list.ts"
import { nameWords } from "./key-name.ts"
import {
  isDense,
  isNatural,
  isPlaceholder,
  isReference,
  isScrambled,
  isUuid,
  isWordy,
  isWordyWithDigits,
} from "./shape.ts"
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

// Finds credentials inside URLs: user:password@host, tokens as user names, signed and keyed query strings.
// Ground truth: RFC 3986 authority and the parameter names of signed-URL schemes.

const AUTHORITY = /[^\s/?#"'<>`\\]{1,600}/y
// Database passwords are often pasted unescaped, slashes and all.
const LOOSE_AUTHORITY = /[^\s"'<>`\\]{1,300}@(?=[A-Za-z0-9[])/y
const DATABASE =
  /(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|oracle|clickhouse|cockroachdb|kafka|smtps?|ldaps?)(?:\+\w+)?$/i

const PARAMETER = /(?:[?&;#]|%3F|%26|\\u0026|&amp;)((?:[\w.-]|%5[BD]){1,48})(?:=|%3D)([^\s"'`<>&#\\;)\]}]{8,4096})/gi
/** Form fields that stand first in a body, where no `?` or `&` announces them. */
const FIRST_FIELD =
  /\b(?:SAML(?:Response|Request|art)|(?:client_)?assertion|code_verifier|device_code|login_hint_token)(?:=|%3D|\\{0,2}["']\s{0,3}:\s{0,3}\\{0,2}["'])([A-Za-z0-9%+/=_.-]{16,8192})/g
/** Names of parameters, without joints, that hold a secret in a query. */
const STRONG_PARAMETER = wordSet(
  "signature securitytoken credential qsignature sig sign hmac h hdnea hdnts token accesstoken authtoken idtoken refreshtoken sessiontoken apitoken bearertoken csrftoken oauthtoken usertoken bottoken invitetoken resettoken verificationtoken confirmationtoken downloadtoken sastoken uploadtoken magictoken privatetoken jwt apikey appkey key subscriptionkey code clientsecret secret scret pass password passwd passphrase pwd auth authorization sid session sessionid phpsessid jsessionid awsaccesskeyid accesskey otp ticket assertion samlresponse samlrequest state nonce policy hapikey wskey appid",
)
const NEEDS_DENSITY = wordSet(
  "key code h sign sid session sessionid token state nonce ticket policy auth appid signature",
)
const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^x-(?:amz|goog|oss|cos|obs|ms|bce)-/, "")
    .replace(/[-_]/g, "")

/** In a query no flag is this dense: whatever ends in one of these names holds one, unless it pages, sorts or is public. */
const NAMED_SECRET = /(?:^|[a-z0-9]|[-_.])(?:[Tt]oken|TOKEN|[Kk]ey|KEY|[Ss]ecret|SECRET|[Pp]assword|[Ss]ignature)$/
const PUBLIC_LEAD = wordSet(
  "next page paging pagination continuation continue cursor sync prev previous last first start end public publishable primary partition sort order group filter cache object row idempotency dedup dedupe site measurement css design color translation i18n query search map storage react list item foreign hot",
)
const holdsSecret = (name: string, value: string): boolean => {
  if (!NAMED_SECRET.test(name) || value.length < 16 || !isDense(value) || isUuid(value) || /[/.]/.test(value))
    return false
  return !nameWords(name).some(word => PUBLIC_LEAD.has(word))
}

const plain = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const userinfo = (text: string, schemeStart: number, from: number): Span | undefined => {
  let authority = execAt(AUTHORITY, text, from)?.[0] ?? ""
  let at = authority.lastIndexOf("@")
  if (at < 0 && DATABASE.test(text.slice(schemeStart, from - 3))) {
    authority = execAt(LOOSE_AUTHORITY, text, from)?.[0] ?? ""
    at = /:\d+\//.test(authority) ? -1 : authority.lastIndexOf("@")
  }
  if (at <= 0) return undefined
  const info = authority.slice(0, at)
  const colon = info.indexOf(":")
  if (colon < 0) {
    const isToken = info.length >= 16 && isDense(info) && !isPlaceholder(info)
    return isToken ? { kind: "url-token", start: from, end: from + at } : undefined
  }
  const user = info.slice(0, colon)
  const password = info.slice(colon + 1)
  if (password.length < 3 || isPlaceholder(plain(password)) || password === user) {
    const isToken = user.length >= 20 && isDense(user)
    return isToken ? { kind: "url-token", start: from, end: from + colon } : undefined
  }
  if (user.length >= 20 && isDense(user)) return { kind: "url-password", start: from, end: from + at }
  return { kind: "url-password", start: from + colon + 1, end: from + at }
}

export const scanUrls = (text: string): Span[] => {
  const spans: Span[] = []
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    const scheme = /[a-z][a-z0-9+.-]{0,24}$/i.exec(text.slice(Math.max(0, at - 25), at))
    if (scheme === null) continue
    const span = userinfo(text, at - scheme[0].length, at + 3)
    if (span !== undefined) spans.push(span)
  }
  const isMade = (value: string): boolean => isDense(value) && !isPlaceholder(value)
  spans.push(...caught(text, FIRST_FIELD, "url-token", isMade, "SAML", "assertion", "_code", "_verifier", "_hint"))
  if (!["=", "%3D", "%3d"].some(mark => text.includes(mark))) return spans
  PARAMETER.lastIndex = 0
  for (let match = PARAMETER.exec(text); match !== null; match = PARAMETER.exec(text)) {
    const name = match[1]!.replace(/^(?:\w+)\.|%5[BD]/gi, "")
    let value = match[2]!
    const encodedEnd = /%26/i.exec(value)
    if (encodedEnd !== null) value = value.slice(0, encodedEnd.index)
    value = withoutTail(value, ".,:!?")
    const start = match.index + match[0].length - match[2]!.length
    PARAMETER.lastIndex = start + Math.max(1, value.length)
    const decoded = plain(value)
    if (value.length < 8 || !(STRONG_PARAMETER.has(bare(name)) || holdsSecret(name, decoded))) continue
    if (isPlaceholder(decoded) || isWordy(decoded) || /^\d{1,12}$/.test(decoded)) continue
    if (NEEDS_DENSITY.has(bare(name)) && !(decoded.length >= 12 && isDense(decoded) && !isUuid(decoded))) continue
    if (isNatural(decoded.replace(/\+/g, " ")) && /[+ ]/.test(decoded)) continue
    spans.push({ kind: "url-token", start, end: start + value.length })
  }
  return spans
}
