// Questions about what happened. detect: what does this moment say? Input is plain text and facts; the answer is free of text (L4).
import type { Progress } from "../assess/progress.ts"
import type { Author, FeedbackType, Outcome, Reading, Signal, ToolDoes, Unit, Verdict } from "../model.ts"

export interface PromptMoment {
  readonly what: "prompt"
  /** prompts before it in its episode */
  readonly index: number
  readonly text: string
  /** the previous prompt of this episode, null on the first */
  readonly prev: string | null
  /** end of the agent's last message since the previous prompt; "" when it said nothing, null when unknown */
  readonly agentTail: string | null
  /** names of the tools used since the previous prompt (may be clipped), and how many calls there were */
  readonly tools: readonly string[]
  readonly nTools: number
  readonly interrupted: boolean
  readonly author: Author
  readonly interactive: boolean
}
export interface ToolMoment {
  readonly what: "tool"
  readonly tool: string
  readonly does: ToolDoes
  /** the call's input: a command line, or JSON text */
  readonly input: string | null
  /** what came back; stdout and stderr apart where the client tells them apart */
  readonly text: string | null
  readonly stdout: string | null
  readonly stderr: string | null
  /** the client's own structural word, null when it gave none */
  readonly ok: boolean | null
  readonly exitCode: number | null
  readonly rejected: boolean
  readonly cancelled: boolean
  readonly interrupted: boolean
  readonly durationMs: number | null
}
export type Moment = PromptMoment | ToolMoment
export type DetectAnswer = readonly Reading[]

type Said = { readonly answer: DetectAnswer; readonly because: string }
export const silent = (because: string): Said => ({ answer: [], because })
export const says = (reading: Reading, because = reading.because): Said => ({ answer: [reading], because })
/** A call that plainly worked, plainly failed, or shows neither (null). */
export const callSays = (ok: boolean | null, because: string, facts: Reading["facts"] = {}): Said =>
  says({
    ...{ signal: "tool", type: ok === null ? "unknown" : ok ? "ok" : "fail", because, facts: { ok, ...facts } },
    ...(ok === null ? { polarity: 0, confidence: 0 } : { polarity: ok ? 1 : -1, confidence: 1 }),
  })
/** Words about the work before: how good they find it, 0 … 1. */
export const feedbackOf = (
  type: string,
  sentiment: number,
  confidence: number,
  because: string,
  facts: Reading["facts"] = {},
): Reading => ({
  ...{ signal: "feedback", type, polarity: 2 * sentiment - 1, confidence, because },
  facts: { sentiment, ...facts },
})

// judge: how did it go? From classified signals only (never text), so that it works where text is gone and in worlds.

/** Everything visible about one prompt's work. null = not seen, and then it adds nothing. */
export interface TurnEvidence {
  readonly test: boolean | null
  /** the last test was not the only one */
  readonly testAgain: boolean
  readonly build: boolean | null
  readonly lint: boolean | null
  readonly typecheck: boolean | null
  /** share of failing non-test calls */
  readonly toolFailShare: Unit | null
  readonly nTools: number
  /** judged calls that are no tests, and how many of them failed: what runs, what looks, what changes something */
  readonly calls: Readonly<Record<"runs" | "looks" | "acts", readonly [all: number, failed: number]>>
  /** class of the next user message and how it reads, 0 … 1 */
  readonly feedback: FeedbackType | null
  readonly sentiment: Unit | null
  readonly feedbackConfidence: Unit | null
  /** share of this prompt's words that the next message says again */
  readonly echo: Unit | null
  /** the next message carries an error */
  readonly trace: boolean
  /** other messages of the session that could have held a verdict, and those that did */
  readonly heard: number
  readonly spoke: number
  readonly end: "normal" | "vanished" | null
  readonly minutes: number | null
  readonly interrupted: boolean
  readonly refused: number
  readonly edits: number
  readonly retries: number
  /** attempts at the whole, where a run counts them */
  readonly tries: number | null
  readonly errors: number
  readonly committed: boolean | null
  readonly reverted: boolean | null
  readonly survived: Unit | null
  /** an optional model's opinion, 0 … 1 */
  readonly judge: Unit | null
  readonly reported: boolean | null
  /** what a report said of the whole task; null parts = it left them out. Absent = no report */
  readonly told?: { readonly minutes: number | null; readonly errors: number | null; readonly retries: number | null }
}
export interface JudgeInput {
  readonly level: "turn" | "segment" | "episode"
  /** the episode that is judged as a whole */
  readonly episode?: string
  readonly turns: readonly TurnEvidence[]
  /** salient outcomes in log order */
  readonly outcomes: readonly Outcome[]
  /** of an episode: what was answered for its stretches */
  readonly segments?: readonly Pick<JudgeAnswer, "p" | "verdict">[]
}
export interface JudgeAnswer {
  /** probability that the work succeeded; null = nothing to judge by */
  readonly p: Unit | null
  readonly verdict: Verdict
  /** what was seen as a log likelihood ratio, for whoever has an expectation of their own */
  readonly llr?: number
}

// alarm: is it going wrong right now? State belongs to one episode and steps over its messages; several rules may speak.

export interface AlarmInput {
  readonly episode: string
  /** place of the message in its episode, from 1 */
  readonly message: number
  /** who spoke: a person, the agent (or its harness), or a tool that came back */
  readonly by: "user" | "agent" | "tool"
  readonly signals: readonly Signal[]
  /** what they say together */
  readonly progress: Progress
  readonly at: number
}
export type AlarmAnswer = {
  readonly trip: string
  readonly intervention: "clarify" | "pivot" | "check_in" | "fix"
  readonly spoken: boolean
  /** an early sign: measured, but no trip */
  readonly early?: true
} | null
