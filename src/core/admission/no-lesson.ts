// Proposals that are made to be refused: a failure that came back and taught nothing, so that the ledger says why, and a step
// that was taken and did not help, which speaks against the card that recommends it.
import { TAG } from "../check/guard.ts"
import type { AdmitInput, Near } from "../questions/admit.ts"

interface NoLesson {
  readonly why: string
  /** the card that says otherwise */
  readonly against: Near | undefined
}

/** What a proposer marked a proposal with under one prefix; "" = nothing. */
export const tagOf = (input: AdmitInput, prefix: string): string =>
  input.tags?.find(t => t.startsWith(prefix))?.slice(prefix.length) ?? ""

export function noLesson(input: AdmitInput): NoLesson | null {
  const tag = (prefix: string) => tagOf(input, prefix)
  const how = tag(TAG.how)
  if (how === "nothing") return { why: tag(TAG.remedy), against: undefined }
  if (how !== "unhelpful") return null
  const named = [tag(TAG.remedy), tag(TAG.command)].map(name => `\`${name}\``)
  const against = input.near.find(n => n.kind === input.kind && named.every(name => n.statement.includes(name)))
  return { why: "it was done, and it failed all the same", against }
}
