// A fact that a tool said in a session of its own, and that a proposer made a card of.

import { turnsOf } from "../../src/core/views/episode/judging.ts"
import { episodeOf } from "../../src/core/views/read.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { cite, suggest } from "../../src/proposers/proposer.ts"
import type { world } from "./world.ts"

export async function toldFact(w: ReturnType<typeof world>, command: string, fact: string) {
  const t = await w.opens("teach")
  await t.says("look around")
  await t.runs(command, { ok: true, output: fact })
  w.memory.catchUp()
  const seen = { episode: episodeOf(w.memory.views, t.id)!, hash: (text: string) => w.memory.parts.blobs.hash(text) }
  const tool = turnsOf(w.memory.context(), t.id)[0]!.tools[0]!
  const evidence = [cite(seen, "tool_output", tool.event, tool.output!, fact)]
  const from = { name: "reader", version: 1, provenance: "words" as const }
  await w.memory.record([suggest(from, seen, { kind: "fact", statement: fact, turn: 0, at: tool.at, evidence })])
  await t.ends()
  w.later(60)
  return readCards(w.memory).find(c => c.statement === fact)!
}
