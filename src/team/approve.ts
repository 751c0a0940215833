// A nod to what a teammate shared: a rule becomes this person's own words, any other card is confirmed. Until then it is
// quoted data. Finding it by the start of its id is all the rest.
import { MettleError } from "../core/errors.ts"
import { foreignName, isForeign } from "../core/model.ts"
import { read } from "../core/views/read.ts"
import { isLive } from "../core/views/state.ts"
import { act } from "../memory/acting/acts.ts"
import type { Memory } from "../memory/memory.ts"
import { cardShort } from "../memory/reading/read.ts"
import { approve, inbox } from "../memory/reading/review.ts"

interface FromTeam {
  readonly id: string
  readonly short: string
  readonly kind: string
  readonly statement: string
  readonly by: string
  /** waits for a nod before it is shown at all, or is shown as quoted data until one */
  readonly waits: boolean
}

/** Everything teammates shared that this person has not approved or put away. */
export function fromTeam(memory: Memory): readonly FromTeam[] {
  const rules = inbox(memory)
    .filter(item => item.why === "from a teammate")
    .map(item => ({
      id: item.id,
      short: cardShort(item),
      kind: item.kind,
      statement: item.statement,
      by: item.by ?? "somebody",
      waits: true,
    }))
  const cards = read.card.list(memory.views).flatMap(([, card]): FromTeam[] => {
    const statement = memory.text(card.statement)
    if (statement === null || !isForeign(card.proposer) || card.confirmed || !isLive(card.stage)) return []
    const { id, kind } = card
    return [{ id, short: cardShort(card), kind, statement, by: foreignName(card.proposer), waits: false }]
  })
  return [...rules, ...cards]
}

export async function approveShared(memory: Memory, given: string): Promise<FromTeam> {
  const start = given.toLowerCase().replace(/^[a-z]-/, "")
  const found = fromTeam(memory).filter(item => start !== "" && item.id.startsWith(start))
  if (found.length !== 1)
    throw new MettleError(
      "E_NOT_FOUND",
      found.length === 0 ? `nothing a teammate shared is called "${given}"` : `"${given}" fits ${found.length} cards`,
      { hint: "mettle team approve, without a name, lists what can be approved" },
    )
  const item = found[0]!
  const rule = inbox(memory).find(i => i.id === item.id && i.why === "from a teammate")
  if (rule) await approve(memory, rule)
  else await act(memory, "card.confirmed", { card: item.id })
  return item
}
