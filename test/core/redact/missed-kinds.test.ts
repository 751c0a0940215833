import { describe, expect, it } from "vitest"
import { redact } from "../../../src/core/redact/redact.ts"
import { GROWS_LINEARLY, growth } from "../../growth.ts"
import { survives } from "./corpus-secrets.ts"
import { rollDice } from "./dice.ts"

/** Values of the kinds that were missed, made anew for every row. */
const dice = rollDice(4711)
const hex = (length: number): string => `a7${dice.hex(length - 2)}`
const dense = (): string => `Zk3${dice.alnum(21)}9q`
const password = (): string => `Qx7${dice.alnum(9)}!4`

const KEY = hex(64)
const hidden = (text: string, secret: string): void => {
  expect(survives(secret, redact(text).text), redact(text).text).toBe(false)
}

describe("kinds of secrets that were missed", () => {
  it.each([
    `here's my key, keep it safe: ${KEY}`,
    `the API key for staging (do not share) ${KEY}`,
    `The key for the new service is below.\n\n${KEY}`,
    `**API key:** ${KEY}`,
    `**API Key**: ${KEY}`,
    `- **Token:** \`${KEY}\``,
    `**Secret** ${KEY}`,
    `__API key:__ ${KEY}`,
    `**Production API key:** ${KEY}`,
    `<b>API key:</b> ${KEY}`,
    `<strong>Token</strong>: ${KEY}`,
  ])("[R12] a key in hex behind prose or a label set apart: %s", text => hidden(text, KEY))

  it.each(["allowToken", "enableToken", "getToken", "uploadKey", "validate_key", "checkSecret"])(
    "[R12] a query says %s",
    name => {
      const secret = dense()
      hidden(`https://example.com/cb?a=1&${name}=${secret}&b=2`, secret)
    },
  )

  it.each(["Password=", "Pwd=", "password="])("[R12] commas belong to the value of %s in a connection string", name => {
    for (const secret of ["Qw,er7,ty!", "ab,c9!xY,12", "Mn,4k", "first,second,third42"]) {
      const { text } = redact(`conn = "Server=tcp:db,1433;User Id=sa;${name}${secret};Encrypt=True"`)
      for (const piece of secret.split(",")) expect(text).not.toContain(piece)
    }
  })

  const LABELS = {
    password: [
      "Senha: ",
      "A senha do banco é ",
      "contraseña: ",
      "La contraseña es ",
      "mot de passe : ",
      "Passwort: ",
      "Kennwort ist ",
      "wachtwoord: ",
    ], // prettier-ignore
    key: [
      "chave de API: ",
      "Chave secreta: ",
      "segredo: ",
      "credencial: ",
      "clave de API: ",
      "la clave de acceso es ",
      "secreto: ",
      "clé API : ",
      "clé d'API : ",
      "Clé secrète: ",
      "le jeton d'accès est ",
      "API-Schlüssel: ",
      "Zugangsschlüssel: ",
      "geheimer Schlüssel: ",
      "Zugangstoken: ",
      "Geheimnis: ",
      "chiave API: ",
      "**Chave de acesso:** ",
    ], // prettier-ignore
    bare: ["a chave é ", "Der Schlüssel lautet ", "sleutel: ", "clave: ", "clé : "],
  }
  it.each(LABELS.password)("[R12] a password under “%s”", label => {
    const secret = password()
    hidden(`${label}${secret}`, secret)
  })
  it.each(LABELS.key)("[R12] a key under “%s”", label => {
    for (const secret of [dense(), hex(64), hex(40)]) hidden(`${label}${secret}`, secret)
  })
  it.each(LABELS.bare)("[R12] a long key in hex under “%s”", label => {
    const secret = hex(64)
    hidden(`${label}${secret}`, secret)
  })

  it.each([
    `commit ${hex(40)}`,
    `**Commit:** ${hex(40)}`,
    `**SHA256:** ${hex(64)}`,
    `sha256: ${hex(64)}`,
    `sha256sum of the api key file\n${hex(64)}`,
    `"integrity": "sha512-${dense()}${dense()}=="`,
    `${hex(64)}  secrets.tar.gz\n${hex(64)}  token.ts`,
    `image for the key service @sha256:${hex(64)}`,
    `cache key: ${hex(64)}`,
    `**Cache key:** ${hex(64)}`,
    `public key: ${hex(64)}`,
    `the key was removed in ${hex(40)}`,
    `Schlüssel: ${hex(40)}`,
    `Clave primaria: ${hex(32)}`,
    "la clave del éxito es trabajar2024",
    "la clé du succès est 2024motivation",
    "a chave é importante",
    "Schlüssel: user_id",
    "**Token count:** 1200",
    "**Key features:** fast2load, simple3use",
    `https://example.com/?nextPageToken=${dense()}`,
    `https://example.com/?cacheKey=${hex(32)}`,
    "https://example.com/?allowTokenRefresh=true&sortKey=created_at_2024",
  ])("[R12] leaves alone: %s", text => {
    expect(redact(text).text).toBe(text)
  })

  it("[R12] in time that grows with the text", () => {
    for (const piece of ["**key ", "clave: ", `${KEY} `, "a=b;password=", "<b>token</b> "])
      expect(
        growth(size => redact(piece.repeat(size)), 400),
        piece,
      ).toBeLessThan(GROWS_LINEARLY)
  })
})
