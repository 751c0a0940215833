// A prompt that is an order to us, as our own notices and lists write it (`mettle undo c-7f2a41`, `mettle undo`): done at once, and no work for the agent.
// Only what a person typed, alone in its message.
import type { Heard } from "../clients/client.ts"

export interface Order {
  readonly what: "undo" | "confirm" | "strict"
  /** null: undo of the last act, whatever it was about */
  readonly card: string | null
  /** for strict */
  readonly level?: string
}

const ID = "([a-z]-[0-9a-f]{3,32})"
const ORDERS = {
  undo: new RegExp(`^undo(?: ${ID})?$`, "i"),
  confirm: new RegExp(`^card confirm ${ID}$`, "i"),
  strict: new RegExp(`^card ${ID} --strict[ =](say|tell|hold|block)$`, "i"),
} as const

export function orderIn({ ask, drafts, subAgent }: Heard): Order | null {
  if (ask?.what !== "prompt" || subAgent || !drafts.some(isTyped)) return null
  const said = /^\s*[!/$]?\s*mettle (.*?)\s*[.!]?\s*$/i.exec(ask.prompt)?.[1]?.replace(/\s+/g, " ") ?? ""
  for (const what of ["undo", "confirm", "strict"] as const) {
    const [whole, card, level] = ORDERS[what].exec(said) ?? []
    if (whole !== undefined)
      return { what, card: card?.toLowerCase() ?? null, ...(level ? { level: level.toLowerCase() } : {}) }
  }
  return null
}

const isTyped = (draft: Heard["drafts"][number]): boolean =>
  draft.type === "prompt.submitted" && draft.data.author === "user"
