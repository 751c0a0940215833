// One log under two machines: which cards stand or rank differently, which verdicts flip, which packs would have differed.
// Folds in memory and changes nothing; packs are ranked again from their logged shortlists, at their own moment.
import { MettleError } from "../../core/errors.ts"
import type { Event } from "../../core/events/define.ts"
import type { DataOf } from "../../core/events/registry.ts"
import { didYouMean } from "../../core/nearest.ts"
import { buildPack, type Intent, LIMITS } from "../../core/pack/pack.ts"
import type { ReplayDiff } from "../../core/promised.ts"
import { mergeOverrides, type Overrides } from "../../core/rules/params.ts"
import { CHOICES } from "../../core/rules/registry.ts"
import { seeded } from "../../core/stats.ts"
import { type FoldContext, ruleFor } from "../../core/views/context.ts"
import { dumpHash } from "../../core/views/dump.ts"
import { cardOf, read } from "../../core/views/read.ts"
import { isLearnable } from "../../core/views/records.ts"
import { memoryRows } from "../../core/views/rows.ts"
import type { CardView } from "../../core/views/state.ts"
import { act } from "../acting/acts.ts"
import type { Memory } from "../memory.ts"
import { learnedFrom } from "../packs/learned.ts"
import { packables } from "../packs/situation.ts"
import { everyEvent } from "../refs.ts"
import { suggestedBy, suggestedCard } from "../tending/inversions.ts"
import { tellReplay } from "./replay-told.ts"

export const PRESETS: readonly string[] = Object.keys(CHOICES)
/** What each is, in a line. */
export const MACHINES: readonly { readonly name: string; readonly about: string }[] = Object.entries(CHOICES).map(
  ([name, { about }]) => ({ name, about }),
)
const BATCH = 500
/** Values nearer than this are the same to a person. */
const SAME = 0.005

/** A preset, and numbers of its rules that are not as it has them. */
export interface Machine {
  readonly preset: string
  readonly params: Overrides
}
/** The one this store lives under. */
export const inUse = ({ preset, parts }: Memory): Machine => ({ preset: preset.name, params: parts.adopted ?? {} })
export const changedBy = (machine: Machine, params: Overrides): Machine => ({
  preset: machine.preset,
  params: mergeOverrides(machine.params, params),
})

interface FoldOptions {
  /** packs from this time on are ranked again; the fold is always whole */
  readonly since?: number
  readonly progress?: (done: number, total: number) => void
  readonly stop?: () => boolean
}

export type Folded = ReturnType<typeof foldUnder>
/**
 * Folds the whole log under a preset as it ships or a machine, in memory. `hash`: of the canonical dump, the same for equal folds;
 * `packs`: the cards each would have shown; `proposes`: what its own rules would propose of this log, by the card it would become.
 */
export function foldUnder(memory: Memory, of: string | Machine, options: FoldOptions = {}) {
  const { preset: name, params } = typeof of === "string" ? { preset: of, params: {} } : of
  refuseUnknown(name)
  const rows = memoryRows()
  const context: FoldContext = { ...memory.context(rows), preset: memory.machine(name, params) }
  const packs = new Map<string, ReturnType<typeof rerank>>()
  const head = memory.parts.log.head()
  let events = 0
  for (const event of everyEvent(memory.parts.log)) {
    if (event.type === "pack.built" && event.ts >= (options.since ?? 0))
      packs.set(event.id, rerank(memory, context, event as Event<DataOf<"pack.built">>))
    memory.apply(context, event)
    events++
    if (event.seq % BATCH !== 0 && event.seq < head) continue
    options.progress?.(event.seq, head)
    if (options.stop?.()) throw new MettleError("E_INTERRUPTED", "interrupted", { still: "nothing was changed" })
  }
  const proposes = new Map(suggestedBy(context).map(one => [suggestedCard(one), one.statement]))
  return { preset: name, events, hash: dumpHash(rows), rows, packs, proposes }
}

/** What the preset would have shown of a logged shortlist, with the chance of that very moment. */
function rerank(memory: Memory, context: FoldContext, event: Event<DataOf<"pack.built">>) {
  const { data } = event
  const cards = data.shortlist.flatMap(item => {
    const card = cardOf(context.rows, item.card)
    return card && card.stage !== "trial" && !card.muted && !card.stale ? [card] : []
  })
  const relevance = new Map(
    data.shortlist.map(i => [i.card, { score: i.score, lexical: i.lexical, semantic: i.semantic }]),
  )
  const rule = ruleFor(context, "rank")
  const pack = buildPack(rule, context, {
    candidates: packables(cards, relevance, ref => memory.text(ref), event.ts),
    placement: data.placement,
    intent: data.intent as Intent,
    limits: LIMITS,
    random: seeded(data.seed),
    ...learnedFrom(context, event.scope, data.placement, event.ts),
    episode: event.episode,
    now: event.ts,
  })
  return {
    episode: event.episode,
    at: event.ts,
    placement: data.placement,
    shown: pack.items.map(i => i.card).sort(),
  }
}

type CardChange = ReplayDiff["cards"]["changed"][number]
type VerdictChange = ReplayDiff["verdicts"]["changed"][number]
type PackChange = ReplayDiff["packs"]["changed"][number]

/** `names`: how to call the two where both are of one preset. */
export function compareFolds(
  memory: Memory,
  a: Folded,
  b: Folded,
  since = 0,
  names: readonly [string, string] = [a.preset, b.preset],
): ReplayDiff {
  const packs = [...a.packs].flatMap(([pack, left]): PackChange[] => {
    const right = b.packs.get(pack)?.shown ?? []
    const onlyA = left.shown.filter(id => !right.includes(id))
    const onlyB = right.filter(id => !left.shown.includes(id))
    const { shown: _, ...rest } = left
    return onlyA.length + onlyB.length > 0 ? [{ pack, ...rest, onlyA, onlyB }] : []
  })
  const episodes = verdictChanges(a, b, since)
  return {
    a: { preset: a.preset, hash: a.hash },
    b: { preset: b.preset, hash: b.hash },
    events: a.events,
    cards: cardChanges(memory, a, b),
    verdicts: episodes,
    packs: {
      total: a.packs.size,
      changed: packs.sort((x, y) => y.onlyA.length + y.onlyB.length - x.onlyA.length - x.onlyB.length || y.at - x.at),
    },
    told: tellReplay(memory, a, b, { since, names }),
  }
}

function cardChanges(memory: Memory, a: Folded, b: Folded): ReplayDiff["cards"] {
  const [left, right] = [cardsOf(a), cardsOf(b)]
  const [placeA, placeB] = [places(left), places(right)]
  const ids = [...new Set([...left.keys(), ...right.keys()])].sort()
  const told = (card: CardView | undefined) =>
    card?.value ? { mean: card.value.mean, n: card.value.n, verdict: card.value.verdict } : null
  const rows = ids.map((id): CardChange => {
    const [x, y] = [left.get(id), right.get(id)]
    const known = (x ?? y)!
    return {
      card: id,
      kind: known.kind,
      statement: memory.text(known.statement),
      stage: { a: x?.stage ?? null, b: y?.stage ?? null },
      value: { a: told(x), b: told(y) },
      rank: { a: placeA.get(id) ?? null, b: placeB.get(id) ?? null },
    }
  })
  const moved = (c: CardChange): number => Math.abs((c.rank.a ?? 0) - (c.rank.b ?? 0))
  const weight = (c: CardChange): number => (c.stage.a !== c.stage.b ? 1e6 : 0) + moved(c)
  const flips = (c: CardChange): boolean =>
    (c.value.a?.verdict ?? null) !== (c.value.b?.verdict ?? null) ||
    Math.abs((c.value.a?.mean ?? 0) - (c.value.b?.mean ?? 0)) > SAME
  return {
    total: ids.length,
    changed: rows
      .filter(c => c.stage.a !== c.stage.b || moved(c) > 0 || flips(c))
      .sort((x, y) => weight(y) - weight(x) || (x.card < y.card ? -1 : 1)),
  }
}

const cardsOf = (folded: Folded): ReadonlyMap<string, CardView> => new Map(read.card.list(folded.rows))

function places(cards: ReadonlyMap<string, CardView>): ReadonlyMap<string, number> {
  const measured = [...cards.values()].filter(c => c.value !== null && isLearnable(c))
  measured.sort((x, y) => y.value!.mean - x.value!.mean || (x.id < y.id ? -1 : 1))
  return new Map(measured.map((c, i) => [c.id, i + 1]))
}

function verdictChanges(a: Folded, b: Folded, since: number): ReplayDiff["verdicts"] {
  const right = new Map(read.episode.list(b.rows))
  const left = read.episode.list(a.rows).filter(([, e]) => e.lastAt >= since)
  const changed = left.flatMap(([id, x]): VerdictChange[] => {
    const y = right.get(id)
    if (!y || x.verdict === y.verdict) return []
    return [{ episode: id, at: x.lastAt, verdict: { a: x.verdict, b: y.verdict }, p: { a: x.p, b: y.p } }]
  })
  const far = (c: VerdictChange): number => Math.abs((c.p.a ?? 0.5) - (c.p.b ?? 0.5))
  return { total: left.length, changed: changed.sort((x, y) => far(y) - far(x) || y.at - x.at) }
}

export function refuseUnknown(preset: string): void {
  if (PRESETS.includes(preset)) return
  const hint = didYouMean(preset, PRESETS, `one of ${PRESETS.join(", ")}`)
  throw new MettleError("E_USAGE", `no preset "${preset}"`, { hint })
}

/** From here on the store lives under this preset and these numbers. `mettle undo` takes it back. */
export async function adopt(
  memory: Memory,
  name: string,
  params: Overrides = {},
): Promise<{ readonly former: string }> {
  refuseUnknown(name)
  await act(memory, "preset.adopted", { preset: name, params })
  return { former: memory.preset.name }
}
