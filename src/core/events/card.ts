// What somebody does with a card that is there. Every one of these can be taken back by act.undone.
import { STRICTNESS, TIERS } from "../model.ts"
import * as s from "../schema.ts"
import { authoredEvent, id, nullableRef, ref } from "./define.ts"

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
    "The user says how strict Mettle is about a norm: only said in packs, told before the call, held once, or always blocked.",
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
