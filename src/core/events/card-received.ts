// card.received: A teammate's card came from a shared log: who sent it, and the words it cites. It is quoted data here, whoever said it (L7).
import { s } from "../schema.ts"
import { defineEvent, ref } from "./define.ts"
import { id } from "./parts.ts"

export const cardReceived = defineEvent("card.received", {
  about:
    "A teammate's card came from a shared log: who sent it, and the words it cites. It is quoted data here, whoever said it (L7).",
  origin: "observed",
  texts: ["quotes"],
  data: s.object({
    card: id(),
    team: s.string(),
    author: s.string(),
    name: s.string(),
    quotes: s.array(ref()),
  }),
})
