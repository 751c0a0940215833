// Who a home is to a team: an Ed25519 key of its own, kept 0600 beside the store, a pseudonym that is the key's fingerprint,
// and a signature over every envelope. Ground truth: RFC 8032 as node:crypto does it. No names of people here.
import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto"
import { existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { writeWhole } from "../paths.ts"
import type { Envelope } from "./shared-log.ts"

export interface Identity {
  readonly author: string
  /** public key, raw, base64url */
  readonly key: string
  sign(envelope: Omit<Envelope, "signature" | "author" | "key" | "lock">): Envelope
  /** The word that erases an envelope of this author: it follows from the key and is said only to erase. */
  token(id: string): string
}

export const fingerprint = (key: string): string =>
  createHash("sha256").update(`mettle ${key}`).digest("hex").slice(0, 32)

/** What a signature covers: every field that says something, in a fixed order. */
const signed = (e: Omit<Envelope, "signature">): Buffer =>
  Buffer.from(
    JSON.stringify(["mettle-envelope-2", e.id, e.partition, e.author, e.key, e.ts, e.type, e.v, e.lock, e.body]),
  )

function identityOf(key: KeyObject): Identity {
  const pub = createPublicKey(key).export({ format: "jwk" }).x as string
  const author = fingerprint(pub)
  const secret = createHash("sha256")
    .update("mettle erasing")
    .update(key.export({ format: "der", type: "pkcs8" }))
    .digest()
  const token = (id: string): string => createHmac("sha256", secret).update(id).digest("hex")
  return {
    author,
    key: pub,
    token,
    sign(envelope) {
      const lock = createHash("sha256").update(token(envelope.id)).digest("hex")
      const whole = { ...envelope, author, key: pub, lock }
      return { ...whole, signature: sign(null, signed(whole), key).toString("base64url") }
    },
  }
}

export const newIdentity = (): Identity => identityOf(generateKeyPairSync("ed25519").privateKey)

// The same few authors sign thousands of envelopes: making a key from its text costs more than a check.
const keys = new Map<string, KeyObject | null>()
function publicKey(x: string): KeyObject | null {
  const known = keys.get(x)
  if (known !== undefined) return known
  let made: KeyObject | null = null
  try {
    if (/^[A-Za-z0-9_-]{43}$/.test(x)) made = createPublicKey({ format: "jwk", key: { kty: "OKP", crv: "Ed25519", x } })
  } catch {
    made = null
  }
  if (keys.size >= 10_000) keys.clear()
  keys.set(x, made)
  return made
}

/** Whether the author the envelope names, and nobody else, wrote every word of it. */
export function isGenuine(envelope: Envelope): boolean {
  if (fingerprint(envelope.key) !== envelope.author) return false
  const key = publicKey(envelope.key)
  if (!key || !/^[A-Za-z0-9_-]{86}$/.test(envelope.signature)) return false
  return verify(null, signed(envelope), key, Buffer.from(envelope.signature, "base64url"))
}

const FILE = "key.pem"

/** The key as it is told to another machine of the same person. */
export const keyIn = (dir: string): string => readFileSync(join(dir, FILE), "utf8")
/** Takes a key over from another machine of the same person. */
export function putKey(dir: string, pem: string): void {
  writeWhole(join(dir, FILE), pemOf(createPrivateKey(pem)))
}
const pemOf = (key: KeyObject): string => key.export({ format: "pem", type: "pkcs8" }) as string

/** This home's key for a team, made at first use. A key that others can read is refused: it may be somebody else's by now. */
export function identityIn(dir: string): Identity {
  const path = join(dir, FILE)
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync("ed25519")
    // Exclusive: of two that make one at once, only one is this home.
    writeFileSync(path, pemOf(privateKey), { mode: 0o600, flag: "wx", flush: true })
    return identityOf(privateKey)
  }
  const stat = lstatSync(path)
  const foreign = process.getuid !== undefined && stat.uid !== process.getuid()
  if (!stat.isFile() || foreign || (process.platform !== "win32" && (stat.mode & 0o077) !== 0))
    throw new MettleError("E_INTEGRITY", `the key ${path} can be read by others, or is not yours`, {
      still: "everything local works; nothing is shared",
      hint: "mettle team leave --keep, then join again with a new key",
    })
  return identityOf(createPrivateKey(readFileSync(path, "utf8")))
}
