// Finds secrets under a label as people write it in notes and mails, in several tongues: "**API key:** …", "Clé secrète : …",
// "A senha do banco é …". The words are data, a row a tongue; the value must look made up, and hashes stay.
import { once } from "../once.ts"
import { wordSet } from "../words/word-list.ts"
import { type KeyClass, kindOf } from "./key-name.ts"
import { looksMadeUp } from "./prose-scan.ts"
import { isDense, isUuid } from "./shape.ts"
import { beforeEscape, execAt, isHexUnit, matches, type Span, withoutTail } from "./span.ts"

// The nouns that announce a secret, tongue by tongue, as data: what it is called, and what may qualify a key so that it is
// a secret one.

/** Alternatives are parted by "|" and hold none of their own. */
interface Tongue {
  readonly password: string
  readonly token: string
  readonly secret: string
  /** a key is secret when one of `whose` stands before or behind it */
  readonly key: string
  readonly whose: string
  /** what joins a label to its value */
  readonly is: string
}
const TONGUES: readonly Tongue[] = [
  {
    password: "passwords?|passphrase|passcode",
    token: "tokens?",
    secret: "secrets?|credentials?",
    key: "keys?",
    whose:
      "api|access|secret|private|licen[sc]e|auth|encryption|decryption|signing|master|account|recovery|client|service|deploy|root|admin",
    is: "is|was",
  },
  {
    password: "senhas?|palavra-passe",
    token: "tokens?|fichas? de acesso",
    secret: "segredos?|credencial|credenciais",
    key: "chaves?",
    whose: "api|acesso|secreta|privada|mestra|criptografia|assinatura|licença|serviço|conta|servidor|produção",
    is: "é|e|era|agora é",
  },
  {
    password: "contraseñas?|contrasenas?",
    token: "tokens?|fichas? de acceso",
    secret: "secretos?|credencial(?:es)?",
    key: "claves?|llaves?",
    whose: "api|acceso|secreta|privada|maestra|cifrado|firma|licencia|servicio|cuenta|servidor|producción",
    is: "es|era|ahora es",
  },
  {
    password: "mots? de passe",
    token: "jetons?|tokens?",
    secret: "secrets?",
    key: "clés?|clefs?",
    whose: "api|accès|secrète|privée|maître|chiffrement|signature|licence|service|compte|serveur|production",
    is: "est|était|c'est",
  },
  {
    password: "passw[oö]rt(?:er)?|kennw[oö]rt(?:er)?",
    token: "zugangs-?tokens?|zugriffs-?tokens?|tokens?",
    secret: "geheimnis(?:se)?|zugangsdaten",
    key: "schlüssel|schluessel",
    whose:
      "api|zugangs|zugriffs|geheimer|geheimen|geheime|privater|privaten|private|haupt|master|verschlüsselungs|signatur|lizenz|dienst|konto|server",
    is: "ist|lautet|war|heißt",
  },
  {
    password: "parola d'ordine|passwords?",
    token: "tokens?|gettoni?",
    secret: "segret[oi]|credenzial[ei]",
    key: "chiav[ei]",
    whose: "api|accesso|segreta|privata|principale|cifratura|firma|licenza|servizio|account|server",
    is: "è|era",
  },
  {
    password: "wachtwoord(?:en)?",
    token: "tokens?",
    secret: "geheim(?:en)?|inloggegevens",
    key: "sleutels?",
    whose: "api|toegangs|geheime|privé|hoofd|licentie|server",
    is: "is|was|luidt",
  },
]
type Field = keyof Tongue
const words = (field: Field, tongues: readonly Tongue[] = TONGUES): string =>
  [...new Set(tongues.flatMap(tongue => tongue[field].split("|")))].sort((a, b) => b.length - a.length).join("|")
const [, ...FURTHER] = TONGUES

/** What ties a key to whose it is: chave da API, clé d'accès. */
const OF = "(?:d[aeo]s?|d['’]|de la|de l['’]|del|della|dell['’]|di|van|für|pour)"
const CLASSES = ["password", "token", "secret", "key"] as const
const END = "(?![\\p{L}\\d])"
const NOUNS = once(() =>
  CLASSES.map((cls): readonly [cls: KeyClass, noun: RegExp] => [cls, new RegExp(`(?:${words(cls)})${END}`, "iuy")]),
)
/** Where a noun of another tongue than English may begin, and where any may. */
const FURTHER_NOUN = new RegExp(
  CLASSES.map(cls => words(cls, FURTHER).replace(/(?:^|\|)(?:tokens\?|passwords\?|secrets\?)(?=\||$)/g, ""))
    .join("|")
    .replace(/\|{2,}/g, "|")
    .replace(/^\||\|$/g, ""),
  "gi",
)
const ANY_NOUN = once(
  () => new RegExp(`(?<![\\p{L}\\d_/.@])(?:${CLASSES.map(cls => words(cls)).join("|")})${END}`, "giu"),
)

const EMPHASIS = "(?:\\*{1,3}|_{1,3}|</(?:b|strong|em|dt|th|td|label)>)"
/** A few words may tell whose it is; then a colon, an equals sign or a verb, with emphasis closed before or after it. */
const TO_VALUE = once(() => {
  const is = words("is")
  return new RegExp(
    `((?:[ ](?!(?:${is})[ :])[\\p{L}][\\p{L}\\d'’-]{0,20}){0,5})(?:[ ]?${EMPHASIS}?[ ]?[:=]${EMPHASIS}?\\s{0,3}|[ ](?:${is})[ ]?:?\\s{1,3}|[ ]?${EMPHASIS}[ ]{1,3})(?:<[a-z]{1,6}>)?["'\`“«*(]{0,3}([^\\s"'\`”»<>()]{8,400})`,
    "iuy",
  )
})
/** The value of these is public: a label that speaks of one is none of ours. */
const PUBLIC = once(
  () =>
    /(?<![\p{L}\d])(?:commit|sha-?\d*|hash|digest|checksum|version|ids?|fingerprint|public[ao]?|publique|öffentlich\w*|image|build|revision|branch|tag|file|path|cache|primary|foreign|partition|sort|object|idempotency|etag|integrity|tree|block|transaction|nonce|count|limit|usage|prüfsumme|empreinte|huella)(?![\p{L}\d])/iu,
)
const LEAD = once(() => /(?:^|[^\p{L}\d-])([\p{L}\d-]+)[ ]$/u)
/** Longer than a git hash, and of no length a checksum of a short kind has: a key in hex. */
const LONG_HEX = /^(?:0x)?(?:[0-9a-f]{48}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i
const ARTICLES = wordSet(
  "the my our your this a o as la le el los les il lo der die das den de het mi ma mon notre nuestra minha nossa unser mein meine use here new nova nueva nouvelle neuer neue",
)

const isSecret = (value: string, cls: string, qualified: boolean): boolean => {
  if (isUuid(value)) return false
  if (cls === "password") return looksMadeUp(value, true)
  if (qualified) return looksMadeUp(value, false) && value.length >= 12
  return (
    LONG_HEX.test(value) ||
    (!/^[0-9a-f]+$/i.test(value) && isDense(value) && /[a-z]/.test(value) && /[A-Z]/.test(value))
  )
}

const WHOSE_BEFORE = once(() => new RegExp(`(?<![\\p{L}\\d])(?:${words("whose")})[ -]?$`, "iu"))
const WHOSE_BEHIND = once(() => new RegExp(`[ -]${OF}?[ ]?(?:${words("whose")})(?![\\p{L}\\d])`, "iuy"))

/** The secret under the label whose noun stands at `at`. */
function labelled(text: string, at: number): Span | undefined {
  const found = NOUNS()
    .map(([cls, noun]) => [cls, execAt(noun, text, at)?.[0]] as const)
    .find(([, said]) => said !== undefined)
  if (found === undefined) return undefined
  const [cls, noun] = found
  const before = text.slice(Math.max(0, at - 40), at)
  const whose = WHOSE_BEFORE().exec(before)?.[0] ?? ""
  if (whose === "" && /[\p{L}\d_/.@-]$/u.test(before)) return undefined
  const lead = LEAD().exec(before.slice(0, before.length - whose.length))?.[1]
  let end = at + noun!.length
  const behind = execAt(WHOSE_BEHIND(), text, end)?.[0] ?? ""
  end += behind.length
  const qualified = cls !== "key" || whose !== "" || behind !== ""
  if (!qualified && lead !== undefined && !ARTICLES.has(lead.toLowerCase())) return undefined
  const match = execAt(TO_VALUE(), text, end)
  if (match === null || PUBLIC().test(match[1]!) || (lead !== undefined && PUBLIC().test(lead))) return undefined
  const raw = beforeEscape(match[2]!, /[nrt]/) ?? match[2]!
  const value = withoutTail(raw, ".,;:!?)]*_")
  if (!isSecret(value, cls, qualified)) return undefined
  const start = end + match[0].length - match[2]!.length
  return { kind: kindOf(cls), start, end: start + value.length }
}

const EMPHASISED = once(() => /(?:\*{1,3}|_{2,3}|<(?:b|strong|em|dt|th|td|label)>)[ ]?(?=\p{L})/giu)
const LONGEST_LABEL = 60

/** A label set apart by emphasis: its noun may be plain English. */
function emphasised(text: string, spans: Span[]): void {
  for (const mark of matches(text, EMPHASISED, "*", "__", "<")) {
    const from = mark.index + mark[0].length
    const label = text.slice(from, from + LONGEST_LABEL)
    const noun = execAt(ANY_NOUN(), label, 0)
    if (noun === null || /[\n*]/.test(label.slice(0, noun.index))) continue
    const span = labelled(text, from + noun.index)
    if (span !== undefined) spans.push(span)
  }
}

const LONGEST_SENTENCE = 200
const HEX_KEY = /(?<![\w/+=:-])(?:0x)?[0-9a-f]{64}(?![\w/+=-])/gi
const OWNED = wordSet("the my our your this that a new der die das mein unser la le el o ma mi minha")

/** So long a run of digits in hex has eight of them eight units apart: asked first, since the expression is tried at every unit of a text. */
const mayHoldHexKey = (text: string): boolean => {
  for (let at = 0, row = 0; at < text.length; at += 8) {
    row = isHexUnit(text.charCodeAt(at)) ? row + 1 : 0
    if (row === 8) return true
  }
  return false
}

/** A key in hex behind a sentence that speaks of one, with whatever words between; alone on its line, the line before. */
function hexKeys(text: string, spans: Span[]): void {
  for (const hex of mayHoldHexKey(text) ? matches(text, HEX_KEY) : []) {
    const end = hex.index + hex[0].length
    // never further back than a sentence reaches: a line may be long
    const back = text.slice(Math.max(0, hex.index - LONGEST_SENTENCE), hex.index)
    const own = back.slice(back.lastIndexOf("\n") + 1)
    const alone = /^[\s>*`"'-]*$/.test(own)
    const above = alone ? back.slice(0, back.length - own.length).trimEnd() : ""
    const said = alone ? above.slice(above.lastIndexOf("\n") + 1) : own
    const after = text.slice(end, end + 40).split("\n")[0]!
    if (PUBLIC().test(said) || PUBLIC().test(after) || /^[ ]{1,2}\*?\S+\.\w/.test(after)) continue
    const isNamed = matches(said, ANY_NOUN()).some(noun => {
      const before = said.slice(0, noun.index)
      const lead = LEAD().exec(before)?.[1]
      const isKey = WHOSE_BEFORE().test(before) || (lead !== undefined && OWNED.has(lead.toLowerCase()))
      return isKey && !/^[\w./-]*[./_]\w/.test(said.slice(noun.index))
    })
    if (isNamed) spans.push({ kind: "api-key", start: hex.index, end })
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
