// Trust as a person asks about it: how far each source has been right, how sure that is, every move with what moved it, and in
// some presets what was counted on the way. Read at a given time: what falls due until then is on a copy.
import { MettleError } from "../../core/errors.ts"
import { didYouMean } from "../../core/nearest.ts"
import { ruleId } from "../../core/rules/rule.ts"
import { sourceKey, type TrustMove } from "../../core/trust/tally.ts"
import { ruleFor } from "../../core/views/context.ts"
import { advance } from "../../core/views/fold.ts"
import { clockOf, read } from "../../core/views/read.ts"
import { overlayRows, type Rows } from "../../core/views/rows.ts"
import { trustIn, UNKNOWN } from "../../core/views/sources.ts"
import type { Memory } from "../memory.ts"
import { cardShort } from "../reading/read.ts"

export type TrustReport = ReturnType<typeof trustReport>
export type SourceTrust = TrustReport["sources"][number]

export function trustReport(memory: Memory, asked: { readonly source?: string; readonly now?: number } = {}) {
  const rows = at(memory, asked.now)
  const context = memory.context(rows)
  const moves = read.trustMove.values(rows)
  const cards = read.card.values(rows)
  const proposers = cards.filter(card => card.provenance !== "note").map(card => card.proposer)
  const names = [...new Set([...moves.map(move => move.source), ...proposers])].sort()
  const wanted = asked.source === undefined ? names : [find(names, asked.source)]
  const sources = wanted.map(source => {
    const half = trustIn(context, source, 0.5)
    const most = trustIn(context, source, 0.9)
    const mine = cards.filter(card => card.proposer === source)
    return {
      source,
      mean: half.mean,
      interval50: [half.low, half.high] as const,
      interval90: [most.low, most.high] as const,
      /** episodes that speak, or rewards counted, where the preset rewards decisions */
      n: half.n,
      ...{ lo50: half.low, hi50: half.high, lo90: most.low, hi90: most.high },
      /** live cards it proposed, and those of them on trial */
      cards: mine.filter(card => card.stage === "active" || card.stage === "proven").length,
      onTrial: mine.filter(card => card.stage === "trial").length,
      /** oldest first */
      history: read.trustMove.values(rows, `${sourceKey(source)}/`).map(move => point(rows, move)),
    }
  })
  const none = trustIn(context, UNKNOWN, 0.9)
  const work = ruleFor(context, "trust").report?.(context)
  return {
    rule: ruleId(ruleFor(context, "trust")),
    /** what is believed of a source nobody has judged */
    unknown: { mean: none.mean, interval90: [none.low, none.high] as const },
    sources: [...sources].sort((a, b) => b.n - a.n || (a.source < b.source ? -1 : 1)),
    /** what was counted on the way, where the preset's trust rule says so (S1-56) */
    telemetry: work ? { trust: { sources: names.length, moves: moves.length }, ...work } : null,
  }
}

/** The rows as they stand at `now`: the stored ones, or a copy moved on. */
function at(memory: Memory, now: number | undefined): Rows {
  if (now === undefined || now <= clockOf(memory.views)) return memory.views
  const rows = overlayRows(memory.views)
  advance(memory.context(rows), { seq: memory.views.seq() }, now)
  return rows
}

/** A move as people see it: its time in words, the short name of what it speaks of. */
function point(rows: Rows, move: TrustMove) {
  const { source: _, at: when, ref, ...rest } = move
  const card = ref === null ? undefined : read.card.get(rows, ref)
  return { ...rest, at: new Date(when).toISOString(), ref: card ? cardShort(card) : ref }
}

function find(names: readonly string[], given: string): string {
  if (names.includes(given)) return given
  const starts = names.filter(name => name.startsWith(given))
  if (starts.length === 1) return starts[0]!
  throw new MettleError(
    "E_NOT_FOUND",
    starts.length > 1 ? `"${given}" fits ${starts.join(", ")}` : `no source "${given}"`,
    { hint: didYouMean(given, names, "mettle review trust lists them") },
  )
}
