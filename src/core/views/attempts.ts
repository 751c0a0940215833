// Attempts: commands that failed at least once here, the later episodes in which they went well, and behind what. What a known failure
// is worth before a command runs hangs on it: a command that keeps going well by itself needs no warning.
import { commandName } from "../readings/registry.ts"
import type { FoldContext } from "./context.ts"
import type { CallRead } from "./episode/moments.ts"
import type { ToolView } from "./state.ts"
import { TABLE } from "./tables.ts"

export interface AttemptView {
  /** episodes in which it failed */
  readonly failed: number
  /** episodes since the first failure in which it went well and never failed, the newest last */
  readonly passed: readonly Pass[]
  readonly lastFailed: string
}
interface Pass {
  readonly episode: string
  /** names of commands that had gone well in it before, shortened */
  readonly behind: readonly string[]
}
/** Nothing that failed so often is still open. */
const MOST_PASSED = 32
/** A step that helps comes soon before what it helps. */
const MOST_BEHIND = 16
const shortOf = (key: string): string => key.slice(-8)

const keyOf = (context: Pick<FoldContext, "hash">, scope: string | null, name: string): string =>
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
  const others = known?.passed.filter(pass => pass.episode !== episode) ?? []
  const behind = TABLE.ran.get(context.rows, episode) ?? []
  if (!tool.ok) {
    // red after green in one episode: that pass proved nothing
    if (known?.lastFailed !== episode)
      TABLE.attempt.set(context.rows, key, { failed: (known?.failed ?? 0) + 1, passed: others, lastFailed: episode })
    return
  }
  if (known && known.lastFailed !== episode && others.length === known.passed.length)
    TABLE.attempt.set(context.rows, key, { ...known, passed: [...others, { episode, behind }].slice(-MOST_PASSED) })
  const short = shortOf(key)
  TABLE.ran.set(context.rows, episode, [...behind.filter(other => other !== short), short].slice(-MOST_BEHIND))
}

/** Episodes in which this command went well since it first failed here; behind the step that helps it proves the step. */
export function passesOf(
  context: Pick<FoldContext, "rows" | "hash">,
  scope: string | null,
  command: string,
  step: string | null,
): number {
  const passed = TABLE.attempt.get(context.rows, keyOf(context, scope, command))?.passed ?? []
  const helped = step === null ? null : shortOf(keyOf(context, scope, step))
  return passed.filter(({ behind }) => helped === null || !behind.includes(helped)).length
}
