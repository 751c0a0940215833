// card.proposed: A proposer (rule or model) suggests a card. The id is a hash of proposer and evidence, so proposing again adds nothing. Admission is derived.
import { KINDS, PROVENANCES, type Provenance, TIERS } from "../model.ts"
import { s } from "../schema.ts"
import { defineEvent, ref } from "./define.ts"
import { evidence } from "./parts.ts"

export const cardProposed = defineEvent("card.proposed", {
  about:
    "A proposer (rule or model) suggests a card. The id is a hash of proposer and evidence, so proposing again adds nothing. Admission is derived.",
  origin: "observed",
  version: 2,
  texts: ["statement", "topic", "tags"],
  data: s.object({
    proposer: s.string(),
    provenance: s.enum(PROVENANCES),
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
  upcasts: {
    2: {
      name: "provenance, by the proposer's name",
      up: (data: { readonly proposer: string }) => ({ ...data, provenance: provenanceOf(data.proposer) }),
    },
  },
})

/** The proposers of the first version; a new one declares its provenance. */
const OLD: Readonly<Record<string, Provenance>> = {
  note: "note",
  "agent-note": "agent-note",
  agent: "model",
  model: "model",
  "rule-files": "document",
  "wrong-path": "output",
  "seen-facts": "output",
  "failure-fix": "records",
  "plan-strategies": "named",
  foreign: "relayed",
  inversion: "restated",
}
/** "model:llama3@1" is a "model". */
function provenanceOf(proposer: string): Provenance {
  const name = proposer.split(/[@:]/, 1)[0]!
  return (Object.hasOwn(OLD, name) ? OLD[name] : undefined) ?? "words"
}
