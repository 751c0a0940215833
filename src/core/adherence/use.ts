// Was a card used in a turn? Seen in what the agent said and did after it was shown: its name, its words, or what it says to do.
// What the prompt said itself, and what was done before the card was there, is not the card's doing.

import { parseCommand } from "../calls/command.ts"
import { TAG } from "../check/guard.ts"
import { isNorm, type Kind } from "../model.ts"
import { keeps, normOf, turnsDown } from "./adherence.ts"

/** One card seen in use at one prompt; the strongest sign counts. */
export interface CardUse {
  readonly card: string
  /** obeyed: a norm kept after a breach or a hold */
  readonly how: "named" | "quoted" | "followed" | "obeyed"
  /** the event that shows it; null = a record told no more than the card */
  readonly event: string | null
  /** it had held a call before */
  readonly held: boolean
  /** went what was done well? null = nothing was run, or nobody knows */
  readonly worked: boolean | null
}
/** A card in context, since when, and what it says to do. */
export interface Usable {
  readonly card: string
  readonly kind: Kind
  readonly statement: string
  readonly steps: readonly Step[]
  readonly since: number
  /** when it held a call of this episode; null = it did not */
  readonly heldAt: number | null
  /** a norm that was broken lately, in an earlier episode */
  readonly broken: boolean
}
interface Done {
  readonly event: string
  readonly at: number
  /** the command line, or the file that was worked on */
  readonly line: string | null
  readonly path: string | null
  readonly ok: boolean | null
}
interface Seen {
  /** what the prompt says; asked only when a step was taken */
  readonly prompt: () => string
  /** the reply's event, and how it speaks of each card; null = there is none */
  readonly reply: { readonly event: string; readonly spoken: readonly Spoken[] } | null
  readonly done: readonly Done[]
  /** what was done in the episode before this turn */
  readonly before: readonly Done[]
}

/** What is to be done: a file to be worked on, or a command to be run. */
interface Step {
  readonly said: string
  readonly picks: readonly (readonly string[])[]
}
/** What a card says to do: what a norm picks, what helped after a failure, what a tactic or a fact ticks as a command. */
export const stepsOf = (kind: Kind, statement: string, tags: readonly string[]): readonly Step[] =>
  saysToDo(kind, statement, tags).map(stepOf)

function saysToDo(kind: Kind, statement: string, tags: readonly string[]): readonly string[] {
  if (isNorm(kind)) return normOf(statement).steps
  if (kind === "negative_result")
    return tags.filter(tag => tag.startsWith(TAG.remedy)).map(tag => tag.slice(TAG.remedy.length))
  return [...statement.matchAll(/`([^`]{2,120})`/g)].map(([, ticked]) => ticked!)
}

const HOW: Readonly<Record<CardUse["how"], string>> = {
  named: "named in the reply",
  quoted: "quoted in the reply",
  followed: "followed",
  obeyed: "obeyed after a breach",
}
export function useInWords({ how, held, worked }: CardUse): string {
  const did = held && (how === "followed" || how === "obeyed") ? `held a call, then ${how}` : HOW[how]
  return worked === null ? did : `${did}, which ${worked ? "worked" : "did not work"}`
}

/** So many words of a card in a row are a quotation. */
const RUN = 6
const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}_./-]+/gu) ?? []

/** How a reply speaks of a card. */
export type Spoken = "named" | "quoted" | null
/** Of each of these cards; what the prompt said itself is no quotation. */
export function spokenOf(
  reply: string,
  prompt: string,
  cards: readonly Pick<Usable, "card" | "statement">[],
): readonly Spoken[] {
  const names = new Set([...reply.matchAll(/\b[a-z]-([0-9a-f]{6})\b/g)].map(([, id]) => id!))
  const said = ` ${words(reply).join(" ")} `
  const asked = ` ${words(prompt).join(" ")} `
  return cards.map(({ card, statement }) =>
    names.has(card.slice(0, 6)) ? "named" : quotes(statement, said, asked) ? "quoted" : null,
  )
}

export function usesIn(cards: readonly Usable[], seen: Seen): readonly CardUse[] {
  return cards.flatMap((card, i): readonly CardUse[] => {
    const did = doneBy(card, seen)
    if (did) {
      const held = card.heldAt !== null && card.heldAt <= did.at
      const how = isNorm(card.kind) && (held || card.broken || brokeBefore(card, seen, did.at)) ? "obeyed" : "followed"
      return [{ card: card.card, how, event: did.event, held, worked: did.ok }]
    }
    const spoken = seen.reply?.spoken[i] ?? null
    return spoken === null || seen.reply === null
      ? []
      : [{ card: card.card, how: spoken, event: seen.reply.event, held: card.heldAt !== null, worked: null }]
  })
}

function doneBy(card: Usable, { done, before, prompt }: Seen): Done | undefined {
  if (card.steps.length === 0) return undefined
  // What the prompt asked for is not the card's doing.
  const asked = ({ said }: Step): boolean => ` ${words(prompt()).join(" ")} `.includes(` ${words(said).join(" ")} `)
  const follows = (one: Done): boolean => card.steps.some(step => takes(step, one) && !asked(step))
  const did = done.find(one => one.at >= (card.heldAt ?? card.since) && follows(one))
  if (did === undefined || card.heldAt !== null) return did
  // A habit is no use: it was done so before the card was there. After a hold it is, whatever was done before.
  const habit = (one: Done): boolean => one.at < card.since && follows(one)
  return before.some(habit) || done.some(habit) ? undefined : did
}

function stepOf(said: string): Step {
  const command = parseCommand(said).find(c => c.program !== "cd")
  return { said, picks: command ? [[command.program, ...command.args.filter(arg => !arg.startsWith("-"))]] : [] }
}
function takes({ said, picks }: Step, done: Done): boolean {
  const { line, path } = done
  if (line === null) return path !== null && /[./]/.test(said) && (path === said || path.endsWith(`/${said}`))
  return keeps(picks, done)
}

const brokeBefore = (card: Usable, { done, before }: Seen, at: number): boolean => {
  const norm = normOf(card.statement)
  const broke = (one: Done): boolean => one.at < at && turnsDown(norm, one)
  return before.some(broke) || done.some(broke)
}

function quotes(statement: string, said: string, asked: string): boolean {
  const all = words(statement)
  const n = Math.min(RUN, all.length)
  if (n < RUN - 2) return false
  for (let i = 0; i + n <= all.length; i++) {
    const run = ` ${all.slice(i, i + n).join(" ")} `
    if (said.includes(run) && !asked.includes(run)) return true
  }
  return false
}
