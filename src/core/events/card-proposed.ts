// card.proposed: A proposer (rule or model) suggests a card. The id is a hash of proposer and evidence, so proposing again adds nothing. Admission is derived.
import { KINDS, TIERS } from "../model.ts"
import { s } from "../schema.ts"
import { defineEvent, ref } from "./define.ts"
import { evidence } from "./parts.ts"

export const cardProposed = defineEvent("card.proposed", {
  about:
    "A proposer (rule or model) suggests a card. The id is a hash of proposer and evidence, so proposing again adds nothing. Admission is derived.",
  origin: "observed",
  texts: ["statement", "topic", "tags"],
  data: s.object({
    proposer: s.string(),
    kind: s.enum(KINDS),
    statement: ref(),
    tier: s.enum(TIERS),
    topic: ref(),
    tags: s.array(ref()),
    turn: s.nullable(s.number()),
    evidence: s.array(evidence()),
    /** false: only heard, on trial until it comes back or the user nods; absent: as sure as its proposer */
    sure: s.optional(s.boolean()),
    /** how likely it lasts, as its proposer reckoned */
    p: s.optional(s.number()),
    /** true: the user wants to be asked, so it waits for a yes whatever speaks for it */
    ask: s.optional(s.boolean()),
  }),
})
