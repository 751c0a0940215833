// Which tags the user put on a repository, as last told by somebody who can read the settings. A mark beside the log: it
// is the settings' copy, never evidence.
import type { Memory } from "../memory.ts"

const MOST = 50
const mark = (scope: string): string => `domains:${scope}`

export function tellDomains(memory: Memory, scope: string | null, domains: readonly string[]): void {
  if (scope === null) return
  const told = JSON.stringify(domains.slice(0, MOST))
  if ((memory.parts.meta.get(mark(scope)) ?? "[]") !== told) memory.parts.meta.set(mark(scope), told)
}

export function knownDomains(memory: Memory, scope: string | null): readonly string[] {
  const told = scope === null ? null : memory.parts.meta.get(mark(scope))
  return told === null ? [] : (JSON.parse(told) as string[])
}
