// Marks on an episode's time line that doors ask for by themselves: outcomes with the turn they speak of, and cards and episodes by their id.
import type { Outcome } from "../../core/model.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { read } from "../../core/views/read.ts"
import type { CardView, EpisodeView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"

export const outcomesIn = (memory: Memory, episode: string): readonly (Outcome & { readonly turn: number })[] =>
  turnsOf(memory.context(), episode).flatMap(turn => turn.outcomes.map(outcome => ({ ...outcome, turn: turn.index })))

/** By its whole id; null when it is gone. */
export const cardById = (memory: Memory, id: string): CardView | null => read.card.get(memory.views, id) ?? null

export const episodeById = (memory: Memory, id: string): EpisodeView | null =>
  read.episode.get(memory.views, id) ?? null
