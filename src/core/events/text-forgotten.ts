// text.forgotten: Text was erased. Carries what events had made of it, free of text, so that everything else stays (L4).
import { s } from "../schema.ts"
import { defineEvent, ref } from "./define.ts"
import { id } from "./parts.ts"

export const textForgotten = defineEvent("text.forgotten", {
  about: "Text was erased. Carries what events had made of it, free of text, so that everything else stays (L4).",
  origin: "authored",
  version: 2,
  data: s.object({
    by: s.enum(["user", "schedule", "team"]),
    refs: s.array(ref()),
    /** whose words went: what search knows of them is looked at again */
    episodes: s.array(id()),
    /** `what` names one reading of one event, as the fold asks for it */
    kept: s.array(s.object({ event: id(), what: s.string(), value: s.unknown() })),
  }),
  upcasts: {
    2: {
      name: "readings become one kind of what is kept",
      up: ({ by, refs, readings }: Old) => ({
        by,
        refs,
        episodes: [],
        kept: readings.map(r => ({ event: r.event, what: READINGS, value: r.readings })),
      }),
    },
  },
})

interface Old {
  readonly by: string
  readonly refs: readonly string[]
  readonly readings: readonly { readonly event: string; readonly readings: unknown }[]
}
/** What the first version kept: the signals of prompts and tool results alone. */
export const READINGS = "readings"
