// parameters.drawn: The draw an episode lives under: seed, pooled draw, control flag and its chance.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"

export const parametersDrawn = defineEvent("parameters.drawn", {
  about: "The draw an episode lives under: seed, pooled draw, control flag and its chance.",
  origin: "authored",
  data: s.object({
    seed: s.string(),
    draw: s.record(s.string(), s.number()),
    control: s.boolean(),
    chance: s.number(),
  }),
})
