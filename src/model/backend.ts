// The port: what a model may be asked, over one `complete`. Whoever stands behind it, everything is redacted again and
// bounded here, the meter is asked before and told after, and the answer is parsed as data.
import { redactWindow } from "../core/redact/redact.ts"
import type * as s from "../core/schema.ts"
import type { Meter } from "./meter.ts"
import type { Message } from "./prompts.ts"
import {
  ANALYSIS,
  askForAnalysis,
  askForCards,
  askForOutcome,
  askForSummary,
  type Instructions,
  OUTCOME,
  PROPOSAL,
  PROPOSALS,
  SUMMARY,
} from "./prompts.ts"

export interface Ask<T> extends Instructions {
  readonly schema: s.ZodMiniType<T>
  readonly signal?: AbortSignal
  /** dollars that this one call may cost at most, for programs that can be told */
  readonly dollars?: number
  /** what is left of them should it cost the most the meter counts with: the next call is sure of that */
  readonly dollarsAfter?: number
}
export interface Completion<T> {
  /** null: the answer did not fit the schema */
  readonly object: T | null
  /** null: not told, the estimate counts */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** what it cost, when the program says so */
  readonly dollars: number | null
}
/** One way to reach a model. */
export interface Completer {
  /** as it stands in `model:<name>@1` */
  readonly name: string
  /** where texts go: a program or an origin */
  readonly to: string
  /** costs nothing: a model on this machine */
  readonly free: boolean
  /** tokens that an agent program adds to what we say */
  readonly overhead: number
  complete<T>(ask: Ask<T>): Promise<Completion<T>>
  /** ends what waits for another question */
  close?(): void
}

export interface Answered<T> {
  readonly object: T | null
  readonly tokens: number
}
export type CardProposal = s.infer<typeof PROPOSAL>
export type Analysis = s.infer<typeof ANALYSIS>
const LONGEST = { head: 30_000, tail: 18_000 }
export const MOST_CARDS = 6
/** Tokens an answer may take. */
export const MOST_OUTPUT = 2_000

/** Exactly what leaves: preview shows this, backends send this. */
export const sealed = ({ system, prompt }: Instructions): Instructions => ({
  system,
  prompt: redactWindow(prompt.toWellFormed(), LONGEST).text,
})

/** Never too few: three characters a token, and a full answer. */
export const estimate = ({ system, prompt }: Instructions) => ({
  input: Math.ceil((system.length + prompt.length) / 3) + 100,
  output: MOST_OUTPUT,
})

export type Backend = ReturnType<typeof backendOver>
export function backendOver(completer: Completer, meter: Meter, signal?: AbortSignal) {
  async function ask<T>(instructions: Instructions, schema: s.ZodMiniType<T>): Promise<Answered<T>> {
    const sent = sealed(instructions)
    const { input, output } = estimate(sent)
    const guess = { input: input + completer.overhead, output }
    const { left, after } = meter.allow(guess, completer)
    try {
      const done = await completer.complete({
        ...{ ...sent, schema, dollars: left, dollarsAfter: after },
        ...(signal ? { signal } : {}),
      })
      const used = { input: done.inputTokens ?? guess.input, output: done.outputTokens ?? guess.output }
      meter.spent(used, completer, done.dollars)
      return { object: done.object, tokens: used.input + used.output }
    } catch (error) {
      // Nobody knows how far it came: it counts as a whole.
      meter.spent(guess, completer, null)
      throw error
    }
  }
  return {
    name: completer.name,
    async propose(messages: readonly Message[]): Promise<Answered<readonly CardProposal[]>> {
      const { object, tokens } = await ask(askForCards(messages), PROPOSALS)
      const cards = object?.cards.slice(0, MOST_CARDS).flatMap(card => {
        const read = PROPOSAL.safeParse(card)
        return read.success ? [read.data] : []
      })
      return { object: cards ?? null, tokens }
    },
    summarizeSegment: (messages: readonly Message[]) => ask(askForSummary(messages), SUMMARY),
    analyzeSession: (transcript: readonly Message[]) => ask(askForAnalysis(transcript), ANALYSIS),
    classifyOutcome: (context: readonly Message[]) => ask(askForOutcome(context), OUTCOME),
  }
}
