// feedback.given: Somebody marked a card, a pack or an episode.
import { s } from "../schema.ts"
import { defineEvent, nullableRef } from "./define.ts"
import { id } from "./parts.ts"

export const feedbackGiven = defineEvent("feedback.given", {
  about: "Somebody marked a card, a pack or an episode.",
  origin: "authored",
  texts: ["note"],
  data: s.object({
    about: s.enum(["card", "pack", "episode"]),
    target: id(),
    tag: s.enum(["keep", "doubt", "artifact", "useful", "irrelevant", "wrong"]),
    by: s.string(),
    note: nullableRef(),
  }),
})
