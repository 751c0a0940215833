// Finds secrets handed to commands and daemons: flags, SQL, netrc, pgpass, htpasswd, shells of databases.
// Ground truth: command-rules.ts. A flag's value is a secret by its place, so weak values count too.
import { type CommandRule, markedRules, openedRules } from "./command-rules.ts"
import { type KeyClass, keyClass, kindOf } from "./key-name.ts"
import { eachOpening, openingsOf } from "./opening.ts"
import { isBase64Body, isDense, isPlaceholder, isReference, isScrambled, isUuid } from "./shape.ts"
import { caught, execAt, matches, type Span, withoutTail } from "./span.ts"
import { isSecretValue, readValue, wholeEnd } from "./value.ts"

const FLAG = /(?<![\w-])--?([a-z][\w.-]{1,50})(?: |=| = )(?=[^\s-]|-[^\s-])/gi
const SET_COMMAND =
  /(?:config(?:ure)? set|config:set|secrets? set|set -[xgUL]{1,4}|set-secret|setx|git config(?: --\w+)?|ENV|ARG)\s{1,8}(?:\S{0,200}?[:.])?([\w.-]{2,60})[ =](?=\S)/y
/** A rule, or the commands that set a named value. */
const OPENINGS = openingsOf<CommandRule | "set">([
  ...openedRules,
  ["config~set configure~set config:set secret~set secrets~set set~- set-secret setx git~config env~ arg~", "set"],
])
const PGPASS = /:(?:\d{2,5}|\*):[\w.*-]{1,80}:[\w.*-]{1,80}:(?=\S)/g
const PGPASS_HOST = /(?:^|\n)[\w.*-]{1,120}$/
const PASSWORD_FILE = /:(?:[^\s:/]{1,40}:[0-9a-f]{32}|\{\w+\}\S{10,200})$/gm
const PASSWORD_FILE_USER = /(?:^|\n)(?!sha\d|md5|http)[\w.@-]{1,80}$/
const NPMRC = /_(?<=(?:^|[\s"'/:])_)(authToken|auth|password)\s?=\s?["']?([^\s"'$]{8,2048})/gm
const DOCKER_AUTH = /"auth\\?"\s{0,3}:\s{0,3}\\?"([A-Za-z0-9+/=_-]{8,4096})\\?"/g
const USER_BEFORE = /(?:^|[^\w/.:@-])[A-Za-z][\w.-]{0,60}:([^\s:@/"'`\\]{6,128})$/
const HOST_AFTER = /@(?!sha\d)[a-z][\w.-]{0,80}[:/(]/y
const HERE_SUBJECT = /(?:secret|token|passw|passwd|credential|login|auth|key)[^\n<]{0,120}$/i

const judged = (text: string, at: number, rule: Omit<CommandRule, "pattern">): Span | undefined => {
  const value = readValue(text, at, { startsLine: true, outerQuote: undefined })
  // `--with-token` is the next flag, not a value.
  if (value === undefined || /^--[a-z]/.test(text.slice(value.start, value.start + 3))) return undefined
  const read = text.slice(value.start, value.end)
  let held = /\\[rn]$/.test(read.slice(-2)) ? read.slice(0, -2) : withoutTail(read, ")]}\"'`")
  if (rule.until !== undefined) held = held.slice(0, Math.max(0, held.indexOf(rule.until)))
  if (!isSecretValue(held, rule.cls, rule.trust)) return undefined
  if (rule.until !== undefined && rule.trust !== "sure" && !isDense(held) && !isScrambled(held)) return undefined
  return { kind: rule.kind, start: value.start, end: wholeEnd(text, { ...value, end: value.start + held.length }) }
}

const named = (text: string, at: number, cls: KeyClass): Span | undefined =>
  judged(text, at, {
    kind: kindOf(cls),
    cls,
    trust: cls === "password" ? "sure" : "quoted",
  })

/** `--key` names many things; only a long run of letters and digits is taken for a secret. */
const BARE_KEY = /[A-Za-z0-9_]{20,512}(?=["'\s]|$)/y
const bareKey = (text: string, at: number): Span | undefined => {
  const value = execAt(BARE_KEY, text, /["']/.test(text[at] ?? "") ? at + 1 : at)
  if (value === null || !isDense(value[0]) || isPlaceholder(value[0])) return undefined
  return { kind: "api-key", start: value.index, end: value.index + value[0].length }
}

/** Passwords told by what stands right and left of a sign: `user:…@tcp(`, `secret put X <<< …`. */
const aroundSigns = (text: string): Span[] => {
  const spans: Span[] = []
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    if (execAt(HOST_AFTER, text, at) === null) continue
    const value = USER_BEFORE.exec(text.slice(Math.max(0, at - 200), at))?.[1]
    if (value === undefined || !isSecretValue(value, "password", "quoted")) continue
    if (isDense(value) || isScrambled(value)) spans.push({ kind: "password", start: at - value.length, end: at })
  }
  for (let at = text.indexOf("<<<"); at >= 0; at = text.indexOf("<<<", at + 3)) {
    if (!HERE_SUBJECT.test(text.slice(Math.max(0, at - 160), at))) continue
    const from = text[at + 3] === " " ? at + 4 : at + 3
    const span = judged(text, from, { kind: "secret", cls: "secret", trust: "quoted" })
    if (span !== undefined) spans.push(span)
  }
  return spans
}

/** `key=` alone names many things too; no digest and no path mixes cases and digits like this. */
const KEY_PAIR = /\bkey=["']?([A-Za-z0-9_]{24,512})(?![\w.:/-])/g
const isMixed = (value: string): boolean => /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)

const inFiles = (text: string): Span[] => {
  const spans: Span[] = []
  for (const match of matches(text, PGPASS, ":")) {
    if (!PGPASS_HOST.test(text.slice(Math.max(0, match.index - 121), match.index))) continue
    const span = judged(text, match.index + match[0].length, { kind: "password", cls: "password", trust: "sure" })
    if (span !== undefined) spans.push(span)
  }
  const isKey = (value: string): boolean => isMixed(value) && isDense(value) && !isPlaceholder(value)
  spans.push(...caught(text, KEY_PAIR, "api-key", isKey, "key="))
  for (const match of matches(text, PASSWORD_FILE, ":")) {
    const start = match.index + 1
    const end = match.index + match[0].length
    if (!PASSWORD_FILE_USER.test(text.slice(Math.max(0, match.index - 81), match.index))) continue
    if (isDense(text.slice(start, end))) spans.push({ kind: "password-hash", start, end })
  }
  spans.push(
    ...caught(text, NPMRC, "npm-token", value => !isPlaceholder(value), "_auth", "_password"),
    ...caught(text, DOCKER_AUTH, "docker-auth", value => isDense(value) || /[a-z][A-Z]/.test(value), '"auth'),
  )
  return spans
}

export const scanCommands = (text: string): Span[] => {
  const spans: Span[] = []
  const push = (span: Span | undefined): void => {
    if (span !== undefined) spans.push(span)
  }
  eachOpening(text, OPENINGS, (index, rule) => {
    const match = execAt(rule === "set" ? SET_COMMAND : rule.pattern(), text, index)
    if (match === null) return
    const at = index + match[0].length
    if (rule !== "set") return push(judged(text, at, rule))
    const cls = keyClass(match[1]!)
    if (cls !== undefined) push(named(text, at, cls))
  })
  for (const [mark, rule] of markedRules) {
    for (const match of matches(text, rule.pattern, mark)) push(judged(text, match.index + match[0].length, rule))
  }
  for (const match of matches(text, FLAG, "-")) {
    const at = match.index + match[0].length
    const cls = keyClass(match[1]!)
    if (cls !== undefined) push(named(text, at, cls))
    else if (match[1] === "key") push(bareKey(text, at))
  }
  spans.push(...aroundSigns(text), ...inFiles(text))
  return spans
}

// Finds secrets a shell prints: a prompt line that asks for one (`$ cat master.key`, `$ echo $API_TOKEN`), then the value.
// Ground truth: prompts end in `$`, `#`, `%` or `>`; the answer is one token alone on the next line.

const ASKED = /[$#%>+] ([^\n]{3,400})\n([^\s"'<>{}()]{8,512})[ \t]*$/gm
const PROMPT = /(?:^|\n)[^\n$#%>]{0,80}$/
const SUBJECT =
  /pass|secret|token|cred|(?:^|[\W_])(?:api|auth|priv\w*|master|access|signing|deploy)?[-_.]?key(?:[\W_]|$)|pwd|rand\b|base64 -{1,2}d|unseal/i
/** Answers that are digests or ids by the command's own meaning. */
const DIGEST =
  /\b(?:git|sha\d*sum|md5sum|shasum|md5|cksum|dgst|docker|kubectl get (?!secret)|wc|ls|find|grep|rg|which|stat|ssh-keygen -l|fingerprint|pubkey|pub|version)\b/

export const scanEchoes = (text: string): Span[] => {
  const spans: Span[] = []
  for (const match of matches(text, ASKED, "\n")) {
    const [, command, value] = match
    if (!SUBJECT.test(command!) || DIGEST.test(command!)) continue
    if (!PROMPT.test(text.slice(Math.max(0, match.index - 82), match.index))) continue
    if (isPlaceholder(value!) || isReference(value!)) continue
    if (/^[\w.@-]+(?:\/[\w.@-]+)+\/?$/.test(value!) && !isBase64Body(value!)) continue
    if (isUuid(value!) && !/token|secret|pass/i.test(command!)) continue
    if (!isDense(value!) && !/[A-Za-z][^\w\s]+[A-Za-z0-9]/.test(value!)) continue
    const start = match.index + match[0].indexOf("\n") + 1
    spans.push({ kind: "secret", start, end: start + value!.length })
  }
  return spans
}

// Finds secrets handed as literals to calls that sign in, sign or decrypt: `Client("…")`, `login(user, "…")`.
// Ground truth: names of such calls in common libraries. Calls whose own name says token or password are keyed-scan's.

const NEEDED = /client|PDO|jwt\.|login|auth|hmac|fernet|cipher|sign\(|verify\(|configure|signin|connect/i
/** The last word of the called name decides; up to two arguments may stand before the secret. */
const CALLED =
  /(?:\b|[a-z_])(?:PDO|jwt\.(?:en|de)code|[cC]lient|[lL]og[iI]n|[sS]ign[iI]n|[aA]uth(?:enticate|orize)?|[hH]mac|Fernet|[cC]ipher(?:iv)?|[sS]ign|[vV]erify|[cC]onfigure|[cC]onnect)\w{0,16}\((?=[^()\n]{0,400})/g
const LITERAL = /[^"'`()\n]{0,120}(?:\([^()\n]{0,80}\)[^"'`()\n]{0,40})?(["'`])((?:(?!\1)[^\s\\]){1,512})\1/y
const TUPLE = /\bauth\s?=\s?\(\s?["'][^"'\n]{1,80}["'],\s?["']([^"'\n]{4,256})["']/g
const ARGUMENTS = 4

const isHanded = (value: string, isSecond: boolean): boolean => {
  if (isPlaceholder(value) || isReference(value) || isUuid(value)) return false
  if (isBase64Body(value)) return true
  if (/[/\\{}<>,]|::|\.\w+$|^\W/.test(value)) return false
  if (isSecond && isScrambled(value)) return true
  return isDense(value) && value.length >= (isSecond ? 10 : 16)
}

export const scanCalls = (text: string): Span[] => {
  const spans: Span[] = []
  if (!NEEDED.test(text)) return spans
  for (const match of matches(text, CALLED)) {
    let at = match.index + match[0].length
    const isLogin = /login|signin|auth|hmac|sign|connect|PDO|code/i.test(match[0])
    for (let i = 0; i < ARGUMENTS; i++) {
      const literal = execAt(LITERAL, text, at)
      if (literal === null) break
      at = LITERAL.lastIndex
      const value = literal[2]!
      if (isHanded(value, isLogin && i > 0)) spans.push({ kind: "secret", start: at - 1 - value.length, end: at - 1 })
    }
  }
  spans.push(...caught(text, TUPLE, "password", value => !isPlaceholder(value) && !isReference(value)))
  return spans
}
