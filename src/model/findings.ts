// A model's suggestions as proposals: a quote must stand letter by letter in the stored text it names, or it is dropped, and
// a suggestion without a quote left is dropped with it. Everything else is for the gate to decide.
import type { Draft } from "../core/events/draft.ts"
import type { EpisodeView } from "../core/views/state.ts"
import { cite, suggest } from "../proposers/proposer.ts"
import type { CardProposal } from "./backend.ts"
import type { Message } from "./transcript.ts"

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
