// Labels of episodes that nobody folded: the default's judge at work on records alone, with what it learns on the way. Labs and
// benches hand records through here, so that the learner reads the same labels as in the product.
import { recordEvidence } from "../core/label/evidence.ts"
import type { EpisodeRecord } from "../core/questions/credit.ts"
import { salientLatent } from "../core/rules/judge/salient-latent.ts"
import { alone } from "../core/rules/rule.ts"

/** One store's labels: each call takes in one episode, in order. A label that the log gives stays. */
export function labeller(): (episode: EpisodeRecord) => EpisodeRecord {
  const own = alone()
  const { params } = salientLatent
  return episode => {
    const turns = recordEvidence(episode)
    const prompts = episode.prompts.map((prompt, i) => {
      if (prompt.label !== null) return prompt
      const { p, llr } = salientLatent.decide(own, { level: "turn", turns: [turns[i]!], outcomes: [] }, params).answer
      return { ...prompt, label: p, ...(llr === undefined ? {} : { llr }) }
    })
    salientLatent.step?.(own, { what: "episode judged", episode: episode.ep, turns, at: 0, seq: 0 }, params)
    return { ...episode, prompts }
  }
}
