// How a value looks: words, code, a reference, or something a generator or a careful person made up.
// Ground truth: naming habits of code and prose. Only asked about values that already stand in a secret's place.
import { wordSet } from "../words/word-list.ts"

const WORDY = /^[A-Za-z]+(?:[-_ .:/][A-Za-z]+)*$/
const WORDY_WITH_DIGITS = /^[A-Za-z]{2,}\d{0,3}(?:[-_ .:/](?:[A-Za-z]{2,}\d{0,3}|v?\d{1,3}))*$/
const MEMBER = /^[!~&*@-]{0,2}[A-Za-z_$][A-Za-z_$]*\d{0,2}(?:\??\.|::|->|\[)[A-Za-z_$"'0-9]/
const MEMBER_CHAIN =
  /^[!~&*@-]{0,2}[A-Za-z_$][A-Za-z_$]*\d{0,2}(?:(?:\??\.|::|->)#?[A-Za-z_$][A-Za-z_$]*\d{0,2}!?)+[;,)]?$/
const CALL = /^[!~&*@]{0,2}(?:await\s|new\s|[A-Za-z_$][\w$.:]*(?:<[\w, ]*>)?!?\(|\(|\[|\{|=>|function\b)/

const SCHEMES = wordSet("http https file ftp ws wss ssh s3 gs")
/** Where a secret is kept elsewhere: `vault:secret/db`, `ref+awssm://…`. */
const STORES = wordSet(
  "op vault ssm secretsmanager keyring env awssm gcpsm akeyless doppler bws pass keyvault aws-sm file secret",
)
const UNITS = wordSet(
  "ms s m h d w y min sec hour hours day days minute minutes second seconds kb mb gb px em rem % byte bytes char chars character characters token tokens k",
)
const EXTENSIONS = wordSet(
  "json yml yaml txt pem key crt cer env ts js tsx jsx py go rs java md conf cfg ini toml html css sh php rb gpg enc",
)
const DOMAINS = wordSet("com org net io dev test local example co ai edu gov de uk")
const ROOTS = wordSet("run etc var opt usr home root tmp mnt secret secrets app srv")
const HEADS = ["-----BEGIN CERTIFICATE", "-----BEGIN PUBLIC", "-----BEGIN RSA PUBLIC", "-----BEGIN PGP PUBLIC"].concat([
  "-----BEGIN SSH2 PUBLIC",
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS",
  "data:",
])
/** Versions, dates, selectors, colours, patterns, paths, media types, hashes and public keys. */
const FORMS: readonly RegExp[] = [
  /^arn:[a-z-]+:/,
  /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\)[\w.@~-]*(?:[/\\][\w.@~-]*)+$/,
  /^projects\/[\w-]+\/secrets\//,
  /^[a-z][a-z_-]*(?:\/[a-z][a-z_-]*){0,6}\/[\w.-]{1,60}$/,
  /^(?:sha(?:1|224|256|384|512)|md5)[-:$]/i,
  /^(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-\S+|sk-ssh-ed25519\S*)(?: AAAA|$)/,
  /^age1[a-z0-9]+$/,
  /^v?\d+(?:\.\d+){1,3}(?:[-+][\w.]+)?$/,
  /^[~^>=<]+\s?\d+(?:\.\d+)*/,
  /^\d{4}-\d\d-\d\d(?:[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?)?$/,
  /^\/.*\/[gimsuy]*$/,
  /^[#.][A-Za-z][\w-]*$/,
  /^(?:#[0-9a-fA-F]{3,8}|(?:0x)?[0-9a-fA-F]{1,7})$/,
  /^(?:application|text|image|audio|video)\/[\w.+-]+$/,
  /^\w+\[[\w-]+[*^$~|]?=/,
]
const FORM = new RegExp(FORMS.map(({ source }) => `(?:${source})`).join("|"))

/** A pointer to a secret or another thing with a well-known form, not the secret. */
export const isReference = (value: string): boolean => {
  const head = value.length > 300 ? value.slice(0, 300) : value
  if (HEADS.some(start => head.startsWith(start)) || FORM.test(head)) return true
  const scheme = head.includes(":") ? /^([a-z][a-z0-9-]*)(?:\+\w+)?:(\/\/[^/\s]*|[/A-Za-z@])/i.exec(head) : null
  if (scheme !== null) {
    const name = scheme[1]!.toLowerCase()
    if (SCHEMES.has(name) && scheme[2]!.startsWith("//")) return !/:.*@/.test(scheme[2]!)
    return STORES.has(name) || name === "ref"
  }
  if (head.startsWith("/")) return ROOTS.has(head.slice(1, head.indexOf("/", 1)))
  const last = head.slice(Math.max(head.lastIndexOf(".") + 1, head.search(/[a-z%]+$/i))).toLowerCase()
  if (/^\d+(?:\.\d+)?\s?(?:[a-z]+|%)$/i.test(head)) return UNITS.has(last)
  if (!head.includes(".") || !/^(?:[\w-]+|[a-z][\w.+-]*@[\w-]+(?:\.[\w-]+)*)\.[a-z]+$/i.test(head)) return false
  return (head.includes("@") ? DOMAINS : EXTENSIONS).has(last)
}

export const isCode = (value: string): boolean => {
  const head = value.length > 300 ? value.slice(0, 300) : value
  if (CALL.test(head) || MEMBER_CHAIN.test(head)) return true
  if (MEMBER.test(head) && /[[(]/.test(head)) return true
  return /^[!&*-]?(?:[a-z_$]|[A-Z])[A-Za-z_$]*\d{0,2}[!?;,)]*$/.test(head) && !isScrambled(head.replace(/\d+$/, ""))
}

/** Letters (perhaps with joints), yet no word and no camelCase name: the case flips or the consonants pile up too often. */
export const isScrambled = (value: string): boolean => {
  if (value.length < 12 || !/^[A-Za-z]+(?:[-_][A-Za-z]+)*$/.test(value)) return false
  if (/[-_]/.test(value)) return value.split(/[-_]/).filter(isOdd).length >= 2
  const humps = value.match(/[A-Z][a-z]+|[A-Z]+(?![a-z])|[a-z]+/g)?.length ?? 0
  if (value.length / humps < 3) return true
  return /[bcdfghjklmnpqrstvwxz]{6,}/i.test(value)
}

/** A part no naming habit would give: consonants piled up, or case that neither camelCase nor capitals explain. */
const isOdd = (part: string): boolean => {
  if (part.length < 4) return false
  const isRegular = /^(?:[A-Z]?[a-z]+(?:[A-Z][a-z]+)*|[A-Z]+|[a-z]+[A-Z]+|[A-Z]{2,5}[a-z]{2,})$/.test(part)
  if (!isRegular) return true
  const humps = part.match(/[A-Z]?[a-z]+|[A-Z]+/g)?.length ?? 1
  if (humps > 2 && part.length / humps < 3) return true
  return /[a-z]/.test(part) && /[bcdfghjklmnpqrstvwxz]{6,}/i.test(part)
}

const oddParts = (value: string): boolean => value.split(/[^A-Za-z]+/).some(isOdd)

export const isWordy = (value: string): boolean => WORDY.test(value)

/** Words, each with a few digits at most, joined by separators: `my-secret-v2`, `token1`. */
export const isWordyWithDigits = (value: string): boolean =>
  value.length < 120 && WORDY_WITH_DIGITS.test(value) && !(hasDigit(value) && oddParts(value))

/** Reads like a sentence or label: most blank-separated parts are plain words. */
export const isNatural = (value: string): boolean => {
  const parts = value.trim().split(/\s+/)
  const words = parts.filter(part => /^["'(¿¡«]*\p{L}[\p{L}'’-]*[.,:;!?…)"'»]*$/u.test(part)).length
  return words / parts.length >= 0.6
}

export const hasDigit = (value: string): boolean => /\d/.test(value)
export const hasLetter = (value: string): boolean => /[A-Za-z]/.test(value)

/** Letters and digits mixed well enough that no one would call it a name. */
export const isDense = (value: string): boolean =>
  hasDigit(value) &&
  hasLetter(value) &&
  !isWordyWithDigits(value) &&
  !(/^[A-Za-z]+[-_ ]?\d{1,4}$/.test(value) && !oddParts(value))

export const isUuid = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)

/** A long run of base64 that no path and no name explains: both cases and digits, changing often. */
export const isBase64Body = (value: string): boolean =>
  value.length >= 32 &&
  /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) &&
  (value.match(/[a-z][A-Z0-9]|[A-Z][a-z0-9]|[0-9][A-Za-z]/g)?.length ?? 0) * 3.5 > value.length

// Tells a stand-in (`<your-key>`, `${VAR}`, `changeme`, `***`) from a value someone could use.
// Ground truth: what documentation and fixtures write where a secret would be. Shapes of real secrets live in shape.ts.

const EMPTY = new Set(
  `null nil none undefined true false yes no on off empty unset void n/a na tbd string str text bytes number int integer
  boolean bool object any unknown never buffer uint8array optional required char varchar password passwd passwort pass
  secret token key apikey api_key api-key secretkey credentials postgres postgresql root admin administrator guest test
  testing tester user username default example demo sample dummy fake mock mysql redis rabbitmq mongo mariadb minio
  minioadmin change_me change-me changeme changeit replaceme replace_me placeholder redacted masked hidden private
  public secure insecure mypassword mysecret mytoken my-secret my-token my-password supersecret super-secret
  super_secret letmein qwerty foo bar baz foobar hello world hunter invalid valid expired missing wrong
  wrong-password wrongpassword sensitive basic bearer keyring keychain env environment vault file prompt stdin interactive
  (sensitive) (known after apply) (redacted)`
    .split(/\s+/)
    .filter(word => word !== ""),
)

const FILLERS = wordSet(
  "your yours my example placeholder dummy fake mock sample test changeme change replace insert todo redacted masked some here foo bar baz",
)
const hasFiller = (value: string): boolean =>
  value
    .toLowerCase()
    .split(/[^a-z]+/)
    .some(word => FILLERS.has(word))

const DEFAULTS = wordSet(
  "password passwd passw0rd p@ssw0rd p@ssword pass secret token test admin root user changeme qwerty letmein welcome guest demo",
)
/** `password123!`, `admin-1` */
const isDefault = (value: string): boolean =>
  DEFAULTS.has(value.toLowerCase().replace(/[-_]?\d{0,4}[!.]?$/, "")) || DEFAULTS.has(value.toLowerCase())

const INTERPOLATION =
  /^[`"']?(?:\$\{|\$\(|\{\{|\{%|<%|%\(|\$[A-Za-z_][\w:]*$|\$\{\{|#\{|@@|%[A-Za-z_]\w*%$|\$[A-Z_][A-Z0-9_]+\b|<\/?[A-Za-z][^>]*>?$|\{[A-Za-z_][\w.]*\}$|\[[A-Za-z][A-Za-z _-]*\]?$|__[A-Z_]+__$|:[a-z_]+$|\?$|@[A-Za-z]+$|%[sdv]$)/

const MASKED = /\*{3,}|•{2,}|\.\.\.|…|x{5,}|X{5,}|#{4,}|-{6,}|_{5,}|\[masked: |\[private\]|\[redacted|<redacted/i

/** Whether the value only stands where a secret would be. */
export const isPlaceholder = (whole: string): boolean => {
  if (whole.startsWith("[masked: ")) return true
  // Stand-ins are short, or show it early.
  const value = whole.length > 320 ? whole.slice(0, 320) : whole
  if (value.length < 64 && (EMPTY.has(value.toLowerCase()) || isDefault(value))) return true
  if (INTERPOLATION.test(value) || MASKED.test(value)) return true
  if (value.startsWith("&lt;")) return true
  if (/^(.)\1{3,}$/.test(value)) return true
  // A pattern that looks for values is no value.
  if (/^\(?(?:\.[*+]|\[\^|\\[swdSWD])/.test(value)) return true
  if (value.includes("${") || /\{\{[^{}]{0,80}\}\}|\$\([\w\s./"'-]{1,80}\)/.test(value)) return true
  if (/EXAMPLE|example|NOT[-_]?A[-_]?REAL|not[-_]?a?[-_]?real/.test(value)) return true
  return value.length < 48 && hasFiller(value) && /^[A-Za-z]+(?:[-_ .:][A-Za-z]+|[-_ ]?\d{1,4})*[!.]?$/.test(value)
}

/** Whether the body of a vendor format is a documentation stand-in. */
export const isExampleBody = (body: string): boolean =>
  /EXAMPLE|example|your[-_]|YOUR[-_]|placeholder|x{5,}|X{5,}|\*{3,}|\.{3}|…|(.)\1{9,}/.test(body)
