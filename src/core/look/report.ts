// What a look back says, as plain data: the one source of the terminal page, the shared file and the JSON.

import { isEveryday, isOrder, type Meaning, sameOrder } from "../again/same-order.ts"
import { grouped } from "../grouped.ts"
import type { Kind } from "../model.ts"
import { contradicts } from "../words/opposes.ts"
import { overlap, stemsOf } from "../words/similar.ts"
import { type ComesBack, WARNING_VERDICTS, type WarningVerdict } from "./failures.ts"
import type { RuleLine } from "./provable.ts"

// Instructions said more than once, in the user's own words: what was to be kept (norms), and short requests that came in
// several episodes. The same breath and a copied session are one saying; opposite instructions are never one group.

/** a norm's kind, or a request: something asked for, not something to be kept */
type InstructionKind = Kind | "request"
export interface Instruction {
  readonly kind: InstructionKind
  readonly statement: string
  /** the words as typed */
  readonly quote: string
  readonly at: number
  readonly episode: string
}
interface Repeat {
  readonly kind: InstructionKind
  /** the shortest saying that asks for something, as the headline: "you're in the main folder" tells nobody what to do */
  readonly statement: string
  readonly said: readonly Instruction[]
  readonly episodes: number
  readonly firstAt: number
  readonly lastAt: number
}

const ALIKE_REQUESTS = 0.7
/** Longer prompts are work, not an instruction; shorter ones than two words of content say nothing by themselves. */
const LONGEST_REQUEST = 240
const LEAST_STEMS = 2
/** Answers to what the agent asked: the same words, never the same meaning. */
const ANSWER =
  /^(?:yes|yep|yeah|ok|okay|sure|no|nope|go|do|let's (?:do|go)|option|continue|proceed|thanks|great|perfect|good)\b/i
/** A repeat within this time in one episode is the same breath. */
const ONE_BREATH = 2 * 60_000

/** With its words of content, taken once: every saying is compared with many. */
interface Weighed {
  readonly said: Instruction
  readonly stems: ReadonlySet<string>
}

export function repeatedInstructions(instructions: readonly Instruction[], meaning: Meaning): readonly Repeat[] {
  const found: Weighed[][] = []
  // A prompt that holds a norm is shown as the norm, not once more as a request.
  const norms = new Set(instructions.filter(i => i.kind !== "request").map(i => `${i.episode}/${i.at}`))
  const sayings = instructions
    .filter(i => i.kind !== "request" || !norms.has(`${i.episode}/${i.at}`))
    .sort((a, b) => a.at - b.at)
    .map(said => ({ said, stems: stemsOf(said.statement) }))
  for (const one of sayings.filter(isOne)) {
    const group = found.find(g => g.some(other => sameMeaning(other, one, meaning)))
    if (!group) found.push([one])
    else if (!group.some(other => isSameSaying(other.said, one.said))) group.push(one)
  }
  const groups = found.map(group => group.map(({ said }) => said))
  return groups
    .filter(group => group.length > 1 && (group[0]!.kind !== "request" || new Set(group.map(s => s.episode)).size > 1))
    .map(said => ({
      kind: said[said.length - 1]!.kind,
      statement: headlineOf(said),
      said,
      episodes: new Set(said.map(s => s.episode)).size,
      firstAt: said[0]!.at,
      lastAt: said[said.length - 1]!.at,
    }))
    .sort(
      (a, b) =>
        Number(a.kind === "request") - Number(b.kind === "request") ||
        b.episodes - a.episodes ||
        b.said.length - a.said.length ||
        b.lastAt - a.lastAt,
    )
}

const headlineOf = (said: readonly Instruction[]): string => {
  const byLength = said.map(s => s.statement).sort((a, b) => a.length - b.length)
  return byLength.find(isOrder) ?? byLength[0]!
}

/** One line of prose: what was pasted is not asked again. */
const PROSE = /^[\p{L}"'(][^\n]*$/u
const isOne = ({ said: { kind, statement }, stems }: Weighed): boolean =>
  kind !== "request" ||
  (statement.length <= LONGEST_REQUEST &&
    PROSE.test(statement.trim()) &&
    !ANSWER.test(statement.trim()) &&
    !isEveryday(statement.trim()) &&
    stems.size >= LEAST_STEMS)

/** Within one breath, or copied with its time when a session was forked. */
const isSameSaying = (a: Instruction, b: Instruction): boolean =>
  a.at === b.at || (a.episode === b.episode && Math.abs(a.at - b.at) < ONE_BREATH)

/** A wish as it is known when it comes back; a whole message only by its words. */
function sameMeaning(a: Weighed, b: Weighed, meaning: Meaning): boolean {
  const request = a.said.kind === "request"
  if (request !== (b.said.kind === "request")) return false
  const [one, other] = [a.said.statement, b.said.statement]
  return request
    ? overlap(a.stems, b.stems) >= ALIKE_REQUESTS && !contradicts(one, other)
    : sameOrder(one, other, meaning)
}

export type AgainLine = ReturnType<typeof againLine>
/** `what`: the command that failed, or the path that is not there; `line`: what told it, or where the path was found. */
export const againLine = ({ command, line, found, times, again, minutes }: ComesBack) => ({
  ...{ what: command, line: found ?? line, isPath: found !== null },
  ...{ times: times.length, again: again.length, episodes: new Set(times.map(t => t.attempt.episode)).size, minutes },
  ...{ firstAt: times[0]!.attempt.at, lastAt: times.at(-1)!.attempt.at },
})
export interface WarningLine {
  readonly at: number
  readonly verdict: WarningVerdict
  readonly held: boolean
  readonly placement: "before_tool" | "after_failure"
  readonly kind: Kind
  readonly action: string
  readonly statement: string
  readonly remedy: string | null
}
/** A card that living through the past would have left in use. */
export interface KeptLine {
  readonly kind: Kind
  readonly statement: string
  readonly quote: string
  /** places that speak for it */
  readonly times: number
  readonly at: number
}
/** A message in which the user had to correct the work before it. */
export type CorrectedLine = Pick<Instruction, "quote" | "at" | "episode">
/** What an earlier session left unfinished. */
export interface OpenLine {
  readonly about: string
  readonly what: string
  readonly at: number
}
export interface LookReport {
  readonly repo: string
  readonly days: number
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly sessions: number
  readonly clients: Readonly<Record<string, number>>
  readonly prompts: number
  readonly calls: number
  readonly failed: number
  /** an agent on this computer has our hooks: nothing is left to install */
  readonly installed: boolean
  /** sessions left out for their size or number */
  readonly left: number
  readonly masked: number
  readonly repeats: readonly Repeat[]
  readonly kept: readonly KeptLine[]
  readonly corrected: readonly CorrectedLine[]
  /** prompts that were broken off */
  readonly brokenOff: number
  readonly open: readonly OpenLine[]
  readonly again: readonly AgainLine[]
  readonly warnings: readonly WarningLine[]
  /** lines of rule files that a call can prove, those broken most often first */
  readonly rules: readonly RuleLine[]
}

export const minutesOf = (report: LookReport): number => report.again.reduce((sum, a) => sum + a.minutes, 0)
export const countVerdict = (report: LookReport, verdict: WarningVerdict): number =>
  report.warnings.filter(w => w.verdict === verdict).length
/** Warnings in a hundred calls; null when there was no call. */
export const per100 = (report: LookReport): number | null =>
  report.calls === 0 ? null : Math.round((report.warnings.length * 1000) / report.calls) / 10

/** The one thing that would have saved most; null when nothing came back. */
export function worthDoing(report: LookReport): string | null {
  const costly = report.again.toSorted((a, b) => b.minutes - a.minutes || b.again - a.again)[0]
  const said = report.repeats.find(r => r.kind !== "request")
  if (said !== undefined && said.said.length > (costly?.again ?? 0))
    return `say once and for all: "${said.statement}" (said ${said.said.length} times)`
  if (costly !== undefined)
    return `have the way out of \`${costly.what}\` at hand: it was found ${costly.again + 1} times`
  if (report.kept[0] !== undefined) return `keep what you said: "${report.kept[0].statement}"`
  return report.open[0] === undefined ? null : `take up again: ${report.open[0].about}`
}

/** What is left to do, and its command. */
export const whatNext = ({ installed }: LookReport): readonly [string, string] =>
  installed ? ["it is kept from here on; to see what is", "mettle cards"] : ["keep it from here on", "npx mettle init"]

/** What became of it, in a few words. */
export const againText = ({ isPath, what, line }: AgainLine): string =>
  isPath ? `is not there; ${what.startsWith(`${line}/`) ? "look in" : "it is"} ${line}` : line

/** Warnings with the same words are one lesson. */
export const groupWarnings = (report: LookReport) =>
  [...grouped(report.warnings, warning => warning.statement)]
    .map(([statement, warnings]) => {
      const counts = WARNING_VERDICTS.map(v => [v, warnings.filter(w => w.verdict === v).length])
      return { statement, warnings, counts: Object.fromEntries(counts) as Readonly<Record<WarningVerdict, number>> }
    })
    .sort((a, b) => b.warnings.length - a.warnings.length)

/** Every text of a report through one function, wherever it stands: masks for sharing. */
export function mapTexts<T>(value: T, text: (value: string) => string): T {
  const mapped = (inner: unknown): unknown => {
    if (typeof inner === "string") return text(inner)
    if (Array.isArray(inner)) return inner.map(mapped)
    if (typeof inner !== "object" || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, mapped(one)]))
  }
  return mapped(value) as T
}

const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g
/** For eyes other than the owner's: no home folder, no addresses. Secrets were masked before. */
export const shareable =
  (home: string, top: string) =>
  (value: string): string =>
    value.replaceAll(`${top}/`, "").replaceAll(top, ".").replaceAll(home, "~").replace(EMAIL, "[masked: e-mail]")
