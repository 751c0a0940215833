// One budget of attention over all parts of Mettle: the person gets one line a turn and three an episode, the agent as many tokens a
// turn as a pack may have, whether packs, checks or the breaker speak. That words were kept is always said: nothing is kept behind
// the user's back. A mark of the store beside the log: it is no part of the work.
import { isNorm } from "../../core/model.ts"
import { once } from "../../core/once.ts"
import { oneLine, tokens } from "../../core/pack/render.ts"
import { SECOND_EAR } from "../../core/views/corroboration.ts"
import { episodeOf, lastTurn, liveCardsIn, read } from "../../core/views/read.ts"
import { type CardView, type LedgerEntry, waitsForYes } from "../../core/views/state.ts"
import { opposes } from "../../core/words/opposes.ts"
import { sentencesOf } from "../../core/words/sentences.ts"
import { stemsOf } from "../../core/words/similar.ts"
import { isForeign } from "../../core/words/whose/mask.ts"
import { ownWords } from "../../core/words/whose/own-words.ts"
import { forOnce } from "../../core/words/wishes/from-prompt.ts"
import type { Memory } from "../memory.ts"
import { goesOn } from "../reading/episodes.ts"
import { cardShort, readLedger } from "../reading/read.ts"
import { saidTimes } from "../tending/again.ts"
import { scopesOf } from "./situation.ts"

const MOST = 3
const MARK = "attention"
/** episodes whose notices are counted: those that may still go on */
const EPISODES = 32
const LONGEST = 80

interface Told {
  readonly episode: string
  /** the turn of the last one */
  readonly turn: string | null
  readonly n: number
  /** the turn in which the agent was last told something, and how many tokens in it */
  readonly agentTurn: string | null
  readonly tokens: number
  /** lines of the ledger up to here were told */
  readonly seq: number
}

/** The user's words, shortened: words come before ids. */
export function quoted(words: string | null): string {
  const line = oneLine(words ?? "(forgotten)")
  return `"${line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line}"`.toWellFormed()
}

/** Whether this turn has room for a line, and this episode for one more. */
export function roomFor(memory: Memory, episode: string | null): { readonly turn: boolean; readonly episode: boolean } {
  const told = episode === null ? undefined : marks(memory).find(one => one.episode === episode)
  const turn = told === undefined || told.turn !== turnOf(memory, told.episode)
  return { turn, episode: turn && (told === undefined || told.n < MOST) }
}

/** Tokens that may still be said to the agent in this turn. */
export function tokensLeft(memory: Memory, episode: string | null, budget: number): number {
  const told = episode === null ? undefined : marks(memory).find(one => one.episode === episode)
  return told !== undefined && told.agentTurn === turnOf(memory, told.episode) ? budget - told.tokens : budget
}

/** What was said: a line to the person (`seq`: lines of the ledger up to there are told), and this to the agent. */
export function attend(
  memory: Memory,
  episode: string | null,
  said: {
    readonly notice: boolean
    /** it only says what was kept */
    readonly kept: boolean
    readonly seq: number
    readonly context: string | null
  },
): void {
  if (episode === null || (!said.notice && said.context === null)) return
  const all = marks(memory)
  const before = all.find(one => one.episode === episode) ?? NOBODY
  const now = turnOf(memory, episode)
  const spent = before.agentTurn === now ? before.tokens : 0
  const next: Told = {
    episode,
    turn: said.notice ? now : before.turn,
    n: before.n + Number(said.notice && !said.kept),
    seq: Math.max(said.seq, before.seq),
    ...(said.context === null
      ? { agentTurn: before.agentTurn, tokens: before.tokens }
      : { agentTurn: now, tokens: spent + tokens(said.context) }),
  }
  const told = [...all.filter(one => one.episode !== episode), next].slice(-EPISODES)
  // Somebody waits: lost with the power, it is said once more.
  memory.parts.meta.set(MARK, JSON.stringify(told), false)
}
const NOBODY = { turn: "", n: 0, seq: 0, agentTurn: "", tokens: 0 } as const

/**
 * What became of norms and nobody was told of, newest first: in this episode's words, and in those of the one before it, which may have
 * ended before its last words were heard.
 */
function untoldOf(memory: Memory, id: string | null): readonly LedgerEntry[] {
  if (id === null) return []
  const told = marks(memory)
  const toldIn = (episode: string): number => told.find(one => one.episode === episode)?.seq ?? 0
  const before = endedBefore(memory, id)
  return [id, ...(before === null ? [] : [before])]
    .flatMap(episode => {
      const from = Math.max(toldIn(id), toldIn(episode))
      return readLedger(memory, episode, entry => entry.seq > from && (isKept(entry) || isTakenBack(entry)))
    })
    .filter(entry => isTakenBack(entry) || read.card.get(memory.views, entry.card ?? "")?.source === "user")
    .sort((a, b) => b.seq - a.seq)
}
/** The scope's episode before this one; null when it may still tell by itself. */
function endedBefore(memory: Memory, id: string): string | null {
  const { scope = null } = episodeOf(memory.views, id) ?? {}
  const last = read.recent.get(memory.views, scope ?? "-")?.findLast(one => one !== id)
  const before = last === undefined ? undefined : episodeOf(memory.views, last)
  return before === undefined || goesOn(memory, before) ? null : before.id
}
const isTakenBack = ({ act, because }: LedgerEntry): boolean => act === "refused" && because.startsWith("taken-back:")
const isKept = ({ act, kind, because }: LedgerEntry): boolean =>
  kind !== null &&
  isNorm(kind) &&
  (act === "admitted" || act === "superseded" || (act === "moved" && because.startsWith("trial → active")))

/** `kept for shop-api: "use pnpm, not npm" · wrong? mettle undo c-7f2a41`; what is only heard is not told. */
export function keptSaid(
  memory: Memory,
  episode: string | null,
  here: { readonly scope: string | null; readonly place?: string | null },
): { readonly words: string; readonly seq: number; readonly asks: boolean } | null {
  const untold = untoldOf(memory, episode)
  const cards = untold
    .flatMap(entry => read.card.get(memory.views, entry.card ?? "") ?? [])
    .filter(one => waitsForYes(one) || one.stage === "active" || one.stage === "proven")
  const [card] = cards
  if (card === undefined) return takenBackAgain(memory, untold)
  const id = cardShort(card)
  const where = reachSaid(card, here)
  const how = waitsForYes(card) ? "heard" : card.because.startsWith(SECOND_EAR.said) ? "the agent kept" : "kept"
  const back = waitsForYes(card) ? `keep it? mettle card confirm ${id}` : `wrong? mettle undo ${id}`
  const more = new Set(cards.map(one => one.id)).size - 1
  const times = waitsForYes(card) ? saidTimes(memory, card) : null
  if (times !== null)
    return {
      words: `mettle: ${times}: ${quoted(memory.text(card.statement))} · keep: mettle card confirm ${id}`,
      seq: untold[0]!.seq,
      asks: true,
    }
  const beside = more > 0 ? ` · and ${more} more: mettle cards` : ""
  // What these words put in the place of others is said with them: a wish does not go behind the user's back either.
  const before = card.supersedes === null ? undefined : read.card.get(memory.views, card.supersedes)
  const instead = before ? `, instead of ${quoted(memory.text(before.statement))}` : ""
  const said = `mettle: ${how}${where}: ${quoted(memory.text(card.statement))}${instead} · ${back}${beside}`
  return { words: said, seq: untold[0]!.seq, asks: waitsForYes(card) }
}

/** The agent may have gone to another repository meanwhile: what is said in a session is of the one that it began in. */
function reachSaid({ scope }: CardView, here: Parameters<typeof keptSaid>[2]): string {
  if (scope.tier === "global") return " everywhere"
  if (scope.tier === "domain") return ` for ${scope.id}`
  return scope.id === here.scope
    ? ` for ${here.place ?? "this repository"}`
    : " for the repository that this session began in"
}

/** Words that the user once took back do not come in by themselves; typed again, the way in is told. */
function takenBackAgain(memory: Memory, untold: readonly LedgerEntry[]): ReturnType<typeof keptSaid> {
  const entry = untold.find(isTakenBack)
  const words = memory.text(entry?.statement)
  if (entry === undefined || words === null) return null
  const note = `mettle note "${oneLine(words).replaceAll('"', "'")}"`
  return { words: `mettle: you took this back once · keep it again: ${note}`, seq: entry.seq, asks: true }
}

function turnOf(memory: Memory, id: string): string | null {
  const episode = episodeOf(memory.views, id)
  return episode ? (lastTurn(memory.views, episode)?.event ?? null) : null
}

function marks(memory: Memory): readonly Told[] {
  try {
    const kept: unknown = JSON.parse(memory.parts.meta.get(MARK) ?? "[]")
    return Array.isArray(kept) ? (kept as readonly Told[]) : []
  } catch {
    return []
  }
}

// Words that take a wish back in passing ("forget the tabs thing", "you can use npm again"): the one norm of the user's that they name
// or turn round is asked about, with the command that drops it. Asked, not done: only an act of the user's takes a norm away.

const NAMED = [
  /\b(?:forget|drop|scrap|never ?mind)(?: about)? (?:the|that|this|my) ([^.,;:!?\n]{2,40})/i,
  /\b(?:no longer|don't|do not) (?:need|want|have) (?:to use )?(?:the |that )?([^.,;:!?\n]{2,40})/i,
]
/** What a wish is called, not what it is about. */
const CALLED = stemsOf("thing rule wish preference instruction requirement part bit now anymore more")
/** characters of a message in which it is looked for */
const IN_PASSING = 300

/** Sentences of the user's own that hold for longer than this time and ask nothing. */
function statedIn(prompt: string): readonly string[] {
  const { masked } = ownWords(prompt)
  return sentencesOf(masked)
    .map(({ start, end }) => masked.slice(start, end))
    .filter(said => !isForeign(said) && !/[?？]\s*$/.test(said) && !forOnce(said))
}

/** The line that asks; null = no wish is plainly meant, or more than one. */
export function takenBackSaid(
  memory: Memory,
  where: { readonly scope: string | null; readonly domains: readonly string[] },
  prompt: string,
): string | null {
  if (prompt.length > IN_PASSING) return null
  const named = NAMED.map(form => form.exec(prompt)?.[1]).find(Boolean)
  const about = [...stemsOf(named ?? "")].filter(stem => !CALLED.has(stem))
  const stated = once(() => statedIn(prompt))
  const meant = liveCardsIn(memory.views, scopesOf(where.scope, where.domains)).filter(card => {
    if (!isNorm(card.kind) || card.source !== "user" || card.stage === "trial" || waitsForYes(card)) return false
    const statement = memory.text(card.statement) ?? ""
    // what was kept of these very words is not the wish they are about
    if (prompt.includes(statement)) return false
    const stems = stemsOf(statement)
    const isNamed = about.length > 0 && about.every(stem => stems.has(stem))
    const turns = (said: string): boolean => opposes(said, statement) === "outright"
    // whose words they are is asked only where some would do it
    return isNamed || (turns(prompt) && stated().some(turns))
  })
  const [card] = meant
  if (meant.length !== 1 || !card) return null
  return `mettle: no longer wanted? ${quoted(memory.text(card.statement))} · drop it: mettle undo ${cardShort(card)}`
}
