// left.shown: A record of where earlier work stopped was put before the agent with the first prompt of an episode, or would have been.
import { PARTS } from "../left/thread.ts"
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"
import { id } from "./parts.ts"

export const leftShown = defineEvent("left.shown", {
  about:
    "A record of where earlier work stopped was put before the agent with the first prompt of an episode, or would have been.",
  origin: "authored",
  data: s.object({
    asOf: s.number(),
    /** the episode that was left unfinished */
    thread: id(),
    parts: s.array(s.enum(PARTS)),
    /** how many threads it was chosen among */
    among: s.number(),
    score: s.number(),
    because: s.string(),
    tokens: s.number(),
    /** false: a control episode */
    shown: s.boolean(),
    chance: s.number(),
  }),
})
