// Marks on an episode's time line that doors ask for by themselves: outcomes with the turn they speak of, and cards and episodes by their id.
import type { Outcome } from "../core/model.ts"
import { turnsOf } from "../core/views/judging.ts"
import { type CardView, type EpisodeView, TABLE } from "../core/views/state.ts"
import type { Memory } from "./memory.ts"

export const outcomesIn = (memory: Memory, episode: string): readonly (Outcome & { readonly turn: number })[] =>
  turnsOf(memory.context(), episode).flatMap(turn => turn.outcomes.map(outcome => ({ ...outcome, turn: turn.index })))

/** By its whole id; null when it is gone. */
export const cardById = (memory: Memory, id: string): CardView | null =>
  memory.views.get<CardView>(TABLE.card, id) ?? null

export const episodeById = (memory: Memory, id: string): EpisodeView | null =>
  memory.views.get<EpisodeView>(TABLE.episode, id) ?? null
