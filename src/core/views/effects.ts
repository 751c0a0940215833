// What cards did where: outcomes by kind and placement, and of memory as a whole in a scope. Plain piles beside the learner,
// so that a person can check it. Fed by records, so that late evidence replays it.
import { add, NO_PILE } from "../contrast/contrast.ts"
import { aged, noStanding, type Standing, seen } from "../contrast/standing.ts"
import type { Kind, Placement } from "../model.ts"
import type { Credit, EpisodeRecord, PromptRecord } from "../questions/credit.ts"
import { cardOf, type FoldContext } from "./context.ts"
import { list } from "./rows.ts"
import { type PlacementView, TABLE } from "./state.ts"

export function takeEffects(context: FoldContext, record: EpisodeRecord, credits: readonly Credit[]): void {
  const believed = new Map<number, number>()
  for (const c of credits) believed.set(c.prompt, (believed.get(c.prompt) ?? 0) + c.amount)
  let standing = aged(
    context.rows.get<Standing>(TABLE.standing, record.repo) ?? noStanding(record.day),
    Math.max(record.day, context.rows.get<Standing>(TABLE.standing, record.repo)?.day ?? 0),
  )
  let shown = false
  let atHand = false
  for (const prompt of record.prompts) {
    shown ||= prompt.cand.some(c => c.shown)
    atHand ||= prompt.cand.length > 0
    if (prompt.label === null) continue
    place(context, prompt, prompt.label)
    if (atHand) standing = seen(standing, prompt.label, shown ? (believed.get(prompt.idx) ?? 0) : null)
  }
  if (atHand) context.rows.set(TABLE.standing, record.repo, standing)
}

/** One observation per prompt, kind and placement: cards of one prompt share its outcome. */
function place(context: FoldContext, prompt: PromptRecord, label: number): void {
  const shown = new Map<string, boolean>()
  const note = (id: string, placement: Placement, was: boolean): void => {
    const kind = cardOf(context.rows, id)?.kind
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
    const row = context.rows.get<PlacementView>(TABLE.placement, key) ?? { shown: NO_PILE, not: NO_PILE }
    context.rows.set(
      TABLE.placement,
      key,
      was ? { ...row, shown: add(row.shown, label) } : { ...row, not: add(row.not, label) },
    )
  }
}

export function clearEffects(context: FoldContext): void {
  for (const table of [TABLE.placement, TABLE.standing])
    for (const [key] of list(context.rows, table)) context.rows.delete(table, key)
}
