// What a person decides about the store itself, and faults of ours: preset, recording, sharing, forgetting.
import * as s from "../schema.ts"
import { authoredEvent, id, nullableRef, ref } from "./define.ts"

export const presetAdopted = authoredEvent("preset.adopted", {
  about: "From here on the store lives under this preset, with these numbers of its rules. act.undone takes it back.",
  data: s.object({ preset: s.string(), params: s.record(s.string(), s.unknown()) }),
})

export const recordingPaused = authoredEvent("recording.paused", {
  about: "The person asked not to be recorded: a visible gap, not a silent one.",
  data: s.object({ until: s.nullable(s.number()) }),
})

export const recordingResumed = authoredEvent("recording.resumed", {
  about: "Recording goes on.",
  data: s.object({ by: s.enum(["user", "clock"]) }),
})

export const scopeJoined = authoredEvent("scope.joined", {
  about: "This store shares a scope with a team.",
  names: ["team", "shared"],
  data: s.object({ team: s.string(), shared: s.string() }),
})

export const scopeLeft = authoredEvent("scope.left", {
  about: "This store no longer shares a scope.",
  names: ["team", "shared"],
  data: s.object({ team: s.string(), shared: s.string() }),
})

export const textForgotten = authoredEvent("text.forgotten", {
  about: "Text was erased. Carries what events had made of it, free of text, so that everything else stays (L4).",
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
      up: ({ by, refs, readings }: Old) => ({ by, refs, episodes: [], kept: readings.flatMap(asKept) }),
    },
  },
})

interface OldReading {
  readonly signal: string
  readonly facts?: Readonly<Record<string, unknown>>
}
interface OldReadings {
  readonly event: string
  readonly readings: readonly OldReading[]
}
interface Old {
  readonly by: string
  readonly refs: readonly string[]
  readonly readings: readonly OldReadings[]
}
/** The first version kept the signals of prompts and calls alone, words about earlier work among them. */
function asKept({ event, readings }: OldReadings): readonly { event: string; what: string; value: unknown }[] {
  const named = readings.map(reading => ({ ...reading, event }))
  const signals = named.filter(({ signal }) => signal !== "later")
  const signal = named.find(reading => reading.signal === "later")
  const later = signal && { signal, elsewhere: signal.facts?.elsewhere === true }
  return [{ event, what: "signals", value: { signals } }, ...(later ? [{ event, what: "later", value: later }] : [])]
}

export const faultNoted = authoredEvent("fault.noted", {
  about: "Something of ours went wrong and the agent was not told. Shown by doctor.",
  texts: ["detail"],
  data: s.object({ where: s.string(), code: s.string(), detail: nullableRef(), count: s.number() }),
})
