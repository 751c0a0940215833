// Acts on one card by name, as every door offers them: each is one authored event, and one of them moves a scope or replaces
// the words. Doors read the words and the scope; what they mean is decided here.
import { MettleError } from "../../core/errors.ts"
import type { Event } from "../../core/events/define.ts"
import { proposalId } from "../../core/events/draft.ts"
import { type Evidence, type EvidenceKind, STRICTNESS, type Tier } from "../../core/model.ts"
import { cardOf } from "../../core/views/read.ts"
import type { CardView } from "../../core/views/state.ts"
import { topicKey } from "../../core/words/statement.ts"
import { setStrict } from "../checks/strictness.ts"
import type { Memory } from "../memory.ts"
import { cardShort, findCard, proposalFate } from "../reading/read.ts"
import { approve, type InboxItem, reword, turnDown } from "../reading/review.ts"
import { type Place, readScope } from "../where-and-when.ts"
import { act } from "./acts.ts"

export const CARD_ACTS = [
  "confirm",
  "correct",
  "narrow",
  "promote",
  "pin",
  "unpin",
  "archive",
  "verify",
  "reset",
  "strict",
  "prove",
  "deprecate",
] as const
export type CardAct = (typeof CARD_ACTS)[number]

/** The act, to be undone by, and the card that stands now: another one after `correct`. */
export type CardActed = Awaited<ReturnType<typeof actOnCard>>
interface ActWords {
  readonly words?: string | undefined
  /** for archive and deprecate: why */
  readonly note?: string | undefined
  /** for narrow and promote: as a person writes it, and where they stand; unsaid: to the repository, or everywhere */
  readonly scope?: string | undefined
  readonly place?: Place
  readonly level?: string | undefined
}

const WIDTH: Readonly<Record<Tier, number>> = { repo: 0, domain: 1, global: 2 }

export async function actOnCard(memory: Memory, name: CardAct, card: string, given: ActWords = {}) {
  const plain = async (done: Promise<string>) => ({ id: await done, card })
  switch (name) {
    case "confirm":
      return plain(act(memory, "card.confirmed", { card }))
    case "verify":
      return plain(act(memory, "card.verified", { card }))
    case "reset":
      return plain(act(memory, "card.reset", { card }))
    case "strict": {
      const level = STRICTNESS.find(one => one === given.level)
      if (!level) throw wrong(`--strict is one of ${STRICTNESS.join(", ")}`)
      return plain(setStrict(memory, findCard(memory, card), level))
    }
    case "prove":
    case "deprecate":
      return plain(rate(memory, card, name === "prove" ? "proven" : "deprecated", given.note))
    case "pin":
    case "unpin":
      return plain(act(memory, "card.pinned", { card, on: name === "pin" }))
    case "archive":
      return plain(act(memory, "card.archived", { card, note: given.note ?? null }))
    case "correct": {
      const id = await act(memory, "card.corrected", { card, statement: corrected(given.words) })
      return { id, card: id }
    }
    case "narrow":
    case "promote": {
      const from = findCard(memory, card).scope
      const wider = name === "promote"
      const to = readScope(given.scope ?? (wider ? "global" : "repo"), given.place!)
      if (wider ? WIDTH[to.tier] <= WIDTH[from.tier] : WIDTH[to.tier] >= WIDTH[from.tier])
        throw wrong(`${name}: ${to.tier} is not ${wider ? "wider" : "narrower"} than ${from.tier}; give --scope`)
      return plain(act(memory, wider ? "card.promoted" : "card.narrowed", { card, tier: to.tier, to: to.id }))
    }
  }
}

/** A rule that waits in review is no card yet: kept, put away or said in other words. Without a card when it was put away. */
export async function actOnWaiting(
  memory: Memory,
  name: CardAct,
  item: InboxItem,
  words?: string,
): Promise<{ readonly id: string; readonly card: string | null }> {
  if (name === "archive") return { id: await turnDown(memory, item), card: null }
  if (name !== "confirm" && name !== "correct")
    throw new MettleError("E_USAGE", `${cardShort(item)} waits for your yes and is no card yet`, {
      still: "nothing was changed",
      hint: `mettle card confirm ${cardShort(item)} keeps it, mettle card archive ${cardShort(item)} puts it away`,
    })
  const id = name === "confirm" ? await approve(memory, item) : await reword(memory, item, corrected(words))
  const { card, because } = proposalFate(memory, id)
  if (card === null) throw new MettleError("E_USAGE", `it was not kept: ${because}`, { hint: "mettle review ledger" })
  return { id: card.id, card: card.id }
}

function corrected(words: string | undefined): string {
  const said = words?.trim()
  if (!said) throw wrong('correct needs your words: mettle card correct <id> "…"')
  return said
}

/** How far it has come, by hand; what was turned down begins again before it is proven (S3-24). */
async function rate(memory: Memory, card: string, to: "proven" | "deprecated", note?: string): Promise<string> {
  if (to === "proven" && findCard(memory, card).stage === "deprecated")
    throw new MettleError("E_USAGE", "a deprecated card cannot be proven: reset it first", {
      hint: `mettle card reset ${card}`,
    })
  return act(memory, "card.rated", { card, to, note: note ?? null })
}

const wrong = (what: string): MettleError => new MettleError("E_USAGE", `card: ${what}`, { hint: "mettle card --help" })

// A card in other words: the correction is the user's act; what else carries the new words is proposed beside it, and comes to
// the card only if the gate finds the words there.

const PROPOSER = "correction@1"

/** The card that takes its place. `events` are cited when their text carries the statement. */
export async function supersede(
  memory: Memory,
  card: CardView,
  statement: string,
  events: readonly string[],
): Promise<CardView> {
  const cited = events.map(id => {
    const event = memory.parts.log.get(id)
    if (!event) throw new MettleError("E_NOT_FOUND", `no event "${id}"`, { still: "the card is as it was" })
    return event
  })
  await act(memory, "card.corrected", { card: card.id, statement })
  const made = cardOf(memory.views, cardOf(memory.views, card.id)?.supersededBy ?? card.id) ?? card
  const words = memory.text(made.statement) ?? statement
  const evidence = cited.flatMap(event => citation(memory, event, words))
  if (evidence.length > 0 && made.id !== card.id) {
    await memory.record([
      {
        type: "card.proposed",
        id: proposalId(PROPOSER, made.kind, evidence),
        ts: memory.parts.now(),
        episode: cited[0]!.episode,
        scope: made.scope.tier === "global" ? cited[0]!.scope : made.scope.id,
        data: {
          ...{
            proposer: PROPOSER,
            provenance: "words" as const,
            kind: made.kind,
            statement: words,
            tier: made.scope.tier,
            turn: null,
          },
          ...{ topic: memory.text(made.topic) ?? topicKey(words), tags: [], evidence },
        },
      },
    ])
    memory.catchUp()
  }
  return cardOf(memory.views, made.id) ?? made
}

/** Which text of an event may be cited, and as whose words. */
const TEXT: Readonly<Record<string, readonly [field: string, kind: EvidenceKind]>> = {
  "prompt.submitted": ["prompt", "user_span"],
  "agent.replied": ["text", "agent_span"],
  "tool.finished": ["output", "tool_output"],
}

function citation(memory: Memory, event: Event, words: string): readonly Evidence[] {
  const known = TEXT[event.type]
  const blob = known === undefined ? undefined : (event.data as Record<string, unknown>)[known[0]]
  const text = typeof blob === "string" ? memory.text(blob) : null
  if (known === undefined || typeof blob !== "string" || text === null || text === "") return []
  const at = text.toLowerCase().indexOf(words.toLowerCase())
  const [start, end] = at < 0 ? [0, text.length] : [at, at + words.length]
  return [{ kind: known[1], event: event.id, blob, start, end, hash: memory.parts.blobs.hash(text.slice(start, end)) }]
}
