// Acts on one card by name, as every door offers them: each is one authored event, and one of them moves a scope or replaces
// the words. Doors read the words and the scope; what they mean is decided here.
import { MettleError } from "../../core/errors.ts"
import type { Event } from "../../core/events/define.ts"
import { proposalId } from "../../core/events/draft.ts"
import type { DataOf, EventType } from "../../core/events/registry.ts"
import { type Evidence, type EvidenceKind, STRICTNESS, type Tier } from "../../core/model.ts"
import { cardOf } from "../../core/views/read.ts"
import type { CardView } from "../../core/views/state.ts"
import { topicKey } from "../../core/words/statement.ts"
import { mayBeStrict } from "../checks/strictness.ts"
import type { Memory } from "../memory.ts"
import { cardShort, findCard, proposalFate } from "../reading/read.ts"
import { approve, type InboxItem, reword, turnDown } from "../reading/review.ts"
import { type Place, readScope } from "../where-and-when.ts"
import { act } from "./acts.ts"

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

type Written = { [T in EventType]: readonly [type: T, data: DataOf<T>] }[EventType]
type Plan = (card: CardView, given: ActWords, memory: Memory) => Written

const moves =
  (wider: boolean): Plan =>
  ({ id, scope: from }, { scope, place }) => {
    const name = wider ? "promote" : "narrow"
    const to = readScope(scope ?? (wider ? "global" : "repo"), place!)
    if (wider ? WIDTH[to.tier] <= WIDTH[from.tier] : WIDTH[to.tier] >= WIDTH[from.tier])
      throw wrong(`${name}: ${to.tier} is not ${wider ? "wider" : "narrower"} than ${from.tier}; give --scope`)
    return [wider ? "card.promoted" : "card.narrowed", { card: id, tier: to.tier, to: to.id }]
  }

/** What each act writes, or why it may not be. */
const PLANS = {
  confirm: ({ id }) => ["card.confirmed", { card: id }],
  correct: ({ id }, { words }) => ["card.corrected", { card: id, statement: corrected(words) }],
  narrow: moves(false),
  promote: moves(true),
  pin: ({ id }) => ["card.pinned", { card: id, on: true }],
  unpin: ({ id }) => ["card.pinned", { card: id, on: false }],
  archive: ({ id }, { note }) => ["card.archived", { card: id, note: note ?? null }],
  verify: ({ id }) => ["card.verified", { card: id }],
  reset: ({ id }) => ["card.reset", { card: id }],
  strict: (card, given, memory) => {
    const level = STRICTNESS.find(one => one === given.level)
    if (!level) throw wrong(`--strict is one of ${STRICTNESS.join(", ")}`)
    mayBeStrict(memory, card, level)
    return ["card.strict", { card: card.id, level }]
  },
  // how far it has come, by hand; what was turned down begins again before it is proven (S3-24)
  prove: ({ id, stage }, { note }) => {
    if (stage === "deprecated")
      throw new MettleError("E_USAGE", "a deprecated card cannot be proven: reset it first", {
        hint: `mettle card reset ${id}`,
      })
    return ["card.rated", { card: id, to: "proven", note: note ?? null }]
  },
  deprecate: ({ id }, { note }) => ["card.rated", { card: id, to: "deprecated", note: note ?? null }],
} as const satisfies Readonly<Record<string, Plan>>
export type CardAct = keyof typeof PLANS
export const CARD_ACTS = Object.keys(PLANS) as readonly CardAct[]

/** Throws when the act may not be; writes nothing. */
export const planOnCard = (memory: Memory, name: CardAct, card: string, given: ActWords = {}): Written =>
  PLANS[name](findCard(memory, card), given, memory)

/** The act, to be undone by, and the card that stands now: another one after `correct`. */
export async function actOnCard(memory: Memory, name: CardAct, card: string, given: ActWords = {}) {
  const [type, data] = planOnCard(memory, name, card, given)
  const id = await act(memory, type, data)
  return { id, card: name === "correct" ? id : card }
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
