// A live feed of the assessment: a reader of log.subscribe that hands out one line per message: its context (S2-70..73)
// and the figures as they stand when it is read. Bounded: a reader that does not keep up loses the oldest lines, and is told how many (D34).

import type { LiveView } from "../../core/assess/tables.ts"
import { episodeOf } from "../../core/views/context.ts"
import { read } from "../../core/views/read.ts"
import type { Memory } from "../memory.ts"

/** The figures of an episode as they stand after one message of it. */
export type FeedLine = ReturnType<typeof lineOf>

const MOST = 256
const MESSAGES = new Set(["prompt.submitted", "agent.replied", "tool.finished"])

/** Starts after `from`; ends with the signal. Independent of every other reader of the log. `dropped`: lines nobody took in time. */
export function openFeed(
  memory: Memory,
  options: { readonly from: number; readonly signal: AbortSignal; readonly most?: number },
) {
  const waiting: FeedLine[] = []
  let dropped = 0
  let ended = false
  let wake: () => void = () => {}
  const listen = async (): Promise<void> => {
    for await (const event of memory.parts.log.subscribe(options.from, options.signal)) {
      if (event.episode === null || !MESSAGES.has(event.type)) continue
      if (memory.views.seq() < event.seq) memory.catchUp()
      const live = read.live.get(memory.views, event.episode)
      if (!live) continue
      if (waiting.length >= (options.most ?? MOST)) {
        waiting.shift()
        dropped++
      }
      waiting.push(lineOf(memory, live, event))
      wake()
    }
  }
  const reading = listen().finally(() => {
    ended = true
    wake()
  })
  async function* lines(): AsyncGenerator<FeedLine> {
    for (;;) {
      const next = waiting.shift()
      if (next) yield next
      else if (ended) return reading
      else await new Promise<void>(resolve => (wake = resolve))
    }
  }
  return { lines: lines() as AsyncIterable<FeedLine>, dropped: () => dropped }
}

function lineOf(memory: Memory, live: LiveView, event: { id: string; seq: number; ts: number }) {
  const episode = episodeOf(memory.views, live.episode)
  const { messages, frustration, success, failStreak, trips } = live
  return {
    ...{ episode: live.episode, event: event.id, seq: event.seq, at: event.ts },
    ...{ client: episode?.client ?? "unknown", scope: episode?.scope ?? null },
    ...{ message: messages, frustration, success, failStreak, trips },
  }
}
