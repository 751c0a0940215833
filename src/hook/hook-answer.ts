// The one seam between hooks and memory: an Ask becomes an Answer and the events that log it. Packs at session start and
// at prompts, check before a tool, the known fix after a failure; sub-agents get norms and check only.
import type { Answer, Ask } from "../clients/client.ts"
import type { Action } from "../core/check/check.ts"
import type { Draft } from "../core/events/draft.ts"
import { isNorm } from "../core/model.ts"
import { LIMITS, type PackItem } from "../core/pack/pack.ts"
import { oneLine, tokens } from "../core/pack/render.ts"
import { episodeOf, read } from "../core/views/read.ts"
import { cameSaid } from "../memory/acting/take-along.ts"
import { type Checked, checkAction, stillHolds, unseenFailure } from "../memory/checks/checks.ts"
import { intervene, MECHANISMS } from "../memory/checks/interventions.ts"
import type { Memory } from "../memory/memory.ts"
import { attend, keptSaid, quoted, roomFor, takenBackSaid, tokensLeft } from "../memory/packs/attention.ts"
import { standDownNotice } from "../memory/packs/learned.ts"
import { type Built, makePack } from "../memory/packs/packs.ts"
import { loadedTexts } from "../memory/packs/rule-files.ts"
import { deliveredPacks, sameStart } from "../memory/packs/shown-packs.ts"
import { type LeftShown, leftFor } from "../memory/past/left.ts"
import { cardShort } from "../memory/reading/read.ts"
import type { GitLook } from "../world/git-look.ts"

export interface Asking {
  readonly ask: Ask
  readonly client: string
  readonly scope: string | null
  readonly domains: readonly string[]
  readonly episode: string | null
  readonly subAgent: boolean
  readonly checkMode: "hold" | "tell" | "off"
  readonly packTokens: number
  readonly notify: "all" | "useful" | "off"
  /** whom the breaker tells; absent = the agent */
  readonly tells?: "agent" | "person"
  /** what people call the repository */
  readonly place?: string | null
  /** say where earlier work stopped, and what git knows of it */
  readonly showLeft?: "off" | "asked" | "fits"
  readonly git?: () => GitLook | null
  /** the working copy's root and the person's home: what the client loads from there is not said again */
  readonly top?: string | null
  readonly home?: string
  /** the end of the client's transcript, when it has one that may be read */
  readonly tail: () => string | null
}
export interface Answered {
  readonly answer: Answer
  /** to be recorded before anything is said */
  readonly drafts: readonly Draft[]
}

export const SILENT: Answer = { context: null, hold: null, notice: null }

export function answerAsk(memory: Memory, asking: Asking): Answered {
  const { ask } = asking
  // As far as the memory's patience goes; the answer stands on what is folded then.
  memory.catchUp()
  const delivered = ask.what === "prompt" || ask.what === "session_start" ? proofs(memory, asking) : []
  const said =
    ask.what === "session_start"
      ? sessionStart(memory, asking)
      : ask.what === "prompt"
        ? prompt(memory, asking, ask.prompt)
        : check(memory, asking, ask)
  return stepIn(memory, asking, { answer: said.answer, drafts: [...delivered, ...said.drafts] })
}

/** The breaker's word, when it has one: at a prompt or after a failure, below what is said anyway. */
function stepIn(memory: Memory, asking: Asking, said: Answered): Answered {
  const { what } = asking.ask
  const open = (what === "prompt" || what === "after_failure") && !asking.subAgent && said.answer.hold === null
  const to = asking.tells ?? "agent"
  const step = open ? intervene(memory, asking, said.answer.context, to) : null
  if (step === null || (to === "agent" && !fits(memory, asking, step.text))) return said
  const told = MECHANISMS[to].intervene(said.answer, step, asking.notify === "off")
  return told === null ? said : { answer: { ...said.answer, ...told }, drafts: [...said.drafts, step.draft] }
}

const fits = (memory: Memory, { episode, packTokens }: Asking, text: string): boolean =>
  tokens(text) <= tokensLeft(memory, episode, packTokens)

const proofs = (memory: Memory, asking: Asking): readonly Draft[] =>
  asking.episode === null ? [] : deliveredPacks(memory, { ...asking, episode: asking.episode })

/** Byte for byte the same within an episode, so that the client's prompt cache holds after a compaction too. */
function sessionStart(memory: Memory, asking: Asking): Answered {
  const again = asking.episode === null || asking.subAgent ? null : sameStart(memory, asking.episode)
  if (again) return { answer: { ...SILENT, context: again.text }, drafts: [again.draft] }
  const built = makePack(memory, {
    ...situation(asking),
    placement: "session_start",
    prompt: "",
    fresh: asking.subAgent,
  })
  if (asking.subAgent || asking.notify === "off") return packed(built, [])
  // The same line at the start of every session says nothing any more.
  const isNew = ({ card }: PackItem): boolean => read.seenBy.list(memory.views, `${card}/`).length === 0
  return packed(built, asking.notify === "all" ? built.pack.items : built.pack.items.filter(isNew))
}

function prompt(memory: Memory, asking: Asking, words: string): Answered {
  const left = leftOf(memory, asking, words)
  const around = situation(asking)
  const limits = { ...around.limits, beside: left?.text ?? "" }
  const built = makePack(memory, { ...around, limits, placement: "prompt", prompt: words })
  return withLeft(packed(built, asking.notify === "all" ? built.pack.items : []), left)
}

/** Inside the pack's budget, or not at all. */
function leftOf(memory: Memory, asking: Asking, words: string): LeftShown | null {
  const { scope, episode, packTokens, git, showLeft: when = "off" } = asking
  if (when === "off") return null
  const left = leftFor(memory, { scope, episode, prompt: words, when, ...(git ? { git } : {}) })
  return left !== null && left.tokens <= packTokens ? left : null
}

function withLeft(said: Answered, left: LeftShown | null): Answered {
  if (left === null) return said
  const context = [said.answer.context, left.text].filter(Boolean).join("\n\n")
  return { answer: { ...said.answer, context: context === "" ? null : context }, drafts: [...said.drafts, left.draft] }
}

const situation = (asking: Asking) => ({
  scope: asking.scope,
  domains: asking.domains,
  episode: asking.episode,
  loaded: asking.home === undefined ? [] : loadedTexts(asking.top ?? null, asking.home, asking.client),
  limits: {
    tokens: asking.packTokens,
    ...(asking.subAgent ? { slots: { ...LIMITS.slots, negatives: 0, tactics: 0, facts: 0 } } : {}),
  },
})

/** `told`: what of it the person is told of. */
function packed({ pack, draft, drawn }: Built, told: readonly PackItem[]): Answered {
  // A moment without candidates teaches nothing: no event.
  const drafts = draft.data.shortlist.length > 0 ? [...(drawn === null ? [] : [drawn]), draft] : []
  if (pack.text === "") return { answer: SILENT, drafts }
  const [first, ...more] = told
  const notice = first
    ? `mettle: told the agent ${quoted(first.statement)}${more.length === 0 ? "" : ` and ${more.length} more`} · mettle pack`
    : null
  return { answer: { context: pack.text, hold: null, notice }, drafts }
}

function check(memory: Memory, asking: Asking, ask: Extract<Ask, { what: "before_tool" | "after_failure" }>): Answered {
  const error = ask.what === "after_failure" ? ask.error : null
  const said = checkOne(memory, asking, ask.call, { ...ask.input, error })
  const before =
    ask.what === "before_tool" && said.answer === SILENT ? unseenFailure(memory, asking.episode, ask.call) : null
  return before === null ? said : checkOne(memory, asking, before.call, before.action)
}

function checkOne(memory: Memory, asking: Asking, call: string | null, action: Action): Answered {
  const { scope, domains, episode, checkMode, top } = asking
  // What no episode remembers would hold the same call again and again.
  const mode = episode === null && checkMode === "hold" ? "tell" : checkMode
  const checked = checkAction(memory, { scope, domains, episode, top, call, action, mode })
  // A hold is worth its words; a reminder has to fit into what the turn has left.
  const spare = checked.hold !== null || checked.tell === null || fits(memory, asking, checked.tell)
  const notice = asking.notify === "off" ? null : checkSaid(memory, asking, checked, action)
  if (checked.draft === null || !spare)
    return { answer: (checked.passed ?? checked.broken) === null ? SILENT : { ...SILENT, notice }, drafts: [] }
  return { answer: { context: checked.tell, hold: checked.hold, notice }, drafts: [checked.draft] }
}

/** One line to the person: which call, in whose words; some clients show nothing else of a held call. The way on is told the first time. */
function checkSaid(memory: Memory, { episode }: Asking, checked: Checked, { command, path }: Action): string | null {
  const held = checked.hits.find(hit => hit.block) ?? checked.hits.find(hit => hit.hold)
  const hit = checked.passed ?? checked.broken ?? held ?? checked.hits[0]
  const card = hit && read.card.get(memory.views, hit.card)
  if (!card) return null
  const [words, id, call] = [quoted(hit.statement), cardShort(card), shortCall(command ?? path ?? "")]
  const stricter = isNorm(card.kind) ? ` · stricter? mettle card ${id} --strict block` : ""
  if (checked.passed)
    return `mettle: let pass, since it was asked for again: ${call}, against ${words} · mettle why ${id}`
  if (checked.broken) return `mettle: broken, having been held once before: ${words}, by ${call}${stricter}`
  if (!held) return `mettle: reminded of ${words} · mettle card ${id}`
  if (held.block) return `mettle: blocked ${call}: ${words} · mettle card ${id} --strict hold`
  const before = (card.heldIn ?? []).some(one => one !== episode)
  return `mettle: held ${call} once: ${words}${before ? ` · mettle why ${id}` : ` · asked again it passes${stricter}`}`
}
const CALL = 40
function shortCall(call: string): string {
  const line = oneLine(call)
  return `\`${line.length > CALL ? `${line.slice(0, CALL - 1)}…` : line}\``.toWellFormed()
}

/** Where the episode began; what is not folded yet begins here. */
export const scopeIn = (memory: Memory, episode: string | null, here: string | null): string | null =>
  (episode === null ? undefined : episodeOf(memory.views, episode))?.scope ?? here

/** What is said once the drafts are written. */
export const afterWriting = ({ answer, drafts }: Answered, written: { readonly added: number }): Answer =>
  answer.hold === null || stillHolds(drafts, written) ? answer : { ...answer, hold: null, notice: null }

/**
 * The one line of this moment, if the turn and the episode have room for it. That memory came along with its repository, or stands down, is
 * said before anything else, once; then a wish that these words may take back; then what was kept of the user's words, which waits for the next turn if it must.
 */
export function withNotice(memory: Memory, asking: Asking, answer: Answer): Answer {
  const { ask, episode, scope, notify, subAgent } = asking
  if (subAgent) return { ...answer, notice: null }
  const room = notify === "off" ? { turn: false, episode: false } : roomFor(memory, episode)
  const begins = ask.what === "session_start" || ask.what === "prompt"
  const said = room.turn && ask.what !== "session_start" ? keptSaid(memory, episode, asking) : null
  const kept = said?.asks && !room.episode ? null : said
  const came = room.turn ? cameSaid(memory, scope) : null
  const standsDown = came === null && room.episode && begins ? standDownNotice(memory, scope) : null
  const first = came ?? standsDown
  const asks =
    first === null && room.episode && ask.what === "prompt" ? takenBackSaid(memory, asking, ask.prompt) : null
  const notice = first ?? asks ?? kept?.words ?? (room.episode ? answer.notice : null)
  const told = kept !== null && notice === kept.words ? kept : null
  const context = answer.context
  attend(memory, episode, { notice: notice !== null, kept: told?.asks === false, seq: told?.seq ?? 0, context })
  return { ...answer, notice }
}
