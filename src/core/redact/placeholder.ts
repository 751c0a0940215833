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

const FILLER_WORD =
  /(?:^|[^a-z])(?:your|yours|my|example|placeholder|dummy|fake|mock|sample|test|changeme|change-?me|replace|insert|todo|redacted|masked|some|here|foo|bar|baz)(?:[^a-z]|$)/i

const DEFAULT_WITH_DIGITS =
  /^(?:password|passwd|passw0rd|p@ssw0rd|p@ssword|pass|secret|token|test|admin|root|user|changeme|qwerty|letmein|welcome|guest|demo)[-_]?\d{0,4}[!.]?$/i

const INTERPOLATION =
  /^[`"']?(?:\$\{|\$\(|\{\{|\{%|<%|%\(|\$[A-Za-z_][\w:]*$|\$\{\{|#\{|@@|%[A-Za-z_]\w*%$|\$[A-Z_][A-Z0-9_]+\b|<\/?[A-Za-z][^>]*>?$|\{[A-Za-z_][\w.]*\}$|\[[A-Za-z][A-Za-z _-]*\]?$|__[A-Z_]+__$|:[a-z_]+$|\?$|@[A-Za-z]+$|%[sdv]$)/

const MASKED = /\*{3,}|•{2,}|\.\.\.|…|x{5,}|X{5,}|#{4,}|-{6,}|_{5,}|\[masked: |\[private\]|\[redacted|<redacted/i

/** Whether the value only stands where a secret would be. */
export const isPlaceholder = (whole: string): boolean => {
  if (whole.startsWith("[masked: ")) return true
  // Stand-ins are short, or show it early.
  const value = whole.length > 320 ? whole.slice(0, 320) : whole
  if (value.length < 64 && (EMPTY.has(value.toLowerCase()) || DEFAULT_WITH_DIGITS.test(value))) return true
  if (INTERPOLATION.test(value) || MASKED.test(value)) return true
  if (value.startsWith("&lt;")) return true
  if (/^(.)\1{3,}$/.test(value)) return true
  // A pattern that looks for values is no value.
  if (/^\(?(?:\.[*+]|\[\^|\\[swdSWD])/.test(value)) return true
  if (value.includes("${") || /\{\{[^{}]{0,80}\}\}|\$\([\w\s./"'-]{1,80}\)/.test(value)) return true
  if (/EXAMPLE|example|NOT[-_]?A[-_]?REAL|not[-_]?a?[-_]?real/.test(value)) return true
  return (
    value.length < 48 && FILLER_WORD.test(value) && /^[A-Za-z]+(?:[-_ .:][A-Za-z]+|[-_ ]?\d{1,4})*[!.]?$/.test(value)
  )
}

/** Whether the body of a vendor format is a documentation stand-in. */
export const isExampleBody = (body: string): boolean =>
  /EXAMPLE|example|your[-_]|YOUR[-_]|placeholder|x{5,}|X{5,}|\*{3,}|\.{3}|…|(.)\1{9,}/.test(body)
