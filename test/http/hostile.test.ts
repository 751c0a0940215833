// Hostile requests against the real process: none gets through; the legitimate ones all do (security.md rows 5-9, 12-14).
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ordinaryDay } from "../cli/stage.ts"
import { folder, type World, world } from "../cli/world.ts"
import { cameThrough, get, HARMLESS, HOSTILE, NOTE, nested, type Row, request, STATUS, says } from "./hostile-rows.ts"
import { breakOff, raw, type Served, served } from "./served.ts"

const DRY_RUN = '{"target":{"text":"no such words"},"dryRun":true}'
let place: World
let open: Served
beforeAll(async () => {
  place = world(folder())
  await ordinaryDay(place, Date.now())
  open = await served(place.home, place.cwd)
})
afterAll(async () => {
  await open.stop()
})

const notes = async (): Promise<number> => {
  const reply = await raw(open.port, request(open, "GET /cards.json?q=nobody"))
  return (JSON.parse(reply.body) as { total: number }).total
}

describe("[security 5-9, 12-14] hostile requests to the real process", () => {
  const groups = HOSTILE
  for (const [group, rows] of Object.entries(groups))
    it(`${group.toLowerCase()}: none of ${rows.length} gets through`, async () => {
      const wrong: string[] = []
      for (const [name, make, statuses] of rows) {
        const reply = await raw(open.port, make(open))
        if (!statuses.includes(reply.status)) wrong.push(`${name}: ${reply.status} ${reply.body.slice(0, 80)}`)
        if (cameThrough(reply) && !HARMLESS.has(name)) wrong.push(`${name} came through`)
        if (/set-cookie|access-control|root:x:/.test(`${reply.head}${reply.body}`)) wrong.push(`${name}: ${reply.head}`)
      }
      expect(wrong).toEqual([])
      expect(await notes()).toBe(0)
    })
  it("there are at least 80 of them, each by its own name", () => {
    const names = Object.values(groups).flatMap(rows => rows.map(([name]) => name))
    expect(names.length).toBeGreaterThanOrEqual(80)
    expect(new Set(names).size).toBe(names.length)
  })
  it("slow ones are shown the door: headers within 3 s, a body within 5 s", async () => {
    const slow = [
      raw(open.port, "GET /status.json HTTP/1.1\r\nhost: 127"),
      raw(open.port, ""),
      raw(open.port, request(open, NOTE, { "content-type": "application/json", "content-length": "100" }) + '{"te'),
      raw(open.port, [
        request(open, NOTE, { "content-type": "application/json", "transfer-encoding": "chunked" }),
        "5\r\n{",
      ]),
    ]
    const replies = await Promise.all(slow)
    expect(replies.filter(cameThrough)).toEqual([])
    for (const { status } of replies) expect([0, 400, 408]).toContain(status)
  })
  it("many connections at once are bounded, and it answers afterwards", async () => {
    const many = await Promise.all(Array.from({ length: 200 }, () => raw(open.port, "GET /api/sta", 300)))
    expect(many.filter(cameThrough)).toEqual([])
    expect((await raw(open.port, request(open, STATUS))).status).toBe(200)
  })
  it("who breaks off in the middle, breaks nothing else", async () => {
    const change = { connection: "Upgrade", upgrade: "websocket" }
    const length = { "content-type": "application/json", "content-length": "1000" }
    const halves = [
      request(open, "GET /", change),
      request(open, "CONNECT 127.0.0.1:80"),
      request(open, NOTE, length),
      request(open, "POST /nowhere", length),
      request(open, "GET /api/feed"),
      request(open, "GET /cards.json"),
    ]
    await Promise.all(Array.from({ length: 60 }, (_, i) => breakOff(open.port, halves[i % halves.length]!)))
    expect((await raw(open.port, request(open, STATUS))).status).toBe(200)
    expect(open.child.exitCode).toBeNull()
  })
})

describe("[security 5-9] legitimate requests to the same process", () => {
  const fine: readonly Row[] = [
    get("by its address", () => ({}), [200]),
    get("by localhost", s => ({ host: `localhost:${s.port}` }), [200]),
    get("by [::1]", s => ({ host: `[::1]:${s.port}` }), [200]),
    get(
      "our own page",
      s => ({ origin: `http://127.0.0.1:${s.port}`, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" }),
      [200],
    ),
    get("typed by a person", () => ({ "sec-fetch-site": "none", "sec-fetch-mode": "navigate" }), [200]),
    get("the token in its own header", s => ({ authorization: null, "x-mettle-token": s.token }), [200]),
    get("bearer in small letters", s => ({ authorization: `bearer ${s.token}` }), [200]),
    get("the shell without a token", () => ({ authorization: null, "sec-fetch-site": "none" }), [200], "GET /"),
    get("a permalink without a token", () => ({ authorization: null }), [200], "GET /card/c-7f2a41"),
    get("a sign of life", () => ({ authorization: null }), [200], "GET /health"),
    get("HEAD", () => ({ connection: "close" }), [200], "HEAD /status.json"),
    ["HTTP/1.0 with a name", s => request(s, STATUS).replace("HTTP/1.1", "HTTP/1.0"), [200]],
    ["a length of nothing", s => request(s, STATUS, { "content-length": "0" }), [200]],
    says(
      "a body, charset named",
      '{"target":{"text":"grüße"},"dryRun":true}',
      [200],
      { "content-type": "application/json; charset=utf-8" },
      "POST /api/forget",
    ),
    says("64 deep is not too deep to be told what is wrong", nested(63), [400]),
    [
      "a body in chunks",
      s => [
        request(s, "POST /api/forget", { "content-type": "application/json", "transfer-encoding": "chunked" }),
        `${(DRY_RUN.length - 1).toString(16)}\r\n${DRY_RUN.slice(0, -1)}\r\n1\r\n}\r\n0\r\n\r\n`,
      ],
      [200],
    ],
    ["100-continue", s => request(s, "POST /api/forget", { expect: "100-continue" }, DRY_RUN), [200]],
    says("forget, only asked", DRY_RUN, [200], {}, "POST /api/forget"),
    ...[
      "/week.json",
      "/episodes.json",
      "/cards.json?kind=preference&limit=5",
      "/review.json",
      "/status.json",
      "/search.json?q=pnpm",
    ].map((path): Row => get(path, () => ({}), [200], `GET ${path}`)),
  ]
  it(`all ${fine.length} pass, with every header of safety and none of sharing`, async () => {
    const wrong: string[] = []
    for (const [name, make, statuses] of fine) {
      const reply = await raw(open.port, make(open))
      if (!statuses.includes(reply.status)) wrong.push(`${name}: ${reply.status} ${reply.body.slice(0, 120)}`)
      for (const header of [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "x-content-type-options: nosniff",
        "cache-control: no-store",
        "referrer-policy: no-referrer",
      ])
        if (!reply.head.includes(header)) wrong.push(`${name}: no ${header}`)
      if (/access-control|set-cookie|x-powered-by/.test(reply.head)) wrong.push(`${name}: ${reply.head}`)
    }
    expect(wrong).toEqual([])
  })
  it("health says nothing", async () => {
    expect((await raw(open.port, request(open, "GET /health", { authorization: null }))).body).toBe('{"ok":true}')
  })
})
