// What cards did where: outcomes by kind and placement, and of memory as a whole in a scope. Plain piles beside the learner,
// so that a person can check it. Fed by records, so that late evidence replays it.

import type { Kind, Placement } from "../model.ts"
import type { Credit, EpisodeRecord, PromptRecord } from "../questions/worth.ts"
import { add, aged, NO_PILE, noStanding, seen } from "../uplift/uplift.ts"
import type { FoldContext } from "./context.ts"
import { onceCardOf } from "./read.ts"
import { type Part, standingKey, WHOLE } from "./standing.ts"
import { TABLE } from "./tables.ts"

export function takeEffects(context: FoldContext, record: EpisodeRecord, credits: readonly Credit[]): void {
  const kinds = new Map(
    record.prompts.flatMap(p => p.cand.map(c => [c.id, onceCardOf(context.rows, c.id)?.kind] as const)),
  )
  const places = new Map<string, Placement>()
  for (const c of record.prompts.flatMap(p => p.cand)) if (c.shown && !places.has(c.id)) places.set(c.id, c.placement)
  takeStanding(context, record, credits, WHOLE, () => true)
  for (const kind of new Set(kinds.values()))
    if (kind !== undefined) takeStanding(context, record, credits, kind, id => kinds.get(id) === kind)
  // A card stays in context: it belongs to the placement at which it was shown first.
  for (const placement of new Set(record.prompts.flatMap(p => p.cand.map(c => c.placement))))
    takeStanding(context, record, credits, placement, (id, at) => (places.get(id) ?? at) === placement)
  for (const prompt of record.prompts) if (prompt.label !== null) place(context, prompt, prompt.label)
}

/** Prompts with cards of a part in context, and those where some were at hand and none was shown. */
function takeStanding(
  context: FoldContext,
  record: EpisodeRecord,
  credits: readonly Credit[],
  part: Part,
  mine: (card: string, at: Placement | null) => boolean,
): void {
  const key = standingKey(record.repo === "-" ? null : record.repo, part)
  const believed = new Map<number, number>()
  for (const c of credits) if (mine(c.card, null)) believed.set(c.prompt, (believed.get(c.prompt) ?? 0) + c.amount)
  const known = TABLE.standing.get(context.rows, key)
  let standing = aged(known ?? noStanding(record.day), Math.max(record.day, known?.day ?? 0))
  let shown = false
  let atHand = false
  for (const prompt of record.prompts) {
    const own = prompt.cand.filter(c => mine(c.id, c.placement))
    shown ||= own.some(c => c.shown)
    atHand ||= own.length > 0
    if (prompt.label !== null && atHand)
      standing = seen(standing, prompt.label, shown ? (believed.get(prompt.idx) ?? 0) : null)
  }
  if (atHand) TABLE.standing.set(context.rows, key, standing)
}

/** One observation per prompt, kind and placement: cards of one prompt share its outcome. */
function place(context: FoldContext, prompt: PromptRecord, label: number): void {
  const shown = new Map<string, boolean>()
  const note = (id: string, placement: Placement, was: boolean): void => {
    const kind = onceCardOf(context.rows, id)?.kind
    if (kind === undefined) return
    const key = `${kind}/${placement}`
    shown.set(key, (shown.get(key) ?? false) || was)
  }
  for (const c of prompt.cand) note(c.id, c.placement, c.shown)
  for (const c of prompt.checked ?? []) note(c.id, c.placement, true)
  // Where something failed and no known fix was told: what the told ones are compared with.
  const untold: `${Kind}/${Placement}` = "negative_result/after_failure"
  if (!shown.has(untold) && prompt.tools.some(t => t.ok === false)) shown.set(untold, false)
  for (const [key, was] of shown) {
    const row = TABLE.placement.get(context.rows, key) ?? { shown: NO_PILE, not: NO_PILE }
    TABLE.placement.set(
      context.rows,
      key,
      was ? { ...row, shown: add(row.shown, label) } : { ...row, not: add(row.not, label) },
    )
  }
}

export interface Effects {
  readonly placement: ReturnType<typeof TABLE.placement.list>
  readonly standing: ReturnType<typeof TABLE.standing.list>
}
export const effectsNow = ({ rows }: Pick<FoldContext, "rows">): Effects => ({
  placement: TABLE.placement.list(rows),
  standing: TABLE.standing.list(rows),
})
/** As they were; null: nothing was seen yet. */
export function effectsAgain({ rows }: Pick<FoldContext, "rows">, then: Effects | null): void {
  TABLE.placement.clear(rows)
  TABLE.standing.clear(rows)
  for (const [key, row] of then?.placement ?? []) TABLE.placement.set(rows, key, row)
  for (const [key, row] of then?.standing ?? []) TABLE.standing.set(rows, key, row)
}
