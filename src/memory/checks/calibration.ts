// What past episodes say about the breaker's numbers. The draw follows from the store's state, so that looking twice shows
// the same; adopting logs it and sets the keys, which then stay put until they are taken out (D31).
import { type Course, type Numbers, type Parameter, type Weighed, weigh } from "../../core/assess/calibrate.ts"
import { seeded } from "../../core/stats.ts"
import { episodeOf } from "../../core/views/context.ts"
import { read } from "../../core/views/read.ts"
import { act } from "../acting/acts.ts"
import type { Memory } from "../memory.ts"

interface Calibration {
  readonly seed: string
  readonly episodes: number
  readonly weighed: readonly Weighed[]
}

export function calibrate(memory: Memory, scope: string, now: Numbers, parameters: readonly Parameter[]): Calibration {
  const courses = read.assessment.list(memory.views).map(
    ([id, { messages, trajectory }]): Course => ({
      here: episodeOf(memory.views, id)?.scope === scope,
      messages,
      points: trajectory,
    }),
  )
  const seed = `calibrate ${memory.views.seq()}`
  return { seed, episodes: courses.length, weighed: weigh(courses, now, seeded(seed), parameters) }
}

/** Writes the draws down, as they stood when somebody adopted a proposal. */
export async function logDraws(memory: Memory, { seed, weighed }: Calibration): Promise<void> {
  const draw = Object.fromEntries(
    weighed.flatMap(({ parameter, arms }) => arms.map(arm => [`${parameter}=${arm.value}`, arm.draw] as const)),
  )
  await act(memory, "parameters.drawn", { seed, draw, control: false, chance: 1 })
}
