// What somebody does with a card that is there. Every one of these can be taken back by act.undone.

import { KINDS, PROVENANCES, type Provenance, STRICTNESS, TIERS } from "../model.ts"
import * as s from "../schema.ts"
import { authoredEvent, evidence, id, nullableRef, observedEvent, ref } from "./define.ts"

export const cardConfirmed = authoredEvent("card.confirmed", {
  about: "The user says the card is right: a candidate becomes active.",
  data: s.object({ card: id() }),
})

export const cardCorrected = authoredEvent("card.corrected", {
  about: "The user rewrites a card: a new card with these words supersedes it.",
  texts: ["statement"],
  data: s.object({ card: id(), statement: ref() }),
})

export const cardNarrowed = authoredEvent("card.narrowed", {
  about:
    "The user moves a card to a narrower scope; or, by mettle, it goes along with its repository, which was known by another scope before.",
  data: s.object({
    card: id(),
    tier: s.enum(TIERS),
    to: s.string(),
    by: s.optional(s.enum(["mettle"])),
  }),
})

export const cardPromoted = authoredEvent("card.promoted", {
  about: "A card moves to a wider scope, by the user unless it says otherwise.",
  data: s.object({ card: id(), tier: s.enum(TIERS), to: s.string(), by: s.optional(s.enum(["rule"])) }),
})

export const cardPinned = authoredEvent("card.pinned", {
  about: "The user wants a card always shown, or no longer.",
  data: s.object({ card: id(), on: s.boolean() }),
})

export const cardArchived = authoredEvent("card.archived", {
  about: "A card is put away, by the user unless it says otherwise. It stays searchable.",
  texts: ["note"],
  data: s.object({
    card: id(),
    note: nullableRef(),
    by: s.optional(s.enum(["team", "mettle"])),
    /** the card that says the same from now on */
    into: s.optional(id()),
  }),
})

export const cardVerified = authoredEvent("card.verified", {
  about: "The user checked a card: disputes so far are settled.",
  data: s.object({ card: id() }),
})

export const cardReset = authoredEvent("card.reset", {
  about: "The user wipes what was learned about a card, not the card.",
  data: s.object({ card: id() }),
})

export const cardStrict = authoredEvent("card.strict", {
  about:
    "The user says how strict Mettle is about a norm: only said in packs, told at the call, held once, or always blocked.",
  data: s.object({ card: id(), level: s.enum(STRICTNESS) }),
})

export const cardRated = authoredEvent("card.rated", {
  about: "Somebody who knows better says how far a card has come: proven (S3-22), or not to be used (S3-23).",
  texts: ["note"],
  data: s.object({ card: id(), to: s.enum(["proven", "deprecated"]), note: nullableRef() }),
})

export const actUndone = authoredEvent("act.undone", {
  about: "The user takes back one of the last acts.",
  data: s.object({ act: id() }),
})

// How a card comes about: words stated, a proposal with its evidence, what a teammate sent, a second look at what is cited.

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
