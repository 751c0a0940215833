// Forgetting changes nothing else (L4): over random logs and random forgettings, by text, by card, by episode and by time,
// every row of the folded state that is not of a forgotten card is what it was, also after late evidence. Real parts.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { authored } from "../../src/core/events/draft.ts"
import { parseEvent } from "../../src/core/events/registry.ts"
import { canonical } from "../../src/core/views/dump.ts"
import type { CardView } from "../../src/core/views/state.ts"
import type { ReadTable } from "../../src/core/views/table.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { checkAction } from "../../src/memory/checks/checks.ts"
import { forget } from "../../src/memory/forgetting/forget.ts"
import type { Selector } from "../../src/memory/forgetting/wanted.ts"
import type { Memory } from "../../src/memory/memory.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../../src/memory/without-disk.ts"
import { type Move, moves, REMEDY, type Teller, tell } from "../core/views/random-log.ts"
import { sources } from "../house/source.ts"
import { REPO, world } from "./world.ts"

type Named =
  | { by: "text"; text: string }
  | { by: "card" | "episode"; pick: number }
  | { by: "time"; share: number }
  | { by: "some"; every: number; from: number }

const named: fc.Arbitrary<Named> = fc.oneof(
  fc.record({
    by: fc.constant("text" as const),
    text: fc.constantFrom(
      ...["pnpm", "wrong", "works", "release branch", "boom", "failed", "listens on port", "Tests:", "npm install"],
      ...["Done.", "continue", "export", "git commit"],
    ),
  }),
  fc.record({ by: fc.constantFrom("card" as const, "episode" as const), pick: fc.nat(5) }),
  fc.record({ by: fc.constant("time" as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ by: fc.constant("some" as const), every: fc.integer({ min: 1, max: 5 }), from: fc.nat(4) }),
)

async function play(story: readonly Move[], preset: string) {
  let memory: Memory
  const teller: Teller = {
    now: Date.UTC(2026, 0, 1),
    n: 0,
    acts: [],
    cards: () => TABLE.card.list(memory.views).map(([id]) => id),
  }
  memory = memoryOver(ramPorts(new Uint8Array(16)), {
    now: () => teller.now,
    randomBytes: dice(),
    engine: "test",
    preset,
  })
  for (const [i, move] of story.entries()) {
    const drafts = tell(teller, move)
    if (drafts.length > 0) await memory.record(drafts)
    if (i % 5 === 3) await settle(memory)
  }
  await settle(memory)
  // The clock stands where the forgetting will find it: what falls due by then is no doing of the forgetting.
  await memory.record([
    authored(
      "fault.noted",
      memory.parts.randomBytes(),
      { ts: teller.now, episode: null, scope: null },
      { where: "hook", code: "test", detail: null, count: 1 },
    ),
  ])
  memory.catchUp()
  return { memory, teller }
}

function selectorOf(memory: Memory, named: Named): Selector | null {
  const pick = (table: ReadTable<unknown>, n: number): string | undefined => {
    const ids = table.list(memory.views).map(([id]) => id)
    return ids[n % Math.max(1, ids.length)]
  }
  if (named.by === "text") return { text: named.text }
  const events = memory.parts.log.read(0, 100_000)
  if (named.by === "time") return { since: 0, until: events[Math.floor((events.length - 1) * named.share)]!.ts }
  if (named.by === "some") {
    const refs = events.flatMap(e => JSON.stringify(parseEvent(e).data).match(/b:[A-Za-z0-9_-]{22}/g) ?? [])
    return { refs: new Set([...new Set(refs)].filter((_, i) => i % named.every === named.from % named.every)) }
  }
  const id = pick(named.by === "card" ? TABLE.card : TABLE.episode, named.pick)
  return id === undefined ? null : named.by === "card" ? { card: id } : { episode: id }
}

const COUNTED = new Set(["seq", "events/text.forgotten"])
/** Every row that says something of what stays, one line each. */
function standing(memory: Memory, gone: ReadonlySet<string>): readonly string[] {
  const ofGone = (table: string, key: string, value: unknown): boolean =>
    [...gone].some(id => key.includes(id)) ||
    (table === TABLE.act.name && gone.has((value as { card: CardView }).card.id)) ||
    table === TABLE.wordless.name
  return memory.views
    .tables()
    .flatMap(table =>
      memory.views
        .range(table, "", "\x7f")
        .flatMap(([key, value]) =>
          (table === TABLE.meta.name && COUNTED.has(key)) || ofGone(table, key, value)
            ? []
            : [`${table} ${key} ${canonical(value)}`],
        ),
    )
}

const cardsOf = (memory: Memory): ReadonlyMap<string, CardView> => new Map(TABLE.card.list(memory.views))

/** Two sets of words are taken back and given again by one act: what was read of each is kept beside the other. */
const correctedAndUndone: Move[] = [
  { what: "prompt", e: 1, text: 0, author: "user" },
  { what: "open", e: 1, interactive: true },
  { what: "tool", e: 0, command: 0, output: 0, ok: true },
  { what: "act", act: "card.confirmed", pick: 0 },
  { what: "correct", pick: 0, text: 1 },
  { what: "undo" },
  { what: "tool", e: 0, command: 0, output: 0, ok: true },
]

async function unchanged(story: readonly Move[], what: Named, preset: string): Promise<number> {
  const { memory } = await play(story, preset)
  const selector = selectorOf(memory, what)
  if (selector === null) return 0
  const before = cardsOf(memory)
  const all = standing(memory, new Set())
  const done = await forget(memory, selector)
  const after = cardsOf(memory)
  const gone = new Set([...before.keys()].filter(id => !after.has(id)))
  expect([...after.keys()].filter(id => !before.has(id))).toEqual([])
  const kept = new Set(standing(memory, gone))
  const lost = all.filter(row => !kept.has(row) && ![...gone].some(id => row.includes(id)))
  expect(lost).toEqual([])
  expect(checkRebuild(memory).equal).toBe(true)
  return done.texts
}

describe("forgetting", () => {
  it.each(["mettle", "astra", "nucleus", "evolver", "groove", "swarm"])(
    "[N4, L4] leaves every verdict, stage, value and credit of what stays as it was (%s)",
    async preset => {
      let texts = 0
      await fc.assert(
        fc.asyncProperty(moves(60), named, async (story, what) => {
          texts += await unchanged(story, what, preset)
        }),
        {
          numRuns: preset === "mettle" ? 60 : 30,
          examples: [[correctedAndUndone, { by: "some", every: 1, from: 0 }]],
        },
      )
      expect(texts).toBeGreaterThan(5)
    },
  )

  it("[N4] evidence that comes later finds every card that was shown, with its words or without", async () => {
    let gone = 0
    await fc.assert(
      fc.asyncProperty(moves(60), named, async (story, what) => {
        const [one, twin] = [await play(story, "mettle"), await play(story, "mettle")]
        const selector = selectorOf(one.memory, what)
        if (selector === null) return
        const before = cardsOf(one.memory)
        await forget(one.memory, selector)
        const lost = new Set([...before.keys()].filter(id => !cardsOf(one.memory).has(id)))
        gone += lost.size
        for (const { memory, teller } of [one, twin]) {
          teller.n = 10_000
          for (const e of [0, 1, 2])
            await memory.record(tell(teller, { what: "change", e, change: "revert", share: 0 }))
          memory.catchUp()
        }
        const learned = (memory: Memory): readonly string[] =>
          standing(memory, lost).filter(row => /^(?:episode|turn|record|credit|rule|standing|placement) /.test(row))
        expect(learned(one.memory)).toEqual(learned(twin.memory))
      }),
      { numRuns: 200 },
    )
    expect(gone).toBeGreaterThan(0)
  })

  it("[N4] a norm that was broken stays broken when the command is forgotten, and a merge stays a merge", async () => {
    const story: readonly Move[] = [
      { what: "open", e: 0, interactive: true },
      { what: "prompt", e: 0, text: 0, author: "user" },
      { what: "end", e: 0 },
      { what: "close", e: 0 },
      { what: "wait", minutes: 600 },
      { what: "open", e: 1, interactive: true },
      { what: "prompt", e: 1, text: 3, author: "user" },
      { what: "tool", e: 1, command: 1, output: 3, ok: false },
      { what: "prompt", e: 1, text: 0, author: "user" },
      { what: "end", e: 1 },
      { what: "close", e: 1 },
    ]
    const { memory } = await play(story, "mettle")
    const adherence = () => TABLE.adherence.list(memory.views).map(row => JSON.stringify(row))
    const acts = () => TABLE.proposal.list(memory.views).map(row => JSON.stringify(row))
    const [followed, proposed] = [adherence(), acts()]
    expect(followed.join()).toContain("violated")
    expect(proposed.join()).toContain("merge")
    await forget(memory, { text: "npm install" })
    expect(adherence()).toEqual(followed)
    expect(cardsOf(memory).size).toBe(1)
    await forget(memory, { text: "always use pnpm" })
    expect(cardsOf(memory).size).toBe(0)
    expect([adherence(), acts()]).toEqual([followed, proposed])
    expect(checkRebuild(memory).equal).toBe(true)
  })

  it("a card is forgotten with what our own holds quoted of it", async () => {
    const w = world()
    const first = await w.opens("one")
    await first.says("hello")
    await first.says("always use pnpm in this repo, never npm")
    await first.ends()
    const second = await w.opens("two")
    await second.says("add zod")
    w.memory.catchUp()
    const action = { command: "npm install zod", path: null, content: null, error: null }
    const { hold, draft } = checkAction(w.memory, { scope: REPO, episode: second.id, action, mode: "hold" })
    await w.memory.record([draft!])
    await second.runs("npm install zod", { ok: false, output: `PreToolUse:Bash hook error: ${hold}` })
    await second.ends()
    const [card] = readCards(w.memory)
    expect(await forget(w.memory, { card: card!.id })).toMatchObject({ found: 0, elsewhere: 0 })
    expect(await forget(w.memory, { text: "use pnpm in this repo" })).toMatchObject({ texts: 0 })
  })
  it("[L4] every reading of texts in the fold is kept when its texts go", async () => {
    const wanted = new Set(
      sources("src/core/views").flatMap(file =>
        [...file.code.matchAll(/context\.read\(\s*["`]([a-z ]+?)(?: \$\{.*?)?["`]/g)].map(([, name]) => name!.trim()),
      ),
    )
    expect(wanted.size).toBeGreaterThan(8)
    const kept = new Set<string>()
    // Two wishes of one kind, and a week in which they are held against each other.
    const swept: readonly Move[] = [
      { what: "open", e: 0, interactive: true },
      ...[11, 4, 0, 12].map(text => ({ what: "prompt" as const, e: 0, text, author: "user" as const })),
      { what: "close", e: 0 },
      { what: "wait", minutes: 60 * 24 * 9 },
    ]
    // A wish that is only heard, and comes back.
    const heard: readonly Move[] = [0, 1].flatMap(e => [
      { what: "open" as const, e, interactive: true },
      { what: "prompt" as const, e, text: 13, author: "user" as const },
      { what: "close" as const, e },
    ])
    for (const preset of ["mettle", "astra"])
      for (const story of [swept, heard, REMEDY, ...fc.sample(moves(60), { numRuns: 20, seed: 11 })]) {
        const { memory } = await play(story, preset)
        // What is left of a card is looked at too, before it goes.
        const half = [...cardsOf(memory).values()].flatMap(c => c.evidence[0]?.blob ?? [])
        await forget(memory, { refs: new Set(half) })
        await forget(memory, { since: 0, until: Number.MAX_SAFE_INTEGER })
        for (const event of memory.parts.log.readTypes(["text.forgotten"]))
          for (const { what } of (parseEvent(event).data as { kept: readonly { what: string }[] }).kept)
            for (const name of wanted) if (what === name || what.startsWith(`${name} `)) kept.add(name)
      }
    expect([...wanted].filter(name => !kept.has(name))).toEqual([])
  })
})
