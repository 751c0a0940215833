// The guard before everything: what a request must look like before any route sees it. Loopback alone stops neither a web
// page nor another user of the machine, so Host, Origin, Sec-Fetch, token, method and content type are checked in that order
//. Decides from the head of the request only; reads no body and knows no route but by `Expected`.
import { createHash, timingSafeEqual } from "node:crypto"

export interface Head {
  readonly method: string
  /** as it stands in the request line */
  readonly url: string
  readonly version: string
  /** name, value, name, value: as they came, so that a header given twice is seen */
  readonly rawHeaders: readonly string[]
}
export interface Guarded {
  readonly port: number
  readonly token: string
  /** what the path expects; null: there is no such path */
  readonly expects: (path: string) => Expected | null
  readonly mostBytes: number
  /** a page of our own, a file, is about to lead the browser here: then its way to the shell is let through */
  readonly ajar?: () => boolean
}
export interface Expected {
  readonly methods: readonly string[]
  /** answers without a token: the static shell and the mute health route */
  readonly open: boolean
}
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 414 | 415 | 421 | 431
  readonly message: string
  readonly allow?: readonly string[]
}

const LONGEST_URL = 4096
/** A browser sends some twenty. */
const MOST_HEADERS = 100
/** Of a server behind this guard: every header reaches it. By default Node drops those past a number without a word, and with
 * them an Origin or a second Host that stands last. The bytes of a head are bounded all the same. */
export const ALL_HEADERS = 0
/** Given twice, one reader takes the first and another the last: nobody needs that. */
const ONCE = new Set([
  "host",
  "origin",
  "authorization",
  "x-mettle-token",
  "content-type",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "sec-fetch-site",
])

export const hostsOf = (port: number): readonly string[] => ["127.0.0.1", "localhost", "[::1]"].map(h => `${h}:${port}`)

/** null: let it through. */
export function refuse(head: Head, guarded: Guarded): Refusal | null {
  if (head.rawHeaders.length > 2 * MOST_HEADERS) return { status: 431, message: "too many headers" }
  if (head.version !== "1.1" && head.version !== "1.0") return { status: 400, message: "this is HTTP/1.1" }
  const given = headersOf(head.rawHeaders)
  if (given === null) return { status: 400, message: "a header was given twice" }
  const hosts = hostsOf(guarded.port)
  if (!hosts.includes(given.get("host") ?? "")) return { status: 421, message: "not a name of this server" }
  const origin = given.get("origin")
  if (origin !== undefined && !hosts.some(host => origin === `http://${host}`))
    return { status: 403, message: "another origin" }
  const site = given.get("sec-fetch-site")
  const known = site === undefined || site === "same-origin" || site === "none"
  if (!known && !(guarded.ajar?.() && isArrival(head, given))) return { status: 403, message: "another site" }
  if (given.has("upgrade")) return { status: 403, message: "no other protocol is spoken here" }
  if (head.url.length > LONGEST_URL) return { status: 414, message: "the address is too long" }
  const path = pathOf(head.url)
  const expected = path === null ? null : guarded.expects(path)
  if (!expected?.open && !tokenFits(given, guarded.token))
    return { status: 401, message: "the token is missing or wrong" }
  if (path === null) return { status: 400, message: "not an address of this server" }
  if (expected === null) return { status: 404, message: "there is nothing here" }
  if (!expected.methods.includes(head.method))
    return { status: 405, message: "not with this method", allow: expected.methods }
  return refuseBody(head, given, guarded.mostBytes)
}

/** A person's browser goes to the shell, which holds nothing. The file that sends it there is of no site. */
const isArrival = ({ method, url }: Head, given: ReadonlyMap<string, string>): boolean =>
  method === "GET" &&
  url === "/" &&
  given.get("sec-fetch-site") === "cross-site" &&
  given.get("sec-fetch-mode") === "navigate" &&
  given.get("sec-fetch-dest") === "document"

function refuseBody(head: Head, given: ReadonlyMap<string, string>, most: number): Refusal | null {
  if (given.has("content-encoding")) return { status: 415, message: "bodies are not compressed" }
  const coding = given.get("transfer-encoding")
  if (coding !== undefined && (coding.toLowerCase() !== "chunked" || head.version === "1.0"))
    return { status: 400, message: "bodies come whole or in chunks" }
  const length = given.get("content-length")
  if (head.method !== "POST")
    return coding !== undefined || (length !== undefined && length !== "0")
      ? { status: 413, message: "this takes no body" }
      : null
  if (!/^application\/json(?: ?; ?charset="?utf-8"?)?$/i.test(given.get("content-type") ?? ""))
    return { status: 415, message: "bodies are application/json" }
  if (length !== undefined && Number(length) > most) return { status: 413, message: "the body is too large" }
  return null
}

/** The path as it is looked up: plain segments, nothing to decode, nothing to climb with. null: anything else. */
function pathOf(url: string): string | null {
  const path = url.split("?", 1)[0]!
  if (!/^\/(?:[A-Za-z0-9._~-]{1,128}(?:\/[A-Za-z0-9._~-]{1,128}){0,7})?$/.test(path)) return null
  return path.split("/").some(part => part === "." || part === "..") ? null : path
}

/** By lower-case name; null when one that must stand alone came twice. */
function headersOf(raw: readonly string[]): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase()
    if (found.has(name) && ONCE.has(name)) return null
    if (!found.has(name)) found.set(name, raw[i + 1]!.trim())
  }
  return found
}

/** Every token that was sent must fit, and one must have been sent. */
function tokenFits(given: ReadonlyMap<string, string>, token: string): boolean {
  const bearer = given.get("authorization")
  const own = given.get("x-mettle-token")
  const sent = [
    ...(bearer === undefined ? [] : [/^Bearer (\S+)$/i.exec(bearer)?.[1] ?? ""]),
    ...(own === undefined ? [] : [own]),
  ]
  return sent.length > 0 && sent.map(text => sameText(text, token)).every(Boolean)
}

/** Takes the same time whatever differs: hashes have one length. */
function sameText(a: string, b: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text, "utf8").digest()
  return timingSafeEqual(hash(a), hash(b))
}

// What stands on every answer of a port of ours, whatever the answer says: nothing is run, framed, cached or shared.
// No CORS header is among them, and none is ever sent.

export const SAFETY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
}
