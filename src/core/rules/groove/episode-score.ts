// Seed 002's attribution: how the episode's two running averages ended, success less frustration, given to each active learning by
// the evidence that it was used: named, quoted or followed. What shows no sign of use gets little (S2-17, S2-75, S2-77, D40).

import { type Averages, average, type Evidence, START } from "../../assess/evidence.ts"
import { callFailed, creditsIn } from "../../outcome/episode-outcome.ts"
import type { EpisodeRecord } from "../../questions/credit.ts"
import { defineRule } from "../rule.ts"

const SAID: Readonly<Record<string, Pick<Evidence, "frustration" | "success">>> = {
  explicit_negative: { frustration: 1, success: 0 },
  implicit_retry: { frustration: 1, success: null },
  explicit_positive: { frustration: 0, success: 1 },
}
/** Neither praise nor complaint calms, and says nothing of success. */
const said = (fb: string) => SAID[fb] ?? { frustration: 0, success: null }

/** Every message after the first and every call is a step. */
function averagesOf({ prompts, closing }: EpisodeRecord, alpha: number): Averages {
  const steps = prompts.flatMap((prompt, i) => [
    ...(i > 0 && prompt.fb !== null ? [said(prompt.fb)] : []),
    ...prompt.tools.map(call => ({ frustration: callFailed(call) ? 1 : 0, success: null }) as const),
  ])
  return [...steps, ...(closing === null ? [] : [said(closing)])].reduce(
    (now, step) => average(now, step, alpha),
    START,
  )
}

export const episodeScore = defineRule({
  question: "credit",
  name: "episode-score",
  version: 3,
  source: "S2-17, S2-35, S2-75, S2-77, D40",
  params: { alpha: 0.3, used: 1, unused: 0.125 },
  notes: { used: "0..1 share of a card that was seen in use", unused: "0..1 share of a card without a sign of use" },
  decide(_context, { episode }, p) {
    const { success, frustration } = averagesOf(episode, p.alpha)
    const because = `success ${success.toFixed(2)}, frustration ${frustration.toFixed(2)}`
    const credits = creditsIn(episode, c => {
      const at = episode.prompts.find(prompt => prompt.cited.some(use => use.card === c.id))
      const how = at?.cited.find(use => use.card === c.id)?.how
      return {
        amount: (at ? p.used : p.unused) * (success - frustration),
        because: `${at ? `${how} in turn ${at.idx + 1}` : "no sign of use"}: ${because}`,
      }
    })
    return { answer: { credits, rest: 0 }, because }
  },
})
