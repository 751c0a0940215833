// The past, lived again in RAM: drafts of past sessions in the order of time, folded and settled as they would have been
// live, and `check` asked before every command and after every failure. Nothing is stored; nothing is prepared on a disk.

import { commandLine } from "../../core/calls/shell-call.ts"
import { type Action, NO_ACTION } from "../../core/check/check.ts"
import { clip, KEEP_READ, keep } from "../../core/clip.ts"
import type { Draft } from "../../core/events/draft.ts"
import { definitionOf } from "../../core/events/registry.ts"
import type { ToolDoes } from "../../core/model.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { episodeOf, read } from "../../core/views/read.ts"
import type { EpisodeView, ToolView } from "../../core/views/state.ts"
import type { Proposer } from "../../proposers/proposer.ts"
import { PROPOSERS } from "../../proposers/registry.ts"
import { keyedDocs } from "../../store/ram/keys.ts"
import type { Search } from "../../store/search.ts"
import { type Checked, checkAction, unseenFailure } from "../checks/checks.ts"
import type { Memory } from "../memory.ts"
import { settle } from "../tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../without-disk.ts"

export type Hindsight = Awaited<ReturnType<typeof hindsight>>
interface HindsightOptions {
  readonly scope: string | null
  readonly engine: string
  readonly proposers?: readonly Proposer[]
  readonly signal?: AbortSignal
  readonly progress?: (done: number, total: number) => void
}

/** Nobody searches the past by words; `check` finds its cards by their keys. */
function keysOnly(): Search {
  const cards = keyedDocs()
  return {
    signOf: () => undefined,
    update(collection, put, gone) {
      if (collection !== "card") return
      for (const id of gone) cards.remove(id)
      for (const doc of put) cards.put(doc)
    },
    keyed: (collection, scopes, keys) => (collection === "card" ? cards.keyed(scopes, keys) : []),
    find: () => [],
    must: () => [],
    newest: () => [],
    size: () => 0,
    stale: () => false,
    clear: () => cards.clear(),
    scrub: () => undefined,
    withoutVector: () => [],
    putVectors: () => undefined,
  }
}

/** Drafts in the order of time. Those of one session keep their order even where its clock steps back. */
export function inTime(sessions: readonly (readonly Draft[])[]): readonly Draft[] {
  const placed = sessions.flatMap((drafts, s) => {
    let at = 0
    return drafts.map((draft, i) => {
      at = Math.max(at, draft.ts)
      return { draft, at, s, i }
    })
  })
  return placed.sort((a, b) => a.at - b.at || a.s - b.s || a.i - b.i).map(p => p.draft)
}

/** A draft with its long texts cut to what `record` would look at: a thousand sessions must fit in memory. */
export function bounded(draft: Draft): Draft {
  const { texts } = definitionOf(draft.type)
  const data = draft.data as Readonly<Record<string, unknown>>
  const isRead = draft.type === "tool.finished" && keep(draft.data.does, draft.data.ok) === KEEP_READ
  const cut: Record<string, string> = {}
  for (const field of texts) {
    const value = data[field]
    const limit = isRead && field === "output" ? KEPT_READ : KEPT
    if (typeof value === "string" && value.length > limit.head + limit.tail)
      cut[field] = clip(value.toWellFormed(), limit)
  }
  return { ...draft, data: { ...data, ...cut } } as Draft
}
/** Wider than `record` keeps, so that a secret at the edge is masked whole or cut away with it. */
const KEPT = { head: 12_288, tail: 12_288 }
const KEPT_READ = { head: 2048, tail: 1024 }

export async function hindsight(drafts: readonly Draft[], options: HindsightOptions) {
  let now = 0
  const memory = memoryOver(ramPorts(), {
    // Nothing is searched for here: check goes by exact names.
    openSearch: () => keysOnly(),
    now: () => now,
    randomBytes: dice(),
    engine: options.engine,
  })
  const masked: Record<string, number> = {}
  const said: ReturnType<typeof warningsIn> = []
  let waiting: Draft[] = []
  const take = async (): Promise<void> => {
    const batch = waiting
    waiting = []
    const recorded = await memory.record(batch)
    for (const [kind, n] of Object.entries(recorded.masked)) masked[kind] = (masked[kind] ?? 0) + n
  }
  for (const [i, draft] of drafts.entries()) {
    if (i % 200 === 0) {
      options.signal?.throwIfAborted()
      options.progress?.(i, drafts.length)
    }
    now = Math.max(now, draft.ts)
    waiting.push(draft)
    if (draft.type === "prompt.submitted" || draft.type === "turn.ended" || draft.type === "episode.closed") {
      await take()
      await settle(memory, options.proposers ?? PROPOSERS)
      continue
    }
    if (draft.type !== "tool.called" && draft.type !== "tool.finished") continue
    await take()
    memory.catchUp()
    for (const moment of momentsOf(memory, draft)) {
      const answer = checkAction(memory, { scope: options.scope, episode: draft.episode, ...moment, mode: "hold" })
      if (answer.draft === null) continue
      waiting.push(answer.draft)
      said.push(...warningsIn(memory, answer, draft, moment))
    }
  }
  await take()
  await settle(memory, options.proposers ?? PROPOSERS)
  options.progress?.(drafts.length, drafts.length)
  return { memory, said, masked }
}

/** What `check` would have said. */
const warningsIn = (memory: Memory, { hits, draft: said }: Checked, { ts, episode }: Draft, { call, action }: Moment) =>
  said!.data.hits.map(({ card, hold }) => {
    const { statement, why, remedy } = hits.find(h => h.card === card)!
    return {
      at: ts,
      episode: episode ?? "",
      call,
      command: action.command ?? action.path ?? "",
      card,
      kind: read.card.get(memory.views, card)!.kind,
      ...{ statement, why, remedy },
      held: hold,
      placement: action.error === null ? ("before_tool" as const) : ("after_failure" as const),
    }
  })

interface Moment {
  readonly call: string
  readonly action: Action
}
/** A command about to run, and the one before it if only we saw it fail; or one that just failed. */
function momentsOf(memory: Memory, draft: Draft<"tool.called"> | Draft<"tool.finished">): readonly Moment[] {
  const { call, does, input } = draft.data
  const command = lineOf(does, input)
  if (draft.type === "tool.called") {
    const before = unseenFailure(memory, draft.episode, call)
    return [
      ...(before === null ? [] : [before]),
      ...(command === null ? [] : [{ call, action: { ...NO_ACTION, command } }]),
    ]
  }
  const { ok, output, path } = draft.data
  return ok !== false || output === null ? [] : [{ call, action: { ...NO_ACTION, command, path, error: output } }]
}
const lineOf = (does: ToolDoes, input: string | null): string | null =>
  input !== null && does === "runs" ? commandLine(input) || null : null

/** Every call of the scope in the order of time, as judged. */
export type PastCall = ReturnType<typeof pastCalls>[number]
export function pastCalls(memory: Memory) {
  const context = memory.context()
  const calls: { episode: EpisodeView; turn: number; tool: ToolView; command: string | null }[] = []
  for (const [, { id }] of read.episode.range(memory.views, "", "\uffff")) {
    const episode = episodeOf(context.rows, id)!
    for (const turn of turnsOf(context, id))
      for (const tool of turn.tools)
        calls.push({ episode, turn: turn.index, tool, command: lineOf(tool.does, memory.text(tool.input)) })
  }
  return calls.sort((a, b) => a.tool.at - b.tool.at)
}
