// The guard by itself, over anything a request may hold: what it lets through has our name, our origin, our token and a known path.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Guarded, type Head, hostsOf, refuse } from "../../src/http/guard.ts"
import { parseBody } from "../../src/http/loopback.ts"
import { expectedAt } from "../../src/http/routes.ts"

const TOKEN = "k3y-of-this-start_0123456789abcdefghijklmnop"
const guarded: Guarded = { port: 4870, token: TOKEN, expects: expectedAt, mostBytes: 1 << 20 }
const head = (change: Partial<Head> & { readonly headers?: readonly string[] } = {}): Head => ({
  method: "GET",
  url: "/status.json",
  version: "1.1",
  rawHeaders: change.headers ?? ["Host", "127.0.0.1:4870", "Authorization", `Bearer ${TOKEN}`],
  ...change,
})
const near = (word: string) =>
  fc.oneof(
    fc.constant(word),
    fc.string({ maxLength: 60 }),
    fc
      .tuple(fc.nat(word.length), fc.string({ maxLength: 3 }))
      .map(([at, more]) => word.slice(0, at) + more + word.slice(at)),
    fc.constant(word.toUpperCase()),
    fc.constant(` ${word} `),
  )

describe("[security 5-9] the guard", () => {
  it("lets the plain request through", () => {
    expect(refuse(head(), guarded)).toBeNull()
  })
  it("while our own page leads here, a browser may come from it to the shell, and to nothing else", () => {
    const arrival = (change: Partial<Head> = {}, site = "cross-site", mode = "navigate", dest = "document") =>
      head({
        url: "/",
        headers: ["Host", "127.0.0.1:4870", "Sec-Fetch-Site", site, "Sec-Fetch-Mode", mode, "Sec-Fetch-Dest", dest],
        ...change,
      })
    const shell = { ...guarded, expects: (path: string) => expectedAt(path) ?? { methods: ["GET"], open: true } }
    const ajar = { ...shell, ajar: () => true }
    expect(refuse(arrival(), ajar)).toBeNull()
    for (const closed of [shell, { ...shell, ajar: () => false }]) expect(refuse(arrival(), closed)?.status).toBe(403)
    for (const other of [
      arrival({ url: "/status.json" }),
      arrival({ url: "/?x" }),
      arrival({ method: "POST" }),
      arrival({}, "same-site"),
      arrival({}, "cross-site", "cors"),
      arrival({}, "cross-site", "navigate", "iframe"),
    ])
      expect(refuse(other, ajar)?.status).toBe(403)
  })
  it("lets nothing through whose name, origin, site, token or path is not ours", () => {
    const paths = fc.oneof(
      fc.constant("/status.json"),
      near("/status.json"),
      fc
        .array(fc.constantFrom("..", ".", "api", "status", "%2e", "cards", "a b", "é"), { maxLength: 5 })
        .map(s => `/${s.join("/")}`),
      fc.string({ maxLength: 80 }),
    )
    const sites = fc.constantFrom("same-origin", "none", "cross-site", "same-site", "")
    fc.assert(
      fc.property(
        near("127.0.0.1:4870"),
        near(TOKEN),
        paths,
        fc.option(near("http://127.0.0.1:4870"), { nil: undefined }),
        fc.option(sites, { nil: undefined }),
        (host, token, url, origin, site) => {
          const headers = ["host", host, "authorization", `Bearer ${token}`]
          if (origin !== undefined) headers.push("Origin", origin)
          if (site !== undefined) headers.push("Sec-Fetch-Site", site)
          if (refuse(head({ url, headers }), guarded) !== null) return true
          const own = hostsOf(4870)
          return (
            own.includes(host.trim()) &&
            (token.trim() === TOKEN || expectedAt(url)?.open === true) &&
            (origin === undefined || own.includes(origin.trim().slice(7))) &&
            (site === undefined || site === "same-origin" || site === "none") &&
            expectedAt(url.split("?")[0]!) !== null
          )
        },
      ),
      { numRuns: 800 },
    )
  })
  it("says 421, 403, 401, 405, 415 in that order: who is not ours learns no more than that", () => {
    const all = ["Host", "evil.example", "Origin", "https://evil.example", "Content-Type", "text/plain"]
    const status = (headers: readonly string[], method = "PUT") => refuse(head({ method, headers }), guarded)?.status
    expect(status(all)).toBe(421)
    const named = ["Host", "localhost:4870", ...all.slice(2)]
    expect(status(named)).toBe(403)
    expect(status(["Host", "localhost:4870", "Content-Type", "text/plain"])).toBe(401)
    const known = ["Host", "localhost:4870", "X-Mettle-Token", TOKEN, "Content-Type", "text/plain"]
    expect(status(known)).toBe(405)
    expect(refuse(head({ method: "POST", url: "/api/note", headers: known }), guarded)?.status).toBe(415)
  })
  it("refuses a header that must stand alone and came twice", () => {
    for (const name of ["Host", "Authorization", "Origin", "Content-Type", "Content-Length", "X-Mettle-Token"])
      expect(refuse(head({ headers: [...head().rawHeaders, name, "x", name, "x"] }), guarded)?.status, name).toBe(400)
  })
})

describe("[security 12, 13] a body", () => {
  it("is an object of plain names, at most 64 deep, whatever is inside its strings", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 4 })), value => {
        const text = JSON.stringify(value)
        const read = parseBody(Buffer.from(text))
        const foul = /"(?:__proto__|constructor|prototype)":/.test(text)
        return foul
          ? "refusal" in read
          : "value" in read && JSON.stringify(read.value) === JSON.stringify(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
    const nested = (depth: number) => Buffer.from(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`)
    // two readers of a body that says a name twice may see two different things
    expect(parseBody(Buffer.from('{"text":"a","\\u0074ext":"b"}'))).toMatchObject({ refusal: { status: 400 } })
    expect("value" in parseBody(Buffer.from('{"a":{"x":1},"b":{"x":1}}'))).toBe(true)
    expect("value" in parseBody(nested(64))).toBe(true)
    expect("refusal" in parseBody(nested(65))).toBe(true)
    expect("value" in parseBody(Buffer.from(JSON.stringify({ a: "[".repeat(1000), b: '\\"{{{' })))).toBe(true)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})
