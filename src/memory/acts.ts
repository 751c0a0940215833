// What people do: notes and acts on cards. Each is one authored event, so each can be undone.
import { MettleError } from "../core/errors.ts"
import { authored, type Draft, proposalId } from "../core/events/draft.ts"
import type { DataOf, EventType } from "../core/events/registry.ts"
import type { Kind, Tier } from "../core/model.ts"
import { proposeFromPrompt } from "../core/propose/from-prompt.ts"
import { normaliseStatement, tagsOf, topicKey } from "../core/propose/statement.ts"
import type { Memory } from "./memory.ts"

export interface Noted {
  readonly card: string
  readonly act: "admit" | "merge" | "supersede" | "refuse"
}

export async function act<T extends EventType>(
  memory: Memory,
  type: T,
  data: DataOf<T>,
  where: { episode?: string | null; scope?: string | null } = {},
): Promise<string> {
  const draft = authored(
    type,
    memory.parts.randomBytes(),
    { ts: memory.parts.now(), episode: where.episode ?? null, scope: where.scope ?? null },
    data,
  ) as Draft
  await memory.record([draft])
  memory.catchUp()
  return draft.id
}

/** The user's own words, stated to the memory: a norm at once. An agent's note is a candidate. */
export async function note(
  memory: Memory,
  words: string,
  options: {
    readonly scope: string | null
    readonly tier?: Tier
    readonly kind?: Kind
    readonly by?: "user" | "agent"
    readonly episode?: string | null
  },
): Promise<string> {
  const text = normaliseStatement(words)
  if (text === "") throw new MettleError("E_USAGE", "a note needs words", { hint: 'mettle note "use pnpm, not npm"' })
  const by = options.by ?? "user"
  const tier = options.tier ?? "repo"
  const kind = options.kind ?? kindOf(text)
  const where = { ts: memory.parts.now(), episode: options.episode ?? null, scope: options.scope }
  const written = authored("note.written", memory.parts.randomBytes(), where, { by, text, kind, tier })
  const { ids } = await memory.record([written])
  // The stored text may be shorter than what was typed (secrets are masked): evidence cites what is stored.
  const stored = memory.parts.log.get(ids[0]!)!
  const blob = String((stored.data as { text: string }).text)
  const kept = memory.parts.blobs.get(blob)!
  const evidence = {
    kind: by === "user" ? ("user_span" as const) : ("agent_span" as const),
    event: written.id,
    blob,
    start: 0,
    end: kept.length,
    hash: memory.parts.blobs.hash(kept),
  }
  const proposer = by === "user" ? "note@1" : "agent-note@1"
  const id = proposalId(proposer, kind, [evidence])
  await memory.record([
    {
      type: "card.proposed",
      id,
      ...where,
      data: {
        proposer,
        kind,
        statement: kept,
        tier,
        topic: topicKey(kept),
        tags: [...tagsOf(kept)],
        turn: null,
        evidence: [evidence],
      },
    },
  ])
  memory.catchUp()
  return id
}

const kindOf = (text: string): Kind => {
  const found = proposeFromPrompt({ text, agentTail: null, author: "user", interactive: true })[0]?.kind
  return found === undefined ? "preference" : found === "decision" ? "commitment" : (found as Kind)
}

/** Acts that can be taken back, newest first. */
export const UNDOABLE: readonly EventType[] = [
  "card.confirmed",
  "card.corrected",
  "card.narrowed",
  "card.promoted",
  "card.pinned",
  "card.archived",
  "card.verified",
  "card.reset",
  "feedback.given",
]

export async function undo(
  memory: Memory,
  steps = 1,
): Promise<readonly { readonly id: string; readonly type: string }[]> {
  const undone = new Set(memory.parts.log.readTypes(["act.undone"]).map(e => (e.data as { act: string }).act))
  const acts = memory.parts.log
    .readTypes(UNDOABLE)
    .filter(e => !undone.has(e.id))
    .slice(-20)
    .reverse()
    .slice(0, steps)
  for (const a of acts) await act(memory, "act.undone", { act: a.id })
  return acts.map(a => ({ id: a.id, type: a.type }))
}
