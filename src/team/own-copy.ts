// This home's copy of a team's words, when its person forgets: the shared views were dropped (memory/text-places.ts), and what
// comes back from the shared log of a card that was forgotten here stays without words here.
import { SHARED_TABLE, type SharedCardRow } from "../core/shared/state.ts"
import { list, type Rows } from "../core/views/rows.ts"
import type { Memory } from "../memory/memory.ts"

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
