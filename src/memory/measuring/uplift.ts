// What this log can prove about memory as a whole, everywhere and here; and whether memory stands down here.
import { DAY } from "../../core/time.ts"
import { type ControlDrawn, type Uplift, upliftOf } from "../../core/uplift/uplift.ts"
import { read } from "../../core/views/read.ts"
import type { Memory } from "../memory.ts"
import { readStanding, type StandingRead } from "../packs/learned.ts"

export { UPLIFT } from "../../core/uplift/uplift.ts"
export interface UpliftRead {
  readonly everywhere: Uplift
  readonly here: Uplift
  readonly standing: StandingRead
  /** episodes the user set aside as control, without measured cards */
  readonly control: number
  readonly episodes: number
}

export function readUplift(memory: Memory, scope: string | null, since = 0): UpliftRead {
  const day = since / DAY
  const episodes = new Map(read.episode.list(memory.views))
  const records = read.record
    .list(memory.views)
    .map(([, record]) => record)
    // what followed a word of the breaker is not the cards' doing
    .filter(record => record.day >= day && !episodes.get(record.ep)?.intervened)
  const drawn = (id: string): ControlDrawn | null => {
    const episode = episodes.get(id)
    return episode?.controlChance === undefined ? null : { control: episode.control, chance: episode.controlChance }
  }
  return {
    everywhere: upliftOf(records, drawn),
    here: upliftOf(
      records.filter(r => r.repo === (scope ?? "-")),
      drawn,
    ),
    standing: readStanding(memory, scope),
    control: records.filter(r => episodes.get(r.ep)?.control).length,
    episodes: records.length,
  }
}
