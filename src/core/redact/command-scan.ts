// Finds secrets handed to commands and daemons: flags, SQL, netrc, pgpass, htpasswd, shells of databases.
// Ground truth: the table below, from the manuals of those tools. A flag's value is a secret by its place, so weak values count too.
import { once } from "../once.ts"
import { type KeyClass, keyClass, kindOf } from "./key-name.ts"
import { isBase64Body, isDense, isPlaceholder, isReference, isScrambled, isUuid } from "./shape.ts"
import { caught, eachOpening, execAt, matches, openingsOf, type Span, withoutTail } from "./span.ts"
import { isSecretValue, readValue, type Trust, wholeEnd } from "./value.ts"

// THE table of commands, statements and phrases whose next word is a secret: `words that open it => kind trust /what ends right before
// the value/`, and `until` a unit that ends the value. Beginnings of words are span.ts's, "~" is a blank.

type CommandRule = {
  readonly kind: string
  readonly cls: KeyClass
  readonly trust: Trust
  /** Sticky at a word that opens it, or global behind its mark; ends right before the value. */
  readonly pattern: () => RegExp
  /** A unit that ends the value. */
  readonly until?: string
}
const OPENED = String.raw`
mysql mariadb => password sure /(?:mysql\w{0,8}|mariadb(?:-dump)?)\b[^\n|;]{0,200}?\s-p(?=[^\s-])/y
sshpass docker~login podman~login helm~registry az~login skopeo~login mongo ldap influx cqlsh oc~login nerdctl~login buildah~login ansible-vault 7z zip unzip unrar rar useradd usermod sqlcmd isql bcp snowsql vsql clickhouse-client ftp lftp htdigest plink pscp psftp net~use mosquitto_ impacket- crackmapexec hydra => password sure /[^\n|;]{2,200}?\s-(?:[pPw]|pw)[ =]?(?=[^\s-])/y
wpa_passphrase => password sure /wpa_passphrase[ \t]{1,8}(?:"[^"\n]{1,64}"|'[^'\n]{1,64}'|[^\s"']{1,64})[ \t]{1,8}(?=\S)/y
redis-cli => password sure /redis-cli\b[^\n|;]{0,200}?\s(?:-a|--pass)[ =]/y
htpasswd => password sure /htpasswd\s(?:-\w+\s){0,4}\S+\s\S+\s/y
curl http~ https~ httpie wget xh~ smbclient rpcclient => basic-auth sure /\w{2,10}\b[^\n]{0,400}?\s(?:-u|--user|-a|--auth|-U|--proxy-user)[ =]?["']?[^\s:"'%]{0,80}[:%]/y
identified password => password sure /(?:IDENTIFIED (?:WITH \S{1,40} )?(?:BY|AS)|PASSWORD(?:\s?=| FOR \S{1,80} ?=)?)\s{1,3}(?:PASSWORD ?\()?(?=['"])/iy
login => password sure /login\s{1,8}\S{1,120}\s{1,8}password\s{1,8}/y
requirepass masterauth rootpw bindpw smtp_auth_password auth_pass wpa_passphrase enable~ => password sure /(?<=^[ \t]{0,8})(?:requirepass|masterauth|rootpw|bindpw|smtp_auth_password|auth_pass|wpa_passphrase|enable (?:password|secret)(?: \d)?)[ \t]{1,8}/my
auth~ => password quoted /(?:AUTH|auth)\s(?:default\s|\w{1,32}\s)?(?=\S{8,128}(?:\s|$))/y
auth" => password quoted /AUTH" (?:"\w{1,32}" )?(?="[^"\s]{8,128}")/iy
new~value => secret quoted /new value: ?/iy
rabbitmqctl => password sure /rabbitmqctl\s(?:-\S+\s){0,3}(?:add_user|change_password)\s\S{1,60}\s/y
mc~alias => secret sure /mc alias set \S{1,60} \S{1,200} \S{1,120} /y
ssh-keygen => password sure /ssh-keygen\b[^\n|;]{0,200}?\s-[NP] ?(?=[^\s-])/y
openssl => password sure /openssl\b[^\n|;]{0,200}?\s-[kK]\s(?=[^\s-])/y
snmp-server => password quoted /snmp-server community /y
username => password sure /username \S{1,60}(?: privilege \d{1,2})? (?:secret|password)(?: \d)? /y
convertto-securestring => secret sure /ConvertTo-SecureString\s(?:-String\s)?(?=["'])/iy
gh~secret wrangler~secret fly~secrets vercel~env => secret sure /\w{2,8} (?:secrets?|env) (?:set|put|add)\s[^\n]{0,80}?(?:--body|-b)[ =]/y
put-parameter put-secret create-secret update-secret set-secret secret~ secrets~ env~ => secret sure /(?:put-parameter|put-secret-value|create-secret|update-secret|secrets? (?:set|create|put|add|update|store)|set-secret|env (?:set|add))\b[^\n|;]{0,300}?\s--(?:value|secret-string|body|data|plaintext|secret|string)[ =]/y
sqlplus sqlldr expdp impdp exp~ imp~ rman sqlcl oracle: => password sure /(?:(?:sqlplus|sqlldr|expdp|impdp|exp|imp|rman|sqlcl)\s(?:-\w+\s){0,4}["']?|oracle:(?:thin|oci8?):)\w{1,60}\/(?=[^\s/@"']{4,128}@)/y until @
echo printf => password quoted /(?:echo|printf)\s(?:-n\s|'%s(?:\\n)?'\s)?(?=(["'])?[^\s"'|]{8,256}\1?\s{0,3}\|\s{0,3}(?!(?:grep|rg|sed|awk|jq|tr|wc|cut|head|tail|base64|xxd|od|md5\w*|sha\w*)\b)[^\n|]{0,120}(?:sudo -S|stdin|passwd|secrets?\b|tokens?\b|login|credential|vault|auth\b))/y
expect => password sure /expect\s[^\n]{0,60}pass[^\n]{0,60}\n\s{0,12}send\s(?:--\s)?(?=["'])/iy
lftp => password sure /lftp\b[^\n|;]{0,200}?\s-u\s[\w.@-]{1,60},/y
net~user => password quoted /net user [\w.-]{1,60} (?=[^\s/])/iy
net~use => password sure /net use\b[^\n]{0,200}?\/user:\S{1,80}\s/iy
credential creds login log~in basic~auth auth => credentials bare /(?:credentials?|creds|login|log in|basic auth|auth)\b(?: (?:is|are|as|with|use|for|using|details|to|the|user|admin|staging|prod|production)){0,4}\s?[:=]?[ \t]{1,3}["'\x60]?[A-Za-z][\w.@-]{1,60} ?[:/] ?(?=\S)/iy
credential creds login => credentials bare /(?:credentials?|creds|logins?)\b(?: [\w.'@-]{1,24}){0,6}\s?[:=]\s{1,3}["'\x60]?[\w.@-]{1,60}\s?[:/]\s?(?=\S)/iy
wandb~login codecov snyk~auth railway~login ngrok => token quoted /(?:wandb login|codecov (?:\S+ )?-t|snyk auth|railway login --token|ngrok (?:config add-)?authtoken)\s/y
set_cookie setcookie => cookie quoted /set_?cookie\(\s?["'][\w.-]{1,60}["'],\s?(?=["'])/iy
pass => password bare /pass(?:word|phrase) for (?:key )?['"][^'"\n]{1,200}['"]: ?(?=\S)/iy
and~ with~ using~ => password bare /(?:and|with|using) (?:the )?pass(?:word)? ["'\x60]?(?=\S)/iy
login log~in logging~in => password bare /log(?:ging)? ?in (?:as|with) ["'\x60]?[\w.@-]{1,60}["'\x60]? (?:with|using|and|\/) ["'\x60]?(?=\S)/iy
`
/** These open with a sign: asked only of texts that hold their mark. */
const MARKED = String.raw`
-u => basic-auth sure /^[ \t]{0,8}(?:-u|--user|--proxy-user)[ =]["']?[^\s:"']{1,80}:/gm
-pass => password sure /-pass(?:in|out|word)?(?<=(?:^|[\s"'])-pass(?:in|out|word)?)\s(?:pass:)?/g
::add-mask:: => password quoted /::add-mask::/g
issecret=true] => password quoted /;issecret=true\]/g
SecureString => password sure /"SecureString"[^{}]{0,200}?"Value"\s{0,3}:\s{0,3}(?=")/g
334  => password sure /^(?:S: ?)?334 \w{8,40}={0,2}\r?\n(?:C: ?)?/gm
--from-literal => secret sure /--from-literal[= ]["']?[\w.-]{1,80}=/g
"keyName" => api-key quoted /"keyName"\s?:[^{}]{0,200}?"value"\s?:\s?(?=")/g
`

/** What a value of this kind is to whoever judges it. */
const CLASS: Readonly<Record<string, KeyClass>> = {
  ...{ password: "password", "basic-auth": "password", credentials: "password", secret: "secret" },
  ...{ token: "token", cookie: "token", "api-key": "key" },
}
const LINE = /^(.+?) => ([a-z-]+) (sure|quoted|bare) \/(.+)\/([gimy]+)(?: until (.))?$/
const isTrust = (word: string | undefined): word is Trust => word === "sure" || word === "quoted" || word === "bare"
/** What is no line of the table is refused. */
export const commandRulesOf = (table: string): readonly (readonly [string, CommandRule])[] =>
  table
    .split("\n")
    .filter(line => line !== "")
    .map(line => {
      const [, opens, kind, trust, source, flags, until] = LINE.exec(line) ?? []
      const cls = CLASS[kind ?? ""]
      if (!isTrust(trust) || cls === undefined) throw new TypeError(`no rule of a command: ${line}`)
      const rule = { kind: kind!, cls, trust, pattern: once(() => new RegExp(source!, flags)) }
      return [opens!, until === undefined ? rule : { ...rule, until }]
    })

export const openedRules = commandRulesOf(OPENED)
export const markedRules = commandRulesOf(MARKED)

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
