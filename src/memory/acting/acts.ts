// What people do: notes and acts on cards. Each is one authored event, so each can be undone.
import { MettleError } from "../../core/errors.ts"
import type { Event } from "../../core/events/define.ts"
import { type Draft, proposalId } from "../../core/events/draft.ts"
import type { DataOf, EventType } from "../../core/events/registry.ts"
import { type Evidence, isNorm, type Kind, type Tier } from "../../core/model.ts"
import { cardOf } from "../../core/views/read.ts"
import { isLive } from "../../core/views/state.ts"
import { MAX_STATEMENT, normaliseStatement, tagsOf, topicKey } from "../../core/words/statement.ts"
import { kindOfWords } from "../../core/words/wishes/from-prompt.ts"
import { builtInHear } from "../../meaning/ear.ts"
import type { Memory } from "../memory.ts"
import { cardShort, findCard } from "../reading/read.ts"
import { eventsOf } from "../refs.ts"
import { sayAdoption, undoneActs } from "./adoptions.ts"

export async function act<T extends EventType>(
  memory: Memory,
  type: T,
  data: DataOf<T>,
  where: { episode?: string | null; scope?: string | null } = {},
): Promise<string> {
  const draft = memory.authored(type, where, data) as Draft
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
    /** what else carries it: the line of a document the user nodded to */
    readonly also?: { readonly evidence: readonly Evidence[]; readonly tags: readonly string[] }
  },
): Promise<string> {
  const text = normaliseStatement(words, Number.POSITIVE_INFINITY)
  if (text.length < 4 || text.length > MAX_STATEMENT)
    throw new MettleError(
      "E_USAGE",
      `a note is one line of 4 to ${MAX_STATEMENT} characters; this has ${text.length}`,
      {
        still: "nothing was kept of it",
        hint: text.length < 4 ? 'mettle note "use pnpm, not npm"' : "say it shorter, or in several notes",
      },
    )
  const by = options.by ?? "user"
  const tier = options.tier ?? "repo"
  const kind = options.kind ?? kindOf(text)
  const where = { ts: memory.parts.now(), episode: options.episode ?? null, scope: options.scope }
  const written = memory.authored("note.written", where, { by, text, kind, tier })
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
  const provenance = by === "user" ? "note" : "agent-note"
  const proposer = `${provenance}@1`
  const id = proposalId(proposer, kind, [evidence])
  await memory.record([
    {
      type: "card.proposed",
      id,
      ...where,
      data: {
        proposer,
        provenance,
        kind,
        statement: kept,
        tier,
        topic: topicKey(kept),
        tags: [...(options.also?.tags ?? []), ...tagsOf(kept)],
        turn: null,
        evidence: [evidence, ...(options.also?.evidence ?? [])],
      },
    },
  ])
  memory.catchUp()
  return id
}

const kindOf = (text: string): Kind => {
  const kind = kindOfWords(builtInHear, text)
  return kind === "decision" ? "commitment" : kind
}

const UNDOABLE: readonly EventType[] = [
  "card.confirmed",
  "card.corrected",
  "card.narrowed",
  "card.promoted",
  "card.pinned",
  "card.archived",
  "card.verified",
  "card.reset",
  "card.strict",
  "card.rated",
  "feedback.given",
  "preset.adopted",
]

const LAST = 20

export const actWord = (type: string): string =>
  type === "card.proposed" ? "kept" : type === "feedback.given" ? "marked" : type.replace(/^(?:card|preset)\./, "")

/** The last acts that can be taken back, newest first: acts on cards, and cards that the user's own words made. */
type Undoable = ReturnType<typeof undoable>[number]
export function undoable(memory: Memory) {
  const undone = undoneActs(memory.parts.log)
  const isKept = (e: Event): boolean => {
    const made = cardOf(memory.views, e.id)
    return made?.source === "user" && isLive(made.stage)
  }
  // What a teammate took back is not the user's to put in place again: the next sync would put it away once more. What went
  // with an act of the user comes back with it.
  const isTheirs = (e: Event): boolean => /^(?:team|mettle)$/.test((e.data as { readonly by?: string }).by ?? "")
  const isAboutOther = (e: Event): boolean =>
    e.type === "feedback.given" && (e.data as DataOf<"feedback.given">).about !== "card"
  return memory.parts.log
    .readTypes([...UNDOABLE, "card.proposed"])
    .filter(e => !undone.has(e.id) && (e.type !== "card.proposed" || isKept(e)) && !isTheirs(e) && !isAboutOther(e))
    .slice(-LAST)
    .reverse()
    .map(e => {
      if (e.type === "preset.adopted")
        return { id: e.id, type: e.type, at: e.ts, card: null, statement: sayAdoption(memory.parts.log, e.id) }
      const data = e.data as { card?: string; target?: string }
      const about = e.type === "card.proposed" ? e.id : (data.card ?? data.target ?? "")
      const card = cardOf(memory.views, about)
      // What was turned down before it was a card has its words in the proposal.
      const words =
        card?.statement ?? (memory.parts.log.get(about)?.data as { statement?: string } | undefined)?.statement
      return { id: e.id, type: e.type, at: e.ts, card: card?.id ?? null, statement: memory.text(words) }
    })
}

export async function undo(memory: Memory, steps = 1): Promise<readonly Undoable[]> {
  const acts = undoable(memory).slice(0, steps)
  for (const { id, type, card } of acts) {
    await act(memory, "act.undone", { act: id })
    if (type === "card.promoted" && card !== null)
      for (const twin of goneInto(memory, card)) await act(memory, "act.undone", { act: twin })
  }
  // A resident holds the memory open under the rules there were.
  if (acts.some(({ type }) => type === "preset.adopted")) await (await memory.parts.places?.())?.letGo()
  return acts
}

/** Takes back the one card that these words or this note made; what it had replaced comes back, and the words never do by themselves. */
export async function undoCard(memory: Memory, given: string): Promise<Undoable> {
  const card = findCard(memory, given)
  const made = memory.parts.log.get(card.id)
  if (card.source !== "user" || !isLive(card.stage) || made === null)
    throw new MettleError(
      "E_USAGE",
      isLive(card.stage) ? `${cardShort(card)} was not made of your words` : `${cardShort(card)} is put away already`,
      { still: "nothing was changed", hint: `mettle card ${cardShort(card)}` },
    )
  await act(memory, "act.undone", { act: card.id })
  return { id: card.id, type: made.type, at: made.ts, card: card.id, statement: memory.text(card.statement) }
}

/** What was put away for a card that grew, and was not put back yet. */
function goneInto(memory: Memory, card: string): readonly string[] {
  const undone = undoneActs(memory.parts.log)
  const gone = eventsOf(memory.parts.log, "card.archived")
  return gone.filter(({ id, data }) => data.into === card && !undone.has(id)).map(({ id }) => id)
}

// How norms are learned from what the user types: at once, after a yes, or not at all (learn.norms). A note is its own yes.

export type LearnNorms = "auto" | "ask" | "off"

export const consented = (
  drafts: readonly Draft<"card.proposed">[],
  norms: LearnNorms = "auto",
): readonly Draft<"card.proposed">[] =>
  norms === "auto"
    ? drafts
    : drafts.flatMap(draft => {
        if (!isNorm(draft.data.kind)) return [draft]
        return norms === "off" ? [] : [{ ...draft, data: { ...draft.data, ask: true } }]
      })
