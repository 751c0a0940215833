// A pack: what the agent is given now. Slots, a token budget, a citation on every line, and every candidate that was
// left out with its reason. Building is pure: same candidates, rule and chance, same pack.
import { type Evidence, type Scope, SLOTS, type Slot, type Tier } from "../model.ts"
import type { RankCandidate, Ranked, RankInput } from "../questions/cards.ts"
import type { Decision, Rule, RuleContext } from "../rules/rule.ts"
import { each, wordList, wordsSaid } from "../words/word-list.ts"
import { renderLine, renderPack, tokens } from "./render.ts"

export interface PackLimits {
  /** none = no pack, whatever is asked */
  readonly tokens: number
  readonly slots: Readonly<Record<Slot, number>>
  /** what is said with it and takes of its room */
  readonly beside?: string
}
export const LIMITS: Omit<PackLimits, "beside"> = {
  tokens: 900,
  slots: { norms: 6, negatives: 3, tactics: 3, facts: 4 },
}
/** Clients cut what is longer: characters as they stand in their JSON, with room for its frame, a notice and the breaker's word. */
export const HARD = { chars: 8000, tokens: 2400 } as const
export const charsSaid = (text: string): number => JSON.stringify(text).length

/** A card as the pack needs it, text resolved. */
export interface Packable extends RankCandidate {
  readonly statement: string
  readonly scope: Scope
  readonly said: number
  /** of a fact: when it was last seen true */
  readonly trueAt?: number
  /** the teammate who shared it */
  readonly by?: string
  readonly evidence: readonly Evidence[]
  /** text from tools or documents: shown inside the untrusted block */
  readonly untrusted: boolean
}
export interface PackItem {
  readonly card: string
  readonly slot: Slot
  readonly why: string
  readonly tokens: number
  readonly score: number
  readonly chance: number
  readonly statement: string
  readonly untrusted: boolean
}
type LeftOut = Pick<PackItem, "card" | "slot" | "score" | "chance"> & { readonly reason: string }
export interface Pack {
  readonly text: string
  readonly items: readonly PackItem[]
  readonly leftOut: readonly LeftOut[]
  readonly tokens: number
  readonly intent: Intent
  readonly because: string
}

interface BuildInput extends Omit<RankInput, "candidates" | "slots" | "episode"> {
  readonly candidates: readonly Packable[]
  readonly intent: Intent
  readonly limits: PackLimits
  /** what the stage rules make of a card's standing (S3-25); absent = nothing */
  readonly weigh?: (card: Packable) => number
  /** one draw per episode, whatever is asked in it */
  readonly episode?: string | null
  readonly now: number
}

/** Whatever rule ranks: what holds nearer by comes before what holds everywhere (S4-51), what is in doubt counts half (S4-35). */
const NEARNESS: Readonly<Record<Tier, number>> = { repo: 1, domain: 0.9, global: 0.8 }
const IN_DOUBT = 0.5
const weightOf = ({ tier, stage }: RankCandidate): number => NEARNESS[tier] * (stage === "needs_recheck" ? IN_DOUBT : 1)

export function buildPack(rule: Rule<"rank">, context: RuleContext, input: BuildInput): Pack {
  const { candidates, limits, weigh, episode, now, ...asked } = input
  const byId = new Map(candidates.map(c => [c.card, c]))
  const ranked: Decision<readonly Ranked[]> = rule.decide(
    context,
    {
      ...asked,
      candidates: candidates.map(c => ({ ...c, score: c.score * weightOf(c) * (weigh?.(c) ?? 1) })),
      slots: slotsFor(input.intent, limits.slots),
      ...(episode ? { episode } : {}),
    } satisfies RankInput,
    rule.params,
  )
  const known = ranked.answer.filter(({ card }) => byId.has(card))
  const chosen = known.filter(({ shown }) => shown).map(one => itemOf(one, byId.get(one.card)!, now))
  const most = input.intent === "last_time" && limits.tokens > 0 ? HARD.tokens : Math.min(limits.tokens, HARD.tokens)
  const budget = most - tokens(limits.beside ?? "")
  const { kept, dropped } = trim(chosen, budget, input)
  const text = kept.length === 0 ? "" : renderPack(kept, byId, now)
  return {
    text,
    items: kept,
    leftOut: [
      ...known.filter(({ shown }) => !shown).map(one => left(one, one.reason ?? "not chosen")),
      ...dropped.map(one => left(one, "over the token budget")),
    ],
    tokens: text === "" ? 0 : tokens(text),
    intent: input.intent,
    because: ranked.because,
  }
}

const left = ({ card, slot, score, chance }: Omit<LeftOut, "reason">, reason: string): LeftOut => {
  return { card, slot, reason, score, chance }
}
const itemOf = ({ card, slot, score, chance }: Ranked, of: Packable, now: number): PackItem => ({
  ...{ card, slot, why: whyOf(of), tokens: tokens(renderLine(of, now)) + 1, score, chance },
  ...{ statement: of.statement, untrusted: of.untrusted },
})

/** Drops from the end of the least urgent slot until the whole text fits tokens and characters. */
function trim(
  items: readonly PackItem[],
  budget: number,
  input: BuildInput,
): { kept: readonly PackItem[]; dropped: readonly PackItem[] } {
  const byId = new Map(input.candidates.map(c => [c.card, c]))
  // The best of each slot stays longest; rules answer in order of their own.
  const kept = [...items].sort((a, b) => SLOTS.indexOf(a.slot) - SLOTS.indexOf(b.slot))
  const dropped: PackItem[] = []
  const order: readonly Slot[] =
    input.intent === "last_time"
      ? ["tactics", "negatives", "facts", "norms"]
      : ["facts", "tactics", "negatives", "norms"]
  // Lines alone are a lower bound: what cannot fit goes before the whole is rendered again and again.
  let lines = kept.reduce((sum, item) => sum + item.tokens, 0)
  for (;;) {
    const fits = (): boolean => {
      const text = renderPack(kept, byId, input.now)
      return tokens(text) <= budget && charsSaid(text) + charsSaid(input.limits.beside ?? "") <= HARD.chars
    }
    if (kept.length === 0 || (lines <= budget + kept.length && fits())) return { kept, dropped }
    const slot = order.find(s => kept.some(i => i.slot === s))!
    const [gone] = kept.splice(
      kept.findLastIndex(i => i.slot === slot),
      1,
    )
    lines -= gone!.tokens
    dropped.push(gone!)
  }
}

/** Intent moves room between slots; "last time" lifts the caps (S4-65). */
function slotsFor(intent: Intent, slots: PackLimits["slots"]): PackLimits["slots"] {
  if (intent === "last_time")
    return { norms: slots.norms * 3, negatives: slots.negatives, tactics: slots.tactics, facts: slots.facts * 5 }
  if (intent === "failure") return { ...slots, negatives: slots.negatives + 1, tactics: Math.max(1, slots.tactics - 1) }
  if (intent === "how_should") return { ...slots, tactics: slots.tactics + 1, facts: Math.max(1, slots.facts - 1) }
  return slots
}

function whyOf(card: Packable): string {
  if (card.mustShow) return "always"
  if (card.value && card.value.n >= 4)
    return `value ${card.value.mean >= 0 ? "+" : ""}${card.value.mean.toFixed(3)} (n ${card.value.n})`
  return `relevance ${card.score.toFixed(2)}${card.value ? `, too early (${card.value.n} judged)` : ""}`
}

// What the moment asks for (S4-63..65): a failure, a way to do things, or what was done last time.

const LAST_TIME = wordList(
  `last time, previously, ${each("what did i, what did we, what did you", "do, decide, use, change")}, ${each("we, i", "did on, did before, did earlier, decided on, decided before, decided earlier, agreed on, agreed before, agreed earlier")}, remind me, where were we`,
)
const HOW_SHOULD = wordList(
  `${each("how", "should, do, can, would, to")}, ${each("best", "way, practice, approach")}, what's the right way, what's the best way, what is the right way, what is the best way, recommended way, should i use, should we use`,
)

export type Intent = "failure" | "how_should" | "last_time" | null

export function intentOf(prompt: string, lastToolFailed: boolean): Intent {
  const words = wordsSaid(prompt.slice(0, 4096))
  if (LAST_TIME.has(words)) return "last_time"
  if (lastToolFailed) return "failure"
  if (HOW_SHOULD.has(words)) return "how_should"
  return null
}

// Is a statement already before the model? Texts that the client loads by itself (CLAUDE.md, AGENTS.md) compared without
// case, spacing and Markdown. Reading the files is the door's work.

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[*_`#>|"'’“”]+/g, "")
    .replace(/\s+/g, " ")
    .trim()

/** Shorter statements stand in other sentences by chance. */
const TELLING = 12

export function alreadyLoaded(texts: readonly string[]): (statement: string) => boolean {
  const loaded = texts.map(plain)
  return statement => {
    const said = plain(statement).replace(/[.!;]+$/, "")
    return said.length >= TELLING && loaded.some(text => text.includes(said))
  }
}
