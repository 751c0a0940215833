// What becomes of real sessions: the agent-transcripts data set replayed whole through memory in RAM, proposers, gate and
// fold included. Cards per 100 prompts, refusals by reason, budgets, and cards drawn at random to be checked by hand.
// Arguments: --all prints every card, --kind K draws of one kind, --seed N draws another sample,
// --quotes prints what each rests on.
import { budgetGroup, DEFAULT_CAPS } from "../src/core/admission/budget.ts"
import { seeded } from "../src/core/stats.ts"
import { type CardView, isLive } from "../src/core/views/state.ts"
import { TABLE } from "../src/core/views/tables.ts"
import { Memory } from "../src/memory/memory.ts"
import { readLedger } from "../src/memory/reading/read.ts"
import { settle } from "../src/memory/tending/settle.ts"
import { memoryMeta } from "../src/memory/without-disk.ts"
import { memoryBlobs } from "../src/store/ram/blobs.ts"
import { memoryLog } from "../src/store/ram/log.ts"
import { memoryViews } from "../src/store/ram/views.ts"
import { draftsOf, readSessions } from "./transcript-drafts.ts"

interface Args {
  readonly shared: string
  readonly json: boolean
  readonly args: readonly string[]
}

function fresh(now: () => number): Memory {
  let dice = 1
  return new Memory({
    log: memoryLog(),
    blobs: memoryBlobs(),
    meta: memoryMeta(),
    openViews: () => memoryViews(),
    now,
    randomBytes: () => {
      const bytes = Buffer.alloc(16)
      bytes.writeUInt32BE(dice++, 4)
      return bytes
    },
    engine: "bench",
  })
}

/** Live cards of each (scope, group) against its cap; the fullest first. */
function budgets(cards: readonly CardView[]): readonly { what: string; live: number; cap: number }[] {
  const counts = new Map<string, { live: number; cap: number }>()
  for (const card of cards.filter(c => isLive(c.stage))) {
    const group = budgetGroup(card.kind)
    const key = `${card.scope.tier} ${card.scope.id.slice(0, 6)} ${group}`
    counts.set(key, { live: (counts.get(key)?.live ?? 0) + 1, cap: DEFAULT_CAPS[group][card.scope.tier] })
  }
  return [...counts].map(([what, n]) => ({ what, ...n })).sort((a, b) => b.live / b.cap - a.live / a.cap)
}

const tally = (items: readonly string[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const item of items) counts[item] = (counts[item] ?? 0) + 1
  return Object.fromEntries(Object.entries(counts).sort((a, b) => b[1] - a[1]))
}

export async function run({ shared, json, args }: Args): Promise<Record<string, unknown>> {
  const say = (line: string): void => void (json || process.stdout.write(`${line}\n`))
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  let now = 0
  const memory = fresh(() => now)
  const all = await readSessions(shared)
  const began = performance.now()
  for (const lines of all) {
    const drafts = draftsOf(lines).map(made => made.draft)
    now = Math.max(now, drafts[drafts.length - 1]!.ts)
    await memory.record(drafts)
    await settle(memory)
  }
  const seconds = (performance.now() - began) / 1000
  const prompts = all.flat().filter(l => l.e === "user" && l.k === "human").length
  const cards = TABLE.card.list(memory.views).map(([, card]) => card)
  const ledger = readLedger(memory)
  const proposals = ledger.filter(l => l.proposal !== null)
  const refused = proposals.filter(l => l.act === "refused")
  const reasons = tally(refused.map(l => l.because.split(":")[0]!))
  const acts = tally(proposals.map(l => l.act))
  const kinds = tally(cards.map(c => c.kind))
  const stages = tally(cards.map(c => c.stage))
  const room = budgets(cards)
  const over = room.filter(b => b.live > b.cap)
  const per100 = (100 * cards.length) / prompts
  say(`${all.length} sessions, ${prompts} human prompts, ${memory.views.seq()} events, ${seconds.toFixed(0)} s`)
  say(`  proposals ${proposals.length}  ${JSON.stringify(acts)}`)
  say(
    `  cards ${cards.length} (${per100.toFixed(1)} per 100 prompts)  ${JSON.stringify(kinds)}  ${JSON.stringify(stages)}`,
  )
  say(`  refused ${refused.length} (${((100 * refused.length) / Math.max(1, proposals.length)).toFixed(1)}%)`)
  for (const [reason, n] of Object.entries(reasons))
    say(`    ${reason.padEnd(22)} ${n}  ${((100 * n) / refused.length).toFixed(1)}%`)
  say(`  budgets: ${over.length} of ${room.length} over`)
  for (const b of room.slice(0, 6)) say(`    ${b.what.padEnd(30)} ${b.live} of ${b.cap}`)
  const random = seeded(option("--seed") ?? "cards")
  const kind = option("--kind")
  const drawn = cards
    .filter(card => kind === undefined || card.kind === kind)
    .sort((a, b) => a.bornSeq - b.bornSeq || (a.id < b.id ? -1 : 1))
    .map(card => ({ card, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, args.includes("--all") ? cards.length : 50)
  say("  drawn at random, to be checked by hand:")
  drawn.forEach(({ card }, i) => {
    const place = `${card.kind}/${card.stage}/${card.scope.tier}`
    say(`  ${String(i + 1).padStart(3)} ${place.padEnd(30)} ${memory.text(card.statement)}`)
    if (!args.includes("--quotes")) return
    for (const e of card.evidence.slice(0, 2))
      say(`        ${e.kind}: ${memory.text(e.blob)?.slice(e.start, e.end).slice(0, 200).replace(/\s+/g, " ")}`)
  })
  return {
    ...{ sessions: all.length, prompts, proposals: proposals.length, acts, cards: cards.length, per100, kinds, stages },
    ...{ refused: refused.length, reasons, overBudget: over.length, fullest: room.slice(0, 6), seconds },
  }
}
