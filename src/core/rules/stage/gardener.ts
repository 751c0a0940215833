// Seed 001's gardener: what tags in conversation say of a card admits it (trial → active), matures it (active → proven) or
// deprecates it; nothing rises while the promotion breaker is tripped (S1-38, S1-75, D05). Norms move only by the user's tags.
import { isNorm, type Stage } from "../../model.ts"
import { defineRule } from "../rule.ts"

interface GardenerParams {
  /** promotion_threshold (requirements part 4) */
  readonly threshold: number
  readonly episodes: number
  /** how far against a card tags must speak to deprecate it */
  readonly against: number
}
const UP: Readonly<Partial<Record<Stage, Stage>>> = { trial: "active", active: "proven" }

export const gardener = defineRule({
  question: "stage",
  name: "gardener",
  version: 1,
  source: "S1-38, S1-75; D05; requirements part 4",
  params: { threshold: 0.3, episodes: 2, against: 0.3 },
  decide(_state, input, raw) {
    const p = raw as unknown as GardenerParams
    const { tags } = input
    if (!tags) return { answer: null, because: "nobody tagged it" }
    if (isNorm(input.kind) && !tags.user) return { answer: null, because: "a norm moves only by the user's words" }
    const said = `feedback ${tags.feedback.toFixed(2)} in ${tags.episodes} episodes`
    const up = UP[input.stage]
    if (tags.feedback > p.threshold && tags.episodes >= p.episodes && up) {
      if (tags.frozen) return { answer: null, because: `${said}, but promotions are frozen` }
      return { answer: { to: up }, because: `${said} is above ${p.threshold}` }
    }
    const falls = input.stage === "trial" || input.stage === "active" || input.stage === "proven"
    if (falls && !input.pinned && tags.feedback < -p.against && tags.episodes >= p.episodes)
      return { answer: { to: "deprecated" }, because: `${said} is below ${-p.against}` }
    return { answer: null, because: said }
  },
})
