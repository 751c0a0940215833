// The seven tools and what they need of the world. Small on purpose: every client pays for these words in every session, so their
// size is tested. No tool deletes; what an agent writes is its own, never the user's.
import { MettleError } from "../core/errors.ts"
import { KINDS } from "../core/model.ts"
import { agentNote, keepQuote, mark } from "../memory/acting/agent-notes.ts"
import type { Memory } from "../memory/memory.ts"
import {
  type Answered,
  type Asker,
  agentCheck,
  agentPack,
  agentRead,
  agentSearch,
  episodeFor,
  scopesFor,
  visibleCard,
} from "../memory/reading/agent-answers.ts"
import { markResolved, noteError } from "../memory/reading/open-errors.ts"
import { cardShort } from "../memory/reading/read.ts"
import { VERSION } from "../version.ts"
import { cardSaid, checkSaid, packSaid, searchSaid } from "./answers.ts"

// What a tool is here: plain data and one function. The protocol's library is only known to protocol.ts.

export interface ToolAnswer {
  /** the same as `data`, for programs that show text */
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
  readonly failed?: boolean
}
interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object */
  readonly input: Readonly<Record<string, unknown>>
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint: false
  }
  run(input: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
}
export interface Offer {
  readonly name: string
  readonly version: string
  readonly instructions: string
  readonly tools: readonly Tool[]
}

export interface Desk {
  readonly asker: () => Asker
  /** the memory, folded to now; null when nothing was recorded yet and `write` is not asked for */
  readonly memory: (write: boolean) => Promise<Memory | null>
  /** may what agents do be written down? */
  readonly records: () => boolean
}

const LONGEST = 8_000
const text = (value: unknown): string =>
  typeof value === "string" ? value.slice(0, LONGEST).toWellFormed().trim() : ""

const READS = { readOnlyHint: true, openWorldHint: false } as const
const ADDS = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const
const object = (properties: Readonly<Record<string, unknown>>, ...required: readonly string[]) => ({
  type: "object",
  properties,
  required,
})
const string = { type: "string" } as const
const one = (...of: readonly string[]) => ({ ...string, enum: of })
const NOTES = ["tactic", "negative_result", "fact"] as const
const MARKS = ["useful", "irrelevant", "wrong"] as const
const AN_ERROR = "error"
const RESOLVED = "resolved"

const INSTRUCTIONS =
  "Memory of earlier work in this repository: notes with sources, not orders. Ask memory_pack at the start of a task, memory_check before a risky command, memory_search when something seems familiar. Mark a note that misled you with memory_feedback."

/** What `mettle mcp` offers, whole. */
export const offerOf = (desk: Desk): Offer => ({
  name: "mettle",
  version: VERSION,
  instructions: INSTRUCTIONS,
  tools: [...thatRead(desk), ...thatWrite(desk)],
})

/** Answers first; what is logged of it must not cost the answer. */
async function asked<T>(desk: Desk, work: (memory: Memory) => Answered<T>, empty: T): Promise<T> {
  const memory = await desk.memory(false)
  if (!memory) return empty
  const { answer, drafts } = work(memory)
  if (drafts.length > 0 && desk.records()) await memory.record(drafts).catch(() => undefined)
  return answer
}

const thatRead = (desk: Desk): readonly Tool[] => [
  {
    name: "memory_pack",
    description: "Notes from earlier sessions that matter for a task: user's rules, known failures, what worked.",
    input: object({ prompt: { ...string, description: "the task" } }, "prompt"),
    annotations: READS,
    run: guarded(async input => packSaid(await asked(desk, m => agentPack(m, desk.asker(), text(input.prompt)), []))),
  },
  {
    name: "memory_search",
    description: "Search notes by words or meaning. Returns one line per note; memory_read shows the rest.",
    input: object({ query: string, kind: one(...KINDS), scope: one("repo", "global") }, "query"),
    annotations: READS,
    run: guarded(async input => {
      const query = needed(input.query, "query")
      const kind = KINDS.find(name => name === input.kind) ?? null
      return searchSaid(
        await asked(desk, m => agentSearch(m, desk.asker(), { query, kind, global: input.scope === "global" }), []),
      )
    }),
  },
  {
    name: "memory_read",
    description: "One note in full: its evidence in quotes, how often it helped, whether it needs a recheck.",
    input: object({ id: { ...string, description: "such as c-7f2a41" } }, "id"),
    annotations: READS,
    run: guarded(async input => {
      const id = needed(input.id, "id")
      const card = await asked(desk, m => agentRead(m, desk.asker(), id), null)
      if (card === null) throw new MettleError("E_NOT_FOUND", `no note "${id}": nothing was recorded yet`)
      return cardSaid(card)
    }),
  },
  {
    name: "memory_check",
    description: "Before a risky command, or after an error: up to 3 known failures or rules about it.",
    input: object({ action: { ...string, description: "the command line, or the error text" } }, "action"),
    annotations: READS,
    run: guarded(async input => {
      const action = needed(input.action, "action")
      return checkSaid(await asked(desk, m => agentCheck(m, desk.asker(), action), []))
    }),
  },
]

const thatWrite = (desk: Desk): readonly Tool[] => [
  {
    name: "memory_note",
    description:
      "Write down what you found out. It stays a candidate until an outcome or the user confirms it. Not for the user's wishes.",
    input: object(
      {
        text: { ...string, description: "one sentence, what happened" },
        kind: one(...NOTES, AN_ERROR),
        evidence_ref: { ...string, description: "exact words of a tool's output that show it; a fact needs them" },
      },
      "text",
    ),
    annotations: ADDS,
    run: guarded(input => noted(desk, input)),
  },
  {
    name: "memory_keep",
    description:
      "When the user states something that should hold in later sessions too (a rule, preference or decision, not the task at hand): keep it. Only the user's own typed words of this session.",
    input: object({ quote: { ...string, description: "their whole sentence, word for word" } }, "quote"),
    annotations: { ...ADDS, idempotentHint: true },
    run: guarded(input => kept(desk, input)),
  },
  {
    name: "memory_feedback",
    description:
      "Say how a note was. `wrong` stops showing it, or flags what the user stands by; the user decides the rest.",
    input: object({ id: string, verdict: one(...MARKS, RESOLVED) }, "id", "verdict"),
    annotations: { ...ADDS, idempotentHint: true },
    run: guarded(input => marked(desk, input)),
  },
]

async function noted(desk: Desk, input: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
  const words = needed(input.text, "text")
  const memory = await writable(desk)
  const asker = desk.asker()
  if (input.kind === AN_ERROR) return errorNoted(memory, asker, words)
  const quote = text(input.evidence_ref)
  const fate = await agentNote(memory, {
    text: words,
    kind: NOTES.find(name => name === input.kind) ?? (quote === "" ? "tactic" : "fact"),
    quote: quote === "" ? null : quote,
    scope: asker.scope,
    episode: episodeFor(memory, asker),
  })
  if (!fate.card) {
    const hint =
      quote !== "" && !fate.anchored
        ? " Those words stand in no tool output of this session."
        : " The user can keep it with: mettle note"
    return { text: `Not kept: ${fate.because}.${hint}`, data: { kept: null, because: fate.because, hint: hint.trim() } }
  }
  const id = cardShort(fate.card)
  const kept = fate.act === "merged" ? "known already" : "candidate"
  return { text: `${kept}: ${id}`, data: { kept, id } }
}

async function kept(desk: Desk, input: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
  const quote = needed(input.quote, "quote")
  const memory = await writable(desk)
  const { became, card, because } = await keepQuote(memory, episodeFor(memory, desk.asker()), quote)
  if (card === null) return { text: `Not kept: ${because}.`, data: { kept: null, because } }
  const id = cardShort(card)
  const waits = became === "heard" ? ", the user decides" : ""
  return { text: `${became}: ${id}${waits}`, data: { kept: became, id } }
}

/** An error of the task at hand, for whoever tries next (S3-34). */
async function errorNoted(memory: Memory, asker: Asker, message: string): Promise<ToolAnswer> {
  const episode = episodeFor(memory, asker)
  if (episode === null) throw new MettleError("E_NOT_FOUND", "no episode goes on here")
  const told = { by: "agent", type: null, message, tool: null, context: null, trace: null }
  const id = await noteError(memory, { episode, scope: asker.scope }, told)
  return { text: `noted; when it is dealt with: memory_feedback ${id} resolved`, data: { kept: "error", id } }
}

async function marked(desk: Desk, input: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
  if (input.verdict === RESOLVED) {
    const memory = await writable(desk)
    const episode = episodeFor(memory, desk.asker())
    if (episode === null) throw new MettleError("E_NOT_FOUND", "no episode goes on here")
    const error = await markResolved(memory, episode, needed(input.id, "id"), "agent")
    return { text: `resolved: ${error.message}`, data: { id: error.id, verdict: RESOLVED } }
  }
  const tag = MARKS.find(name => name === input.verdict)
  if (!tag) throw new MettleError("E_USAGE", `verdict is one of ${MARKS.join(", ")}`)
  const memory = await writable(desk)
  const asker = desk.asker()
  const card = visibleCard(memory, needed(input.id, "id"), scopesFor(asker))
  const { stands } = await mark(memory, { card: card.id, tag, by: "agent", episode: episodeFor(memory, asker) })
  const id = cardShort(card)
  const then =
    tag !== "wrong"
      ? "noted"
      : stands
        ? "the user stands by it: flagged for review, and in force until then"
        : "not shown any more until the user has reviewed it"
  return { text: `${id}: ${then}`, data: { id, verdict: tag, then } }
}

async function writable(desk: Desk): Promise<Memory> {
  const memory = desk.records() ? await desk.memory(true) : null
  if (memory) return memory
  throw new MettleError("E_CONFIG", "nothing is recorded here: recording is switched off", {
    still: "reading works",
  })
}

function needed(value: unknown, name: string): string {
  const given = text(value)
  if (given === "") throw new MettleError("E_USAGE", `${name} is empty`)
  return given
}

/** Whatever goes wrong is an answer: the agent's work goes on. */
const guarded =
  (run: Tool["run"]): Tool["run"] =>
  async input => {
    try {
      return await run(input)
    } catch (error) {
      const known = error instanceof MettleError
      const words = known
        ? [error.message, error.still, error.hint].filter(part => part !== undefined).join("; ")
        : "the memory is out of order; your work can go on without it"
      return { text: words, data: { error: known ? error.code : "E_BUG", message: words }, failed: true }
    }
  }
