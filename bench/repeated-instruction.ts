// Repeated instruction: of a person's later restatements of the same norm, how many would have been in the pack already?
// Real sessions lived again in the order of time; which messages restate which was read by hand (bench/hand-read), without
// asking our own rules. A norm counts as covered when a card that cites its first saying stands in the pack.
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import type { Draft } from "../src/core/events/draft.ts"
import { isNorm } from "../src/core/model.ts"
import type { Memory } from "../src/memory/memory.ts"
import { makePack } from "../src/memory/packs/packs.ts"
import { readCards } from "../src/memory/reading/read.ts"
import { settle } from "../src/memory/tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../src/memory/without-disk.ts"
import type { BenchArgs, Figures } from "./main.ts"
import { draftsOf, type Line, readSessions } from "./transcript-drafts.ts"

interface Place {
  readonly s: string
  readonly i: number
}
interface HandRead {
  readonly norms: readonly {
    readonly norm: string
    readonly first: Place
    readonly again: readonly (Place & { readonly how: "own" | "plan" | "asked" })[]
  }[]
}
const HOW = {
  own: "in the person's own words",
  plan: "in a plan handed to the agent",
  asked: "asked for again, never said as standing",
} as const
const key = ({ s, i }: Place): string => `${s}#${i}`

export async function run({ shared, json }: BenchArgs): Promise<Figures> {
  const read = JSON.parse(readFileSync(resolve("bench/hand-read/restatements.json"), "utf8")) as HandRead
  const wanted = new Map(read.norms.flatMap(n => n.again.map(again => [key(again), { ...again, norm: n }] as const)))
  const firsts = new Map(read.norms.map(n => [key(n.first), n.norm]))
  const cited = new Map<string, string>()
  let now = 0
  const memory = memoryOver(ramPorts(), {
    now: () => now,
    randomBytes: dice(),
    engine: process.versions.v8,
  })
  const found: { how: keyof typeof HOW; norm: string; start: boolean; prompt: boolean; card: boolean }[] = []
  let norms = 0
  let packs = 0
  const waiting: Draft[] = []
  for (const { draft, line } of inTime(await readSessions(shared))) {
    now = Math.max(now, draft.ts)
    const at = line === null ? null : wanted.get(key(line))
    if (at) {
      await memory.record(waiting.splice(0))
      await settle(memory)
      const cards = readCards(memory).filter(c => c.evidence.some(e => cited.get(e.event) === at.norm.norm))
      const where = { scope: draft.scope, episode: draft.episode }
      const has = (placement: "session_start" | "prompt", prompt: string): boolean => {
        const { pack } = makePack(memory, { ...where, placement, prompt })
        packs++
        norms += pack.items.filter(i => isNorm(readKind(memory, i.card))).length
        return pack.items.some(i => cards.some(c => c.id === i.card))
      }
      found.push({
        ...{ how: at.how, norm: at.norm.norm, card: cards.length > 0 },
        start: has("session_start", ""),
        prompt: has("prompt", line?.text ?? ""),
      })
    }
    const first = line === null ? undefined : firsts.get(key(line))
    if (first !== undefined && draft.id !== undefined) cited.set(draft.id, first)
    waiting.push(draft)
    if (draft.type !== "prompt.submitted" && draft.type !== "turn.ended") continue
    await memory.record(waiting.splice(0))
    await settle(memory)
  }
  const tell = (how: keyof typeof HOW) => {
    const rows = found.filter(f => f.how === how)
    return {
      ...{ restatements: rows.length, known: rows.filter(r => r.card).length },
      ...{ in_start_pack: rows.filter(r => r.start).length, in_a_pack: rows.filter(r => r.start || r.prompt).length },
    }
  }
  const figures = { own: tell("own"), plan: tell("plan"), asked: tell("asked") }
  if (!json) {
    console.log(
      "restatements (read by hand)                 n   a card knew it  in the start pack  in that or the prompt's",
    )
    for (const how of Object.keys(HOW) as (keyof typeof HOW)[]) {
      const f = figures[how]
      console.log(
        `${HOW[how].padEnd(42)} ${String(f.restatements).padStart(3)}  ${String(f.known).padStart(14)}  ${String(f.in_start_pack).padStart(17)}  ${String(f.in_a_pack).padStart(23)}`,
      )
    }
    console.log("\nby norm")
    for (const { norm } of read.norms) {
      const rows = found.filter(f => f.norm === norm)
      console.log(`  ${norm.padEnd(48)} ${rows.filter(r => r.start || r.prompt).length} of ${rows.length}`)
    }
    console.log(`norms per pack: ${(norms / Math.max(1, packs)).toFixed(1)} over ${packs} packs`)
  }
  return { ...figures, norms_per_pack: norms / Math.max(1, packs) }
}

const readKind = (memory: Memory, id: string) => readCards(memory).find(c => c.id === id)!.kind

interface Placed {
  readonly draft: Draft
  readonly line: Line | null
}
/** Interleaved by time; the drafts of one session keep their order. */
function inTime(sessions: readonly (readonly Line[])[]): readonly Placed[] {
  const placed = sessions.flatMap((lines, s) => {
    let at = 0
    return draftsOf(lines).map(({ draft, line }, i) => {
      at = Math.max(at, draft.ts)
      return { draft, line, at, s, i }
    })
  })
  return placed.sort((a, b) => a.at - b.at || a.s - b.s || a.i - b.i)
}
