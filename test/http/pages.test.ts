// Every page and act over real HTTP, on a store in which something was learned: answers fit their schemas, acts do what the
// command line's do, and looking records nothing.
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ROUTES, routeFor } from "../../src/http/routes.ts"
import type * as shape from "../../src/http/schemas.ts"
import { type PooledRead, writePooled } from "../../src/memory/packs/pooled.ts"
import { cardRows } from "../../src/memory/reading/read.ts"
import { lookAround } from "../../src/memory/tending/documents.ts"
import { privateDir, socketPath } from "../../src/paths.ts"
import { BAD, GOOD, learnedStore } from "../cli/learned-store.ts"
import { happened } from "../cli/stage.ts"
import { folder, type World, world } from "../cli/world.ts"
import { type Served, served } from "./served.ts"

const POOLED: PooledRead = {
  ...{ others: { precision: 4, pull: -2 }, people: 2, sessions: 9, n: 31, source: "extracted" },
  team: {
    ...{
      mean: -0.08,
      sd: 0.03,
      n: 40,
      help: 0.01,
      nothing: 0.09,
      harm: 0.9,
      verdict: "harms",
      people: 3,
      sessions: 12,
    },
  },
}
let place: World
let open: Served
beforeAll(async () => {
  place = world(folder())
  const scope = (await place.run(["config", "scope", "--json"])).json().id
  await learnedStore(place, 16, scope)
  writeFileSync(join(place.cwd, "CLAUDE.md"), "# Rules\n\n- Never rebase a shared branch\n")
  await happened(place, async (_, { memory }) => {
    await lookAround(memory, { scope, domains: [], top: place.cwd, home: place.home })
    const shared = cardRows(memory).find(card => memory.text(card.statement) === BAD)!
    writePooled(memory.parts.meta, "blue", new Map([[shared.id, POOLED]]), "one")
  })
  open = await served(place.home, place.cwd)
})
afterAll(async () => {
  await open.stop()
})

interface Answer<T> {
  readonly status: number
  readonly json: T
}
async function ask<T>(path: string, body?: unknown): Promise<Answer<T>> {
  const response = await fetch(`http://127.0.0.1:${open.port}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${open.token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json = (await response.json()) as T
  const route = routeFor(body === undefined ? "GET" : "POST", path.split("?")[0]!)?.route
  if (response.ok && route) {
    const read = route.answer.safeParse(json)
    expect(read.success ? null : `${path}: ${JSON.stringify(read.error.issues.slice(0, 3))}`).toBeNull()
  }
  return { status: response.status, json }
}
const seq = async (): Promise<number> => (await ask<shape.StatusPage>("/status.json")).json.seq
const cards = async (query = ""): Promise<shape.CardsPage> => (await ask<shape.CardsPage>(`/cards.json${query}`)).json
const norm = async (): Promise<shape.CardLine> => (await cards("?q=pnpm")).cards[0]!
const fact = async (): Promise<shape.CardLine> => (await cards("?q=vault")).cards.find(c => c.statement === GOOD)!

describe("[U-10] every page answers .json, and the answer fits its schema", () => {
  it("all pages, and looking at them records nothing", async () => {
    const before = await seq()
    const episode = (await ask<shape.EpisodesPage>("/episodes.json")).json.episodes[0]!
    const { id } = await norm()
    const measured = await fact()
    const paths = ROUTES.filter(route => route.method === "GET").flatMap(({ path }) =>
      path.startsWith("/episodes/")
        ? [path.replace("{id}", episode.id)]
        : path.startsWith("/cards/")
          ? [path.replace("{id}", id), path.replace("{id}", measured.id)]
          : [path],
    )
    expect(paths.length).toBeGreaterThan(8)
    for (const path of paths) expect((await ask(path)).status, path).toBe(200)
    expect(await seq()).toBe(before)
  })
  it("an empty store answers too, and says what will fill it", async () => {
    const bare = world(folder())
    const empty = await served(bare.home, bare.cwd)
    try {
      for (const { method, path, answer } of ROUTES) {
        if (method !== "GET" || path.includes("{id}")) continue
        const response = await fetch(`http://127.0.0.1:${empty.port}${path}`, {
          headers: { "x-mettle-token": empty.token },
        })
        const json = (await response.json()) as { empty: string | null }
        expect(response.status, path).toBe(200)
        expect(answer.safeParse(json).success, path).toBe(true)
        expect(json.empty, path).not.toBeNull()
      }
    } finally {
      await empty.stop()
    }
  })
  it("[U-04] a card opens on the user's own words, exactly where they stand", async () => {
    const { id } = await norm()
    const { json } = await ask<shape.CardPage>(`/cards/${id}.json`)
    const evidence = json.evidence[0]!
    expect(evidence.kind).toBe("user_span")
    expect(evidence.holds).toBe(true)
    expect(evidence.context!.slice(evidence.start, evidence.end)).toBe(evidence.quote)
    expect(evidence.quote).toContain("always use pnpm")
    expect(evidence.around.map(m => m.text)).toContain("set up the project")
    expect(json.lineage.filter(version => version.current).map(version => version.id)).toEqual([id])
  })
  it("cards are paged, filtered and counted by facet", async () => {
    const all = await cards("?all=1&limit=200")
    const first = await cards("?all=1&limit=1")
    expect(first.cards).toHaveLength(1)
    expect(first.total).toBe(all.total)
    const second = await cards(`?all=1&limit=1&cursor=${first.next}`)
    expect(second.cards[0]!.id).toBe(all.cards[1]!.id)
    const facts = await cards("?kind=fact")
    expect(facts.facets.kind.find(facet => facet.value === "fact")!.count).toBe(facts.total)
    expect(facts.facets.kind.length).toBeGreaterThan(1)
    expect((await cards("?scope=global:me")).total).toBe(0)
  })
  it("an episode: messages count as the assessment counts them, and the transcript is paged", async () => {
    const list = (await ask<shape.EpisodesPage>("/episodes.json?limit=200")).json
    expect(list.total).toBe(list.episodes.length)
    const one = list.episodes.find(e => e.trips > 0 || e.corrections > 0) ?? list.episodes[0]!
    const { json } = await ask<shape.EpisodePage>(`/episodes/${one.id}.json?from=2&limit=2`)
    expect(json.lanes).toHaveLength(json.episode.messages)
    expect(json.transcript.total).toBe(json.episode.messages)
    expect(json.transcript.messages.map(m => m.message)).toEqual([2, 3])
    expect(Math.max(...json.trajectory.map(p => p.message))).toBeLessThanOrEqual(json.episode.messages)
    expect(json.used.every(card => card.statement !== null)).toBe(true)
    expect((await ask<shape.EpisodePage>(`/episodes/${one.short}.json`)).json.episode.id).toBe(one.id)
  })
  it("[S4-30] why: the steps add up, and leaving an episode out changes the value", async () => {
    const { id } = await fact()
    const { why } = (await ask<shape.CardPage>(`/cards/${id}.json`)).json
    const { steps, posterior } = why.account!.waterfall!
    expect(steps.reduce((sum, step) => sum + step.by, 0)).toBeCloseTo(posterior, 9)
    const episode = steps.find(step => step.episode !== null)!.episode!
    const { without } = (await ask<shape.CardPage>(`/cards/${id}.json?without=${episode}`)).json.why
    expect(without!.episode).toBe(episode)
    expect(without!.account.value.n).toBeLessThan(why.account!.value.n)
    expect(without!.account.waterfall!.steps.every(step => step.episode !== episode)).toBe(true)
    const again = (await ask<shape.CardPage>(`/cards/${id}.json`)).json.why
    expect(again.account).toEqual(why.account)
  })
  it("[S2-58] why: what teammates saw stands apart from the person's own evidence, with its counts", async () => {
    const other = (await ask<shape.CardPage>(`/cards/${(await fact()).id}.json`)).json.why
    expect(other.pooled).toBeNull()
    const shared = (await cards("?q=ship")).cards.find(c => c.statement === BAD)!
    const { why } = (await ask<shape.CardPage>(`/cards/${shared.id}.json`)).json
    const { others: _, source: __, ...told } = POOLED
    expect(why.pooled).toEqual(told)
    expect(why.account!.value.mean).not.toBe(POOLED.team.mean)
    expect(why.judged).toBeLessThan(POOLED.team.n)
    const { out } = await place.run(["why", shared.id, "--all"])
    expect(out).toContain("shared by 2 others: 31 judged prompts of 9 sessions")
    expect(out).toContain("after 40 judged prompts in all: 1% helps, 9% does nothing, 90% harms")
  })
  it("[security 14] words that mean something to a database are only words", async () => {
    const words = [
      '"',
      "(",
      "-x",
      "a OR",
      "a AND NOT b",
      "NEAR(",
      "*",
      "'; DROP TABLE rows;--",
      "%",
      "\\",
      "\u0000",
      "𝒶".repeat(50),
      "<img src=x onerror=alert(1)>",
    ]
    for (const word of words)
      for (const path of ["/search.json", "/cards.json"])
        expect((await ask(`${path}?q=${encodeURIComponent(word)}`)).status, `${path} ${word}`).toBe(200)
    expect((await cards()).total).toBeGreaterThan(0)
  })
})

describe("acts", () => {
  it("on a card: each does what it says, and is undone", async () => {
    const { id } = await fact()
    const done = async (name: string, body: unknown = {}) =>
      (await ask<shape.CardActed>(`/api/cards/${id}/${name}`, body)).json.card
    expect((await done("pin")).pinned).toBe(true)
    expect((await done("unpin")).pinned).toBe(false)
    expect((await done("confirm")).confirmed).toBe(true)
    expect((await done("promote")).scope.tier).toBe("global")
    expect((await done("narrow")).scope.tier).toBe("repo")
    await done("verify")
    await done("reset")
    expect((await done("archive", { note: "old" })).stage).toBe("archived")
    const undone = (await ask<shape.UndoActed>("/api/undo", {})).json.undone
    expect(undone.map(act => act.type)).toEqual(["card.archived"])
    expect((await ask<shape.CardPage>(`/cards/${id}.json`)).json.card.stage).not.toBe("archived")
    const corrected = await done("correct", { words: "the billing service reads its staging config from consul" })
    expect(corrected.id).not.toBe(id)
    expect((await ask(`/api/cards/${corrected.id}/promote`, { scope: "repo" })).status).toBe(400)
    expect((await ask("/api/cards/c-ffffff/pin", {})).status).toBe(404)
  })
  it("a note, and a mark on an episode, and how it went", async () => {
    const noted = (await ask<shape.NoteActed>("/api/note", { text: "never commit to main", scope: "global" })).json
    expect(noted.done).toBe(true)
    expect(noted.card!.scope.tier).toBe("global")
    const episode = (await ask<shape.EpisodesPage>("/episodes.json?outcome=failure")).json.episodes[0]!
    const { id } = await norm()
    expect((await ask(`/api/episodes/${episode.id}/useful`, { card: id })).status).toBe(200)
    expect((await ask(`/api/episodes/${episode.id}/irrelevant`, {})).status).toBe(200)
    expect((await ask(`/api/episodes/${episode.id}/relabel`, { outcome: "success" })).status).toBe(200)
    const after = (await ask<shape.EpisodePage>(`/episodes/${episode.id}.json`)).json.episode
    expect(after.judgedBy).toBe("you")
    expect(after.p!).toBeGreaterThan(episode.p!)
  })
  it("what was refused is admitted by the user's word; what taught nothing is not offered", async () => {
    const { entries } = (await place.run(["review", "ledger", "--rejected", "--json"])).json()
    const rule = entries.find((entry: { words: string | null }) => entry.words === "Never rebase a shared branch")
    const said = (await ask<shape.NoteActed>(`/api/ledger/${rule.proposal}/admit`, {})).json
    expect(said).toMatchObject({ done: true, card: { statement: "Never rebase a shared branch", stage: "active" } })
    const { episodes } = (await ask<shape.EpisodesPage>("/episodes.json?limit=200")).json
    const pages = await Promise.all(episodes.map(({ id }) => ask<shape.EpisodePage>(`/episodes/${id}.json`)))
    const refused = pages.flatMap(({ json }) => json.ledger).filter(({ act }) => act === "refused")
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every(({ proposal }) => proposal === null)).toBe(true)
    expect((await ask("/api/ledger/ffffffff/admit", {})).status).toBe(404)
  })
  it("review: what waits is answered, and waits no more", async () => {
    const { json } = await ask<shape.ReviewPage>("/review.json")
    const acted = await Promise.all(
      json.items.slice(0, 1).map(item => ask<shape.ReviewActed>(`/api/review/${item.id}/yes`, {})),
    )
    for (const { json: act } of acted) expect(act.left).toBe(json.total - 1)
    expect((await ask("/api/review/ffffffff/no", {})).status).toBe(404)
  })
  it("[U-13] a preset adopted elsewhere is lived under at once, and taken back here; the server goes on", async () => {
    await place.run(["replay", "--preset", "plain", "--adopt"])
    expect((await ask<shape.StatusPage>("/status.json")).json.preset).toBe("plain")
    // A resident lives under the old rules until its socket is taken away.
    const socket = socketPath(privateDir(join(place.home, "run")))
    writeFileSync(socket, "")
    await ask<shape.UndoActed>("/api/undo", {})
    expect(existsSync(socket)).toBe(false)
    expect((await ask<shape.StatusPage>("/status.json")).json.preset).toBe("mettle")
  })
  it("[U-05] names that hold the words are told before anything is forgotten", async () => {
    const client = (await ask<shape.EpisodesPage>("/episodes.json")).json.episodes[0]!.client
    const { named } = (await ask<shape.ForgetActed>("/api/forget", { target: { text: client }, dryRun: true })).json
    expect(named).toContainEqual({ field: "client", name: client, events: expect.any(Number) })
  })
  it("[U-05] forget shows what will go, erases, and finds 0", async () => {
    const asked = { target: { text: "billing" }, dryRun: true }
    const planned = (await ask<shape.ForgetActed>("/api/forget", asked)).json
    expect(planned.found).toBeNull()
    expect(planned.texts).toBeGreaterThan(0)
    const gone = (await ask<shape.ForgetActed>("/api/forget", { ...asked, dryRun: false })).json
    expect(gone).toMatchObject({ done: true, found: 0, texts: planned.texts })
    expect((await cards("?q=billing&all=1")).total).toBe(0)
  })
})

describe("a filter that fits nothing", () => {
  it("is told apart from a memory that holds nothing", async () => {
    const episodes = (await ask<shape.EpisodesPage>("/episodes.json?scope=repo:nowhere")).json
    expect([episodes.total, episodes.empty]).toEqual([0, "No episode fits."])
  })
})

describe("the feed", () => {
  it("greets, and tells of what happens while it is open", async () => {
    const over = new AbortController()
    const response = await fetch(`http://127.0.0.1:${open.port}/api/feed`, {
      headers: { authorization: `Bearer ${open.token}` },
      signal: over.signal,
    })
    expect(response.headers.get("content-type")).toContain("text/event-stream")
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ""
    const until = async (word: string): Promise<void> => {
      while (!heard.includes(word)) heard += (await reader.read()).value ?? ""
    }
    await until("event: hello")
    expect((await ask<shape.StatusPage>("/status.json")).json.feed.readers).toBe(1)
    await ask("/api/note", { text: "use tabs in makefiles" })
    await until("card.proposed")
    expect(heard).toContain("event: change")
    over.abort()
    for (let tries = 0; tries < 50; tries++)
      if ((await ask<shape.StatusPage>("/status.json")).json.feed.readers === 0) return
    expect.unreachable("the reader was not let go")
  })
})

describe("a feed whose memory is opened anew", () => {
  it("is let go: another preset, or other rules, must not use the readers up", async () => {
    const feed = await fetch(`http://127.0.0.1:${open.port}/api/feed`, {
      headers: { authorization: `Bearer ${open.token}` },
    })
    await place.run(["replay", "--preset", "plain", "--adopt"], { now: Date.now })
    expect((await ask<shape.StatusPage>("/status.json")).json.preset).toBe("plain")
    // The server ends it: what was said is read to the end.
    expect(await feed.text()).toContain("event: hello")
    expect((await ask<shape.StatusPage>("/status.json")).json.feed.readers).toBe(0)
    await ask("/api/undo", {})
  })
})

describe("mettle open", () => {
  it("a second one works beside the first, a taken port is told, and both end when asked", async () => {
    const second = await served(place.home, place.cwd)
    try {
      expect(second.port).not.toBe(open.port)
      expect(second.token).not.toBe(open.token)
      expect(second.url).toBe(`http://127.0.0.1:${second.port}/#token=${second.token}`)
      await expect(served(place.home, place.cwd, ["--port", String(open.port)])).rejects.toThrow(
        /port \d+ is taken, ended with 5/,
      )
    } finally {
      expect(await second.stop("SIGTERM")).toBe(0)
    }
    expect((await ask("/status.json")).status).toBe(200)
  })
})
