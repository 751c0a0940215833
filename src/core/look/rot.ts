// The rot of files that agents load at every start: rules written twice, rules against each other, paths that are gone,
// secrets. Exact before near, sure before likely; every finding names its file and line.

import { type Action, check } from "../check/check.ts"
import { guardOf, isProvable, mayMeet } from "../check/guard.ts"
import { proposeFromDoc } from "../propose/from-doc.ts"
import { redact } from "../redact/redact.ts"
import { MASKS } from "../redact/span.ts"
import { contradicts } from "../words/opposes.ts"
import { jaccard, negations, same, stemsOf } from "../words/similar.ts"

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
export interface Rot {
  readonly what: "duplicate" | "near duplicate" | "contradiction" | "dead path" | "secret"
  readonly places: readonly CitedLine[]
  /** the dead path, the kind of secret; null for rules against rules */
  readonly detail: string | null
}

export type Exists = (file: string, path: string) => boolean | null

const NEAR = 0.8
const LEAST_STEMS = 4
const LONGEST_QUOTE = 160
const MOST_RULES = 600
const MOST_FOUND = 200

interface Stated extends CitedLine {
  readonly statement: string
  readonly stems: number
}

/** `exists` answers whether a path named in a rule file stands in the repository; null = cannot tell. */
export function rotOf(files: readonly RuleFile[], exists: Exists): readonly Rot[] {
  const rules = files.flatMap(rulesOf).slice(0, MOST_RULES)
  const found = [...files.flatMap(secrets), ...pairs(rules), ...files.flatMap(file => deadPaths(file, exists))]
  return found.slice(0, MOST_FOUND)
}

function rulesOf(file: RuleFile): readonly Stated[] {
  return proposeFromDoc(asRuleFile(file.path), file.text).map(({ start, end, statement }) => ({
    ...{ path: file.path, line: lineAt(file.text, start), quote: quote(file.text.slice(start, end)) },
    ...{ statement, stems: stemsOf(statement).size },
  }))
}
/** Memory files of clients have names of their own; they hold rules all the same. */
const asRuleFile = (path: string): string => (/\.mdc?$|rules$/i.test(path) ? "AGENTS.md" : path)

function pairs(rules: readonly Stated[]): readonly Rot[] {
  const out: Rot[] = []
  const gone = new Set<number>()
  for (let i = 0; i < rules.length; i++) {
    if (gone.has(i)) continue
    const a = rules[i]!
    const twins: Stated[] = []
    const near: Stated[] = []
    for (let j = i + 1; j < rules.length; j++) {
      const b = rules[j]!
      if (gone.has(j)) continue
      if (same(a.statement, b.statement)) {
        if (a.stems >= LEAST_STEMS - 1) twins.push(b)
        gone.add(j)
      } else if (contradicts(a.statement, b.statement) && jaccard(a.statement, b.statement) >= LEAST_OVERLAP)
        out.push({ what: "contradiction", places: [a, b].map(place), detail: null })
      else if (isNear(a, b)) {
        near.push(b)
        gone.add(j)
      }
    }
    if (twins.length > 0) out.push({ what: "duplicate", places: [a, ...twins].map(place), detail: null })
    if (near.length > 0) out.push({ what: "near duplicate", places: [a, ...near].map(place), detail: null })
  }
  return out
}
/** Two rules that share nothing but a word of choice are about different things. */
const LEAST_OVERLAP = 0.3
const isNear = (a: Stated, b: Stated): boolean =>
  Math.min(a.stems, b.stems) >= LEAST_STEMS &&
  negations(a.statement) % 2 === negations(b.statement) % 2 &&
  jaccard(a.statement, b.statement) >= NEAR
const place = ({ path, line, quote }: Stated): CitedLine => ({ path, line, quote })

/** What stands between two masks stands in the text as it was: so each tells where its secret begins. */
function secrets({ path, text: given }: RuleFile): readonly Rot[] {
  const text = given.toWellFormed()
  const masked = redact(text).text
  const out: Rot[] = []
  let at = 0
  let from = 0
  for (const [mask] of masked.matchAll(MASKS)) {
    const start = masked.indexOf(mask, from)
    const between = masked.slice(from, start)
    at = text.indexOf(between, at) + between.length
    from = start + mask.length
    if (text.startsWith(mask, at)) {
      at += mask.length
      continue
    }
    const line = lineAt(text, at)
    const kind = mask.replace(/^\[(?:masked: )?|\]$/g, "")
    out.push({ what: "secret", places: [{ path, line, quote: quote(lineText(text, line)) }], detail: kind })
  }
  return out
}

/** Ticked or linked paths with a folder and an ending, written as they would stand in this repository. */
const TICKED = /`([^`\s]{3,200})`|\]\(([^)\s]{3,200})\)/g
const PATH = /^(?:\.\/)?(?:[\w@.-]+\/)+[\w@.-]+\.[A-Za-z][A-Za-z0-9]{0,5}$|^(?:\.\/)?(?:[\w@.-]+\/){1,8}$/
const NO_CLAIM = /\b(?:e\.g\.|example|such as|would|create|generated?|new file|deleted?|removed?|not exist)\b/i
function deadPaths(file: RuleFile, exists: Exists): readonly Rot[] {
  const seen = new Set<string>()
  const out: Rot[] = []
  let fenced = false
  for (const [i, line] of file.text.slice(0, 400_000).split("\n").entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced
    // examples and what is to be made are not claims; neither is a path of another machine
    if (fenced || NO_CLAIM.test(line)) continue
    for (const match of line.slice(0, 2000).matchAll(TICKED)) {
      const path = (match[1] ?? match[2]!).replace(/:\d+(?:[-:]\d+)?$/, "").replace(/^\.\//, "")
      if (!PATH.test(path) || seen.has(path) || /[<>*{}$]|\.{3}|^(?:path|foo|bar|your|my|example)\b/i.test(path))
        continue
      seen.add(path)
      if (exists(file.path, path.replace(/\/$/, "")) !== false) continue
      out.push({ what: "dead path", places: [{ path: file.path, line: i + 1, quote: quote(line) }], detail: path })
    }
  }
  return out
}

const quote = (text: string): string => {
  const masked = redact(text).text.replace(/\s+/g, " ").trim()
  return masked.length > LONGEST_QUOTE ? `${masked.slice(0, LONGEST_QUOTE - 1).toWellFormed()}…` : masked
}
const lineAt = (text: string, at: number): number => {
  let line = 1
  for (let i = text.indexOf("\n"); i >= 0 && i < at; i = text.indexOf("\n", i + 1)) line++
  return line
}
const lineText = (text: string, line: number): string => text.split("\n")[line - 1] ?? ""

// Lines of rule files that a call can prove: those that turn a command or a change of files down, and how often past calls did it
// all the same.

export interface PastAct extends Omit<Action, "error"> {
  readonly episode: string
  readonly at: number
  /** where the episode worked */
  readonly root: string | null
}
export interface RuleLine extends CitedLine {
  readonly broken: number
  readonly episodes: number
  /** when it was broken last; null = kept to */
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
      const episodes = new Set(broke.map(call => call.episode)).size
      return [{ path, line, quote, broken: broke.length, episodes, lastAt: broke.at(-1)?.at ?? null }]
    })
    .sort((a, b) => b.broken - a.broken)
}
