// detect: what does this moment say? Input is plain text and facts; the answer is free of text (L4).
import type { Author, Reading, ToolDoes } from "../model.ts"

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
