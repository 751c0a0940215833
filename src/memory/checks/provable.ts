// Lines of the rule files that are there (CLAUDE.md, AGENTS.md, …) which a command can prove broken, and how often past episodes
// broke each. A nod makes such a line a norm, with the file as its source: the same nod as in review.
import { guardOf, isProvable } from "../../core/check/guard.ts"
import { isNorm } from "../../core/model.ts"
import type { Memory } from "../memory.ts"
import { brokenIn } from "../packs/norms-before.ts"
import { approve, type InboxItem, inbox } from "../reading/review.ts"

interface ProvableLine {
  readonly item: InboxItem
  readonly statement: string
  /** past episodes that broke it, of those that ran anything */
  readonly broken: number
  readonly of: number
}

/** Those that were broken most first. */
export function provableLines(memory: Memory, scope: string): readonly ProvableLine[] {
  return inbox(memory)
    .filter(item => item.why === "from a document" && isNorm(item.kind))
    .flatMap((item): ProvableLine[] => {
      const { id, kind, statement } = item
      const guard = guardOf({ card: id, kind, statement, tags: [], failures: 0 })
      if (!guard || !isProvable(guard)) return []
      const told = brokenIn(memory, scope, guard, memory.parts.now())
      return [{ item, statement, broken: told?.broken ?? 0, of: told?.of ?? 0 }]
    })
    .sort((a, b) => b.broken - a.broken || (a.statement < b.statement ? -1 : 1))
}

export async function holdLines(memory: Memory, lines: readonly ProvableLine[]): Promise<void> {
  for (const { item } of lines) await approve(memory, item)
}
