// Proposals from what the user typed: durable preferences, constraints, commitments, decisions and facts, each with the
// span that carries it. Only interactive prompts of the user speak (design L7). Admission decides; nothing is stored here.
import type { Author } from "../model.ts"
import { partsOf, sentencesOf } from "./clauses.ts"
import type { ProposedKind } from "./kind-of.ts"
import { CODE, GONE } from "./mask.ts"
import type { Moment } from "./moment.ts"
import { type OwnWords, ownWords } from "./own-words.ts"
import { normaliseStatement } from "./statement.ts"
import { fillerLength, isDurable, plain, type Weighed, weigh } from "./weigh.ts"

export const USER_WORDS = "user-words@1"

export interface PromptInput {
  readonly text: string
  readonly agentTail: string | null
  readonly author: Author
  readonly interactive: boolean
}
export interface PromptProposal {
  readonly kind: ProposedKind
  readonly statement: string
  /** UTF-16 offsets into the prompt as given */
  readonly start: number
  readonly end: number
  readonly confidence: number
  readonly because: string
}
const MOST = 12
const MATERIAL = new RegExp(`${GONE}{24}`)
/** stretches looked at in one prompt: nobody says so much, and patterns look at each of them */
const MOST_PARTS = 600

export function proposeFromPrompt(input: PromptInput): readonly PromptProposal[] {
  if (input.author !== "user" || !input.interactive) return []
  const own = ownWords(input.text, input.agentTail)
  return readOwnWords(own, (input.agentTail ?? "").trim() !== "")
}

function readOwnWords(own: OwnWords, answers: boolean): readonly PromptProposal[] {
  const sentences = sentencesOf(own.masked)
  const typed = own.masked.replaceAll(GONE, "").trim()
  const out: PromptProposal[] = []
  const seen = new Set<string>()
  const making = sentences.filter(s => MAKES.test(plain(own.masked.slice(s.start, s.end))))
  const material = MATERIAL.test(own.masked)
  let corrects = false
  let parts = MOST_PARTS
  for (const s of sentences) {
    const masked = own.masked.slice(s.start, s.end)
    const lower = plain(masked)
    // "always use yarn. no wait, scratch that"
    if (CANCELS.test(lower)) {
      out.length = 0
      continue
    }
    corrects = /^(?:no|nope|nah|not |wrong|stop|don't)\b/.test(lower) || (corrects && s.start < 80)
    const stretches = parts > 0 ? partsOf(masked) : []
    parts -= stretches.length
    const best = bestOf(
      masked,
      {
        stop: s.stop,
        lead: s.lead === null ? null : plain(s.lead),
        item: s.item,
        alone: typed.length < 160,
        corrects,
        answers,
        part: null,
        making: making.some(m => m !== s),
        material,
        place: sentences.length === 1 ? "only" : s === sentences[sentences.length - 1] ? "last" : "before",
      },
      stretches,
    )
    if (best === null) continue
    const { found } = best
    const from = s.start + best.from
    const span = trim(own, from + saidBefore(masked.slice(best.from, best.to), found), s.start + best.to)
    if (span === null) continue
    const start = own.origin(span.start)
    const end = own.origin(span.end - 1) + 1
    if (own.tampered(start, end)) continue
    const statement = normaliseStatement(own.text.slice(span.start, span.end))
    const key = statement.toLowerCase()
    if (statement.length < 4 || seen.has(key)) continue
    seen.add(key)
    out.push({ kind: found.kind, statement, start, end, confidence: confidenceOf(found), because: found.because })
    if (out.length >= MOST) break
  }
  return out
}

/** Asks for a thing that does not exist yet; what else is said may only describe it. */
const MAKES =
  /^(?:(?:please|pls|can you|could you|now|ok|okay|so|then|i want you to|i need you to|let's)[, ]+){0,3}(?:write|create|make|build|draft|design|generate|implement|develop|compose|produce|prepare)\b(?: me| us)? (?:an?|one|some|the|new|two|three|five|\d+)\b|^(?:please |now |then |so )*(?:add|implement|build|enforce|put|include|code|handle|do) (?:that|this|it|them|these|those)\b|\bi (?:want|need|would like|'d like) an? (?:new )?\w/
const CANCELS =
  /^(?:(?:no|wait|actually|hmm+|ah|oh|sorry|ok|well)[, ]+){0,3}(?:wait,? )?(?:scratch|scrap|strike|forget|ignore|cancel) (?:that|this|it|what i)\b|^(?:no )?wait,? (?:no|scratch)|^(?:just kidding|jk|on second thoughts?|(?:never ?mind|nvm)(?=[\s.!]*$|[.,!]))/

const RELATIVE = /\b(?:who|which|that|whoever) (?:always|never|only)\b/i
interface Best {
  readonly found: Weighed
  readonly from: number
  readonly to: number
}
/** The sentence when it is durable as a whole, else the best of its parts that is. */
function bestOf(masked: string, moment: Moment, parts: readonly (readonly [number, number])[]): Best | null {
  const whole = weigh(masked, moment)
  if (typeof whole === "string") return null
  if (isDurable(whole)) return { found: whole, from: 0, to: masked.length }
  let best: Best | null = null
  for (const [from, to] of parts) {
    // "people who never ask and always stay": the second half speaks of the same people
    if (from > 0 && RELATIVE.test(masked.slice(0, from))) continue
    // half of a remark in brackets
    if (isHalf(masked.slice(from, to))) continue
    const last = to === masked.length
    const part = from === 0 ? "head" : last ? "tail" : "middle"
    const found = weigh(masked.slice(from, to), { ...moment, stop: last ? moment.stop : ",", part })
    if (!isDurable(found)) continue
    if (best === null || found.score > best.found.score) best = { found, from, to }
  }
  return best
}

const isHalf = (text: string): boolean => text.split("(").length !== text.split(")").length
const TOLD =
  /^.{0,60}?\b(?:tell|told|telling|ask|asked|asking|remind|reminded|said to) you(?: before| already| again| (?:so )?many times| twice)*[,:]? (?:to (?!not)|that )?/i
/** "why do I have to tell you …": the wish starts after the complaint, when enough of it is left. */
function saidBefore(masked: string, found: Weighed): number {
  const lead = found.because.includes("rebuke") ? (TOLD.exec(masked)?.[0].length ?? 0) : 0
  return (masked.slice(lead).match(/\p{L}{2,}/gu) ?? []).length >= 3 ? lead : 0
}

/** Drops leading filler and trailing quoted matter, so that the span holds only what the user said. */
function trim(own: OwnWords, start: number, end: number): { start: number; end: number } | null {
  const raw = own.masked.slice(start, end)
  // filler is counted on the same characters: CODE and GONE never belong to it
  let from = start + fillerLength(raw.toLowerCase())
  let to = end
  while (from < to && (own.masked[from] === GONE || /\s/.test(own.masked[from]!))) from++
  while (to > from && (own.masked[to - 1] === GONE || /[\s.!?;,]/.test(own.masked[to - 1]!))) to--
  // a conjunction that leads on to a part that was not taken
  const led = /,? (?:so|and|but|because|since|which|then|or)$/i.exec(own.masked.slice(from, to))
  if (led !== null) to -= led[0].length
  const body = own.masked.slice(from, to)
  const typed = body.replaceAll(GONE, "").replaceAll(CODE, "")
  const words = typed.match(/\p{L}{2,}/gu) ?? []
  // one lone word is a heading or an answer, unless the script writes without spaces
  return words.length >= 2 || /[\u3040-\u30ff\u4e00-\u9fff]{4}/.test(typed) ? { start: from, end: to } : null
}

const confidenceOf = (w: Weighed): number => Math.round(100 / (1 + Math.exp(-2.2 * (w.score - w.needs + 0.35)))) / 100
