// Reads a name (`DB_PASSWORD`, `spring.datasource.password`, `tokenExpiry`) and says which secret it would hold.
// Ground truth: naming habits of configuration. Values are judged elsewhere.

export type KeyClass = "password" | "secret" | "token" | "key"

const PASSWORD =
  /^(?:password|passwd|passwort|passphrase|passcode|pass|pwd|pw|psk|passwords|pswd|requirepass|masterauth|userpass|mnemonic|contrasena|senha|dbpass|dbpassword|sshpass|\w{1,20}(?:password|passwd|passphrase)|\w{1,16}(?<!by|com|tres|sur|under|over|encom)pass)$/
const SECRET =
  /^(?:secret|secrets|credential|credentials|creds|salt|pepper|secretkey|clientsecret|appsecret|\w{1,20}secret)$/
const TOKEN =
  /^(?:token|tokens|oauth|authtoken|accesstoken|jwt|bearer|auth|pat|apitoken|refreshtoken|idtoken|csrftoken|(?:api|bot|user|session|personal|deploy|npm|github|gitlab|slack|admin|app|client|service|secret)token|webhook|cookie)$/
const KEY_OWNERS =
  /^(?:api|access|private|secret|encryption|decryption|signing|signature|sign|master|account|auth|shared|preshared|pre|session|license|licence|deploy|service|role|hmac|app|application|client|jwt|admin|root|storage|subscription|consumer|server|merchant|transaction|webhook|aes|rsa|des|fernet|vapid|function|functions|instrumentation|integration|ingest|ingestion|read|write|query|rest|user|customer|developer|dev|security|data|identity|wallet|bot|cookie|crypto|cipher|symmetric|kek|dek|unseal|recovery|host|ssh|tls|ssl|logged|nonce|wireguard|wg|apim|base|cron|backup|provisioning|agent|cosmos|search|openai|anthropic|gemini|stripe|datadog|dd|sendgrid|twilio|mailgun|algolia|maps|supabase|firebase|cloudflare|heroku|github|gitlab|aws|azure|gcp|google|slack|discord|sentry|newrelic|pagerduty|telegram|openrouter|groq|mistral|cohere|deepseek|hf)$/
const TAILS =
  /^(?:value|values|string|b64|base64|encoded|data|prod|production|dev|development|staging|stage|test|testing|live|sandbox|local|old|new|current|previous|prev|backup|primary|secondary|plain|plaintext|raw|default|admin|root|user|db|database|app|env|key|keys|base|secret|token|password|confirmation|confirm|again|repeat|org|readonly|ro|rw|write|read|main|master|v\d|\d+|hex|pem|json|material|auth|eu|us|ci|cd|github|gitlab|npm|service|account|server|client|api|web|bot|hash)$/
const FOREIGN_LEADS =
  /^(?:next|page|paging|pagination|continuation|cursor|sync|max|min|num|number|total|count|prompt|completion|input|output|cached|cache|special|eos|bos|pad|unk|sep|cls|stop|unexpected|css|design|color|spacing|cancellation|cancel|syntax|injection|public|publishable|lexer|parser|parse|non|per|used|remaining|reasoning|idempotency|partition|primary|sort|foreign|gpg|kms|object|row|group|dedup|registry|site|measurement|hide|show|toggle|forgot|reset|change|has|is|use|no|with|needs|missing|invalid|bad|wrong|expired|validate|verify|check|generate|create|delete|remove|revoke|rotate|get|fetch|load|read|find|list|count|estimated|budget|reward|native|erc|nft|swap)$/
const LEADING_FLAG =
  /^(?:is|has|use|no|show|hide|toggle|forgot|needs|missing|invalid|validate|verify|check|get|fetch|load|find|list|generate|create|max|min|num|next|page|count|total|unexpected|export|import|delete|edit|with|require|requires|allow|disable|enable|skip|ignore|persist)$/

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
  if (PASSWORD.test(word)) return "password"
  if (SECRET.test(word)) return "secret"
  if (TOKEN.test(word)) return "token"
  if (/^(?:api|access|secret|private|master|account|auth|encryption|app|signing)keys?$/.test(word)) return "key"
  if (/^keys?$/.test(word) && i > 0 && KEY_OWNERS.test(words[i - 1]!)) return "key"
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
  if (/^(?:author|authors|authority|authenticated|tokenizer)$/.test(words[0]!)) return undefined
  // What is said of a public key (`PublicKeyToken`) is public too.
  if (words.some((word, i) => word === "public" && /^keys?$/.test(words[i + 1] ?? ""))) return undefined
  for (let i = words.length - 1; i >= 0; i--) {
    const found = wordClass(words, i)
    if (found === undefined) {
      const word = words[i]!
      // `secret_id` is Vault's password; every other unknown tail names something about the secret.
      if (word === "id" && words[i - 1] === "secret") continue
      if (!TAILS.test(word)) return undefined
      continue
    }
    const tail = words[words.length - 1]!
    if (tail === "hash" && found !== "password") return undefined
    const lead = words[i - 1]
    if (lead !== undefined && found !== "password" && FOREIGN_LEADS.test(lead)) return undefined
    if (LEADING_FLAG.test(words[0]!) && words.length > 1 && !/_/.test(name)) return undefined
    if (/tokens$/.test(words[i]!) && words.length > 1 && !/^(?:api|auth|access|refresh)$/.test(lead ?? ""))
      return undefined
    return found
  }
  return undefined
}

const ENV_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/

/** `Fastly-Key:` as headers write it. */
const HEADER_NAME = /^[A-Z][A-Za-z0-9]*(?:-[A-Z][A-Za-z0-9]*)+$/
const FOREIGN_KEY_OWNERS = /^(?:websocket|socket|surrogate|dedupe|translation|i18n|hot|keymap|ssh|known)$/

/** `ACME_KEY=` in an environment or `Acme-Key:` in a header: a key of an owner we have never heard of. */
export const isUnknownEnvKey = (name: string): boolean =>
  (ENV_NAME.test(name) ? /_KEYS?$/.test(name) : HEADER_NAME.test(name) && /-Key$/.test(name)) &&
  !nameWords(name).some(word => FOREIGN_LEADS.test(word) || FOREIGN_KEY_OWNERS.test(word))
