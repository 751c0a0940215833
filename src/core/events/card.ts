// What somebody does with a card that is there. Every one of these can be taken back by act.undone.
import { STRICTNESS, TIERS } from "../model.ts"
import * as s from "../schema.ts"
import { defineEvent, id, nullableRef, ref } from "./define.ts"

export const cardConfirmed = defineEvent("card.confirmed", {
  about: "The user says the card is right: a candidate becomes active.",
  origin: "authored",
  data: s.object({ card: id() }),
})

export const cardCorrected = defineEvent("card.corrected", {
  about: "The user rewrites a card: a new card with these words supersedes it.",
  origin: "authored",
  texts: ["statement"],
  data: s.object({ card: id(), statement: ref() }),
})

export const cardNarrowed = defineEvent("card.narrowed", {
  about: "The user moves a card to a narrower scope.",
  origin: "authored",
  data: s.object({
    card: id(),
    tier: s.enum(TIERS),
    to: s.string(),
  }),
})

export const cardPromoted = defineEvent("card.promoted", {
  about: "A card moves to a wider scope, by the user unless it says otherwise.",
  origin: "authored",
  data: s.object({
    card: id(),
    tier: s.enum(TIERS),
    to: s.string(),
    by: s.optional(s.enum(["rule"])),
  }),
})

export const cardPinned = defineEvent("card.pinned", {
  about: "The user wants a card always shown, or no longer.",
  origin: "authored",
  data: s.object({ card: id(), on: s.boolean() }),
})

export const cardArchived = defineEvent("card.archived", {
  about: "A card is put away, by the user unless it says otherwise. It stays searchable.",
  origin: "authored",
  texts: ["note"],
  data: s.object({
    card: id(),
    note: nullableRef(),
    by: s.optional(s.enum(["team", "mettle"])),
    /** the card that says the same from now on */
    into: s.optional(id()),
  }),
})

export const cardVerified = defineEvent("card.verified", {
  about: "The user checked a card: disputes so far are settled.",
  origin: "authored",
  data: s.object({ card: id() }),
})

export const cardReset = defineEvent("card.reset", {
  about: "The user wipes what was learned about a card, not the card.",
  origin: "authored",
  data: s.object({ card: id() }),
})

export const cardStrict = defineEvent("card.strict", {
  about:
    "The user says how strict Mettle is about a norm: only said in packs, told before the call, held once, or always blocked.",
  origin: "authored",
  data: s.object({ card: id(), level: s.enum(STRICTNESS) }),
})

export const cardRated = defineEvent("card.rated", {
  about: "Somebody who knows better says how far a card has come: proven (S3-22), or not to be used (S3-23).",
  origin: "authored",
  texts: ["note"],
  data: s.object({
    card: id(),
    to: s.enum(["proven", "deprecated"]),
    note: nullableRef(),
  }),
})

export const actUndone = defineEvent("act.undone", {
  about: "The user takes back one of the last acts.",
  origin: "authored",
  data: s.object({ act: id() }),
})
