// Cards that an older ear kept of the user's messages and the present one would not: they stay in force, and wait in Review with
// that reason until the user says. Heard anew once for each card, by upkeep; whoever only looks reads what it found.
import { isNorm } from "../../core/model.ts"
import { read } from "../../core/views/read.ts"
import { type CardView, isLive } from "../../core/views/state.ts"
import { proposeFromPrompt } from "../../core/words/wishes/from-prompt.ts"
import { builtInHear } from "../../meaning/ear.ts"
import { userWords } from "../../proposers/user-words.ts"
import { asOf } from "../as-of.ts"
import type { Memory } from "../memory.ts"
import { cardRows } from "../reading/read.ts"

const MARK = "older-ear"
/** Heard in one run of upkeep: a message costs about fifteen milliseconds. */
const AT_ONCE = 100

interface Relistened {
  /** of the ear that listened */
  readonly version: number
  /** card → the present ear would not keep it */
  readonly cards: Readonly<Record<string, boolean>>
}

/** Does it wait with that reason? What upkeep has not listened to yet does not. */
export const heardOtherwise = (memory: Memory, card: CardView): boolean =>
  isOlder(card) && asOf(memory, MARK, () => heardSoFar(memory)).cards[card.id] === true

/** Listens to what an older ear kept, where nobody waits for it. */
export function hearAgain(memory: Memory): void {
  const { version, cards } = heardSoFar(memory)
  const due = cardRows(memory).filter(card => isOlder(card) && isLive(card.stage) && cards[card.id] === undefined)
  if (due.length === 0) return
  const heard = due
    .slice(0, AT_ONCE)
    .map(card => [card.id, !card.evidence.some(cited => stillSure(memory, cited))] as const)
  const all: Relistened = { version, cards: { ...cards, ...Object.fromEntries(heard) } }
  memory.parts.meta.set(MARK, JSON.stringify(all))
}

function isOlder(card: CardView): boolean {
  const [name, version] = card.proposer.split("@")
  if (name !== userWords.name || Number(version) >= userWords.version || !isNorm(card.kind)) return false
  return !card.confirmed && !card.pinned && card.stage !== "trial"
}

function heardSoFar(memory: Memory): Relistened {
  const { version } = userWords
  const kept = JSON.parse(memory.parts.meta.get(MARK) ?? "null") as Relistened | null
  return kept?.version === version ? kept : { version, cards: {} }
}

/** A sure stretch of the present ear covers some of the cited words. */
function stillSure(memory: Memory, cited: CardView["evidence"][number]): boolean {
  // what is not the user's message (a line of a document that was nodded to) was not heard at all
  if (cited.kind !== "user_span" || read.note.get(memory.views, cited.event) !== undefined) return true
  const text = memory.text(cited.blob)
  if (text === null) return true
  return proposeFromPrompt(builtInHear, { text, agentTail: null, author: "user", interactive: true }).some(
    p => p.sure && p.start < cited.end && p.end > cited.start,
  )
}
