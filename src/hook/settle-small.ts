// settle, when there is little to do: a hook lets the proposers look at the last few events so that what was just said
// counts at once. A long backlog waits for the resident or `mettle settle`.
import type { Memory } from "../memory/memory.ts"
import { settle } from "../memory/settle.ts"

const LITTLE = 300

export async function settleSmall(memory: Memory): Promise<boolean> {
  const behind = memory.parts.log.head() - Number(memory.parts.meta.get("proposed") ?? "0")
  if (behind > LITTLE) return false
  await settle(memory)
  return true
}
