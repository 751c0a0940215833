// The door of a sealed log: a machine that is not in leaves a public key on the remote and shows a code made of it; a machine
// that is in answers with the seal, readable by that key alone. The private half is destroyed once the answer was read, so
// that what stays in the remote's history opens nothing. Ground truth: X25519 (RFC 7748) and HKDF as node:crypto does them.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from "node:crypto"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import type { Heap } from "./git-remote.ts"
import { boxed, unboxed } from "./git-seal.ts"

const raw = (key: KeyObject): string => createPublicKey(key).export({ format: "jwk" }).x as string
const known = (x: string): KeyObject => createPublicKey({ format: "jwk", key: { kty: "OKP", crv: "X25519", x } })
const codeOf = (key: string): string => createHash("sha256").update(`mettle knock ${key}`).digest("hex").slice(0, 20)
const between = (mine: KeyObject, theirs: KeyObject, code: string): Buffer =>
  Buffer.from(hkdfSync("sha256", diffieHellman({ privateKey: mine, publicKey: theirs }), "", `mettle door ${code}`, 32))

const knockName = (code: string): string => `door/${code}.knock`
const openName = (code: string): string => `door/${code}.open`
/** As people read it aloud. */
export const shownCode = (code: string): string => code.match(/.{5}/g)!.join("-")
export const readCode = (shown: string): string => shown.toLowerCase().replace(/[^0-9a-f]/g, "")

/** Knocks, once: the code by which this machine is known at the door. */
export function knock(heap: Heap, file: string): string {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync("x25519")
    writeFileSync(file, privateKey.export({ format: "pem", type: "pkcs8" }) as string, { mode: 0o600, flag: "wx" })
  }
  const key = raw(createPrivateKey(readFileSync(file, "utf8")))
  const code = codeOf(key)
  if (!heap.has(knockName(code))) heap.add(knockName(code), `${JSON.stringify({ key })}\n`)
  return code
}

interface Answer {
  readonly seal: string
  readonly gift: string
}

/** What was answered to this machine's knock; the key that reads it is gone afterwards. Null while nobody answered. */
export function answered(heap: Heap, file: string): Answer | null {
  if (!existsSync(file)) return null
  const mine = createPrivateKey(readFileSync(file, "utf8"))
  const code = codeOf(raw(mine))
  if (!heap.has(openName(code))) return null
  const { key, box } = JSON.parse(heap.text(openName(code))) as { readonly key: string; readonly box: string }
  const text = unboxed(between(mine, known(key), code), box, code)
  return text === null ? null : (JSON.parse(text) as Answer)
}
export const forgetKnock = (file: string): void => {
  if (existsSync(file)) writeFileSync(file, "\0".repeat(readFileSync(file).length))
  rmSync(file, { force: true })
}

export const knocking = (heap: Heap): readonly string[] =>
  heap
    .names()
    .flatMap(name => /^door\/([0-9a-f]{20})\.knock$/.exec(name)?.[1] ?? [])
    .filter(code => !heap.has(openName(code)))

/** Answers a knock. False when nobody with this code knocked, or the key there is not the one the code was made of. */
export function answer(heap: Heap, code: string, what: Answer): boolean {
  if (!/^[0-9a-f]{20}$/.test(code) || !heap.has(knockName(code))) return false
  const { key } = JSON.parse(heap.text(knockName(code))) as { readonly key: string }
  if (codeOf(key) !== code) return false
  const { privateKey } = generateKeyPairSync("x25519")
  const box = boxed(between(privateKey, known(key), code), JSON.stringify(what), code)
  heap.add(openName(code), `${JSON.stringify({ key: raw(privateKey), box })}\n`)
  return true
}
