// Lines of rule files that a command can prove: those that turn a command down, and how often past calls ran it all the same.
import { check } from "../check/check.ts"
import { guardOf, mayMeet } from "../check/guard.ts"
import { type RuleFile, rulesOf } from "./rot.ts"

interface PastCommand {
  readonly episode: string
  readonly command: string | null
  readonly at: number
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

export function provableLines(files: readonly RuleFile[], calls: readonly PastCommand[]): readonly RuleLine[] {
  return files
    .flatMap(rulesOf)
    .flatMap(({ path, line, quote, statement }): readonly RuleLine[] => {
      const guard = guardOf({ card: path, kind: "constraint", statement, tags: [], failures: 0 })
      if (guard === null) return []
      const broke = calls.filter(
        ({ command }) =>
          command !== null &&
          guard.bans.some(ban => mayMeet(ban, command)) &&
          check({ command, path: null, content: null, error: null }, [guard], { ran: [] }).some(hit => hit.hold),
      )
      const episodes = new Set(broke.map(call => call.episode)).size
      return [{ path, line, quote, broken: broke.length, episodes, lastAt: broke.at(-1)?.at ?? null }]
    })
    .sort((a, b) => b.broken - a.broken)
}
