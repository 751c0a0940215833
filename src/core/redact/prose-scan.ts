// Finds secrets people say: "my key is X", "X is the password", "log in with password X", generated-password notices.
// Ground truth: plain English around the usual nouns. The value must look made up, since any word may follow a noun.

import { matches } from "./matches.ts"
import { isPlaceholder } from "./placeholder.ts"
import {
  hasDigit,
  isBase64Body,
  isCode,
  isDense,
  isReference,
  isScrambled,
  isUuid,
  isWordyWithDigits,
} from "./shape.ts"
import type { Span } from "./span.ts"

const NOUN =
  "(?:pass(?:word|wd|phrase|code)|pwd|pw|passwort|mot de passe|contrase(?:ñ|n)a|senha|kennwort|wachtwoord|пароль|密码|secrets?|tokens?|(?:api|access|secret|private|license|auth|encryption|signing|master|account|recovery|stripe|openai|anthropic|claude|gemini|google|aws|azure|github|gitlab|npm|slack|twilio|sendgrid|datadog|sentry|supabase|firebase|cloudflare|heroku|vercel|prod|production|staging|live|root|admin|deploy|service|client|unseal|decryption|storage|webhook|bot|the|my|our|this|your|their)[ -]?keys?|api-?keys?|pat|credentials?|creds)"
const FORWARD = new RegExp(
  `${NOUN}(?![\\w/.-])(?<!unexpected tokens?)((?:[ \\t]+(?:is|are|was|be|lautet|ist|est|es|to|for|of|the|my|our|it's|its|now|here|there|should|will|has|been|set|changed|reset|value|called|equals?|as|temporary|new|prod|production|staging|dev|test|live|admin|root|user|account|database|db|server|api|generated|on|in|at|\\d{1,2}|\\([^()\\n]{0,40}\\)|from [^\\s]{1,40}|[\\w.-]{1,30}@(?:localhost|[\\w-]{1,30}\\.[a-z]{2,6})(?![\\w.-]))){0,7})[ \\t]*(:|=|->|→|—|–|-|,)?(?![:=])\\s{0,4}(["'\`“‘«*_(\\[]{0,3})([^\\s"'\`”’»<>!,;:{}()[\\]|=/][^\\s"'\`”’»<>{}]{5,400})`,
  "gi",
)
const BACKWARD = new RegExp(
  `["'\`]?\\s(?:is|was|as|=)\\s(?:the|my|our|your|a|its)\\s(?:[\\w-]{1,20}\\s){0,3}${NOUN}(?![\\w-])`,
  "gi",
)
// Any few words may stand between the noun and its verb: "token for the staging bot is X".
const LINKED = new RegExp(
  `(?<![\\w/.:@-])${NOUN}((?:[ \\t]+[A-Za-z][\\w'-]{0,20}){1,6}?)[ \\t]+(?:is|are|was|be|lautet|ist|est|es|reads)(?:[ \\t]+(?:now|still|again))?[ \\t:=]+["'\`(*]{0,3}([^\\s"'\`<>(){}]{8,400})`,
  "gi",
)
/** Values of these are public by nature. */
const OTHER_SUBJECT =
  /\b(?:commit|sha\d*|hash|digest|version|ids?|fingerprint|public|image|build|revision|branch|tag|file|path)\b/i
const ANSWER = new RegExp(
  `(?<![\\w/.-])${NOUN}[^\\n?]{0,80}\\?[ \\t]*\\r?\\n[^\\n]{0,40}?\\b(?:it'?s|is|here|use|try|sure|yes|yep)[:,]?[ \\t]+["'\`]?([^\\s"'\`<>(){}]{8,200})`,
  "gi",
)
const ONE_TIME =
  /\b(?:verification|security|one[- ]time|2fa|mfa|otp|login|authentication|sms|confirmation)[- ](?:code|pin|passcode)(?: is|:)\s{1,2}(\d{4,8})\b/gi
const CODES = /\b(?:recovery|backup|scratch) codes?\b[^\n]{0,60}\n/gi
const CODE_LINE =
  /[ \t]*(?:\d{1,2}[.)] |[-*] )?((?:[A-Za-z0-9]{4,10}[- ]){1,3}[A-Za-z0-9]{4,10}|[A-Za-z0-9]{8,16})[ \t]*(?:\r?\n|$)/y
const WORD_LIMIT = 200
const NOTICE =
  /\b(?:password|token|secret|(?:api|access|secret|private|license|new|root|admin) key|passphrase)\b(?![^\n]{0,120}(?:hash|fingerprint|public|checksum|digest|sha\d|\bid\b))[^\n.=]{0,120}?(?:[:]|\bis\b)[ \t]*\r?\n?[\s>#*]{0,12}([A-Za-z0-9!@#$%^&*()_+=,;:.<>/?~-]{10,200})[ \t]*(?:\r?\n|$)/gi
const PHRASE =
  /\b(?:mnemonic|seed phrase|recovery phrase|passphrase|secret phrase)["']?(?: (?:is|was))?\s{0,3}[:=]?\s{0,4}["'`“]?((?:[a-z]{3,10}[ ,]{1,2}){3,23}[a-z]{3,10})(?=["'`”.\n]|$)/gi

/** Letters and digits mixed, or symbols inside a word: nothing a sentence would hold by itself. */
const looksMadeUp = (value: string, isPassword: boolean): boolean => {
  if (isPlaceholder(value)) return false
  // Base64 with slashes in it looks like a path; no path mixes cases and digits like this.
  if (isBase64Body(value)) return true
  if (isReference(value) || isCode(value)) return false
  if (
    /[({[]\w*[)}\]]|::|=>|^\W+$|^[\w.-]+\/[\w./-]+$|^(?:[\w-]+\.)+[a-z]{2,4}(?:[/:]|$)|^@|^--?[a-z]|^\$|=$/i.test(value)
  )
    return isDense(value) && value.length >= 24 && !/[()[\]{}/]/.test(value)
  if (isScrambled(value)) return true
  if (isPassword && /^[A-Za-z]{3,}\d{2,}[!?#$%]*$/.test(value)) return true
  if (isWordyWithDigits(value)) return isPassword && /^[A-Za-z]{3,}\d{2,}$/.test(value)
  if (hasDigit(value)) return isDense(value) && value.length >= (isPassword ? 6 : 10)
  return isPassword && /[A-Za-z][!@#$%^&*+~?]+[A-Za-z]/.test(value) && value.length >= 8
}

const trimmed = (value: string): string => value.replace(/[.,;:!?)\]*_]+$/, "")

/** Every pattern below needs one of these; compiling them all for a text without any is most of a short scan's cost. */
const NEEDED =
  /pass|pwd|pw(?!\w)|contrase|senha|kennwort|wachtwoord|пароль|密码|secret|token|key|pat(?!\w)|cred|mnemonic|phrase/i

/** Codes that stand for a password once: sent ones, and lists kept for a lost device. */
const codes = (text: string): Span[] => {
  const spans: Span[] = []
  for (const match of matches(text, ONE_TIME)) {
    const end = match.index + match[0].length
    spans.push({ kind: "one-time-code", start: end - match[1]!.length, end })
  }
  for (const match of matches(text, CODES)) {
    CODE_LINE.lastIndex = match.index + match[0].length
    for (let i = 0; i < 20; i++) {
      const line = CODE_LINE.exec(text)
      if (line === null || !hasDigit(line[1]!)) break
      const start = line.index + line[0].indexOf(line[1]!)
      spans.push({ kind: "recovery-code", start, end: start + line[1]!.length })
    }
  }
  return spans
}

export const scanProse = (text: string): Span[] => {
  const spans: Span[] = []
  spans.push(...codes(text))
  if (!NEEDED.test(text)) return spans
  const push = (start: number, word: string, isPassword: boolean): boolean => {
    // An escaped line end inside a JSON string ends the word too.
    const raw = word.replace(/\\+[nrt].*$/s, "")
    // A closing "!" may belong to the password: look at both, cut only the sentence's own mark.
    const value = isPassword && /[^.]!$/.test(raw) ? raw : trimmed(raw)
    if (!looksMadeUp(trimmed(raw), isPassword)) return false
    spans.push({ kind: isPassword ? "password" : "secret", start, end: start + value.length })
    return true
  }
  FORWARD.lastIndex = 0
  for (let match = FORWARD.exec(text); match !== null; match = FORWARD.exec(text)) {
    const value = match[4]!
    const start = match.index + match[0].length - value.length
    const isPassword = /^pass|^pwd?|^cred|^mot|^contra|^senha|^kenn|^wacht|^пароль|^密码/i.test(match[0])
    if (/[\w/.:@-]/.test(text[match.index - 1] ?? " ")) {
      FORWARD.lastIndex = match.index + 2
      continue
    }
    const linked = match[2] !== undefined || match[1] !== "" || match[3] !== ""
    // Glued to its noun it is a longer name or a query, not a value.
    if (!linked && !/\s/.test(text[start - 1]!)) {
      FORWARD.lastIndex = match.index + 4
      continue
    }
    const ok = (linked || value.length >= 10) && !(isUuid(trimmed(value)) && !linked) && push(start, value, isPassword)
    FORWARD.lastIndex = ok ? start + value.length : match.index + 4
  }
  for (const match of matches(text, BACKWARD)) {
    let start = match.index
    while (start > 0 && match.index - start < WORD_LIMIT && !/[\s"'`<>()]/.test(text[start - 1]!)) start--
    if (match.index - start >= 8) push(start, text.slice(start, match.index), /pass|pwd/i.test(match[0]))
  }
  for (const match of matches(text, LINKED)) {
    if (!OTHER_SUBJECT.test(match[1]!))
      push(match.index + match[0].length - match[2]!.length, match[2]!, /^p|^cred|^kenn|^senha/i.test(match[0]))
  }
  for (const match of matches(text, ANSWER)) {
    push(match.index + match[0].length - match[1]!.length, match[1]!, /^p|^cred|^kenn|^senha/i.test(match[0]))
  }
  for (const match of matches(text, NOTICE)) {
    const value = match[1]!
    const isPassword = /^pass/i.test(match[0])
    if (/[a-z]/i.test(value) && (hasDigit(value) || isPassword))
      push(match.index + match[0].lastIndexOf(value), value, isPassword)
  }
  for (const match of matches(text, PHRASE)) {
    const start = match.index + match[0].length - match[1]!.length
    const isSentence = /\b(?:the|is|must|should|and|for|with|not|your|this|that|are|when|from|can|you)\b/.test(
      match[1]!,
    )
    if (!isSentence) spans.push({ kind: "passphrase", start, end: start + match[1]!.length })
  }
  return spans
}
