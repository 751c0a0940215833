// Pausing: the person asks not to be recorded, for a time, for one episode, or until they say so. The mark is set before
// the event, so that nothing slips in between; the gap stays visible.
import { DROPPED_MARK, endGaps, GAPS_MARK, type Gap, gapAt, readGaps, writeGaps } from "../../core/pause.ts"
import type { Memory } from "../memory.ts"
import { act } from "./acts.ts"

interface Paused {
  readonly gap: Gap
  /** drafts turned away since the pause began */
  readonly dropped: number
}

const gapsOf = (memory: Memory): readonly Gap[] => readGaps(memory.parts.meta.get(GAPS_MARK))
const droppedOf = (memory: Memory): number => Number(memory.parts.meta.get(DROPPED_MARK) ?? "0")

/** What stands now: a pause of everything, else of the episode asked about. */
export function pausedNow(memory: Memory, episode: string | null = null): Paused | null {
  const gap = gapAt(gapsOf(memory), memory.parts.now(), episode)
  return gap ? { gap, dropped: droppedOf(memory) } : null
}

/** Every pause that has not ended, also of single episodes. */
export const standingPauses = (memory: Memory): readonly Gap[] =>
  gapsOf(memory).filter(gap => gap.until === null || gap.until > memory.parts.now())

export async function pause(
  memory: Memory,
  how: { readonly until: number | null; readonly episode: string | null },
): Promise<Gap> {
  const now = memory.parts.now()
  const gap: Gap = { from: now, ...how }
  memory.parts.meta.set(GAPS_MARK, writeGaps([...endGaps(gapsOf(memory), now), gap]))
  memory.parts.meta.set(DROPPED_MARK, "0")
  await act(memory, "recording.paused", { until: how.until })
  return gap
}

export async function resume(memory: Memory): Promise<Paused | null> {
  const now = memory.parts.now()
  const gaps = gapsOf(memory)
  const gap = gaps.findLast(g => g.until === null || g.until > now)
  if (!gap) return null
  const paused: Paused = { gap, dropped: droppedOf(memory) }
  memory.parts.meta.set(GAPS_MARK, writeGaps(endGaps(gaps, now)))
  await act(memory, "recording.resumed", { by: "user" })
  return paused
}
