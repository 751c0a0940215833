// recording.resumed: Recording goes on.
import { s } from "../schema.ts"
import { defineEvent } from "./define.ts"

export const recordingResumed = defineEvent("recording.resumed", {
  about: "Recording goes on.",
  origin: "authored",
  data: s.object({
    by: s.enum(["user", "clock"]),
  }),
})
