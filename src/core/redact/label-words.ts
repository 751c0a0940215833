// The nouns that announce a secret, tongue by tongue, as data: what it is called, and what may qualify a key so that it is
// a secret one. Read by label-scan.ts; a tongue more is a row more.
import type { KeyClass } from "./key-name.ts"

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

export const WHOSE = words("whose")
export const IS = words("is")
/** What ties a key to whose it is: chave da API, clé d'accès. */
export const OF = "(?:d[aeo]s?|d['’]|de la|de l['’]|del|della|dell['’]|di|van|für|pour)"
const CLASSES = ["password", "token", "secret", "key"] as const
const END = "(?![\\p{L}\\d])"
export const NOUNS: readonly (readonly [cls: KeyClass, noun: RegExp])[] = CLASSES.map(cls => [
  cls,
  new RegExp(`(?:${words(cls)})${END}`, "iuy"),
])
/** Where a noun of another tongue than English may begin, and where any may. */
export const FURTHER_NOUN = new RegExp(
  CLASSES.map(cls => words(cls, FURTHER).replace(/(?:^|\|)(?:tokens\?|passwords\?|secrets\?)(?=\||$)/g, ""))
    .join("|")
    .replace(/\|{2,}/g, "|")
    .replace(/^\||\|$/g, ""),
  "gi",
)
export const ANY_NOUN = new RegExp(`(?<![\\p{L}\\d_/.@])(?:${CLASSES.map(cls => words(cls)).join("|")})${END}`, "giu")
