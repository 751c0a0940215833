// Reads a name (`DB_PASSWORD`, `spring.datasource.password`, `tokenExpiry`) and says which secret it would hold.
// Ground truth: naming habits of configuration. Values are judged elsewhere.
import { wordSet } from "../words/word-list.ts"
import { execAt } from "./span.ts"
import type { NamePlace } from "./value.ts"

export type KeyClass = "password" | "secret" | "token" | "key"
/** What a mask calls it. */
export const kindOf = (cls: KeyClass): string => (cls === "key" ? "api-key" : cls)

const PASSWORD = wordSet(
  "password passwd passwort passphrase passcode pass pwd pw psk passwords pswd requirepass masterauth mnemonic contrasena senha",
)
/** "dbpassword", "sshpass"; no "bypass", no "compass" */
const PASSWORD_TAIL = /^\w{1,20}(?:password|passwd|passphrase)$|^\w{1,16}(?<!by|com|tres|sur|under|over|encom)pass$/
const SECRET = wordSet("secret secrets credential credentials creds salt pepper secretkey")
const TOKEN = wordSet(
  "token tokens oauth authtoken accesstoken jwt bearer auth pat apitoken refreshtoken idtoken csrftoken bottoken usertoken sessiontoken personaltoken deploytoken npmtoken githubtoken gitlabtoken slacktoken admintoken apptoken clienttoken servicetoken secrettoken webhook cookie",
)
const JOINED_KEYS = wordSet(
  "apikey accesskey secretkey privatekey masterkey accountkey authkey encryptionkey appkey signingkey",
)
const KEY_OWNERS = wordSet(
  "api access private secret encryption decryption signing signature sign master account auth shared preshared pre session license licence deploy service role hmac app application client jwt admin root storage subscription consumer server merchant transaction webhook aes rsa des fernet vapid function functions instrumentation integration ingest ingestion read write query rest user customer developer dev security data identity wallet bot cookie crypto cipher symmetric kek dek unseal recovery host ssh tls ssl logged nonce wireguard wg apim base cron backup provisioning agent cosmos search openai anthropic gemini stripe datadog dd sendgrid twilio mailgun algolia maps supabase firebase cloudflare heroku github gitlab aws azure gcp google slack discord sentry newrelic pagerduty telegram openrouter groq mistral cohere deepseek hf",
)
const TAILS = wordSet(
  "value values string b64 base64 encoded data prod production dev development staging stage test testing live sandbox local old new current previous prev backup primary secondary plain plaintext raw default admin root user db database app env key keys base secret token password confirmation confirm again repeat org readonly ro rw write read main master hex pem json material auth eu us ci cd github gitlab npm service account server client api web bot hash",
)
/** v2, 3 */
const NUMBERED = /^(?:v\d|\d+)$/
const FOREIGN_LEADS = wordSet(
  "next page paging pagination continuation cursor sync max min num number total count prompt completion input output cached cache special eos bos pad unk sep cls stop unexpected css design color spacing cancellation cancel syntax injection public publishable lexer parser parse non per used remaining reasoning idempotency partition primary sort foreign gpg kms object row group dedup registry site measurement hide show toggle forgot reset change has is use no with needs missing invalid bad wrong expired validate verify check generate create delete remove revoke rotate get fetch load read find list estimated budget reward native erc nft swap",
)
const LEADING_FLAG = wordSet(
  "is has use no show hide toggle forgot needs missing invalid validate verify check get fetch load find list generate create max min num next page count total unexpected export import delete edit with require requires allow disable enable skip ignore persist",
)

const MISLEADING = wordSet("author authors authority authenticated tokenizer")

const KEYWORDISH =
  /pass|pwd|\bpw\b|_pw|pw$|psk|secret|token|cred|key|auth|jwt|bearer|salt|pepper|webhook|cookie|mnemonic|senha|contrasena|pat$/i

/** Splits on separators and on camelCase humps. */
export const nameWords = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== "")

const wordClass = (words: readonly string[], i: number): KeyClass | undefined => {
  const word = words[i]!
  if (PASSWORD.has(word) || PASSWORD_TAIL.test(word)) return "password"
  if (SECRET.has(word) || /^\w{1,20}secret$/.test(word)) return "secret"
  if (TOKEN.has(word)) return "token"
  if (JOINED_KEYS.has(word.replace(/s$/, ""))) return "key"
  if (/^keys?$/.test(word) && i > 0 && KEY_OWNERS.has(words[i - 1]!)) return "key"
  if (word === "phrase" && (words[i - 1] === "pass" || words[i - 1] === "seed" || words[i - 1] === "recovery"))
    return "password"
  return undefined
}

const known = new Map<string, KeyClass | undefined>()
const KNOWN_LIMIT = 4096

/** The class of secret a name announces, or undefined when it names something else. */
export const keyClass = (name: string): KeyClass | undefined => {
  if (name.length > 120) return undefined
  if (known.has(name)) return known.get(name)
  const found = classify(name)
  // Names repeat all over a text; a full table is thrown away rather than kept in order.
  if (known.size >= KNOWN_LIMIT) known.clear()
  known.set(name, found)
  return found
}

const classify = (name: string): KeyClass | undefined => {
  if (!KEYWORDISH.test(name)) return undefined
  const words = nameWords(name)
  if (words.length === 0 || words.length > 14) return undefined
  if (MISLEADING.has(words[0]!)) return undefined
  // What is said of a public key (`PublicKeyToken`) is public too.
  if (words.some((word, i) => word === "public" && /^keys?$/.test(words[i + 1] ?? ""))) return undefined
  for (let i = words.length - 1; i >= 0; i--) {
    const found = wordClass(words, i)
    if (found === undefined) {
      const word = words[i]!
      // `secret_id` is Vault's password; every other unknown tail names something about the secret.
      if (word === "id" && words[i - 1] === "secret") continue
      if (!TAILS.has(word) && !NUMBERED.test(word)) return undefined
      continue
    }
    const tail = words[words.length - 1]!
    if (tail === "hash" && found !== "password") return undefined
    const lead = words[i - 1]
    if (lead !== undefined && found !== "password" && FOREIGN_LEADS.has(lead)) return undefined
    if (LEADING_FLAG.has(words[0]!) && words.length > 1 && !/_/.test(name)) return undefined
    if (/tokens$/.test(words[i]!) && words.length > 1 && !/^(?:api|auth|access|refresh)$/.test(lead ?? ""))
      return undefined
    return found
  }
  return undefined
}

const ENV_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/

/** `Fastly-Key:` as headers write it. */
const HEADER_NAME = /^[A-Z][A-Za-z0-9]*(?:-[A-Z][A-Za-z0-9]*)+$/
const FOREIGN_KEY_OWNERS = wordSet("websocket socket surrogate dedupe translation i18n hot keymap ssh known")

/** `ACME_KEY=` in an environment or `Acme-Key:` in a header: a key of an owner we have never heard of. */
const isUnknownEnvKey = (name: string): boolean =>
  (ENV_NAME.test(name) ? /_KEYS?$/.test(name) : HEADER_NAME.test(name) && /-Key$/.test(name)) &&
  !nameWords(name).some(word => FOREIGN_LEADS.has(word) || FOREIGN_KEY_OWNERS.has(word))

// Reads a name that may announce a secret, and where it stands: on its own line, in quotes, in an environment.
// Ground truth: key-name.ts for what a name means. Its value is read elsewhere.

const NAME_LIMIT = 80
const NAME_RIGHT = /[A-Za-z0-9_.-]{0,60}/y
/** Words that stand before a name and belong to it: "secret access key". */
const OWNERS = wordSet(
  "access secret api private auth account master encryption signing shared storage primary secondary client subscription license session bot bearer refresh personal security unseal recovery root admin deploy webhook service app application consumer user database db server ssh merchant",
)
const MOST_OWNERS = 3
/** The words of a text's end that are owners, each with its blank. */
function ownersBefore(text: string): string {
  let from = text.length
  for (let n = 0; n < MOST_OWNERS && text[from - 1] === " "; n++) {
    const start = Math.max(text.lastIndexOf(" ", from - 2), text.lastIndexOf("\n", from - 2)) + 1
    const word = /[a-z]+$/i.exec(text.slice(start, from - 1))?.[0] ?? ""
    if (!OWNERS.has(word.toLowerCase())) break
    from -= word.length + 1
  }
  return text.slice(from)
}

export type Name = {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly cls: KeyClass
  readonly weak: boolean
}

/** Letters, digits and `_ . $ -`. */
const isNameUnit = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 46 ||
  code === 36 ||
  code === 45

export const nameAt = (text: string, anchor: number, length: number, floor: number): Name | undefined => {
  let first = anchor
  while (first > floor && anchor - first < NAME_LIMIT && isNameUnit(text.charCodeAt(first - 1))) first--
  const left = text.slice(first, anchor)
  const right = execAt(NAME_RIGHT, text, anchor + length)?.[0] ?? ""
  let name = left + text.slice(anchor, anchor + length) + right
  let start = anchor - left.length
  // An escape before the name (`\nTOKEN=`) leaves its letter on it.
  if (text[start - 1] === "\\" && /^[nrt][A-Za-z_]/.test(name)) {
    name = name.slice(1)
    start++
  }
  let full = name.length
  while (full > 0 && (name[full - 1] === "." || name[full - 1] === "-")) full--
  if (full < name.length) name = name.slice(0, full)
  const end = start + name.length
  const spaced = text[start - 1] === " " ? ownersBefore(text.slice(Math.max(floor, start - 40), start)) : ""
  if (text[start - 1] === " " && /public[ -]key $/i.test(text.slice(Math.max(0, start - 11), start))) return undefined
  // A test runner's verdict, not a name.
  if (name === "PASS" && text[end] === ":") return undefined
  const cls = keyClass(spaced + name)
  if (cls !== undefined) return { text: name, start: start - spaced.length, end, cls, weak: false }
  return isUnknownEnvKey(name) ? { text: name, start, end, cls: "key", weak: true } : undefined
}

const LINE_LEAD =
  /^[ \t]*(?:[-+>*|] ?|\d{1,6}[:→|\t-] ?|export |set |setx |declare -x |ENV |ARG |env |SET |\$env:|\$Env:|\x1b\[[\d;]*m)*["'`]?$/

/** Behind another pair and its ";", as no code and no sentence has it. */
const IN_CONNECTION = /(?:^|[;"'\s])[A-Za-z][\w .]{0,30}=[^;="'\n]{1,48};[ ]?$/

export const placeOf = (text: string, name: Name): { place: NamePlace; isEnv: boolean } => {
  const before = text.slice(Math.max(0, name.start - 48), name.start)
  const newline = before.lastIndexOf("\n")
  const escaped = before.lastIndexOf("\\n")
  const lead = before.slice(newline > escaped ? newline + 1 : escaped < 0 ? 0 : escaped + 2)
  const startsLine = (lead.length < before.length || name.start <= 48) && LINE_LEAD.test(lead)
  const quote = /["'`]$/.exec(before)?.[0]
  return {
    place: {
      startsLine,
      inConnection: IN_CONNECTION.test(before),
      outerQuote: quote !== undefined && text[name.end] !== quote ? quote : undefined,
    },
    isEnv: /^[A-Z][A-Z0-9_]{2,}$/.test(name.text),
  }
}
