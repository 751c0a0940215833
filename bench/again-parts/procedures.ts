// Procedures that real sessions hold, each person's lived through by itself: what was kept as one, and every time it would have been
// told before a call. Each was read by hand (bench/hand-read/procedures.json): is it wanted?
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { claudeCode } from "../../src/clients/claude-code/claude-code.ts"
import type { World } from "../../src/clients/client.ts"
import { bounded, hindsight, inTime } from "../../src/memory/past/hindsight.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { procedures } from "../../src/proposers/procedures.ts"
import { claudeSessions, type PastSession } from "../transcripts-as-claude.ts"

const SCOPE = "c".repeat(32)
/** Its rows teach how not to be fooled elsewhere; nothing is fitted on them. */
const LEFT_OUT = "ctxeval"
type Verdict = "wanted" | "unwanted"

export async function proceduresFound(shared: string, each: (line: string) => void) {
  const read = JSON.parse(readFileSync(resolve("bench/hand-read/procedures.json"), "utf8")) as {
    readonly verdicts: Readonly<Record<string, Verdict>>
  }
  const people = new Map<string, PastSession[]>()
  for (const set of ["agent-transcripts", "agent-transcripts-2"])
    for (const session of await claudeSessions(shared, "/home/dev/work", set)) {
      const from = session.source.split(":")[0]!
      const who = `${from} ${session.dev}`
      if (from !== LEFT_OUT) people.set(who, [...(people.get(who) ?? []), session])
    }
  const world: World = { now: 0, scope: SCOPE, branch: null, head: null, env: {}, tail: () => null, ours: () => false }
  const count = { found: 0, told: 0, wanted: 0, unwanted: 0, unread: 0 }
  const note = (id: string, line: string): void => {
    const key = createHash("sha256").update(id).digest("hex").slice(0, 12)
    const verdict = read.verdicts[key] ?? "unread"
    count[verdict]++
    each(`${key} ${verdict} ${line}`)
  }
  for (const [who, sessions] of people) {
    const drafts = sessions.map(s =>
      [...claudeCode.backfill!(s.lines, world, s.id)].flatMap(h => h.drafts.map(bounded)),
    )
    const past = await hindsight(inTime(drafts), {
      ...{ scope: SCOPE, engine: process.versions.v8, proposers: [procedures] },
    })
    for (const card of readCards(past.memory, { all: true })) {
      count.found++
      note(`${who} ${card.statement}`, `${who} ${card.statement}`)
    }
    for (const said of past.said) {
      count.told++
      note(
        `${said.episode}/${said.call}`,
        `  told before ${said.command.slice(0, 100).replaceAll("\n", " ")} | ${said.why}`,
      )
    }
  }
  const { found, told, wanted, unwanted, unread } = count
  return {
    procedures_found: found,
    procedures_told: told,
    procedures_wanted: `${wanted} of ${wanted + unwanted}${unread === 0 ? "" : ` (${unread} unread)`}`,
  }
}
