// One quantity, one number: every page and every command that tells numbers is asked of one store, and what two of them say of the
// same card, episode or whole must be the same. And no number is said that means nothing.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { COMMANDS } from "../../src/cli/commands.ts"
import { episodeId } from "../../src/core/ids.ts"
import { ROUTES } from "../../src/http/routes.ts"
import type { CardPage } from "../../src/http/schemas.ts"
import { note } from "../../src/memory/acting/acts.ts"
import { checkAction } from "../../src/memory/checks/checks.ts"
import { makePack } from "../../src/memory/packs/packs.ts"
import { type Served, served } from "../http/served.ts"
import { learnedStore } from "./learned-store.ts"
import { happened } from "./stage.ts"
import { folder, type World, world } from "./world.ts"

interface Said {
  readonly where: string
  readonly of: string
  readonly name: string
  readonly value: unknown
}
const NOW = Date.now() - 2 * 60 * 60_000
const CLOCK = { now: () => Date.now() }
let place: World
let open: Served
const said: Said[] = []
const texts: { readonly where: string; readonly text: string }[] = []
let cards: readonly { readonly id: string; readonly short: string }[] = []
let episodes: readonly { readonly id: string }[] = []

/** What a page calls otherwise than a command does. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/^account\.value\./, "value."],
  [/^account\.waterfall\.|^waterfall\./, ""],
  [/^account\.prompts\./, "prompts."],
  [/^account\.sessions$/, "sessions"],
  [/^uplift\./, "lift."],
  [/^adherence\.(?=followed|told)/, ""],
  [/^known\./, ""],
]
const nameOf = (path: readonly string[]): string =>
  SAME.reduce((name, [from, to]) => name.replace(from, to), path.join("."))

/** A number belongs to the nearest card or episode above it, else to the one that was asked for, and is called by the keys below that. */
function take(
  where: string,
  json: unknown,
  known: ReadonlySet<string>,
  of: string,
  path: readonly string[] = [],
): void {
  if (typeof json === "string") texts.push({ where, text: json })
  // rows of a list have no name of their own
  else if ((typeof json === "number" || typeof json === "boolean") && !path.includes("[]"))
    said.push({ where, of, name: nameOf(path), value: json })
  else if (Array.isArray(json))
    // A deed of the week is named, so its count is one number wherever it is told.
    for (const one of json) take(where, one, known, of, isDeed(one) ? ["deeds", one.deed] : [...path, "[]"])
  else if (json !== null && typeof json === "object") {
    const own = Object.entries(json).find(([key, v]) => /^(?:id|card)$/.test(key) && known.has(String(v)))
    const whole = own !== undefined && ("stage" in json || "verdict" in json)
    for (const [key, value] of Object.entries(json))
      if (!NOT_OF_IT.has(key)) take(where, value, known, whole ? String(own[1]) : of, whole ? [key] : [...path, key])
  }
}
/** of the answer, not of what is asked about; how well something is found fades by the second */
const NOT_OF_IT = new Set(["schema_version", "seq", "empty", "total", "next", "evidence", "at", "current", "score"])

const isDeed = (one: unknown): one is { readonly deed: string } =>
  typeof one === "object" && one !== null && "deed" in one && one.deed !== "wishes"

/** Holds as they come: by one card, by two at once, in an episode without a prompt; and a card shown twice in one episode. */
const heldAndShown = (scope: string) =>
  happened(
    place,
    async (open, { memory }) => {
      for (const words of ["never run git push --force", "never use npm, use pnpm"])
        await note(memory, words, { scope })
      for (const [name, prompt, command] of HOLDS) {
        const e = await open(name)
        if (prompt !== null) await e.says(prompt)
        memory.catchUp()
        const asked = { command, path: null, content: null, error: null }
        const { draft } = checkAction(memory, { scope, episode: e.id, call: name, action: asked, mode: "hold" })
        await memory.record([draft!])
        for (const [i, said] of prompt === null ? [] : ["go on", "and again"].entries()) {
          await e.says(said)
          const placement = i === 0 ? "session_start" : "prompt"
          await memory.record([makePack(memory, { scope, episode: e.id, placement, prompt: command }).draft])
        }
        await e.ends()
      }
    },
    { now: NOW + 60 * 60_000, scope },
  )
const HOLDS = [
  ["one", "add zod", "npm install zod"],
  ["two at once", "publish", "npm ci && git push --force"],
  ["no prompt", null, "git push --force"],
] as const

/** Commands that tell numbers of the whole store; `card` and `why` are asked of every card, `why --episode` of every episode, `status` last. */
const PLAIN = [
  ...["cards --all", "cards search npm", "history", "history breaker", "did", "did --all", "did norms", "did proof"],
  ...["review", "review trust", "review ledger", "config preset", "left"],
]
const BY_ONE = ["card", "why", "status"]
/** They change something, serve others, read another log than this store's, or tell of the machine. */
const NOT_ASKED = [
  ...["init", "note", "forget", "open", "doctor", "doctor rebuild", "check", "config", "config scope", "config model"],
  ...["config patterns", "config calibrate", "export", "export backup", "history now", "import"],
  ...["lab", "lab trial", "look", "look demo", "pack", "pause", "replay", "history errors", "settle", "team"],
  ...["undo", "uninstall", "hook", "mcp"],
]

beforeAll(async () => {
  place = world(folder())
  const scope = (await place.run(["scope", "--json"])).json().id
  await learnedStore(place, 16, scope, NOW)
  await heldAndShown(scope)
  const run = async (...words: string[]) => {
    const got = await place.run([...words, "--json"], CLOCK)
    texts.push({ where: `mettle ${words.join(" ")}`, text: (await place.run(words, CLOCK)).out })
    return got.json()
  }
  const subject = (words: string): string => /[0-9a-f]{32}/.exec(words)?.[0] ?? "all"
  cards = (await run("cards", "--all")).cards
  episodes = (await run("history")).episodes
  const known = new Set([...cards, ...episodes].map(one => one.id))
  const tell = async (...words: string[]) =>
    take(`mettle ${words.join(" ")}`, await run(...words), known, subject(words.join(" ")))
  for (const words of PLAIN) await tell(...words.split(" "))
  for (const { id } of cards) for (const name of ["card", "why"]) await tell(name, id)
  for (const { id } of episodes) await tell("why", "--episode", id)
  open = await served(place.home, place.cwd)
  // The pages are served by a process of its own, by the real clock; what lies on the disk is asked last on both sides.
  for (const { method, path } of ROUTES) {
    if (method !== "GET" || !path.endsWith(".json")) continue
    const ids = !path.includes("{id}") ? [""] : (path.startsWith("/episode") ? episodes : cards).map(one => one.id)
    for (const id of ids) {
      const at = path === "/search.json" ? `${path}?q=npm` : path.replace("{id}", id)
      const answer = await fetch(`http://127.0.0.1:${open.port}${at}`, {
        headers: { authorization: `Bearer ${open.token}` },
      })
      const page = await answer.json()
      // a page that does not answer would be left out of everything below
      expect(answer.ok, `${at}: ${JSON.stringify(page)}`).toBe(true)
      take(at, page, known, subject(at))
    }
  }
  await tell("status")
}, 240_000)
afterAll(async () => {
  await open.stop()
})

const asked = (of: string, name: string, from: RegExp): unknown =>
  said.find(one => one.of === of && one.name === name && from.test(one.where))?.value

describe("the same quantity", () => {
  it("[N12] is asked of every command there is, or it is said why not", () => {
    const all = COMMANDS.flatMap(({ name, parts }) => [name, ...parts.map(part => `${name} ${part.name}`)])
    const asked = PLAIN.map(words => words.replace(/ (?:--all|npm)$/, ""))
    expect([...new Set([...asked, ...BY_ONE, ...NOT_ASKED])].sort()).toEqual(all.sort())
  })

  it("[N12] is the same on every page and in every command", () => {
    const by = new Map<string, Said[]>()
    for (const one of said) by.set(`${one.of} ${one.name}`, [...(by.get(`${one.of} ${one.name}`) ?? []), one])
    const many = [...by.values()].filter(some => new Set(some.map(s => s.where)).size > 1)
    const doors = (some: readonly Said[]) => new Set(some.map(s => s.where.startsWith("/")))
    expect(many.filter(some => doors(some).size === 2).length).toBeGreaterThan(100)
    const unlike = many.filter(some => new Set(some.map(s => String(s.value))).size > 1)
    expect(unlike.map(some => some.map(s => `${s.where}: ${s.of.slice(0, 6)} ${s.name} ${s.value}`))).toEqual([])
  })

  it("[N6][N12] a hold is one call: in the week, on its episode, and on each card that held it", async () => {
    expect(asked("all", "deeds.held.n", /^mettle did$/)).toBe(HOLDS.length)
    expect(asked("all", "deeds.held.n", /week.json/)).toBe(HOLDS.length)
    const page = async (at: string) =>
      (await fetch(`http://127.0.0.1:${open.port}${at}`, { headers: { authorization: `Bearer ${open.token}` } })).json()
    const onEpisodes: readonly any[] = await Promise.all(
      HOLDS.map(([name]) => page(`/episodes/${episodeId("claude-code", name)}.json`)),
    )
    expect(onEpisodes.map(({ holds }) => holds.length)).toEqual([1, 1, 1])
    const holding = cards.filter(({ id }) => Number(asked(id, "held", /^mettle card /)) > 0)
    expect(holding.map(({ id }) => asked(id, "held", /^mettle card /))).toEqual([2, 2])
    for (const { id } of holding) {
      expect((await place.run(["why", id, "--json"])).json().holds).toHaveLength(2)
      const { shownIn, exposures } = (await page(`/cards/${id}.json`)) as CardPage
      expect(exposures.length, "shown more often than in so many episodes").toBeGreaterThan(shownIn.episodes)
      expect(shownIn.episodes).toBe(new Set(exposures.map(one => one.episode)).size)
      expect(asked(id, "shownIn.episodes", /^mettle card /)).toBe(shownIn.episodes)
    }
  })

  it("[N9] whether it records is said alike", async () => {
    const page = await fetch(`http://127.0.0.1:${open.port}/status.json`, {
      headers: { authorization: `Bearer ${open.token}` },
    })
    const { recording } = (await place.run(["status", "--json"], { ...CLOCK, env: { HOME: place.home } })).json()
    expect(recording).toBe("not installed")
    expect(((await page.json()) as { recording: string }).recording).toBe(recording)
  })

  it("[N12] adds up: uses are the prompts they are compared over, the waterfall ends at the value, shares are the receipts'", async () => {
    const measured = cards.filter(({ id }) => asked(id, "measured", /why/) === true)
    expect(measured.length).toBeGreaterThan(1)
    for (const { id } of measured) {
      expect(asked(id, "prompts.with.n", /why/)).toBe(asked(id, "value.n", /^mettle cards/))
      expect(asked(id, "judged", /why/)).toBe(asked(id, "value.n", /^mettle cards/))
      expect(asked(id, "posterior", /why/)).toBeCloseTo(asked(id, "value.mean", /^.cards.json/) as number, 9)
      const why = (await place.run(["why", id, "--json"])).json()
      const receipts = new Set<string>(why.credits.map((credit: { episode: string }) => credit.episode))
      expect(receipts.size).toBe(asked(id, "sessions", /why/))
      for (const episode of receipts) {
        const { receipt } = (await place.run(["why", "--episode", episode, "--json"])).json()
        const shares = why.credits.filter((credit: { episode: string }) => credit.episode === episode)
        const sum = shares.reduce((all: number, credit: { amount: number }) => all + credit.amount, 0)
        expect(receipt.cards.find((c: { card: string }) => c.card === id).amount).toBeCloseTo(sum, 9)
      }
    }
  })

  it("[N12] is said with its count: no percentage of a handful, no interval as wide as the scale", () => {
    const lines = texts.flatMap(({ where, text }) => text.split("\n").map(line => ({ where, line })))
    // a chance of one prompt and a bar to be passed are no shares of several
    const NO_SHARE = /judged \d+% against \d+% usual|\b(?:at least|under) \d+%/g
    const shares = lines
      .map(({ where, line }) => ({ where, line: line.replace(NO_SHARE, "") }))
      .filter(({ line }) => /\d ?%(?! of|[:,)] )/.test(line) || /\d ?% of/.test(line))
    expect(shares.length).toBeGreaterThan(10)
    const bare = shares.filter(
      ({ line }) => !/\b(?:n|of|last|after|in|over) \d|\d+ (?:judged|prompt|session|episode|decision|card)/.test(line),
    )
    expect(bare).toEqual([])
    expect(lines.filter(({ line }) => /\d ?% of [0-3]\b|\b[0-3] of [0-3] \(\d+ ?%\)/.test(line))).toEqual([])
    const wide = lines.filter(({ line }) =>
      [...line.matchAll(/([+−-]\d+(?:\.\d+)?) to ([+−-]\d+(?:\.\d+)?)/g)].some(
        ([, low, high]) => Number(high!.replace("−", "-")) - Number(low!.replace("−", "-")) >= 100,
      ),
    )
    expect(wide).toEqual([])
  })
})
