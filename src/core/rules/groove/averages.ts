// Seed 002's two running averages, of success and of frustration: over the turns they judge an episode; at its end their difference
// is what each card is attributed, by the evidence that it was used (S2-17, S2-35, S2-75, S2-77, D40).
import { type Averages, average, type Evidence, START } from "../../assess/evidence.ts"
import { callFailed, creditsIn } from "../../outcome/episode-outcome.ts"
import type { EpisodeRecord } from "../../questions/credit.ts"
import type { TurnEvidence } from "../../questions/judge.ts"
import { mean } from "../../stats.ts"
import { defineRule } from "../rule.ts"

/** 1 = went well, 0 = did not, null = no evidence. */
function turnSignal(turn: TurnEvidence): number | null {
  const seen: number[] = []
  for (const check of [turn.test, turn.build, turn.lint, turn.typecheck]) if (check !== null) seen.push(check ? 1 : 0)
  if (turn.toolFailShare !== null) seen.push(1 - turn.toolFailShare)
  if (turn.sentiment !== null) seen.push(turn.sentiment)
  return seen.length === 0 ? null : mean(seen)
}
function turnFrustration({ feedback, interrupted, refused }: TurnEvidence): number | null {
  if (feedback === "explicit_negative" || feedback === "implicit_retry" || interrupted || refused > 0) return 1
  return feedback === null ? null : 0
}

export const emaEpisode = defineRule("judge", "ema-episode@1", {
  source: "S2-16, S2-17, S2-34 … S2-36",
  params: { alpha: 0.3, start: 0.5, frustrated: 0.7, success: 0.6, failure: 0.4 },
  decide(_context, input, p) {
    let success = p.start
    let frustration = 0
    let n = 0
    for (const turn of input.turns) {
      const signal = turnSignal(turn)
      if (signal !== null) {
        success = p.alpha * signal + (1 - p.alpha) * success
        n++
      }
      const upset = turnFrustration(turn)
      if (upset !== null) frustration = p.alpha * upset + (1 - p.alpha) * frustration
    }
    if (n === 0) return { answer: { p: null, verdict: "unjudged" }, because: "no turn with evidence" }
    const verdict =
      frustration > p.frustrated || success <= p.failure ? "failure" : success >= p.success ? "success" : "mixed"
    return {
      answer: { p: success, verdict },
      because: `success ${success.toFixed(2)}, frustration ${frustration.toFixed(2)} over ${n} turns`,
    }
  },
})

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

export const episodeScore = defineRule("credit", "episode-score@3", {
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
