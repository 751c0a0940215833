// What noticing costs: a thousand sessions of twenty messages in one repository, each written into the index and looked up again;
// and the same for commands that failed. CPU, and what the rows weigh as they are written.
import { createHash } from "node:crypto"
import type { FoldContext } from "../../src/core/views/context.ts"
import type { ToolFacts } from "../../src/core/views/episode/moments.ts"
import { brokeBefore, saidBefore, sightCall, sightWords } from "../../src/core/views/sightings.ts"
import type { ToolView } from "../../src/core/views/state.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { stemsOf } from "../../src/core/words/similar.ts"
import { dice, memoryOver, ramPorts } from "../../src/memory/without-disk.ts"

const SESSIONS = 1000
const MESSAGES = 20
const LOOKS = 200

export function costOf(texts: readonly string[]) {
  const memory = memoryOver(ramPorts(), { now: () => 0, randomBytes: dice(), engine: process.versions.v8 })
  const whole = memory.context()
  const text = (n: number): string => texts[n % texts.length]!
  const context: FoldContext = {
    ...whole,
    hash: words => createHash("sha256").update(words).digest("hex"),
    read: (_, make) => make(),
    readBy: (reader, refs, facts) => reader.read(refs, facts),
  }
  const [messages, said] = timed(SESSIONS * MESSAGES, i =>
    sightWords(context, "s", { episode: `e${Math.floor(i / MESSAGES)}`, event: `m${i}` }, text(i)),
  )
  const [look] = timed(LOOKS, i => void saidBefore(context, "s", "now", stemsOf(text(7 * i).slice(0, 80))))
  const NO_FACTS = {} as ToolFacts
  const call = (i: number) =>
    ({
      ok: false,
      does: "runs",
      event: `t${i}`,
      input: JSON.stringify({ command: `npm run check -- part${i % 500}` }),
    }) as unknown as ToolView
  const [results] = timed(SESSIONS * MESSAGES, i => {
    const tool = call(i)
    sightCall(context, "s", `e${Math.floor(i / MESSAGES)}`, tool, [[tool.input], NO_FACTS])
  })
  const [broke] = timed(LOOKS, i => void brokeBefore(context, "s", "now", `npm run check -- part${i}`))
  const bytes = [...TABLE.said.list(context.rows), ...TABLE.sighting.list(context.rows)].reduce(
    (sum, row) => sum + JSON.stringify(row).length,
    0,
  )
  return {
    cost_ms_per_prompt: (messages + look).toFixed(3),
    cost_ms_per_tool_result: (results + broke).toFixed(3),
    cost_mb_per_1000_sessions: (bytes / 1e6).toFixed(2),
    cost_messages: said,
  }
}

/** CPU milliseconds of one, and how many there were. */
function timed(n: number, one: (i: number) => void): readonly [number, number] {
  const start = process.cpuUsage()
  for (let i = 0; i < n; i++) one(i)
  const { user, system } = process.cpuUsage(start)
  return [(user + system) / 1000 / n, n]
}
