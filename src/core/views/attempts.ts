// Attempts: commands that failed at least once here, and the later episodes in which they went well. What a known failure is
// worth before a command runs hangs on it: a command that keeps going well by itself needs no warning.
import { commandName } from "../readings/registry.ts"
import type { FoldContext } from "./context.ts"
import type { CallRead } from "./episode/moments.ts"
import type { ToolView } from "./state.ts"
import { TABLE } from "./tables.ts"

export interface AttemptView {
  /** episodes in which it failed */
  readonly failed: number
  /** episodes since the first failure in which it went well and never failed, the newest last */
  readonly passed: readonly string[]
  readonly lastFailed: string
}
/** Nothing that failed so often is still open. */
const MOST_PASSED = 32

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
  const passed = known?.passed ?? []
  if (!tool.ok) {
    if (known?.lastFailed === episode) return
    // red after green in one episode: that pass proved nothing
    TABLE.attempt.set(context.rows, key, {
      failed: (known?.failed ?? 0) + 1,
      passed: passed.filter(id => id !== episode),
      lastFailed: episode,
    })
  } else if (known && known.lastFailed !== episode && !passed.includes(episode))
    TABLE.attempt.set(context.rows, key, { ...known, passed: [...passed, episode].slice(-MOST_PASSED) })
}

/** Episodes in which this command went well since it first failed here. */
export const passesOf = (
  context: Pick<FoldContext, "rows" | "hash">,
  scope: string | null,
  name: string,
): readonly string[] =>
  scope === null ? [] : (TABLE.attempt.get(context.rows, keyOf(context, scope, name))?.passed ?? [])
