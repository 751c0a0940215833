// The worker (`mettle settle --model`): reads ended episodes with a model until none is left or a cap is reached, and writes
// what it says as proposals and summaries. At most one runs; inside a program that a worker started, none does.
import type { Config } from "../config.ts"
import type { Sampling } from "../core/assess/sampling.ts"
import { isCode } from "../core/errors.ts"
import type { Draft } from "../core/events/draft.ts"
import type { DataOf } from "../core/events/registry.ts"
import { turnsOf } from "../core/views/episode/judging.ts"
import { read } from "../core/views/read.ts"
import type { EpisodeView } from "../core/views/state.ts"
import type { Memory } from "../memory/memory.ts"
import { analysisDue, samplingOf } from "../memory/tending/analysis-due.ts"
import { cite, suggest } from "../proposers/proposer.ts"
import { processLock } from "../store/process-lock.ts"
import {
  type Analysis,
  type Answered,
  type Backend,
  backendOver,
  type CardProposal,
  type Completer,
} from "./backend.ts"
import { capsOf, openMeter } from "./meter.ts"
import { type Message, transcriptOf } from "./prompts.ts"
import { workerBarred } from "./switched-on.ts"

export interface Worked {
  readonly episodes: number
  readonly proposed: number
  readonly summaries: number
  /** why it ended before its queue was empty; null when it was emptied */
  readonly stopped: string | null
}

const CHECKPOINTS = 4
const SHORTEST = 200
/** How much of the end is asked about apart. */
const ENDING_TURNS = 3

export const messagesOf = (memory: Memory, episode: string): readonly Message[] =>
  transcriptOf(turnsOf(memory.context(), episode), ref => memory.text(ref))

export async function work(
  memory: Memory,
  backend: Backend,
  sampling: Sampling,
  signal?: AbortSignal,
): Promise<Worked> {
  let [episodes, proposed, summaries] = [0, 0, 0]
  for (const { episode } of analysisDue(memory, sampling).episodes) {
    if (signal?.aborted) return { episodes, proposed, summaries, stopped: "interrupted" }
    try {
      const done = await analyse(memory, backend, episode)
      episodes++
      proposed += done.proposed
      summaries += done.summaries
    } catch (error) {
      // A cap or a server that is away: what is not read yet waits for the next worker.
      if (isCode(error, "E_BUG")) throw error
      return { episodes, proposed, summaries, stopped: error instanceof Error ? error.message : String(error) }
    }
  }
  return { episodes, proposed, summaries, stopped: null }
}

async function analyse(
  memory: Memory,
  backend: Backend,
  episode: EpisodeView,
): Promise<{ readonly proposed: number; readonly summaries: number }> {
  const messages = messagesOf(memory, episode.id)
  const put = <T extends "checkpoint.summarised" | "episode.analysed">(type: T, data: DataOf<T>): Draft =>
    memory.authored(type, { episode: episode.id, scope: episode.scope }, data) as Draft
  const model = backend.name
  const unread = { outcome: "unknown", confidence: 0, summary: "" } as const
  if (size(messages) < SHORTEST) {
    // Nothing to ask about; marked, so that it is not looked at again.
    await memory.record([put("episode.analysed", { model, ...unread, tokens: 0 })])
    memory.catchUp()
    return { proposed: 0, summaries: 0 }
  }
  const cards = await backend.propose(messages)
  const analysis = await analysed(backend, messages)
  const drafts: Draft[] = [
    ...findings(
      {
        name: backend.name,
        episode,
        messages,
        text: ref => memory.text(ref),
        hash: text => memory.parts.blobs.hash(text),
      },
      cards.object ?? [],
    ),
    put("episode.analysed", { model, ...(analysis.object ?? unread), tokens: cards.tokens + analysis.tokens }),
  ]
  // Written before the checkpoints are asked about: a cap in between costs summaries, not the whole.
  const before = memory.parts.log.head()
  await memory.record(drafts)
  const added = memory.parts.log.read(before, drafts.length).filter(event => event.type === "card.proposed").length
  memory.catchUp()
  return { proposed: added, summaries: await summarise(memory, backend, episode, messages, put) }
}

/** Of a long episode the middle is cut; where the whole says nothing, how it ended may (S2-66). */
async function analysed(backend: Backend, messages: readonly Message[]): Promise<Answered<Analysis>> {
  const whole = await backend.analyzeSession(messages)
  if (whole.object !== null && whole.object.outcome !== "unknown") return whole
  const last = messages.at(-1)?.turn ?? 0
  const ending = messages.filter(m => m.turn > last - ENDING_TURNS)
  if (size(ending) < SHORTEST) return whole
  const { object, tokens } = await backend.classifyOutcome(ending)
  const { summary } = whole.object ?? { summary: "" }
  return { object: object === null ? whole.object : { summary, ...object }, tokens: whole.tokens + tokens }
}

async function summarise(
  memory: Memory,
  backend: Backend,
  episode: EpisodeView,
  messages: readonly Message[],
  put: (type: "checkpoint.summarised", data: DataOf<"checkpoint.summarised">) => Draft,
): Promise<number> {
  const checkpoints = read.checkpoint.list(memory.views, `${episode.id}/`).map(([, row]) => row)
  let written = 0
  for (const { fromTurn, toTurn, fromAt, at } of checkpoints.slice(-CHECKPOINTS)) {
    const part = messages.filter(m => m.turn >= fromTurn && m.turn <= toTurn && m.at >= fromAt && m.at <= at)
    if (size(part) < SHORTEST) continue
    const { object, tokens } = await backend.summarizeSegment(part)
    if (object === null) continue
    await memory.record([
      put("checkpoint.summarised", {
        model: backend.name,
        fromTurn,
        toTurn,
        summary: object.summary.replace(/\s+/g, " ").trim(),
        tokens,
      }),
    ])
    written++
  }
  memory.catchUp()
  return written
}

const size = (messages: readonly Message[]): number => messages.reduce((sum, m) => sum + m.text.length, 0)

// A model's suggestions as proposals: a quote must stand letter by letter in the stored text it names, or it is dropped, and
// a suggestion without a quote left is dropped with it. Everything else is for the gate to decide.

interface FindingsOf {
  readonly name: string
  readonly episode: EpisodeView
  readonly messages: readonly Message[]
  readonly text: (ref: string) => string | null
  readonly hash: (text: string) => string
}

const MODEL_VERSION = 1

export function findings(of: FindingsOf, proposals: readonly CardProposal[]): readonly Draft<"card.proposed">[] {
  const byId = new Map(of.messages.map(message => [message.id, message]))
  return proposals.flatMap(({ kind, statement, evidence }) => {
    const cited = evidence.flatMap(({ id, quote }) => {
      const message = byId.get(id)
      const stored = message ? of.text(message.blob) : null
      const start = stored === null ? -1 : stored.indexOf(quote)
      // What the model was not shown it cannot quote: a cut or a mask lies between.
      if (!message || stored === null || start < 0 || !message.text.includes(quote)) return []
      return [
        { message, span: cite(of, message.kind, message.event, message.blob, stored, start, start + quote.length) },
      ]
    })
    const first = cited[0]?.message
    if (!first) return []
    const proposer = { name: `model:${of.name}`, version: MODEL_VERSION, provenance: "model" as const }
    return [
      suggest(proposer, of, {
        kind,
        statement,
        turn: first.turn,
        at: first.at,
        evidence: cited.map(({ span }) => span),
      }),
    ]
  })
}

// From settings to its end: who is asked, the meter, the lock.

interface RunWorker {
  readonly memory: Memory
  readonly config: Config
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stateDir: string
  readonly signal?: AbortSignal
}
export type Ran = { readonly ran: true; readonly worked: Worked } | { readonly ran: false; readonly why: string }

export async function runWorker({ memory, config, env, stateDir, signal }: RunWorker): Promise<Ran> {
  const why = workerBarred(config, env)
  if (why !== null) return { ran: false, why }
  const lock = processLock(stateDir, "model")
  if (!lock) return { ran: false, why: "another worker is at it" }
  try {
    const sampling = samplingOf(config)
    if (analysisDue(memory, sampling).episodes.length === 0)
      return { ran: true, worked: { episodes: 0, proposed: 0, summaries: 0, stopped: null } }
    const completer = await chosenCompleter(config, env, stateDir)
    const meter = openMeter(memory.parts.meta, memory.parts.now, capsOf(config))
    try {
      return { ran: true, worked: await work(memory, backendOver(completer, meter, signal), sampling, signal) }
    } finally {
      completer.close?.()
    }
  } finally {
    lock.release()
  }
}

/** The model that the user's settings name: the one place where settings become a Completer. */
async function chosenCompleter(config: Config, env: RunWorker["env"], stateDir: string): Promise<Completer> {
  const vendor = config.get("model.backend")
  const model = config.get("model.name")
  // "none" was turned away before (workerBarred).
  if (vendor === "client" || vendor === "none") {
    const { clientCompleter } = await import("./client.ts")
    return clientCompleter({ program: config.get("model.client"), model, stateDir, env })
  }
  const { sdkCompleter } = await import("./sdk.ts")
  return sdkCompleter({ vendor, url: config.get("model.url"), model, env })
}
