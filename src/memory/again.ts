// What was seen before in other episodes of a scope, for proposers: places out of the views, and the episodes they lie in.
import { episodeOf, type FoldContext } from "../core/views/context.ts"
import { turnsOf } from "../core/views/judging.ts"
import { brokeBefore, saidBefore } from "../core/views/sightings.ts"
import type { EpisodeView } from "../core/views/state.ts"
import type { Again } from "../proposers/proposer.ts"

export function againIn(context: FoldContext, { id, scope }: EpisodeView): Again {
  return {
    broke: name => brokeBefore(context, scope, id, name),
    said: stems => saidBefore(context, scope, id, stems),
    episode: other => {
      const episode = episodeOf(context.rows, other)
      return episode ? { episode, turns: turnsOf(context, other) } : null
    },
  }
}
