// The fold of a shared log: who may speak, what replaces what, and that homes agree however authors interleave.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonical, sharedCardId, sharedId } from "../../../src/core/shared/bodies.ts"
import { applyShared, type SharedEntry } from "../../../src/core/shared/fold.ts"
import { keeperOf, keepersIn, LOG_PARTITION, noteOrder } from "../../../src/core/shared/keeping.ts"
import { relearn } from "../../../src/core/shared/relearn.ts"
import { SHARED_TABLE } from "../../../src/core/shared/tables.ts"
import { memoryRows, type Rows } from "../../../src/core/views/rows.ts"
import { sharedPicture } from "../../team/picture.ts"

const P = "repo:shop"
const ANN = "a".repeat(32)
const BOB = "b".repeat(32)
const EVE = "e".repeat(32)
const hex = (n: number): string => n.toString(16).padStart(32, "0")

let seq = 0
const entry = (author: string, type: string, content: { subject: string }, rev = 0, partition = P): SharedEntry => ({
  seq: ++seq,
  id: sharedId(author, partition, type, content.subject, rev),
  partition,
  author,
  key: "k",
  ts: 1,
  type,
  v: 1,
  body: canonical({ ...content, rev }),
})
const founded = (author: string, n = 900, ts = 1) => ({
  ...entry(author, "log.founded", { subject: hex(n) }, 0, LOG_PARTITION),
  ts,
})
const kept = (by: string, who: string, rev: number) => entry(by, "log.kept", { subject: who }, rev, LOG_PARTITION)
const joined = (author: string) => entry(author, "member.joined", { subject: author, name: `n${author[0]}` } as never)
const card = (author: string, n: number, rev = 0) =>
  entry(
    author,
    "card.shared",
    {
      subject: hex(n),
      kind: "tactic",
      statement: `do ${n}`,
      topic: "t",
      tags: [],
      source: "agent",
      bornAt: 1,
      evidence: [{ kind: "agent_span", quote: `do ${n}` }],
    } as never,
    rev,
  )
const episode = (author: string, n: number, cards: readonly string[], label: number, rev = 0) =>
  entry(
    author,
    "episode.shared",
    {
      subject: hex(1000 + n),
      day: 20_000 + n,
      repo: hex(7),
      prompts: [0, 1].map(idx => ({
        idx,
        lenZ: 0.1 * idx,
        hasError: false,
        taskKind: "edit",
        nActive: 0,
        slots: 3,
        label,
        cand: cards.map((id, rank) => ({
          id,
          score: 0.8,
          rank,
          pi: 0.5,
          shown: (n + rank) % 2 === 0,
          mode: 1,
          channel: "auto_pack",
          placement: "prompt",
        })),
      })),
    } as never,
    rev,
  )
const folded = (entries: readonly SharedEntry[], genuine: (e: SharedEntry) => boolean = () => true) => {
  const rows: Rows = memoryRows()
  const refused = entries.map(e => applyShared(rows, e, () => genuine(e)))
  relearn(rows)
  return { rows, refused }
}
const annCard = sharedCardId(ANN, P, hex(1))

describe("who may speak", () => {
  it("bad signatures, strangers, replays under another name and newer shapes are refused, each by its reason", () => {
    const good = card(ANN, 1)
    const { refused } = folded([
      joined(ANN),
      good,
      good,
      card(EVE, 1),
      { ...card(ANN, 2), id: hex(9) },
      { ...card(ANN, 3), partition: "repo:other" },
      { ...card(ANN, 4), v: 2 },
      { ...card(ANN, 5), body: "{}" },
      { ...card(ANN, 6), body: "" },
      entry(ANN, "transcript.shared", { subject: hex(1) }),
    ])
    expect(refused).toEqual([
      null,
      null,
      "replay",
      "not a member",
      "not its id",
      "not its id",
      "unknown type",
      "unreadable",
      null,
      "unknown type",
    ])
    expect(folded([joined(ANN), good], e => e !== good).refused).toEqual([null, "bad signature"])
  })

  it("only the keeper, who began the log, revokes; everything the revoked said goes, before and after", () => {
    const said = [
      joined(BOB),
      founded(ANN),
      joined(ANN),
      founded(BOB, 901, 0),
      card(BOB, 1),
      episode(BOB, 1, [sharedCardId(BOB, P, hex(1))], 0.9),
    ]
    const byBob = folded([...said, entry(BOB, "member.revoked", { subject: ANN, who: ANN } as never)])
    expect(keeperOf(byBob.rows, P)?.author).toBe(ANN)
    const { rows, refused } = folded([
      ...said,
      entry(ANN, "member.revoked", { subject: BOB, who: BOB } as never),
      card(BOB, 2),
      joined(BOB),
    ])
    expect(refused.slice(-2)).toEqual(["not a member", "replay"])
    expect(SHARED_TABLE.card.list(rows).map(([, c]) => [c.body, c.withdrawn])).toEqual([[null, "archived"]])
    expect([SHARED_TABLE.episode, SHARED_TABLE.place, SHARED_TABLE.unit].map(t => t.list(rows).length)).toEqual([
      0, 0, 0,
    ])
  })

  it("a revocation holds also where it arrives before whom it is about, and homes agree on it", () => {
    const [begun, ann, bob, revoked, said] = [
      founded(ANN),
      joined(ANN),
      joined(BOB),
      entry(ANN, "member.revoked", { subject: BOB, who: BOB } as never),
      card(BOB, 1),
    ]
    const early = folded([begun, ann, revoked, bob, said])
    expect(early.refused).toEqual([null, null, null, "not a member", "not a member"])
    expect(SHARED_TABLE.card.list(early.rows)).toEqual([])
    const members = (rows: Rows) =>
      sharedPicture(rows)
        .split("\n")
        .filter(line => line.startsWith("member"))
    expect(members(early.rows)).toEqual(members(folded([begun, ann, bob, said, revoked]).rows))
    expect(members(early.rows)).toEqual(members(folded([ann, bob, said, revoked, begun]).rows))
  })

  it("keeping is handed on by who has it, by nobody else, and homes agree in whatever order it arrives", () => {
    const said = [
      ...[founded(ANN), joined(ANN), joined(BOB), joined(EVE), card(EVE, 1)],
      ...[kept(ANN, BOB, 1), kept(EVE, EVE, 1), kept(EVE, EVE, 2), entry(ANN, "member.left", { subject: ANN })],
      ...[entry(BOB, "member.revoked", { subject: EVE, who: EVE } as never), founded(EVE, 902, 5)],
    ]
    const { rows } = folded(said)
    expect([keepersIn(rows), keeperOf(rows, P)?.author]).toEqual([[ANN, BOB], BOB])
    const people = (of: Rows) =>
      sharedPicture(of)
        .split("\n")
        .filter(line => /^(?:keepers|member)/.test(line))
    const lanes = [ANN, BOB, EVE].map(author => said.filter(e => e.author === author))
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), order => {
        const other = memoryRows()
        noteOrder(other, false)
        for (const lane of order) for (const e of lanes[lane]!) applyShared(other, e, () => true)
        relearn(other)
        expect(people(other)).toEqual(people(rows))
      }),
    )
    expect(SHARED_TABLE.member.get(rows, `${P}/${EVE}`)?.gone).toBe("revoked")
    expect(folded([entry(EVE, "log.founded", { subject: hex(1) }), joined(EVE)]).refused).toEqual(["not its id", null])
  })

  it("nobody can speak in the name of another's card", () => {
    const { rows } = folded([joined(ANN), joined(BOB), card(ANN, 1), card(BOB, 1)])
    expect(
      SHARED_TABLE.card
        .list(rows)
        .map(([id]) => id)
        .sort(),
    ).toEqual([annCard, sharedCardId(BOB, P, hex(1))].sort())
  })

  it("sizes are bounded: an endless statement or shortlist is refused", () => {
    const long = { ...card(ANN, 1), body: card(ANN, 1).body.replaceAll("do 1", "x".repeat(500)) }
    expect(folded([joined(ANN), long]).refused[1]).toBe("unreadable")
  })
})

describe("what replaces what", () => {
  it("a higher revision replaces a lower one, and learning follows: late evidence is not counted twice", () => {
    const entries = [joined(ANN), card(ANN, 1), episode(ANN, 2, [annCard], 0.9)]
    const late = folded([...entries, episode(ANN, 2, [annCard], 0.1, 1)])
    const once = folded([joined(ANN), card(ANN, 1), episode(ANN, 2, [annCard], 0.1, 1)])
    expect(sharedPicture(late.rows)).toBe(sharedPicture(once.rows))
    expect(SHARED_TABLE.pooled.get(late.rows, annCard)?.sessions).toBe(1)
  })

  it("[S4-09] a revision that says less owes the erasure of those before it; one that says more owes nothing", () => {
    const citing = (rev: number, quotes: string) => {
      const e = card(ANN, 1, rev)
      return { ...e, body: e.body.replace(/"evidence":\[.*?\]/, `"evidence":[${quotes}]`) }
    }
    const one = '{"kind":"agent_span","quote":"it was red"}'
    const two = '{"kind":"agent_span","quote":"then it was green"}'
    const owed = (e: SharedEntry) =>
      SHARED_TABLE.owed.list(folded([joined(ANN), citing(0, one), e]).rows).map(([, row]) => row.upTo)
    const [more, less] = [citing(1, `${one},${two}`), citing(1, two)]
    expect([owed(more), owed(less)]).toEqual([[], [0]])
  })

  it("a withdrawn card is gone as if it had never been read, also for who comes after it was erased", () => {
    const first = [joined(ANN), joined(BOB), card(ANN, 1), card(ANN, 2)]
    const rest = [
      episode(BOB, 2, [annCard, sharedCardId(ANN, P, hex(2))], 0.8),
      entry(ANN, "card.withdrawn", { subject: hex(1), why: "forgotten" } as never, 1),
    ]
    const saw = folded([...first, ...rest])
    const late = folded([...first.map(e => (e.id === first[2]!.id ? { ...e, body: "" } : e)), ...rest])
    expect(sharedPicture(late.rows)).toBe(sharedPicture(saw.rows))
    expect(sharedPicture(saw.rows)).not.toContain("do 1")
  })
})

it("homes agree to nine digits however authors interleave, and whatever batches the log came in", () => {
  const authors = [ANN, BOB, "c".repeat(32)]
  const cards = authors.flatMap(a => [1, 2].map(n => sharedCardId(a, P, hex(n))))
  const streams = authors.map((a, i) => [
    joined(a),
    card(a, 1),
    card(a, 2),
    ...[1, 2, 3, 4].map(n => episode(a, 10 * i + n, cards, (n % 3) / 3 + 0.1)),
    episode(a, 10 * i + 2, cards, 0.95, 1),
    ...(i === 2 ? [entry(a, "card.withdrawn", { subject: hex(2), why: "archived" } as never, 1)] : []),
  ])
  const pictureOf = (order: readonly number[], batch: number): string => {
    const left = streams.map(s => [...s])
    const rows: Rows = memoryRows()
    let n = 0
    const take = (i: number): void => {
      const e = left[i]!.shift()
      if (e) applyShared(rows, e, () => true)
      if (++n % batch === 0) relearn(rows)
    }
    for (const i of order) take(i)
    for (const [i, rest] of left.entries()) while (rest.length > 0) take(i)
    relearn(rows)
    return sharedPicture(rows)
  }
  const one = pictureOf([], 1)
  expect(one.length).toBeGreaterThan(1000)
  fc.assert(
    fc.property(fc.array(fc.nat(2), { maxLength: 30 }), fc.integer({ min: 1, max: 40 }), (order, batch) => {
      expect(pictureOf(order, batch)).toBe(one)
    }),
    { numRuns: 25 },
  )
})
