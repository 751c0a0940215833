// Attempts: commands that failed at least once here, and in how many later episodes they went well. What a known
// failure is worth before a command runs hangs on it: a command that keeps going well needs no warning.
import { commandName } from "../readings/registry.ts"
import type { FoldContext } from "./context.ts"
import type { CallRead } from "./episode/moments.ts"
import type { ToolView } from "./state.ts"
import { TABLE } from "./tables.ts"

export interface AttemptView {
  /** episodes in which it failed */
  readonly failed: number
  /** episodes since the first failure in which it went well and never failed */
  readonly passed: number
  readonly lastFailed: string
  readonly lastPassed: string | null
}

const keyOf = (context: Pick<FoldContext, "hash">, scope: string, name: string): string =>
  `${scope}/${context.hash(name)}`

export function countAttempt(
  context: FoldContext,
  scope: string | null,
  episode: string,
  tool: ToolView,
  [texts, facts]: CallRead,
): void {
  if (scope === null || tool.ok === null || tool.input === null || tool.does !== "runs") return
  const key = context.read("attempt", () => {
    const name = context.readBy(commandName, texts, facts)
    return name === null ? null : keyOf(context, scope, name)
  })
  if (key === null) return
  const known = TABLE.attempt.get(context.rows, key)
  if (!tool.ok) {
    if (known?.lastFailed === episode) return
    // red after green in one episode: that pass proved nothing
    const passed = (known?.passed ?? 0) - (known?.lastPassed === episode ? 1 : 0)
    const lastPassed = known?.lastPassed === episode ? null : (known?.lastPassed ?? null)
    TABLE.attempt.set(context.rows, key, { failed: (known?.failed ?? 0) + 1, passed, lastFailed: episode, lastPassed })
  } else if (known && known.lastFailed !== episode && known.lastPassed !== episode)
    TABLE.attempt.set(context.rows, key, { ...known, passed: known.passed + 1, lastPassed: episode })
}

/** Episodes in which this command went well since it first failed here. */
export const passesOf = (context: Pick<FoldContext, "rows" | "hash">, scope: string | null, name: string): number =>
  scope === null ? 0 : (TABLE.attempt.get(context.rows, keyOf(context, scope, name))?.passed ?? 0)
