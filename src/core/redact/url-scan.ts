// Finds credentials inside URLs: user:password@host, tokens as user names, signed and keyed query strings.
// Ground truth: RFC 3986 authority and the parameter names of signed-URL schemes.

import { wordSet } from "../words/word-list.ts"
import { nameWords } from "./key-name.ts"
import { isDense, isNatural, isPlaceholder, isUuid, isWordy } from "./shape.ts"
import { caught, execAt, type Span, withoutTail } from "./span.ts"

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
