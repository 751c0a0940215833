// This home's copy of a team's words, when its person forgets: shared views are dropped at once, since they may be folded
// again, and what comes back from the shared log of a card that was forgotten here stays without words here.
import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { SHARED_TABLE, type SharedCardRow } from "../core/shared/state.ts"
import { list, type Rows } from "../core/views/rows.ts"
import type { Memory } from "../memory/memory.ts"

/** Removes the shared views of every team, or of one: the next sync folds them again. */
export function dropSharedViews(data: string, only?: string): void {
  let teams: readonly string[] = []
  try {
    teams = readdirSync(join(data, "team")).filter(name => /^[0-9a-f]{12}$/.test(name) && name === (only ?? name))
  } catch {
    return
  }
  for (const team of teams) rmSync(join(data, "team", team, "views"), { recursive: true, force: true })
}

/** Takes the words out of teammates' cards that were forgotten here. Returns how many. */
export function hush(memory: Memory, rows: Rows, me: string): number {
  let n = 0
  for (const [id, row] of list<SharedCardRow>(rows, SHARED_TABLE.card)) {
    if (row.author === me || row.body === null || row.body.statement === "") continue
    const { statement } = (memory.parts.log.get(id)?.data ?? {}) as { readonly statement?: string }
    if (statement === undefined || memory.parts.blobs.get(statement) !== null) continue
    const body = { ...row.body, statement: "", topic: "", tags: [], evidence: [] }
    rows.set(SHARED_TABLE.card, id, { ...row, body } satisfies SharedCardRow)
    n++
  }
  return n
}
