// What comes back: orders said again, failures and their remedies, words that change, and what noticing it costs. Pairs were
// written before the code that reads them (bench/pairs); orders were read by hand (bench/hand-read/repeated-orders.json).
// `--each` says every pair that was missed and everything that recurrence kept; `--pairs` leaves out what real people did,
// `--failures` and `--orders` everything but theirs; `--chance` says how often two people's orders are taken for one.
import { costOf } from "./again-parts/cost.ts"
import { chancePairs, liveThrough, people, readNorms, readOrders } from "./again-parts/orders.ts"
import {
  type Change,
  changeOutcome,
  type FailurePair,
  failureOutcome,
  readPairs,
  type Turned,
  type TurnedOutcome,
  turnedOutcome,
} from "./again-parts/pairs.ts"
import { proceduresFound } from "./again-parts/procedures.ts"
import { realFailures, realPeople } from "./again-parts/real-past.ts"
import type { BenchArgs, Figures } from "./main.ts"

export async function run({ shared, json, args }: BenchArgs): Promise<Figures> {
  const say = (line = ""): void => {
    if (!json) console.log(line)
  }
  const each = (line: string): void => {
    if (args.includes("--each")) say(line)
  }
  const told = (of: Figures): Figures => {
    for (const [name, value] of Object.entries(of)) say(`${name.padEnd(34)} ${value}`)
    return of
  }
  const figures: Record<string, string | number> = {}
  if (args.includes("--orders")) return told(await orders(shared, each))
  if (args.includes("--failures")) return told(await realFailures(await realPeople(shared), each))
  const remedies = await all<FailurePair, Awaited<ReturnType<typeof failureOutcome>>>("remedies.jsonl", failureOutcome)
  for (const group of ["n1", "own"]) {
    const of = remedies.filter(r => r.group === group)
    figures[`remedies_${group}`] = `${of.filter(r => r.after !== null).length} of ${of.length}`
    for (const r of of) if (r.after === null) each(`missed ${group} ${r.id}: ${r.cards.join(" | ")}`)
  }
  const idle = await all<FailurePair, Awaited<ReturnType<typeof failureOutcome>>>("idle.jsonl", failureOutcome)
  figures.idle_that_taught = `${idle.filter(r => r.cards.length > 0).length} of ${idle.length}`
  // the fresh ones were written after the first thirty were understood: 13 of 20 at first sight
  for (const name of ["changes", "changes-fresh"]) {
    const changes = await all<Change, Awaited<ReturnType<typeof changeOutcome>>>(`${name}.jsonl`, changeOutcome)
    figures[name.replace("-", "_")] = `${changes.filter(c => c.known && c.gone).length} of ${changes.length}`
    for (const c of changes)
      if (!c.known || !c.gone) each(`change ${c.id} known ${c.known} gone ${c.gone}: ${c.cards.join(" | ")}`)
  }
  // half of them were read by nobody while the comparison was made
  for (const name of ["turned", "turned-fresh"]) {
    const lived = (await all<Turned, TurnedOutcome>(`${name}.jsonl`, turnedOutcome)).filter(t => t.had)
    for (const beside of [false, true]) {
      const of = lived.filter(t => (t.beside ?? false) === beside)
      figures[`${name.replace("-", "_")}_${beside ? "beside" : "replaced"}`] =
        `${of.filter(t => t.right).length} of ${of.length} (${of.filter(t => t.asked).length} asked)`
      for (const t of of) if (!t.right) each(`${name} ${t.id} asked ${t.asked}: ${t.cards.join(" | ")}`)
    }
  }
  if (!args.includes("--pairs")) {
    const real = await realPeople(shared)
    Object.assign(
      figures,
      await realFailures(real, each),
      await proceduresFound(real, each),
      await orders(shared, each),
    )
  }
  if (args.includes("--chance")) Object.assign(figures, chancePairs(shared))
  return told(figures)
}

async function all<P, O>(name: string, outcome: (pair: P) => Promise<O>): Promise<readonly O[]> {
  const out: O[] = []
  for (const pair of readPairs<P>(name)) out.push(await outcome(pair))
  return out
}

const LEAST_SESSIONS = 10
/** Everybody with so many sessions, their messages lived through in order. */
async function orders(shared: string, each: (line: string) => void): Promise<Figures> {
  const { orders: marked, kept: read } = readOrders()
  const known = new Map<string, ReadonlySet<string>>()
  const count = { wanted: 0, unwanted: 0, unread: 0 }
  const norms = { wanted: 0, perhaps: 0, unwanted: 0, unread: 0 }
  const normsRead = readNorms()
  const everybody = people(shared)
  for (const { half, rows } of everybody.filter(p => new Set(p.rows.map(r => r.session)).size >= LEAST_SESSIONS)) {
    const lived = await liveThrough(half, rows)
    for (const [id, cited] of lived.known) known.set(id, cited)
    for (const k of lived.kept) {
      const verdict = read[k.key] ?? "unread"
      count[verdict]++
      each(`${half} ${k.asks ? "ask " : "kept"} ${k.key} ${verdict} ${k.at} ${k.statement.slice(0, 140)}`)
    }
    for (const norm of lived.norms) {
      const verdict = normsRead[norm.key] ?? "unread"
      norms[verdict]++
      each(`norm ${norm.key} ${verdict} ${norm.statement.slice(0, 140)}`)
    }
  }
  // known when a card in use, or one that was asked for, cites one of the first three sayings; a message that says two orders shows neither
  const both = new Set(
    marked.flatMap((o, i) => o.said.filter(id => marked.slice(i + 1).some(p => p.said.includes(id)))),
  )
  const isKnown = (o: (typeof marked)[number]): boolean =>
    o.said.slice(0, 3).some(id => !both.has(id) && known.get(o.said[2]!)?.has(id))
  for (const o of marked) each(`order ${o.half} ${o.said[0]} ${isKnown(o) ? "known" : "missed"}`)
  const third = (of: typeof marked): string => `${of.filter(isKnown).length} of ${of.length}`
  const { wanted, unwanted, unread } = count
  return {
    orders_known_at_third_fit: third(marked.filter(o => o.half === "fit" && !o.added)),
    orders_known_at_third_check: third(marked.filter(o => o.half === "check" && !o.added)),
    orders_known_at_third_added: third(marked.filter(o => o.added)),
    orders_asked_or_kept_wanted: `${wanted} of ${wanted + unwanted}${unread === 0 ? "" : ` (${unread} unread)`}`,
    norms_in_use: Object.entries(norms)
      .map(([verdict, n]) => `${n} ${verdict}`)
      .join(", "),
    ...costOf(everybody.flatMap(p => p.rows.map(r => r.text))),
  }
}
