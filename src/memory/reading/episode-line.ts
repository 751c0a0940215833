// One episode in a list, as a page shows it: its row of history, how often the user set something right, and how it began.
import { read } from "../../core/views/read.ts"
import type { EpisodeView } from "../../core/views/state.ts"
import type { Memory } from "../memory.ts"
import { type HistoryRow, historyRow } from "./history.ts"

interface EpisodeLine extends HistoryRow {
  readonly corrections: number
  readonly retries: number
  /** how it began; null when that was forgotten */
  readonly prompt: string | null
}

const BEGINNING = 400

export function episodeLine(memory: Memory, episode: EpisodeView): EpisodeLine {
  const live = read.live.get(memory.views, episode.id)
  const first = read.turn.first(memory.views, `${episode.id}/`, `${episode.id}/\x7f`)?.[1].prompt
  return {
    ...historyRow(memory, episode),
    corrections: live?.corrections ?? 0,
    retries: live?.retries ?? 0,
    prompt: first === undefined ? null : (memory.text(first)?.slice(0, BEGINNING).toWellFormed() ?? null),
  }
}
