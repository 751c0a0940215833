// Was a norm followed in an episode? Answered from what can be seen: commands that ran against commands the norm turns down
// or picks, and the user's complaint that repeats the norm. What cannot be seen is unknown, never guessed; what the user asked for
// after they said it was said for another day, or they mean it now: it is told, not held, and no breach.
import { parseCommand } from "../calls/command.ts"
import { bansOf } from "../check/ban.ts"
import { isAsked } from "../check/ban-words.ts"
import { check } from "../check/check.ts"
import { mayWrite } from "../check/file-ban.ts"
import { type Guard, guardOf, mayMeet } from "../check/guard.ts"
import type { Step } from "../check/meets.ts"
import { phraseFrom, tokensOf } from "../check/tokens.ts"
import { readLately } from "../once.ts"
import { count } from "../say-number.ts"
import { saysAgain } from "../words/opposes.ts"
import { sentenceParts } from "../words/sentences.ts"
import { coveredBy, jaccard, negations } from "../words/similar.ts"
import { contentStems } from "../words/stems.ts"
import { GONE } from "../words/whose/mask.ts"
import { ownWords } from "../words/whose/own-words.ts"

const ADHERENCE = ["obeyed", "violated", "not_applicable", "unknown"] as const
export type Adherence = (typeof ADHERENCE)[number]

/** A shell call or an edit of the episode, after the norm was said. */
export interface RanCommand {
  readonly event: string
  readonly at: number
  /** null for an edit, and where nobody knows it any more */
  readonly line: string | null
  /** the file that was edited, as the repository knows it */
  readonly edited?: string | null
}
/** A message of the user in the episode. */
export interface Said {
  readonly event: string
  readonly at: number
  readonly text: string
}
export interface Held {
  readonly event: string
  readonly at: number
}
export interface Followed {
  readonly adherence: Adherence
  /** the event that shows it */
  readonly event: string | null
  readonly at: number | null
  readonly times: number
  readonly because: string
}

/** Share of the norm's words that a complaint must repeat, and how alike the two must be at least. */
const REPEATS = { covered: 0.6, alike: 0.3 }

export const repeats = (norm: string, said: string): boolean =>
  (coveredBy(norm, said) >= REPEATS.covered && jaccard(norm, said.slice(0, 2000)) >= REPEATS.alike) ||
  sentenceParts(said.slice(0, 2000)).some(({ start, end }) => saysAgain(said.slice(start, end), norm))

/** What a norm says about commands, read once per norm. */
interface Norm {
  readonly statement: string
  readonly guard: Guard | null
  /** what it picks, in its own words */
  readonly steps: readonly string[]
  /** commands it picks: program, then its first words */
  readonly picks: readonly (readonly string[])[]
}
/** The same norms are in force in one episode after the other; a home has some hundreds of them. */
export const normOf: (statement: string) => Norm = readLately(1024, readNorm)
function readNorm(statement: string): Norm {
  const { picks } = bansOf(statement)
  return {
    statement,
    guard: guardOf({ card: "norm", kind: "constraint", statement, tags: [], failures: 0 }),
    steps: picks,
    picks: picks.flatMap(p => {
      const c = parseCommand(p)[0]
      return c ? [[c.program, ...c.args.filter(a => !a.startsWith("-"))]] : []
    }),
  }
}

/** Does a command line what the norm turns down, or an edit change a file that it wants left alone? */
export function turnsDown({ guard }: Pick<Norm, "guard">, did: Pick<RanCommand, "line" | "edited">): boolean {
  // Line and file may be texts that nobody has opened: a norm that names none opens none.
  if (guard === null || (guard.bans.length === 0 && guard.files.length === 0)) return false
  const edited = guard.files.length === 0 ? null : (did.edited ?? null)
  if (edited !== null) return guard.files.some(ban => !ban.conditional && ban.matches(edited))
  const { line } = did
  if (line === null) return false
  const bans = guard.bans.filter(ban => !ban.conditional && mayMeet(ban, line))
  if (bans.length === 0 && !(guard.files.length > 0 && mayWrite(line))) return false
  const hits = check({ command: line, path: null, content: null, error: null }, [{ ...guard, bans }], { ran: [] })
  return hits.some(hit => hit.hold)
}
/** Runs a command line one of these: program, then its first words? */
export const keeps = (picks: Norm["picks"], did: Pick<RanCommand, "line">): boolean =>
  picks.some(
    ([program, ...words]) =>
      did.line?.includes(program!) &&
      parseCommand(did.line).some(c => {
        const said = c.args.filter(a => !a.startsWith("-"))
        return c.program === program && words.every((w, i) => said[i] === w)
      }),
  )

export function adherenceOf(
  norm: Norm,
  seen: {
    readonly ran: readonly RanCommand[]
    /** those that read as a complaint about the turn before */
    readonly complaints: readonly Said[]
    readonly held: readonly Held[]
    /** all that the user typed since it was said; asked only when something was run that it turns down */
    readonly typed: () => readonly Pick<Said, "at" | "text">[]
  },
): Followed {
  const complaint = seen.complaints.find(s => repeats(norm.statement, s.text))
  const met = seen.ran.filter(r => turnsDown(norm, r))
  const broke = met.filter(r => {
    const before = seen.typed().flatMap(s => (s.at <= r.at ? [s.text] : []))
    return !isAskedFor(norm.statement, before)
  })
  const [first] = broke
  if (first) {
    const did = first.edited == null ? "ran what it turns down" : "edited a file it wants left alone"
    return shown("violated", first, `${did}, ${count(broke.length, "time")}`, broke.length)
  }
  if (complaint) return shown("violated", complaint, "the user had to say it again")
  const kept = seen.ran.filter(r => keeps(norm.picks, r))
  if (kept[0]) return shown("obeyed", kept[0], `ran what it picks, ${count(kept.length, "time")}`, kept.length)
  if (seen.held[0]) return shown("obeyed", seen.held[0], "held once, and not run after that", seen.held.length)
  if (norm.guard !== null || norm.picks.length > 0)
    return shown("not_applicable", null, met.length > 0 ? "the user asked for it" : "nothing it speaks of was run", 0)
  return shown("unknown", null, "names no command, and nobody complained", 0)
}

const shown = (
  adherence: Followed["adherence"],
  by: { readonly event: string; readonly at: number } | null,
  because: string,
  n = 1,
): Followed => ({ adherence, event: by?.event ?? null, at: by?.at ?? null, times: n, because })

// The last message that names the act decides, in words of their own.

/** An order of long ago is done with. */
const RECENT = 12
/** Letters by which a word is found before it is read. */
const ROOT = 4
/** `messages`: what the user typed in the episode after the norm was said, in order. */
export function isAskedFor(norm: string, messages: readonly string[]): boolean {
  const acts = bansOf(norm).bans.map(({ lines }) =>
    contentStems(lines.flatMap(line => line.steps.flatMap(namesOf)).join(" ")),
  )
  const isNamed = (text: string): boolean =>
    acts.some(words => words.length > 0 && words.every(word => text.includes(word.slice(0, ROOT))))
  for (const message of messages.slice(-RECENT).toReversed()) {
    // whose words they are is only asked of a message that names the act
    if (!isNamed(message.toLowerCase())) continue
    const own = ownWords(message)
    for (const { start, end } of sentenceParts(own.masked).toReversed()) {
      if (own.masked.slice(start, end).includes(GONE) || own.doubted(start, end)) continue
      const sentence = own.text.slice(start, end)
      // as tokens: 用npm吧 names npm
      const phrase = phraseFrom(tokensOf(sentence), 0)
      const said = new Set(contentStems(phrase))
      if (!acts.some(words => words.length > 0 && words.every(word => said.has(word)))) continue
      const denied = negations(sentence) > 0 || bansOf(sentence).bans.length > 0
      return !denied && !LOOKS_BACK.test(sentence) && !isAsked(phrase, "")
    }
  }
  return false
}
/** Git's acts go by their own names. */
const namesOf = (step: Step): readonly string[] => [
  ...(step.program === null || step.program === "git" ? [] : [step.program]),
  ...step.args.map(arg => arg.replace(/^-+/, "")),
  ...(step.ref === null ? [] : [step.ref]),
]
/** "did you commit?", "you committed": asks or tells what was done. */
const LOOKS_BACK = /\b(?:did|have|has|had|was|were|why|when|how|who|what|which)\b/i
