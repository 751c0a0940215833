// recording.paused: The person asked not to be recorded: a visible gap, not a silent one.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"

export const recordingPaused = defineEvent("recording.paused", {
  about: "The person asked not to be recorded: a visible gap, not a silent one.",
  origin: "authored",
  data: s.object({
    until: s.nullable(s.number()),
  }),
})
