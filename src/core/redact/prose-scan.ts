// Finds secrets people say: "my key is X", "X is the password", "token for the bot is X", generated-password notices.
// Ground truth: plain English around the usual nouns. The value must look made up, since any word may follow a noun.

import { wordSet } from "../words/word-list.ts"
import {
  hasDigit,
  isBase64Body,
  isCode,
  isDense,
  isPlaceholder,
  isReference,
  isScrambled,
  isUuid,
  isWordyWithDigits,
} from "./shape.ts"
import { beforeEscape, eachOpening, execAt, matches, openingsOf, type Span, withoutTail } from "./span.ts"

const NOUN =
  "(?:passwort|pass(?:word|wd|phrase|code)?|pwd|pw|mot de passe|contrase(?:ñ|n)a|senha|kennwort|wachtwoord|пароль|密码|密碼|パスワード|비밀번호|secrets?|tokens?|(?:api|access|secret|private|license|auth|encryption|signing|master|account|recovery|client)-?keys?|keys?|pat|credentials?|creds)"
/** A bare "key" counts only behind one of these. */
const KEY_OWNERS = wordSet(
  "api access secret private license auth encryption signing master account recovery stripe openai anthropic claude gemini google aws azure github gitlab npm slack twilio sendgrid datadog sentry supabase firebase cloudflare heroku vercel prod production staging live root admin deploy service client unseal decryption storage webhook bot new the my our this your their",
)
const isOwned = (before: string): boolean =>
  KEY_OWNERS.has(/(?:^|[^\w/.:@-])([a-z]+)[ -]$/i.exec(before)?.[1]?.toLowerCase() ?? "")
const NOTICED_KEY = /(?:api|access|secret|private|license|new|root|admin) $/i
const NOUN_HEAD = new RegExp(NOUN, "iy")
const PASSWORD_NOUN = /^(?:pass|pwd?|cred|mot|contra|senha|kenn|wacht|пароль|密码|密碼|パスワード|비밀번호)/i

const FORWARD =
  /(?![\w/.-])((?:[ \t]+(?:is|are|was|be|lautet|ist|est|es|to|for|of|the|my|our|it's|its|now|here|there|should|will|has|been|set|changed|reset|value|called|equals?|as|temporary|new|prod|production|staging|dev|test|live|admin|root|user|account|database|db|server|api|generated|on|in|at|\d{1,2}|\([^()\n]{0,40}\)|from [^\s]{1,40}|[\w.-]{1,30}@(?:localhost|[\w-]{1,30}\.[a-z]{2,6})(?![\w.-]))){0,7})[ \t]*(:|=|->|→|—|–|-|,)?(?![:=])\s{0,4}(["'`“‘«*_([]{0,3})([^\s"'`”’»<>!,;:{}()[\]|=/][^\s"'`”’»<>{}→]{5,400})/iy
// Any few words may stand between the noun and its verb: "token for the staging bot is X".
const LINKED =
  /((?:[ \t]+[A-Za-zÀ-ž][\wÀ-ž'’-]{0,20}){1,8}?)[ \t]+(?:(?:is|are|was|be|to|lautet|ist|war|heißt|heisst|est|c['’]est|era|es|è|é|är|jest|reads)(?:[ \t]+(?:now|still|again))?[ \t:=]+["'`(*]{0,3}|\()([^\s"'`<>(){}]{8,400})/iy
/** "Passwort für den FTP: X": a label of a few words, as people write it in any language. */
const LABELLED = /((?:[ \t]+[A-Za-zÀ-ž][\wÀ-ž'’-]{0,20}){1,6})[ \t]?[:=][ \t]+["'`(*]{0,3}([^\s"'`<>(){}]{8,400})/iy
/** Mail providers hand these out in four groups of letters. */
const APP_PASSWORD = /[ \t]*(?:is|[:=])?[ \t]+["'`]?((?:[a-z]{4} ){3}[a-z]{4})(?![a-z])/y
/** Values of these are public by nature. */
const OTHER_SUBJECT =
  /\b(?:commit|sha\d*|hash|digest|version|ids?|fingerprint|public|image|build|revision|branch|tag|file|path)\b/i
const ANSWER =
  /[^\n?]{0,80}\?[ \t]*\r?\n[^\n]{0,40}?\b(?:it'?s|is|here|use|try|sure|yes|yep)[:,]?[ \t]+["'`]?([^\s"'`<>(){}]{8,200})/iy
const NOTICE =
  /(?![^\n]{0,120}(?:hash|fingerprint|public|checksum|digest|sha\d|\bid\b))[^\n.=]{0,120}?(?:[:]|\bis\b)[ \t]*\r?\n?[\s>#*]{0,12}([A-Za-z0-9!@#$%^&*()_+=,;:.<>/?~-]{10,200})[ \t]*(?:\r?\n|$)/iy
const BACKWARD = new RegExp(
  `(?<=\\s)(?:is|was|as)\\s(?:the|my|our|your|a|its)\\s(?:[\\w-]{1,20}\\s){0,3}${NOUN}(?![\\w-])`,
  "iy",
)
const WORD_LIMIT = 200
const PHRASE =
  /(?:mnemonic|seed phrase|recovery phrase|passphrase|secret phrase)["']?(?:(?:[ \t]+[\w-]{1,16}){1,6}[ \t]?:|(?: (?:is|was))?\s{0,3}[:=]?)\s{0,4}["'`“]?((?:[a-z]{3,10}[ ,]{1,2}){3,23}[a-z]{3,10})(?=["'`”.\n]|$)/iy
const SENTENCE = /\b(?:the|is|must|should|and|for|with|not|your|this|that|are|when|from|can|you)\b/
const ONE_TIME =
  /(?:verification|security|one[- ]time|2fa|mfa|otp|login|authentication|sms|confirmation)[- ](?:code|pin|passcode)(?: is|:)\s{1,2}(\d{4,8})\b/iy
const CODES = /(?:recovery|backup|scratch) codes?\b[^\n]{0,60}\n/iy
const CODE_LINE =
  /[ \t]*(?:\d{1,2}[.)] |[-*] )?((?:[A-Za-z0-9]{4,10}[- ]){1,3}[A-Za-z0-9]{4,10}|[A-Za-z0-9]{8,16})[ \t]*(?:\r?\n|$)/y

/** Letters and digits mixed, or symbols inside a word: nothing a sentence would hold by itself. */
export const looksMadeUp = (value: string, isPassword: boolean): boolean => {
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

const trimmed = (value: string): string => withoutTail(value, ".,;:!?)]*_")

/** The spans a word at `index` opens. */
type ReadAt = (text: string, index: number) => readonly Span[]

const said = (start: number, word: string, isPassword: boolean): readonly Span[] => {
  // An escaped line end inside a JSON string ends the word too.
  const raw = beforeEscape(word, /[nrt]/) ?? word
  // A closing "!" may belong to the password: look at both, cut only the sentence's own mark.
  const value = isPassword && /[^.]!$/.test(raw) ? raw : trimmed(raw)
  if (!looksMadeUp(trimmed(raw), isPassword)) return []
  return [{ kind: isPassword ? "password" : "secret", start, end: start + value.length }]
}

const readNoun: ReadAt = (text, index) => {
  const noun = execAt(NOUN_HEAD, text, index)?.[0]
  if (noun === undefined) return []
  const isBare = /^keys?$/i.test(noun)
  const lead = text.slice(Math.max(0, index - 16), index)
  if (isBare ? !isOwned(lead) : /[\w/.:@-]$/.test(lead) && !/\\[nrt]$/.test(lead)) return []
  // "pass" is a verb and a verdict unless it stands in a list beside a user.
  if (/^pass$/i.test(noun) && !/(?:[,;/|(]|\band|\bwith) ?$/i.test(lead)) return []
  if (/^tokens?$/i.test(noun) && /(?:unexpected|public key) $/i.test(lead)) return []
  const particle = /[^ -~]$/.test(noun) ? (execAt(PARTICLE, text, index + noun.length)?.[0] ?? "") : ""
  const end = index + noun.length + particle.length
  const isPassword = PASSWORD_NOUN.test(noun)
  const app = /app[ -]$/i.test(lead) ? execAt(APP_PASSWORD, text, end) : null
  if (app !== null) return [{ kind: "password", start: end + app[0].length - app[1]!.length, end: end + app[0].length }]
  const forward = execAt(FORWARD, text, end)
  if (forward !== null) {
    const value = forward[4]!
    const start = end + forward[0].length - value.length
    const linked = particle !== "" || forward[2] !== undefined || forward[1] !== "" || forward[3] !== ""
    // Glued to its noun it is a longer name or a query, not a value.
    const isApart = linked || (value.length >= 10 && /\s/.test(text[start - 1]!) && !isUuid(trimmed(value)))
    const spans = isApart ? said(start, value, isPassword) : []
    if (spans.length > 0) return spans
  }
  if (/\w/.test(text[end] ?? " ")) return []
  const spans: Span[] = []
  const linked = execAt(LINKED, text, end)
  if (linked !== null && !OTHER_SUBJECT.test(linked[1]!))
    spans.push(...said(end + linked[0].length - linked[2]!.length, linked[2]!, isPassword))
  const labelled = isPassword && linked === null ? execAt(LABELLED, text, end) : null
  if (labelled !== null && !OTHER_SUBJECT.test(labelled[1]!))
    spans.push(...said(end + labelled[0].length - labelled[2]!.length, labelled[2]!, isPassword))
  const answer = execAt(ANSWER, text, end)
  if (answer !== null) spans.push(...said(end + answer[0].length - answer[1]!.length, answer[1]!, isPassword))
  const notice = isBare && !NOTICED_KEY.test(lead) ? null : execAt(NOTICE, text, end)
  if (notice !== null && /[a-z]/i.test(notice[1]!) && (isPassword || hasDigit(notice[1]!)))
    spans.push(...said(end + notice[0].lastIndexOf(notice[1]!), notice[1]!, isPassword))
  return spans
}

const readBackward: ReadAt = (text, index) => {
  const match = execAt(BACKWARD, text, index)
  if (
    match === null ||
    /(?<!api|access|secret|private|master|signing|license|auth|client|service) keys?$/i.test(match[0])
  )
    return []
  let end = index - 1
  if (/["'`]/.test(text[end - 1] ?? "")) end--
  let start = end
  while (start > 0 && end - start < WORD_LIMIT && !/[\s"'`<>()]/.test(text[start - 1]!)) start--
  return end - start >= 8 ? said(start, text.slice(start, end), /pass|pwd?\b/i.test(match[0])) : []
}

const readPhrase: ReadAt = (text, index) => {
  const match = execAt(PHRASE, text, index)
  if (match === null || SENTENCE.test(match[1]!)) return []
  const end = index + match[0].length
  return [{ kind: "passphrase", start: end - match[1]!.length, end }]
}

const readOneTime: ReadAt = (text, index) => {
  const match = execAt(ONE_TIME, text, index)
  if (match === null) return []
  const end = index + match[0].length
  return [{ kind: "one-time-code", start: end - match[1]!.length, end }]
}

/** Codes kept for a lost device, one to a line. */
const readCodes: ReadAt = (text, index) => {
  const match = execAt(CODES, text, index)
  const spans: Span[] = []
  if (match === null) return spans
  CODE_LINE.lastIndex = index + match[0].length
  for (let i = 0; i < 20; i++) {
    const line = CODE_LINE.exec(text)
    if (line === null || !hasDigit(line[1]!)) break
    const start = line.index + line[0].indexOf(line[1]!)
    spans.push({ kind: "recovery-code", start, end: start + line[1]!.length })
  }
  return spans
}

const OPENINGS = openingsOf<ReadAt>([
  [
    "pass pwd pw mot~de~passe contrase senha kennwort wachtwoord secret token access private license auth encryption signing master account recovery client apikey api-key key pat credential creds",
    readNoun,
  ],
  ["is~ was~ as~", readBackward],
  ["mnemonic seed~phrase recovery~phrase passphrase secret~phrase", readPhrase],
  ["verification security one 2fa mfa otp login authentication sms confirmation", readOneTime],
  ["recovery~code backup~code scratch~code", readCodes],
])
/** Nouns of other alphabets open no word the walk knows. */
const FAR_NOUN = /пароль|密码|密碼|パスワード|비밀번호/gi
/** What joins a noun to its value where no blank does. */
const PARTICLE = /[ \t]?(?:は|が|是|为|為|은|는|이|가)/y

export const scanProse = (text: string): Span[] => {
  const spans: Span[] = []
  let done = 0
  eachOpening(text, OPENINGS, (index, read) => {
    // Inside a value already found no noun is read.
    if (index < done) return
    for (const span of read(text, index)) {
      spans.push(span)
      done = Math.max(done, span.end)
    }
  })
  for (const { index } of matches(text, FAR_NOUN)) spans.push(...readNoun(text, index))
  return spans
}
