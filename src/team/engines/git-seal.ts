// The keys of a log whose history cannot forget. Every envelope with words has a key of its own, found by walking from a root
// down the bits of its id; forgetting replaces the root by its neighbours along that walk, so that this one key, and no other,
// can be made by nobody any more who keeps the rest. Ground truth: a puncturable function after Goldreich, Goldwasser and Micali.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto"
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs"
import type { Envelope, Erasure } from "../shared-log.ts"
import { bare, misfit } from "./fit.ts"
import type { Heap } from "./git-remote.ts"
import { opened, putDown } from "./segments.ts"

/** Bits of an id that name its key: finding another id with the same ones is out of reach. */
const DEPTH = 64
const NONCE = 12
const TAG = 16
/** Lengths are rounded up, so that they tell little. */
const BLOCK = 256

export interface Seal {
  /** names the seal; says nothing about its keys */
  readonly name: string
  /** what holds no words is under one key for all */
  readonly common: Buffer
  /** what is left of the tree: keys by the bits that lead to them */
  readonly nodes: ReadonlyMap<string, Buffer>
}

export const newSeal = (): Seal => ({
  name: randomBytes(16).toString("hex"),
  common: randomBytes(32),
  nodes: new Map([["", randomBytes(32)]]),
})

const bitsOf = (id: string): string =>
  [...id.slice(0, DEPTH / 4)].map(digit => Number.parseInt(digit, 16).toString(2).padStart(4, "0")).join("")
const child = (key: Buffer, bit: string): Buffer => createHash("sha256").update(key).update(bit).digest()
const rootOf = ({ nodes }: Seal, bits: string): string | null => {
  for (let n = 0; n <= bits.length; n++) if (nodes.has(bits.slice(0, n))) return bits.slice(0, n)
  return null
}

/** The key of one envelope; null once it is destroyed. */
function keyOf(seal: Seal, id: string): Buffer | null {
  const bits = bitsOf(id)
  const from = rootOf(seal, bits)
  if (from === null) return null
  let key = seal.nodes.get(from)!
  for (const bit of bits.slice(from.length)) key = child(key, bit)
  return key
}

/** The seal without the keys of these. The same object when none of them was left. */
export function punctured(seal: Seal, ids: Iterable<string>): Seal {
  const nodes = new Map(seal.nodes)
  let changed = false
  for (const id of ids) {
    const bits = bitsOf(id)
    const from = rootOf({ ...seal, nodes }, bits)
    if (from === null) continue
    changed = true
    let key = nodes.get(from)!
    nodes.delete(from)
    for (let n = from.length; n < bits.length; n++) {
      const bit = bits[n]!
      const other = bit === "0" ? "1" : "0"
      nodes.set(bits.slice(0, n) + other, child(key, other))
      key = child(key, bit)
    }
  }
  return changed ? { ...seal, nodes } : seal
}

/** Text under the key of an id, or under the common one; null when that key is destroyed. */
function sealed(seal: Seal, id: string, words: boolean, text: string, also: string): string | null {
  const key = words ? keyOf(seal, id) : seal.common
  return key === null ? null : boxed(key, text + " ".repeat((BLOCK - (Buffer.byteLength(text) % BLOCK)) % BLOCK), also)
}
function unsealed(seal: Seal, id: string, words: boolean, box: string, also: string): string | null {
  const key = words ? keyOf(seal, id) : seal.common
  return key === null ? null : unboxed(key, box, also)
}

function boxed(key: Buffer, text: string, also: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv("aes-256-gcm", key, nonce)
  cipher.setAAD(Buffer.from(also))
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString("base64url")
}
function unboxed(key: Buffer, box: string, also: string): string | null {
  const bytes = Buffer.from(box, "base64url")
  if (bytes.length < NONCE + TAG) return null
  try {
    const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE))
    cipher.setAAD(Buffer.from(also))
    cipher.setAuthTag(bytes.subarray(bytes.length - TAG))
    const text = cipher.update(bytes.subarray(NONCE, bytes.length - TAG), undefined, "utf8")
    return text + cipher.final("utf8")
  } catch {
    return null
  }
}

export const sealText = ({ name, common, nodes }: Seal): string =>
  JSON.stringify({
    v: 1,
    name,
    common: common.toString("base64url"),
    nodes: [...nodes].map(([bits, key]) => [bits, key.toString("base64url")]),
  })
export function sealFrom(text: string): Seal {
  const { name, common, nodes } = JSON.parse(text) as { name: string; common: string; nodes: [string, string][] }
  const key = (given: string): Buffer => {
    const bytes = Buffer.from(given, "base64url")
    if (bytes.length !== 32) throw new Error("a key is not whole")
    return bytes
  }
  if (!/^[0-9a-f]{32}$/.test(name)) throw new Error("the seal has no name")
  return { name, common: key(common), nodes: new Map(nodes.map(([bits, given]) => [bits, key(given)])) }
}

export const readSeal = (file: string): Seal | null => (existsSync(file) ? sealFrom(readFileSync(file, "utf8")) : null)

/** Replaces the file whole; what it held before is overwritten first, so that destroyed keys do not lie in the file's old blocks. */
export function writeSeal(file: string, seal: Seal): void {
  const fresh = `${file}.next`
  opened(fresh, "w", fd => putDown(fd, sealText(seal)), 0o600)
  const old = existsSync(file) ? openSync(file, "r+") : null
  renameSync(fresh, file)
  if (old === null) return
  writeSync(old, Buffer.alloc(fstatSync(old).size), 0, undefined, 0)
  fsyncSync(old)
  closeSync(old)
}

// Segments of a sealed log: one line an envelope, of which only the id and the lock are readable without the seal, or one word
// that erases. A segment is written once and never changed.

type SealedLine =
  | { readonly what: "envelope"; readonly id: string; readonly envelope: Envelope; readonly words: boolean }
  /** under a key that is destroyed: known, and read by nobody */
  | { readonly what: "destroyed"; readonly id: string }
  | ({ readonly what: "erase" } & Erasure)

/** Null when the key of this id is destroyed. */
export function sealedLine(seal: Seal, envelope: Envelope, words: boolean): string | null {
  const { id, lock } = envelope
  const box = sealed(seal, id, words, JSON.stringify(bare(envelope)), `${id} ${lock}`)
  return box === null ? null : `${JSON.stringify({ id, lock, ...(words ? { own: 1 } : {}), box })}\n`
}

/** Null for whatever else stands there. */
export function readLine(seal: Seal, text: string): SealedLine | null {
  try {
    const { id, lock, own, box, erase, token } = JSON.parse(text)
    if (typeof erase === "string") return typeof token === "string" ? { what: "erase", id: erase, token } : null
    if (typeof box !== "string" || typeof lock !== "string" || !/^[0-9a-f]{32}$/.test(id)) return null
    const words = own === 1
    const inside = unsealed(seal, id, words, box, `${id} ${lock}`)
    if (inside === null) return words && sealed(seal, id, true, "", "") === null ? { what: "destroyed", id } : null
    const envelope = bare(JSON.parse(inside))
    if (envelope.id !== id || envelope.lock !== lock || misfit(envelope) !== null) return null
    return { what: "envelope", id, envelope, words }
  } catch {
    return null
  }
}

// The door of a sealed log: a machine that is not in leaves a public key on the remote and shows a code made of it; a machine
// that is in answers with the seal, readable by that key alone. The private half is destroyed once the answer was read, so
// that what stays in the remote's history opens nothing. Ground truth: X25519 (RFC 7748) and HKDF as node:crypto does them.

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
