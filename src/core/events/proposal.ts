// How a card comes about: words stated, a proposal with its evidence, what a teammate sent, a second look at what is cited.
import { KINDS, PROVENANCES, type Provenance, TIERS } from "../model.ts"
import * as s from "../schema.ts"
import { authoredEvent, evidence, id, nullableRef, observedEvent, ref } from "./define.ts"

export const noteWritten = authoredEvent("note.written", {
  about: "Words stated to the memory itself. By the user they anchor a norm; by an agent they are a candidate only.",
  texts: ["text"],
  data: s.object({
    by: s.enum(["user", "agent"]),
    text: ref(),
    kind: s.nullable(s.enum(KINDS)),
    tier: s.enum(TIERS),
  }),
})

export const cardProposed = observedEvent("card.proposed", {
  about:
    "A proposer (rule or model) suggests a card. The id is a hash of proposer and evidence, so proposing again adds nothing. Admission is derived.",
  version: 2,
  texts: ["statement", "topic", "tags"],
  names: ["proposer"],
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

export const cardReceived = observedEvent("card.received", {
  about:
    "A teammate's card came from a shared log: who sent it, and the words it cites. It is quoted data here, whoever said it (L7).",
  texts: ["quotes"],
  names: ["team", "name"],
  data: s.object({
    card: id(),
    team: s.string(),
    author: s.string(),
    name: s.string(),
    quotes: s.array(ref()),
  }),
})

export const evidenceChecked = observedEvent("evidence.checked", {
  about: "A cited file was read again: do the cited words still stand there?",
  texts: ["path"],
  data: s.object({ card: id(), index: s.number(), holds: s.boolean(), path: nullableRef() }),
})
