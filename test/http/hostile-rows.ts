// Requests to a loopback server that must not get through, by what is foul about them. Each is a request with everything right in
// which one thing is spoilt. Used by the tests here and by the security suite against the process as installed.
// Over 300 lines because a table is read as one.
import type { Reply } from "./served.ts"

export interface Sent {
  readonly port: number
  readonly token: string
}
export type Headers = Readonly<Record<string, string | null>>
/** A request with everything right; each row spoils one thing. */
export const request = ({ port, token }: Sent, line: string, change: Headers = {}, body = ""): string => {
  const headers: Record<string, string | null> = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${token}`,
    ...(body === "" ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
    ...change,
  }
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  return `${line} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`
}
export const STATUS = "GET /status.json"
export const NOTE = "POST /api/note"
export const SAID = JSON.stringify({ text: "a note nobody wrote" })
export const nested = (depth: number): string => `{"text":${"[".repeat(depth)}${"]".repeat(depth)}}`

export type Row = readonly [string, (s: Sent) => string | readonly (string | Buffer)[], readonly number[]]
export const get = (name: string, change: (s: Sent) => Headers, statuses: readonly number[], line = STATUS): Row => [
  name,
  s => request(s, line, change(s)),
  statuses,
]
export const says = (
  name: string,
  body: string,
  statuses: readonly number[],
  change: Headers = {},
  line = NOTE,
): Row => [name, s => request(s, line, change, body), statuses]

export const REBINDING: readonly Row[] = [
  get("a rebound name", s => ({ host: `evil.example:${s.port}` }), [421]),
  get("a rebound name without port", () => ({ host: "evil.example" }), [421]),
  get("a name that begins like ours", s => ({ host: `127.0.0.1.evil.example:${s.port}` }), [421]),
  get("a name that ends like ours", s => ({ host: `evil.localhost:${s.port}` }), [421]),
  get("localhost with a dot", s => ({ host: `localhost.:${s.port}` }), [421]),
  get("our name, no port", () => ({ host: "127.0.0.1" }), [421]),
  get("our name, another port", s => ({ host: `127.0.0.1:${s.port + 1}` }), [421]),
  get("our name, port padded", s => ({ host: `127.0.0.1:0${s.port}` }), [421]),
  get("another loopback address", s => ({ host: `127.0.0.2:${s.port}` }), [421]),
  get("any address", s => ({ host: `0.0.0.0:${s.port}` }), [421]),
  get("our address as one number", s => ({ host: `2130706433:${s.port}` }), [421]),
  get("our address in hex", s => ({ host: `0x7f000001:${s.port}` }), [421]),
  get("a mapped address", s => ({ host: `[::ffff:127.0.0.1]:${s.port}` }), [421]),
  get("somebody before an @", s => ({ host: `user@127.0.0.1:${s.port}` }), [421]),
  get("two names in one", s => ({ host: `127.0.0.1:${s.port}, evil.example` }), [421]),
  get("an empty name", () => ({ host: "" }), [400, 421]),
  get("no name", () => ({ host: null }), [400, 421]),
  ["no name, HTTP/1.0", s => `GET /status.json HTTP/1.0\r\nauthorization: Bearer ${s.token}\r\n\r\n`, [421]],
  ["a name twice", s => request(s, STATUS).replace("\r\n\r\n", `\r\nhost: evil.example\r\n\r\n`), [400, 421]],
  [
    "a name twice, ours last",
    s => request(s, STATUS, { host: "evil.example" }).replace("\r\n\r\n", `\r\nhost: 127.0.0.1:${s.port}\r\n\r\n`),
    [400, 421],
  ],
  ["ours twice", s => request(s, STATUS).replace("\r\n\r\n", `\r\nhost: 127.0.0.1:${s.port}\r\n\r\n`), [400, 421]],
  ["a whole foreign address", s => request(s, "GET http://evil.example/status.json"), [400, 421]],
  ["a whole address of ours", s => request(s, `GET http://127.0.0.1:${s.port}/status.json`), [400, 421]],
  [
    "the shell by a rebound name",
    s => request(s, "GET /", { host: `evil.example:${s.port}`, authorization: null }),
    [421],
  ],
  ["health by a rebound name", s => request(s, "GET /health", { host: "evil.example", authorization: null }), [421]],
]
export const FOREIGN: readonly Row[] = [
  get("another origin", () => ({ origin: "https://evil.example" }), [403]),
  get("origin null", () => ({ origin: "null" }), [403]),
  get("an empty origin", () => ({ origin: "" }), [403]),
  get("our host, https", s => ({ origin: `https://127.0.0.1:${s.port}` }), [403]),
  get("our host, another port", s => ({ origin: `http://127.0.0.1:${s.port + 1}` }), [403]),
  get("our host, no port", () => ({ origin: "http://127.0.0.1" }), [403]),
  get("our origin and a path", s => ({ origin: `http://127.0.0.1:${s.port}/` }), [403]),
  get("our origin with a tail", s => ({ origin: `http://127.0.0.1:${s.port}.evil.example` }), [403]),
  get("a page of an extension", () => ({ origin: "chrome-extension://abcdefghijklmnop" }), [403]),
  get("a file", () => ({ origin: "file://" }), [403]),
  get("cross-site", () => ({ "sec-fetch-site": "cross-site" }), [403]),
  get("same-site", () => ({ "sec-fetch-site": "same-site" }), [403]),
  get("a site nobody knows", () => ({ "sec-fetch-site": "same-origin, cross-site" }), [403]),
  get(
    "a link from elsewhere to the shell",
    () => ({ "sec-fetch-site": "cross-site", authorization: null }),
    [403],
    "GET /",
  ),
  says("a form's note", SAID, [403], { origin: "https://evil.example" }),
  says("a form's note, cross-site", SAID, [403], { "sec-fetch-site": "cross-site" }),
  [
    "a preflight",
    s =>
      request(s, "OPTIONS /api/note", {
        origin: "https://evil.example",
        "access-control-request-method": "POST",
        authorization: null,
      }),
    [403],
  ],
  ["a preflight of ours", s => request(s, "OPTIONS /api/note", { origin: `http://127.0.0.1:${s.port}` }), [405]],
  [
    "a web socket",
    s =>
      request(s, "GET /api/feed", {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        "sec-websocket-version": "13",
      }),
    [403],
  ],
  [
    "a web socket from elsewhere",
    s =>
      request(s, "GET /", {
        connection: "Upgrade",
        upgrade: "websocket",
        origin: "https://evil.example",
        authorization: null,
      }),
    [403],
  ],
  [
    "another protocol",
    s =>
      request(s, STATUS, {
        connection: "Upgrade, HTTP2-Settings",
        upgrade: "h2c",
        "http2-settings": "AAMAAABkAARAAAAAAAIAAAAA",
      }),
    [403],
  ],
]
export const TOKENLESS: readonly Row[] = [
  get("no token", () => ({ authorization: null }), [401]),
  get("a wrong token", () => ({ authorization: "Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }), [401]),
  get("the token but for its last letter", s => ({ authorization: `Bearer ${s.token.slice(0, -1)}` }), [401]),
  get("the token and a letter", s => ({ authorization: `Bearer ${s.token}A` }), [401]),
  get("the token in capitals", s => ({ authorization: `Bearer ${s.token.toUpperCase()}x` }), [401]),
  get("an empty token", () => ({ authorization: "Bearer " }), [401]),
  get("undefined", () => ({ authorization: "Bearer undefined" }), [401]),
  get("basic", s => ({ authorization: `Basic ${Buffer.from(`x:${s.token}`).toString("base64")}` }), [401]),
  get("a cookie", s => ({ authorization: null, cookie: `token=${s.token}; mettle-token=${s.token}` }), [401]),
  get("one right, one wrong", () => ({ "x-mettle-token": "wrong" }), [401]),
  ["two tokens", s => request(s, STATUS).replace("\r\n\r\n", "\r\nauthorization: Bearer wrong\r\n\r\n"), [400, 401]],
  ["the token in the address", s => request(s, `GET /status.json?token=${s.token}`, { authorization: null }), [401]],
  ["every page without one", s => request(s, "GET /cards.json", { authorization: null }), [401]],
  ["a card without one", s => request(s, "GET /cards/c-7f2a41.json", { authorization: null }), [401]],
  ["the feed without one", s => request(s, "GET /api/feed", { authorization: null }), [401]],
  ["an address there is not", s => request(s, "GET /settings.json", { authorization: null }), [401]],
  ["the head of a page", s => request(s, "HEAD /status.json", { authorization: null }), [401]],
  says("a note without one", SAID, [401], { authorization: null }),
  says(
    "forget without one",
    '{"target":{"text":"pnpm"},"dryRun":false}',
    [401],
    { authorization: null },
    "POST /api/forget",
  ),
]
export const PATHS: readonly Row[] = [
  "/../../etc/passwd",
  "/assets/../../../etc/passwd",
  "/assets/..%2f..%2f..%2fetc%2fpasswd",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/..%5c..%5cetc%5cpasswd",
  "/assets/....//....//etc/passwd",
  "/assets/%00.js",
  "/assets/%252e%252e/x",
  "//evil.example/status.json",
  "/\\evil.example",
  "/cards/../status.json",
  "/api/./status",
  "/cards/%2e%2e%2fstatus.json",
  "/cards/__proto__.json",
  "/cards/..json",
  "/episodes/%27%20OR%201=1--.json",
  "/cards/<script>.json",
  `/cards/${"a".repeat(500)}.json`,
  `/${"a/".repeat(60)}`,
  `/cards.json?q=${"a".repeat(5000)}`,
  "/cards.json?limit=-1",
  "/cards.json?limit=1e9",
  "/cards.json?kind=__proto__",
  "/cards.json?cursor=NaN",
  "/index.html",
  "/.git/config",
  "/dist/cli.js",
  "/log.db",
  "*",
].map((path): Row => [`address ${path.slice(0, 48)}`, s => request(s, `GET ${path}`), [400, 401, 404, 414, 421]])
export const FORMS: readonly Row[] = [
  ...["PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "PROPFIND"].map(
    (method): Row => [`${method} on a page`, s => request(s, `${method} /status.json`), [400, 405]],
  ),
  ["CONNECT", s => request(s, `CONNECT 127.0.0.1:${s.port}`), [0, 400, 405]],
  ["a method nobody knows", s => request(s, "HACK /status.json"), [400, 405]],
  ["a page by POST", s => request(s, "POST /status.json", {}, "{}"), [405]],
  ["an act by GET", s => request(s, "GET /api/note"), [405]],
  ["the shell by POST", s => request(s, "POST /", {}, "{}"), [405]],
  ...[
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json-patch+json",
    "text/json",
    "application/json, text/plain",
    "application/json; charset=utf-16",
    "",
  ].map((type): Row => says(`a body of type "${type}"`, SAID, [415], { "content-type": type })),
  says("a body of no type", SAID, [415], { "content-type": null }),
  says("a compressed body", SAID, [415], { "content-encoding": "gzip" }),
  says("a body said to be as it is", SAID, [415], { "content-encoding": "identity" }),
  ["a body with GET", s => request(s, STATUS, { "content-type": "application/json" }, SAID), [400, 413]],
  says("no JSON", "text=a+note", [400]),
  says("half of JSON", '{"text":"a', [400]),
  says("a list", '["a note"]', [400]),
  says("a text", '"a note"', [400]),
  says("null", "null", [400]),
  says("a strange key", '{"text":"a note","admin":true}', [400]),
  says("a wrong type", '{"text":{"$gt":""}}', [400]),
  says("a name said twice", '{"text":"a note","text":"another"}', [400]),
  says("__proto__", '{"text":"a note","__proto__":{"admin":true}}', [400]),
  says("__proto__, spelled out", '{"text":"a note","\\u005f_proto__":{"admin":true}}', [400]),
  says("constructor", '{"text":"a note","constructor":{"prototype":{"x":1}}}', [400]),
  says("65 deep", nested(65), [400]),
  says("100,000 deep", nested(100_000), [400]),
  [
    "bytes that are no text",
    s => {
      const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
      return [request(s, NOTE, { "content-type": "application/json", "content-length": String(bytes.length) }), bytes]
    },
    [400],
  ],
  says("a kind that is not to be stated", '{"text":"a note","kind":"tactic"}', [400]),
  says("forget nothing", '{"target":{},"dryRun":false}', [400], {}, "POST /api/forget"),
  says("forget everything", '{"target":{"text":"a"},"dryRun":false}', [400], {}, "POST /api/forget"),
  says("forget a file", '{"target":{"path":"/etc/passwd"},"dryRun":false}', [400], {}, "POST /api/forget"),
]
export const LIMITS: readonly Row[] = [
  [
    "a body said to be huge",
    s => request(s, NOTE, { "content-type": "application/json", "content-length": "99999999999" }),
    [413],
  ],
  ["a body that is huge", s => request(s, NOTE, {}, JSON.stringify({ text: "a".repeat(3 << 20) })), [413]],
  [
    "a huge body in chunks",
    s => [
      request(s, NOTE, { "content-type": "application/json", "transfer-encoding": "chunked" }),
      ...Array.from({ length: 40 }, () => `10000\r\n${"a".repeat(0x10000)}\r\n`),
    ],
    [413],
  ],
  ["a note that is too long", s => request(s, NOTE, {}, JSON.stringify({ text: "a".repeat(5000) })), [400]],
  [
    "length and chunks at once",
    s =>
      request(s, NOTE, { "content-type": "application/json", "content-length": "5", "transfer-encoding": "chunked" }) +
      "0\r\n\r\n",
    [400],
  ],
  ["two lengths", s => request(s, NOTE, {}, SAID).replace("\r\n\r\n", "\r\ncontent-length: 3\r\n\r\n"), [400]],
  [
    "a length that is none",
    s => request(s, NOTE, { "content-type": "application/json", "content-length": "0x10" }),
    [400],
  ],
  ["a header of 20 kB", s => request(s, STATUS, { "x-long": "a".repeat(20_000) }), [431, 400]],
  [
    "5000 headers",
    s => request(s, STATUS, Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`x-${i}`, "1"]))),
    [431, 400],
  ],
  [
    "a header folded onto the next line",
    s => request(s, STATUS).replace("\r\n\r\n", "\r\nx-a: 1\r\n host: evil.example\r\n\r\n"),
    [200, 400],
  ],
  [
    "a bare line feed before a header",
    s => request(s, STATUS, { authorization: null, "x-a": `1\nauthorization: Bearer ${s.token}` }),
    [400],
  ],
  ["a line break in the address", s => request(s, "GET /status.json?x=%0d%0aset-cookie:%20a=b"), [200]],
  [
    "a request inside a body",
    s => request(s, NOTE, { "content-type": "text/plain" }, request(s, "POST /api/undo", {}, "{}")),
    [415],
  ],
  ["another version", s => request(s, STATUS).replace("HTTP/1.1", "HTTP/9.9"), [400, 505]],
  ["no HTTP", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03hello\r\n\r\n", [0, 400]],
  ["an expectation nobody meets", s => request(s, NOTE, { expect: "the-unexpected" }, SAID), [417]],
  [
    "100-continue, too large",
    s => request(s, NOTE, { "content-type": "application/json", "content-length": "9999999", expect: "100-continue" }),
    [413],
  ],
]
const behind = (n: number, last: string): Row[1] => {
  return s => request(s, STATUS).replace("\r\n\r\n", `\r\n${"a:\r\n".repeat(n)}${last}\r\n\r\n`)
}
const chunked = (coding: string, version = "1.1"): Row[1] => {
  const change = { "content-type": "application/json", "transfer-encoding": coding }
  return s =>
    `${request(s, NOTE, change).replace("HTTP/1.1", `HTTP/${version}`)}${SAID.length.toString(16)}\r\n${SAID}\r\n0\r\n\r\n`
}
/** What two readers of one request would read differently. */
export const SMUGGLED: readonly Row[] = [
  ["another origin behind 120 headers", behind(120, "origin: http://evil.example"), [431]],
  ["another site behind 1000 headers", behind(1000, "sec-fetch-site: cross-site"), [431]],
  ["another name behind 2000 headers", behind(2000, "host: evil.example"), [431]],
  ["another origin behind 2100 headers", behind(2100, "origin: http://evil.example"), [431]],
  ["another site behind 90 headers", behind(90, "sec-fetch-site: cross-site"), [403]],
  ["compressed, then chunked", chunked("gzip, chunked"), [400]],
  ["deflated, then chunked", chunked("deflate, chunked"), [400]],
  ["chunked, then something", chunked("chunked, identity"), [0, 400]],
  ["nearly chunked", chunked("xchunked"), [0, 400]],
  ["chunks before there were any", chunked("chunked", "1.0"), [400]],
  ["version 2.0 as a line", s => request(s, STATUS).replace("HTTP/1.1", "HTTP/2.0"), [400, 505]],
  ["version 0.9 as a line", s => request(s, STATUS).replace("HTTP/1.1", "HTTP/0.9"), [400, 505]],
  ["lines ended by line feeds", s => request(s, STATUS).replaceAll("\r\n", "\n"), [400]],
  ["a blank before the colon", s => request(s, STATUS).replace("host:", "host :"), [400, 421]],
  ["a zero byte in a header", s => request(s, STATUS, { "x-a": "a\0b" }), [400]],
  ["a length with a sign", s => request(s, NOTE, { "content-length": `+${SAID.length}` }, SAID), [400]],
  ["a length twice in one", s => request(s, NOTE, { "content-length": `${SAID.length}, ${SAID.length}` }, SAID), [400]],
  ["100-continue without a token", s => request(s, NOTE, { authorization: null, expect: "100-continue" }, SAID), [401]],
  ["the method in a header", s => request(s, "GET /api/note", { "x-http-method-override": "POST" }), [405]],
  ["the method in the address", s => request(s, "GET /api/note?_method=POST"), [405]],
  ["the address in a header", s => request(s, "GET /nowhere", { "x-original-url": "/status.json" }), [404]],
  [
    "our name in a forwarding header",
    s => request(s, STATUS, { host: "evil.example", "x-forwarded-host": `127.0.0.1:${s.port}` }),
    [421],
  ],
]
/** Rows that may be answered, since what is foul about them is only ignored: the answer must show nothing of it. */
export const HARMLESS = new Set(["a header folded onto the next line", "a line break in the address"])

export const HOSTILE = { REBINDING, FOREIGN, TOKENLESS, PATHS, FORMS, LIMITS, SMUGGLED } as const

export const cameThrough = (reply: Reply): boolean =>
  reply.status === 101 || (reply.status >= 200 && reply.status < 300)
