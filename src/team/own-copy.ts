// This home's copy of a team's words, when its person forgets: the shared views were dropped (memory/forgetting/text-places.ts), and what
// comes back from the shared log of a card that was forgotten here stays without words here.
import type { SharedCardRow } from "../core/shared/state.ts"
import { SHARED_TABLE } from "../core/shared/tables.ts"
import type { Rows } from "../core/views/rows.ts"
import type { Memory } from "../memory/memory.ts"

/** Takes the words out of teammates' cards that were forgotten here. Returns how many. */
export function hush(memory: Memory, rows: Rows, me: string): number {
  let n = 0
  for (const [id, row] of SHARED_TABLE.card.list(rows)) {
    if (row.author === me || row.body === null || row.body.statement === "") continue
    const { statement } = (memory.parts.log.get(id)?.data ?? {}) as { readonly statement?: string }
    if (statement === undefined || memory.parts.blobs.get(statement) !== null) continue
    const body = { ...row.body, statement: "", topic: "", tags: [], evidence: [] }
    SHARED_TABLE.card.set(rows, id, { ...row, body } satisfies SharedCardRow)
    n++
  }
  return n
}
