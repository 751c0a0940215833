// Orders that people gave again in other sessions: their messages lived through in order, one repository at a time, and what
// was kept or asked by the third saying. Which messages say which order was read by hand (bench/hand-read/repeated-orders.json).
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { gunzipSync } from "node:zlib"
import { isOrder, type Meaning, sameOrder } from "../../src/core/again/same-order.ts"
import { type Draft, observed } from "../../src/core/events/draft.ts"
import { episodeId, hashId } from "../../src/core/ids.ts"
import { isNorm } from "../../src/core/model.ts"
import { dot, sentenceVector } from "../../src/core/recall/word-table.ts"
import type { CardView } from "../../src/core/views/state.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { overlap, stemsOf } from "../../src/core/words/similar.ts"
import { ownClauses } from "../../src/core/words/wishes/from-prompt.ts"
import { builtInHear } from "../../src/meaning/ear.ts"
import { builtInSemantics } from "../../src/meaning/word-table.ts"
import type { Memory } from "../../src/memory/memory.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../../src/memory/without-disk.ts"

interface Row {
  readonly id: string
  readonly repo: string
  readonly session: string
  readonly slash: boolean
  readonly prev: string | null
  readonly text: string
  readonly time: string | null
}
interface Orders {
  /** message ids of every saying, in order, at most one of a session */
  readonly orders: readonly {
    readonly half: Half
    readonly grade: 1 | 2
    /** found at a second reading */
    readonly added?: true
    readonly said: readonly string[]
  }[]
  /** what was asked or kept because it came back, by the hash of the message and the words */
  readonly kept: Readonly<Record<string, "wanted" | "unwanted">>
  /** pairs of one person's clauses that were read, and the hashes of those that are one standing order given again */
  readonly pairs: Readonly<Record<Half, { readonly read: number; readonly same: readonly string[] }>>
}
type Half = "fit" | "check"
interface Kept {
  readonly at: string
  readonly half: Half
  readonly statement: string
  readonly asks: boolean
  readonly key: string
}
const MINUTE = 60_000
const HOUR = 60 * MINUTE

export function people(shared: string): readonly { readonly half: Half; readonly rows: readonly Row[] }[] {
  const rows = gunzipSync(readFileSync(join(shared, "data/prompts/prompts.jsonl.gz")))
    .toString("utf8")
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as Row)
  const by = new Map<string, Row[]>()
  for (const row of rows) by.set(row.repo, [...(by.get(row.repo) ?? []), row])
  const sessions = (of: readonly Row[]): number => new Set(of.map(r => r.session)).size
  return [...by]
    .filter(([, of]) => sessions(of) >= 2)
    .sort((a, b) => sessions(b[1]) - sessions(a[1]) || (a[0] < b[0] ? -1 : 1))
    .map(([, of], i) => ({ half: i % 2 === 0 ? "fit" : "check", rows: of }))
}

/** What was kept or asked because it came back, which messages stood in a card at each, and the norms in use at the end. */
export async function liveThrough(half: Half, rows: readonly Row[]) {
  let now = Date.UTC(2024, 0, 5)
  const memory: Memory = memoryOver(ramPorts(), { now: () => now, randomBytes: dice(), engine: process.versions.v8 })
  const scope = hashId("scope", rows[0]!.repo)
  const kept: Kept[] = []
  const seen = new Set<string>()
  const opened = new Set<string>()
  const idOf = new Map<string, string>()
  const known = new Map<string, ReadonlySet<string>>()
  const cited = new Set<string>()
  for (const row of rows) {
    // as far apart as they were, where that is known: what comes minutes later may be the same task
    now = Math.max(now + MINUTE, row.time === null ? now + HOUR : Date.parse(row.time) || now + HOUR)
    const where = { ts: now, episode: episodeId("bench", row.session), scope }
    const source = (record: string) => ({ client: "bench", session: row.session, record })
    const drafts: Draft[] = []
    if (!opened.has(row.session))
      drafts.push(
        observed("episode.opened", source("open"), where, {
          ...{ client: "claude-code", clientVersion: null, model: null, interactive: true, parent: null },
          ...{ start: "startup", cwd: null, branch: null, head: null },
        }),
      )
    else if (row.prev)
      drafts.push(
        observed("agent.replied", source(`r${row.id}`), where, {
          ...{ text: row.prev, chars: row.prev.length, inputTokens: null, outputTokens: null },
        }),
      )
    opened.add(row.session)
    const said = observed("prompt.submitted", source(row.id), where, {
      ...{ author: "user" as const, prompt: row.text, chars: row.text.length },
    })
    idOf.set(said.id!, row.id)
    await memory.record([...drafts, said])
    await settle(memory)
    for (const [, card] of TABLE.card.list(memory.views)) {
      const inUse = isUsed(card) || card.asks === true
      if (inUse) for (const e of card.evidence) if (idOf.has(e.event)) cited.add(idOf.get(e.event)!)
      const name = `${card.id}/${card.stage}`
      if (!inUse || seen.has(name) || !card.proposer.startsWith("said-again@")) continue
      seen.add(name)
      const statement = memory.text(card.statement) ?? ""
      kept.push({ at: row.id, half, statement, asks: card.asks === true, key: keyOf(`${row.id} ${statement}`) })
    }
    known.set(row.id, new Set(cited))
  }
  const norms = TABLE.card
    .list(memory.views)
    .flatMap(([, card]) => (isNorm(card.kind) && isUsed(card) ? (memory.text(card.statement) ?? []) : []))
    .map(statement => ({ statement, key: keyOf(`${rows[0]!.repo} ${statement}`) }))
  return { kept, known, norms }
}
const isUsed = (card: CardView): boolean => card.stage === "active" || card.stage === "proven"

const keyOf = (name: string): string => createHash("sha256").update(name).digest("hex").slice(0, 12)

const readByHand = (name: string): unknown => JSON.parse(readFileSync(resolve("bench/hand-read", name), "utf8"))
export const readOrders = (): Orders => readByHand("repeated-orders.json") as Orders
export const readNorms = (): Readonly<Record<string, "wanted" | "perhaps" | "unwanted">> =>
  (readByHand("norms.json") as { readonly verdicts: ReturnType<typeof readNorms> }).verdicts

interface Order {
  readonly row: Row
  readonly statement: string
}
/** Hears everybody's every message. How often orders of two different people are taken for one: every pair of them, half by half. And of
 * the pairs of one person's that were read by hand: how many that are one order are taken for one, and how many that are none. */
export function chancePairs(shared: string): Record<string, string> {
  const table = builtInSemantics().table
  const known = new Map<string, Float32Array>()
  const meaning = (text: string): Float32Array => {
    const vector = known.get(text) ?? sentenceVector(table, text)
    known.set(text, vector)
    return vector
  }
  const { pairs: read } = readOrders()
  const figures: Record<string, string> = {}
  for (const half of ["fit", "check"] as const) {
    const orders = people(shared)
      .filter(p => p.half === half)
      .map(p => p.rows.flatMap(ordersIn))
    const near = orders.flatMap(mine => nearest(mine, meaning))
    const same = new Set(read[half].same)
    const taken = (are: boolean): string => {
      const of = near.filter(n => same.has(n.key) === are)
      return `${of.filter(n => sameOrder(n.a, n.b, meaning)).length} of ${of.length}`
    }
    figures[`orders_pairs_same_taken_${half}`] = taken(true)
    figures[`orders_pairs_other_taken_${half}`] = `${taken(false)} (${read[half].read} read)`
    let [pairs, chance] = [0, 0]
    for (const [i, mine] of orders.entries())
      for (const theirs of orders.slice(i + 1))
        for (const a of mine)
          for (const b of theirs) {
            pairs++
            if (sameOrder(a.statement, b.statement, meaning)) chance++
          }
    figures[`orders_same_by_chance_${half}`] = `${chance} of ${pairs}`
  }
  return figures
}
const ordersIn = (row: Row): readonly Order[] =>
  ownClauses(builtInHear, { text: row.text, agentTail: row.prev, author: "user", interactive: true }).flatMap(c =>
    c.kind !== "fact" && isOrder(c.statement) ? [{ row, statement: c.statement }] : [],
  )

const CLOSE = { words: 0.25, sum: 1 }
/** For each order the nearest one of an earlier session, if it is close at all; what says the same again is read once. */
function nearest(orders: readonly Order[], meaning: Meaning) {
  const found = new Map<string, { readonly key: string; readonly a: string; readonly b: string }>()
  for (const [i, now] of orders.entries()) {
    let best: { readonly order: Order; readonly at: number } | null = null
    for (const order of orders.slice(0, i)) {
      const words =
        order.row.session === now.row.session ? 0 : overlap(stemsOf(order.statement), stemsOf(now.statement))
      const at = words < CLOSE.words ? 0 : words + dot(meaning(order.statement), meaning(now.statement))
      if (at >= CLOSE.sum && at > (best?.at ?? 0)) best = { order, at }
    }
    if (best === null) continue
    const [a, b] = [now.statement, best.order.statement]
    const both = [a, b]
      .map(s => s.toLowerCase())
      .sort()
      .join("|")
    if (found.has(both)) continue
    const name = [now.row.id, best.order.row.id, a, b].join("|")
    found.set(both, { key: keyOf(name), a, b })
  }
  return [...found.values()]
}
