// Procedures that real sessions hold, each person's lived through by itself: what was kept as one, and every time it would have been
// told before a call. Each was read by hand (bench/hand-read/procedures.json): is it wanted?
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { readCards } from "../../src/memory/reading/read.ts"
import { procedures } from "../../src/proposers/procedures.ts"
import type { Proposer } from "../../src/proposers/proposer.ts"
import { livedAgain, type Person } from "./real-past.ts"

type Verdict = "wanted" | "unwanted"

export async function proceduresFound(people: readonly Person[], each: (line: string) => void) {
  const read = JSON.parse(readFileSync(resolve("bench/hand-read/procedures.json"), "utf8")) as {
    readonly verdicts: Readonly<Record<string, Verdict>>
  }
  let [ms, results] = [0, 0]
  const timed: Proposer = {
    ...procedures,
    propose(seen) {
      const start = process.cpuUsage()
      const found = procedures.propose(seen)
      const { user, system } = process.cpuUsage(start)
      ms += (user + system) / 1000
      return found
    },
  }
  const count = { found: 0, told: 0, wanted: 0, unwanted: 0, unread: 0 }
  const note = (id: string, line: string): void => {
    const key = createHash("sha256").update(id).digest("hex").slice(0, 12)
    const verdict = read.verdicts[key] ?? "unread"
    count[verdict]++
    each(`${key} ${verdict} ${line}`)
  }
  for (const person of people) {
    const { who } = person
    const past = await livedAgain(person, [timed])
    results += person.sessions.reduce((sum, s) => sum + s.calls, 0)
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
    procedures_cost_ms_per_tool_result: (ms / Math.max(1, results)).toFixed(3),
    procedures_wanted: `${wanted} of ${wanted + unwanted}${unread === 0 ? "" : ` (${unread} unread)`}`,
  }
}
