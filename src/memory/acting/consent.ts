// How norms are learned from what the user types: at once, after a yes, or not at all (learn.norms). A note is its own yes.
import type { Draft } from "../../core/events/draft.ts"
import { isNorm } from "../../core/model.ts"

export type LearnNorms = "auto" | "ask" | "off"

export const consented = (
  drafts: readonly Draft<"card.proposed">[],
  norms: LearnNorms = "auto",
): readonly Draft<"card.proposed">[] =>
  norms === "auto"
    ? drafts
    : drafts.flatMap(draft => {
        if (!isNorm(draft.data.kind)) return [draft]
        return norms === "off" ? [] : [{ ...draft, data: { ...draft.data, ask: true } }]
      })
