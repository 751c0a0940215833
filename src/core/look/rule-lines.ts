// Lines of rule files that a call can prove: those that turn a command or a change of files down, and how often past calls did it
// all the same.
import { type Action, check } from "../check/check.ts"
import { guardOf, isProvable, mayMeet } from "../check/guard.ts"
import { type RuleFile, rulesOf } from "./rot.ts"

export interface PastAct extends Omit<Action, "error"> {
  readonly episode: string
  readonly at: number
  /** where the episode worked */
  readonly root: string | null
}
export interface RuleLine {
  readonly path: string
  readonly line: number
  /** masked */
  readonly quote: string
  readonly broken: number
  readonly episodes: number
  /** when it was broken last; null = kept to */
  readonly lastAt: number | null
}

export function provableLines(files: readonly RuleFile[], acts: readonly PastAct[]): readonly RuleLine[] {
  const once = new Map(
    files
      .flatMap(rulesOf)
      .map(rule => [rule.statement, rule] as const)
      .reverse(),
  )
  return [...once.values()]
    .reverse()
    .flatMap(({ path, line, quote, statement }): readonly RuleLine[] => {
      const guard = guardOf({ card: path, kind: "constraint", statement, tags: [], failures: 0 })
      if (guard === null || !isProvable(guard)) return []
      const broke = acts.filter(
        act =>
          (guard.files.length > 0 || guard.bans.some(ban => act.command !== null && mayMeet(ban, act.command))) &&
          check({ ...act, error: null }, [guard], { ran: [], root: act.root }).some(hit => hit.hold),
      )
      const episodes = new Set(broke.map(call => call.episode)).size
      return [{ path, line, quote, broken: broke.length, episodes, lastAt: broke.at(-1)?.at ?? null }]
    })
    .sort((a, b) => b.broken - a.broken)
}
