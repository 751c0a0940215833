// Control episodes: a share the user sets, default none, runs without measured cards, so that what memory is worth can be
// known. Drawn once per episode from its own id, logged with its chance; norms and vouched cards stay.
import { authored, type Draft } from "../../core/events/draft.ts"
import { seeded } from "../../core/stats.ts"
import { episodeOf } from "../../core/views/context.ts"
import type { Memory } from "../memory.ts"

interface ControlDraw {
  readonly control: boolean
  /** to be recorded with the episode's first pack; null when nothing was drawn now */
  readonly drawn: Draft<"parameters.drawn"> | null
}

export function controlDraw(memory: Memory, id: string | null, scope: string | null): ControlDraw {
  const episode = episodeOf(memory.views, id)
  if (id === null || episode?.control) return { control: episode?.control ?? false, drawn: null }
  const chance = memory.parts.controlShare ?? 0
  if (chance <= 0 || (episode?.packs ?? 0) > 0) return { control: false, drawn: null }
  const seed = `control:${id}`
  const control = seeded(seed)() < chance
  const where = { ts: memory.parts.now(), episode: id, scope }
  return {
    control,
    drawn: authored("parameters.drawn", memory.parts.randomBytes(), where, { seed, draw: {}, control, chance }),
  }
}
