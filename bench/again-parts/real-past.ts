// People's real sessions, both sets told apart, each person's of one repository lived through by itself; what came of failures that
// had been solved before and came back. Right and false are by what really followed; everything else is open.

import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { claudeCode } from "../../src/clients/claude-code/claude-code.ts"
import type { World } from "../../src/clients/client.ts"
import { commandName } from "../../src/core/again/known-by.ts"
import type { DataOf } from "../../src/core/events/registry.ts"
import {
  bounded,
  type Hindsight,
  hindsight,
  inTime,
  type PastCall,
  pastCalls,
} from "../../src/memory/past/hindsight.ts"
import { lookBack } from "../../src/memory/past/look.ts"
import type { Proposer } from "../../src/proposers/proposer.ts"
import { PROPOSERS } from "../../src/proposers/registry.ts"
import { repeatedCalls } from "../repeated-calls.ts"
import { claudeSessions, type PastSession } from "../transcripts-as-claude.ts"

const SETS = ["agent-transcripts", "agent-transcripts-2"] as const
/** Its rows teach how not to be fooled elsewhere; nothing is fitted on them. */
const LEFT_OUT = "ctxeval"
const SCOPE = "c".repeat(32)

export interface Person {
  readonly set: (typeof SETS)[number]
  readonly who: string
  readonly sessions: PastSession[]
}
export async function realPeople(shared: string): Promise<readonly Person[]> {
  const people = new Map<string, Person>()
  for (const set of SETS)
    for (const session of await claudeSessions(shared, "/home/dev/work", set)) {
      const from = session.source.split(":")[0]!
      const who = `${from} ${session.dev}`
      const person = people.get(who) ?? { set, who, sessions: [] }
      person.sessions.push(session)
      if (from !== LEFT_OUT) people.set(who, person)
    }
  return [...people.values()]
}

export function livedAgain({ sessions }: Person, proposers: readonly Proposer[] = PROPOSERS): Promise<Hindsight> {
  const world: World = { now: 0, scope: SCOPE, branch: null, head: null, env: {}, tail: () => null, ours: () => false }
  const drafts = sessions.map(s => [...claudeCode.backfill!(s.lines, world, s.id)].flatMap(h => h.drafts.map(bounded)))
  return hindsight(inTime(drafts), { scope: SCOPE, engine: process.versions.v8, proposers })
}

/** Prompts are not heard here: only what was run and what came back. */
export async function realFailures(people: readonly Person[], each: (line: string) => void) {
  const figures: Record<string, string> = {}
  const read = JSON.parse(readFileSync(resolve("bench/hand-read/again.json"), "utf8")) as {
    readonly [cause in "same" | "other" | "saysItself"]: readonly string[]
  }
  const deaf = PROPOSERS.filter(p => p.provenance !== "words")
  for (const set of SETS) {
    const count = { back: 0, answered: 0, explained: 0, right: 0, false: 0, open: 0 }
    const byCause: Record<string, number> = { same: 0, sameAnswered: 0, other: 0, saysItself: 0, unread: 0 }
    for (const person of people.filter(p => p.set === set)) {
      const past = await livedAgain(person, deaf)
      const told = new Set(past.said.map(s => `${s.episode}/${s.call}`))
      const explained = explainedCalls(past)
      for (const { id } of repeatedCalls(past.memory)) {
        const key = createHash("sha256").update(id).digest("hex").slice(0, 12)
        const cause = (["saysItself", "other", "same"] as const).find(c => read[c].includes(key)) ?? "unread"
        count.back++
        byCause[cause]!++
        if (told.has(id)) count.answered++
        if (explained(id)) count.explained++
        if (told.has(id) && cause === "same") byCause.sameAnswered!++
        each(
          `${set} ${person.who} ${told.has(id) ? "answered" : "missed"} ${key} ${cause}${explained(id) ? "" : " not in the ledger"}`,
        )
      }
      for (const { verdict, statement } of lookBack(past, null).warnings) {
        if (verdict !== "your word") count[verdict]++
        each(`${set} ${person.who} ${verdict} ${statement.slice(0, 140)}`)
      }
    }
    const name = `real_failures_${set.replaceAll("-", "_")}`
    figures[`${name}_answered`] = `${count.answered} of ${count.back}`
    figures[`${name}_in_the_ledger`] = `${count.explained} of ${count.back}`
    figures[`${name}_same_cause`] =
      `${byCause.sameAnswered} of ${byCause.same} (${byCause.other} of another cause, ${byCause.saysItself} say it themselves, ${byCause.unread} unread)`
    figures[`${name}_right`] = `${count.right} of ${count.right + count.false} (${count.open} open)`
  }
  return figures
}

/** Did a proposal, a lesson or why there is none, speak of this call, or of the same command or path in its session? */
function explainedCalls({ memory }: Hindsight): (id: string) => boolean {
  const cited = new Set(
    memory.parts.log
      .readTypes(["card.proposed"])
      .flatMap(event => (event.data as DataOf<"card.proposed">).evidence.map(e => e.event)),
  )
  const calls = pastCalls(memory)
  const what = ({ episode, tool, command }: PastCall): string =>
    `${episode.id}/${command === null ? tool.path : commandName(command)}`
  const known = new Set(calls.filter(call => cited.has(call.tool.event)).map(what))
  return id => calls.some(call => `${call.episode.id}/${call.tool.call}` === id && known.has(what(call)))
}
