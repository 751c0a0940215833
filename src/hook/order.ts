// A prompt that is an order to us, as our own notices write it (`mettle undo c-7f2a41`): done at once, and no work for the agent.
// Only what a person typed, alone in its message.
import type { Heard } from "../clients/client.ts"

export interface Order {
  readonly what: "undo" | "confirm"
  readonly card: string
}

const ORDER = /^\s*[!/$]?\s*mettle (?:(undo)|card (confirm)) ([a-z]-[0-9a-f]{3,32})\s*[.!]?\s*$/i

export function orderIn({ ask, drafts, subAgent }: Heard): Order | null {
  if (ask?.what !== "prompt" || subAgent || !drafts.some(isTyped)) return null
  const [, undo, , card] = ORDER.exec(ask.prompt) ?? []
  return card === undefined ? null : { what: undo === undefined ? "confirm" : "undo", card: card.toLowerCase() }
}

const isTyped = (draft: Heard["drafts"][number]): boolean =>
  draft.type === "prompt.submitted" && draft.data.author === "user"
