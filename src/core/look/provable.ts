// Lines of rule files that a call can prove: those that turn a command or a change of files down, and how often past calls did it
// all the same.

import { type Action, check } from "../check/check.ts"
import { guardOf, isProvable, mayMeet } from "../check/guard.ts"
import { proposeFromDoc } from "../propose/from-doc.ts"
import { redact } from "../redact/redact.ts"

export interface RuleFile {
  /** relative to the repository, or to the home folder with ~ */
  readonly path: string
  readonly text: string
}
interface CitedLine {
  readonly path: string
  readonly line: number
  /** masked */
  readonly quote: string
}
interface Stated extends CitedLine {
  readonly statement: string
}

const LONGEST_QUOTE = 160
export interface PastAct extends Omit<Action, "error"> {
  readonly episode: string
  readonly at: number
  /** where the episode worked */
  readonly root: string | null
}
export interface RuleLine extends CitedLine {
  readonly broken: number
  readonly episodes: number
  /** episodes that did anything it could have been broken by; none of them = nobody knows whether it is kept */
  readonly seen: number
  /** when it was broken last; null = never seen */
  readonly lastAt: number | null
}

export function provableLines(files: readonly RuleFile[], acts: readonly PastAct[]): readonly RuleLine[] {
  const once = new Map<string, Stated>()
  for (const rule of files.flatMap(rulesOf)) if (!once.has(rule.statement)) once.set(rule.statement, rule)
  return [...once.values()]
    .flatMap(({ path, line, quote, statement }): readonly RuleLine[] => {
      const guard = guardOf({ card: path, kind: "constraint", statement, tags: [], failures: 0 })
      if (guard === null || !isProvable(guard)) return []
      const broke = acts.filter(
        act =>
          (guard.files.length > 0 || guard.bans.some(ban => act.command !== null && mayMeet(ban, act.command))) &&
          check({ ...act, error: null }, [guard], { ran: [], root: act.root }).some(hit => hit.hold),
      )
      const told = guard.files.length > 0 ? acts : acts.filter(act => act.command !== null)
      const [episodes, seen] = [broke, told].map(some => new Set(some.map(act => act.episode)).size) as [number, number]
      return [{ path, line, quote, broken: broke.length, episodes, seen, lastAt: broke.at(-1)?.at ?? null }]
    })
    .sort((a, b) => b.broken - a.broken)
}

function rulesOf(file: RuleFile): readonly Stated[] {
  return proposeFromDoc(asRuleFile(file.path), file.text).map(({ start, end, statement }) => ({
    ...{ path: file.path, line: lineAt(file.text, start), quote: quote(file.text.slice(start, end)), statement },
  }))
}
/** Memory files of clients have names of their own; they hold rules all the same. */
const asRuleFile = (path: string): string => (/\.mdc?$|rules$/i.test(path) ? "AGENTS.md" : path)

const quote = (text: string): string => {
  const masked = redact(text).text.replace(/\s+/g, " ").trim()
  return masked.length > LONGEST_QUOTE ? `${masked.slice(0, LONGEST_QUOTE - 1).toWellFormed()}…` : masked
}
const lineAt = (text: string, at: number): number => {
  let line = 1
  for (let i = text.indexOf("\n"); i >= 0 && i < at; i = text.indexOf("\n", i + 1)) line++
  return line
}
