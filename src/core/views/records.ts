// Records: a closed episode as credit and value rules read it (docs/credit.md). Built from views only, free of text.

import { isNorm } from "../model.ts"
import type { Candidate, CardFacts, EpisodeRecord, PromptRecord, ToolRecord } from "../questions/worth.ts"
import { DAY } from "../time.ts"
import type { FoldContext } from "./context.ts"
import { onceCardOf } from "./read.ts"
import type { CardView, EpisodeView, TurnView } from "./state.ts"

/** typical length and spread of ln(1 + characters) of a prompt, so that length is a z-score without a second pass */
const LENGTH = { mean: 4.6, sd: 1.2 }

export function recordOf(context: FoldContext, episode: EpisodeView, turns: readonly TurnView[]): EpisodeRecord {
  const prompts = turns.map((turn, i): PromptRecord => {
    const before = turns[i - 1]
    return {
      idx: turn.index,
      lenZ: (Math.log1p(turn.chars) - LENGTH.mean) / LENGTH.sd,
      hasError: turn.hasError,
      taskKind: turn.tools.some(t => t.does === "edits") ? "edit" : "read",
      overlap: before?.echo ?? null,
      fb: before?.feedback?.type ?? null,
      nActive: turn.active,
      slots: turn.slots,
      cand: candidatesOf(context, turn),
      tools: turn.tools.map(toolRecord),
      durMin: Math.max(0, turn.lastAt - turn.at) / 60_000,
      cited: turn.cited,
      label: turn.label,
      ...(turn.llr === undefined ? {} : { llr: turn.llr }),
      checked: turn.exposures.filter(e => e.channel === "check").map(e => ({ id: e.card, placement: e.placement })),
    }
  })
  return {
    ep: episode.id,
    day: episode.openedAt / DAY,
    repo: episode.scope ?? "-",
    prompts,
    endReason: episode.closeReason,
    closing: turns.at(-1)?.feedback?.type ?? null,
    durMin: prompts.reduce((sum, p) => sum + p.durMin, 0),
  }
}

const toolRecord = (tool: TurnView["tools"][number]): ToolRecord => ({
  does: tool.does,
  outErr: tool.words ?? tool.ok === false,
  exit: tool.exitCode ?? (tool.ok === null ? null : tool.ok ? 0 : 1),
  ok: tool.ok,
  test: tool.salient === "test",
  file: tool.path,
})

/**
 * Shown or not, once per card and turn: the first exposure counts. Norms and must-show cards are not learnable. What check
 * said is none, unless it held a call and was then followed: that is the card at work.
 */
function candidatesOf(context: FoldContext, { exposures, cited }: TurnView): readonly Candidate[] {
  const seen = new Map<string, Candidate>()
  const worked = new Set(cited.filter(use => use.held && use.how === "followed").map(use => use.card))
  for (const e of exposures) {
    const card = onceCardOf(context.rows, e.card)
    const counts = e.channel === "auto_pack" || (e.reason === "held" && worked.has(e.card))
    if (!card || !isLearnable(card) || !counts) continue
    const known = seen.get(e.card)
    if (known && (known.shown || !e.shown)) continue
    seen.set(e.card, {
      id: e.card,
      score: e.score,
      rank: e.rank,
      pi: e.chance,
      shown: e.shown,
      mode: e.mode,
      channel: e.channel,
      placement: e.placement,
    })
  }
  return [...seen.values()]
}

/** What the user stated, noted, confirmed or pinned is never measured by value and never withheld. */
export const isLearnable = (card: Pick<CardView, "kind" | "pinned" | "confirmed" | "provenance">): boolean =>
  !isNorm(card.kind) && !card.pinned && !card.confirmed && card.provenance !== "note"

export const factsOf = (card: CardView): CardFacts => ({
  id: card.id,
  kind: card.kind,
  source: card.source,
  topic: card.topic,
})
