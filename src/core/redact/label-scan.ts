// Finds secrets under a label as people write it in notes and mails, in several tongues: "**API key:** …", "Clé secrète : …",
// "A senha do banco é …". The words are data (label-words.ts); the value must look made up, and hashes stay.
import { ANY_NOUN, FURTHER_NOUN, IS, NOUNS, OF, WHOSE } from "./label-words.ts"
import { looksMadeUp } from "./prose-scan.ts"
import { isDense, isUuid } from "./shape.ts"
import { beforeEscape, type Span, withoutTail } from "./span.ts"

const EMPHASIS = "(?:\\*{1,3}|_{1,3}|</(?:b|strong|em|dt|th|td|label)>)"
/** A few words may tell whose it is; then a colon, an equals sign or a verb, with emphasis closed before or after it. */
const TO_VALUE = new RegExp(
  `((?:[ ](?!(?:${IS})[ :])[\\p{L}][\\p{L}\\d'’-]{0,20}){0,5})(?:[ ]?${EMPHASIS}?[ ]?[:=]${EMPHASIS}?\\s{0,3}|[ ](?:${IS})[ ]?:?\\s{1,3}|[ ]?${EMPHASIS}[ ]{1,3})(?:<[a-z]{1,6}>)?["'\`“«*(]{0,3}([^\\s"'\`”»<>()]{8,400})`,
  "iuy",
)
/** The value of these is public: a label that speaks of one is none of ours. */
const PUBLIC =
  /(?<![\p{L}\d])(?:commit|sha-?\d*|hash|digest|checksum|version|ids?|fingerprint|public[ao]?|publique|öffentlich\w*|image|build|revision|branch|tag|file|path|cache|primary|foreign|partition|sort|object|idempotency|etag|integrity|tree|block|transaction|nonce|count|limit|usage|prüfsumme|empreinte|huella)(?![\p{L}\d])/iu
const LEAD = /(?:^|[^\p{L}\d-])([\p{L}\d-]+)[ ]$/u
/** Longer than a git hash, and of no length a checksum of a short kind has: a key in hex. */
const LONG_HEX = /^(?:0x)?(?:[0-9a-f]{48}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i
const ARTICLES =
  /^(?:the|my|our|your|this|a|o|as|la|le|el|los|les|il|lo|der|die|das|den|de|het|mi|ma|mon|notre|nuestra|minha|nossa|unser|mein|meine|use|here|new|nova|nueva|nouvelle|neuer|neue)$/i

const isSecret = (value: string, cls: string, qualified: boolean): boolean => {
  if (isUuid(value)) return false
  if (cls === "password") return looksMadeUp(value, true)
  if (qualified) return looksMadeUp(value, false) && value.length >= 12
  return (
    LONG_HEX.test(value) ||
    (!/^[0-9a-f]+$/i.test(value) && isDense(value) && /[a-z]/.test(value) && /[A-Z]/.test(value))
  )
}

const execAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}
const WHOSE_BEFORE = new RegExp(`(?<![\\p{L}\\d])(?:${WHOSE})[ -]?$`, "iu")
const WHOSE_BEHIND = new RegExp(`[ -]${OF}?[ ]?(?:${WHOSE})(?![\\p{L}\\d])`, "iuy")

/** The secret under the label whose noun stands at `at`. */
function labelled(text: string, at: number): Span | undefined {
  const found = NOUNS.map(([cls, noun]) => [cls, execAt(noun, text, at)?.[0]] as const).find(
    ([, said]) => said !== undefined,
  )
  if (found === undefined) return undefined
  const [cls, noun] = found
  const before = text.slice(Math.max(0, at - 40), at)
  const whose = WHOSE_BEFORE.exec(before)?.[0] ?? ""
  if (whose === "" && /[\p{L}\d_/.@-]$/u.test(before)) return undefined
  const lead = LEAD.exec(before.slice(0, before.length - whose.length))?.[1]
  let end = at + noun!.length
  const behind = execAt(WHOSE_BEHIND, text, end)?.[0] ?? ""
  end += behind.length
  const qualified = cls !== "key" || whose !== "" || behind !== ""
  if (!qualified && lead !== undefined && !ARTICLES.test(lead)) return undefined
  const match = execAt(TO_VALUE, text, end)
  if (match === null || PUBLIC.test(match[1]!) || (lead !== undefined && PUBLIC.test(lead))) return undefined
  const raw = beforeEscape(match[2]!, /[nrt]/) ?? match[2]!
  const value = withoutTail(raw, ".,;:!?)]*_")
  if (!isSecret(value, cls, qualified)) return undefined
  const start = end + match[0].length - match[2]!.length
  return { kind: cls === "key" ? "api-key" : cls, start, end: start + value.length }
}

const EMPHASISED = /(?:\*{1,3}|_{2,3}|<(?:b|strong|em|dt|th|td|label)>)[ ]?(?=\p{L})/giu
const LONGEST_LABEL = 60

/** A label set apart by emphasis: its noun may be plain English. */
function emphasised(text: string, spans: Span[]): void {
  EMPHASISED.lastIndex = 0
  for (let mark = EMPHASISED.exec(text); mark !== null; mark = EMPHASISED.exec(text)) {
    const from = mark.index + mark[0].length
    const label = text.slice(from, from + LONGEST_LABEL)
    const noun = execAt(ANY_NOUN, label, 0)
    if (noun === null || /[\n*]/.test(label.slice(0, noun.index))) continue
    const span = labelled(text, from + noun.index)
    if (span !== undefined) spans.push(span)
  }
}

const LONGEST_SENTENCE = 200
const HEX_KEY = /(?<![\w/+=:-])(?:0x)?[0-9a-f]{64}(?![\w/+=-])/gi
const OWNED = /^(?:the|my|our|your|this|that|a|new|der|die|das|mein|unser|la|le|el|a|o|ma|mi|minha)$/i

/** A key in hex behind a sentence that speaks of one, with whatever words between; alone on its line, the line before. */
function hexKeys(text: string, spans: Span[]): void {
  HEX_KEY.lastIndex = 0
  for (let hex = HEX_KEY.exec(text); hex !== null; hex = HEX_KEY.exec(text)) {
    // never further back than a sentence reaches: a line may be long
    const back = text.slice(Math.max(0, hex.index - LONGEST_SENTENCE), hex.index)
    const own = back.slice(back.lastIndexOf("\n") + 1)
    const alone = /^[\s>*`"'-]*$/.test(own)
    const above = alone ? back.slice(0, back.length - own.length).trimEnd() : ""
    const said = alone ? above.slice(above.lastIndexOf("\n") + 1) : own
    const after = text.slice(HEX_KEY.lastIndex, HEX_KEY.lastIndex + 40).split("\n")[0]!
    if (PUBLIC.test(said) || PUBLIC.test(after) || /^[ ]{1,2}\*?\S+\.\w/.test(after)) continue
    ANY_NOUN.lastIndex = 0
    for (let noun = ANY_NOUN.exec(said); noun !== null; noun = ANY_NOUN.exec(said)) {
      const before = said.slice(0, noun.index)
      const lead = LEAD.exec(before)?.[1]
      const isKey = WHOSE_BEFORE.test(before) || (lead !== undefined && OWNED.test(lead))
      if (/^[\w./-]*[./_]\w/.test(said.slice(noun.index)) || !isKey) continue
      spans.push({ kind: "api-key", start: hex.index, end: HEX_KEY.lastIndex })
      break
    }
  }
}

export const scanLabels = (text: string): Span[] => {
  const spans: Span[] = []
  FURTHER_NOUN.lastIndex = 0
  for (let noun = FURTHER_NOUN.exec(text); noun !== null; noun = FURTHER_NOUN.exec(text)) {
    const span = labelled(text, noun.index)
    if (span === undefined) continue
    spans.push(span)
    FURTHER_NOUN.lastIndex = span.end
  }
  emphasised(text, spans)
  hexKeys(text, spans)
  return spans
}
