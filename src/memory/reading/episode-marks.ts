// Cards and episodes by their id, as doors ask for them.
import { read } from "../../core/views/read.ts"
import type { CardView, EpisodeView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"

/** By its whole id; null when it is gone. */
export const cardById = (memory: Memory, id: string): CardView | null => read.card.get(memory.views, id) ?? null

export const episodeById = (memory: Memory, id: string): EpisodeView | null =>
  read.episode.get(memory.views, id) ?? null
