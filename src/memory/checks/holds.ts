// Holds as a person asks about them: which call was refused once, in whose words, and what followed. Read from the log and the
// views; what followed is what ran next, never what anybody meant.

import { commandLine } from "../../core/calls/shell-call.ts"
import type { Event } from "../../core/events/define.ts"
import type { DataOf } from "../../core/events/registry.ts"
import { isNorm } from "../../core/model.ts"
import { within } from "../../core/propose/wrong-path.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { episodeOf, onceCardOf } from "../../core/views/read.ts"
import type { CardView, ToolView, TurnView } from "../../core/views/state.ts"
import { asOf } from "../as-of.ts"
import type { Memory } from "../memory.ts"
import { goesOn } from "../reading/episodes.ts"
import { cardShort } from "../reading/read.ts"
import { eventsOf } from "../refs.ts"
import { broke, guardFor, rootOf } from "./guard-for.ts"

type Followed = keyof typeof FOLLOWED_WORDS
export interface HoldRead {
  /** the event of the hold */
  readonly event: string
  readonly episode: string
  /** the repository */
  readonly scope: string | null
  readonly at: number
  readonly card: string
  readonly short: string
  readonly kind: CardView["kind"] | null
  /** null when forgotten */
  readonly statement: string | null
  readonly action: string | null
  readonly followed: Followed
  /** the event that shows what followed */
  readonly shows: string | null
}

const LATER_CALLS = 12
const FOLLOWED_WORDS = {
  remedy: "then did what you asked",
  other: "then went another way",
  broken: "then broke it by another call",
  repeated: "the agent ran it again anyway",
  allowed: "you let it run after all",
  refused: "then you refused it",
  stopped: "tried again, and did not run",
  gave_up: "then left it",
  open: "not known yet",
  unknown: "not known any more, since its words are forgotten",
} as const

/** What followed, as a person reads it: what is known to help was never asked for. */
export const followedWords = ({ followed, kind }: Pick<HoldRead, "followed" | "kind">): string =>
  followed === "remedy" && kind === "negative_result" ? "then did what had helped before" : FOLLOWED_WORDS[followed]

/** Every hold is in one of them, so that they add up. */
const FATES: readonly (readonly [string, ...Followed[]])[] = [
  ["then went the right way", "remedy"],
  ["another way", "other"],
  ["broke it by another call", "broken"],
  ["ran again anyway", "repeated"],
  ["you let run", "allowed"],
  ["left it", "refused", "stopped", "gave_up"],
  ["not known yet", "open"],
  ["forgotten", "unknown"],
]
export const fatesOf = (holds: readonly HoldRead[]): readonly string[] =>
  FATES.flatMap(([words, ...fates]) => {
    const n = holds.filter(hold => fates.includes(hold.followed)).length
    return n === 0 ? [] : [`${n} ${words}`]
  })
/** The newest of every card before the second of any, wishes before failures: what comes most often does not hide the rest. */
export function oneOfEach(holds: readonly HoldRead[]): readonly HoldRead[] {
  const met = new Map<string, number>()
  return [...holds]
    .reverse()
    .map(hold => {
      const nth = met.get(hold.card) ?? 0
      met.set(hold.card, nth + 1)
      return { hold, nth, wish: hold.kind !== null && isNorm(hold.kind) }
    })
    .sort((a, b) => a.nth - b.nth || Number(b.wish) - Number(a.wish))
    .map(({ hold }) => hold)
}

/** Every hold, oldest first. */
export const readHolds = (memory: Memory): readonly HoldRead[] =>
  asOf(memory, "holds", () => eventsOf(memory.parts.log, "check.answered").flatMap(event => holdIn(memory, event)))

/** The calls that this card held, alone or with others. */
export const holdsBy = (memory: Memory, card: string): readonly HoldRead[] =>
  eventsOf(memory.parts.log, "check.answered").flatMap(event => holdIn(memory, event, card))

export const holdsOf = (memory: Memory, episode: string): readonly HoldRead[] =>
  eventsOf(memory.parts.log, "check.answered", episode).flatMap(event => holdIn(memory, event))

/** So many holds in a row that ended with the same call, run all the same and not complained of, say that it is no wish any more. */
const OVERRULED = 2
/** Then it tells and holds no longer, until the user says how strict it is. */
export function isOverruled(memory: Memory, card: CardView, episode: string | null): boolean {
  if (card.strict || card.confirmed || card.pinned) return false
  const last = (card.heldIn ?? []).filter(one => one !== episode).slice(-OVERRULED)
  return last.length === OVERRULED && last.every(one => passedOver(memory, card.id, one))
}
function passedOver(memory: Memory, card: string, episode: string): boolean {
  const hold = holdsOf(memory, episode).findLast(one => one.card === card)
  if (hold?.followed !== "repeated" && hold?.followed !== "allowed") return false
  const turns = turnsOf(memory.context(), episode)
  const from = turns.findIndex(turn => turn.tools.some(tool => tool.event === hold.shows))
  return turns.slice(from).every(turn => turn.verdict !== "failure")
}

/** One call is one hold, told by the first card that held it, or by the one that is asked about. */
function holdIn(memory: Memory, event: Event<DataOf<"check.answered">>, by?: string): readonly HoldRead[] {
  const { held, hits, action } = event.data
  const hit = held ? hits.find(one => one.hold && (by === undefined || one.card === by)) : undefined
  if (hit === undefined || event.episode === null) return []
  const card = onceCardOf(memory.views, hit.card)
  const words = memory.text(action)
  const statement = memory.text(card?.statement)
  // What followed is read from words: without them it is not known, whatever the rest looks like.
  const told =
    words === null || !card || statement === null
      ? ({ followed: "unknown", shows: null } as const)
      : whatFollowed(memory, event, words, card)
  return [
    {
      ...{ event: event.id, episode: event.episode, scope: event.scope, at: event.ts, card: hit.card },
      // a file as the repository knows it
      action: words && (within(words, rootOf(memory, event.episode)) ?? words),
      short: card ? cardShort(card) : `c-${hit.card.slice(0, 6)}`,
      kind: card?.kind ?? null,
      ...{ statement, ...told },
    },
  ]
}

function whatFollowed(
  memory: Memory,
  { id, ts, episode, data }: Event<DataOf<"check.answered">>,
  action: string,
  card: CardView,
): Pick<HoldRead, "followed" | "shows"> {
  const turns = turnsOf(memory.context(), episode!)
  const held = turns.find(turn => turn.exposures.some(exposure => exposure.pack === id))
  const after = turns
    .flatMap(turn => turn.tools.map(tool => ({ tool, turn: turn.index })))
    .filter(({ tool }) => tool.at >= ts && tool.call !== data.call)
  const through = after.filter(({ tool }) => !tool.rejected && !tool.cancelled)
  const later = through.slice(0, LATER_CALLS)
  type Called = Pick<ToolView, "input" | "path"> & Partial<Pick<ToolView, "does">>
  const line = ({ does, input, path }: Called): string | null =>
    does === "edits" ? memory.text(path) : input === null ? null : commandLine(memory.text(input) ?? "").trim()
  if (after.some(({ tool }) => tool.input !== null && memory.text(tool.input) === null))
    return { followed: "unknown", shows: null }
  const guard = guardFor(memory, card)
  const remedy = (guard?.remedy ?? guard?.pick ?? "").toLowerCase()
  const asked = commandLine(action).trim()
  // A failure may be tried again after its remedy; a wish is not kept by whoever breaks it afterwards all the same.
  const ran = (isNorm(card.kind) ? through : later).findIndex(({ tool }) => line(tool) === asked)
  const mended = later.findIndex(
    ({ tool }) => remedy !== "" && speaksOf((line(tool) ?? "").toLowerCase(), remedy) && didRun(memory, tool),
  )
  if (mended >= 0 && (ran < 0 || (!isNorm(card.kind) && mended < ran)))
    return { followed: "remedy", shows: later[mended]!.tool.event }
  if (ran >= 0) {
    const { tool, turn } = through[ran]!
    const since = turns.slice((held?.index ?? turn) + 1, turn + 1)
    return { followed: letRun(memory, held, since, asked) ? "allowed" : "repeated", shows: tool.event }
  }
  const again = after.filter(({ tool }) => tool.rejected || tool.cancelled).filter(({ tool }) => line(tool) === asked)
  const refused = again.find(({ tool }) => tool.kind !== "held")
  if (refused) return { followed: "refused", shows: refused.tool.event }
  const same = later.filter(({ turn }) => turn === (held?.index ?? turn))
  const breaks = isNorm(card.kind) && guard ? same.find(({ tool }) => broke(memory, guard, tool, episode!)) : undefined
  if (breaks) return { followed: "broken", shows: breaks.tool.event }
  const next = same.find(({ tool }) => tool.input !== null)
  if (next) return { followed: "other", shows: next.tool.event }
  const still = episodeOf(memory.views, episode)
  if (still && goesOn(memory, still)) return { followed: "open", shows: null }
  const begun = turns.flatMap(turn => turn.open).some(one => one.call !== data.call && line(one) === asked)
  return again.length > 0 || begun
    ? { followed: "stopped", shows: again[0]?.tool.event ?? null }
    : { followed: "gave_up", shows: null }
}

/** Did the user's words in between answer the hold: with a go-ahead, or naming what was held? Another task says nothing of it. */
function letRun(memory: Memory, held: TurnView | undefined, since: readonly TurnView[], action: string): boolean {
  const name = (action.includes(" ") ? action.split(" ")[0]! : action.split(/[\\/]/).at(-1)!).toLowerCase()
  const theirs = since.filter(turn => turn.author === "user")
  const agreed = held?.feedback?.type === "accept" || held?.feedback?.type === "explicit_positive"
  return theirs.some(turn => agreed || speaksOf((memory.text(turn.prompt) ?? "").toLowerCase(), name))
}

/** It worked, and did more than ask whether the program is there. */
const didRun = (memory: Memory, { ok, input, output }: ToolView): boolean =>
  ok !== false &&
  !/(?:^|\s)(?:--version|--help|-[vVh])(?:\s|$)/.test(commandLine(memory.text(input) ?? "")) &&
  !/command not found|: not found|is not recognized/.test(memory.text(output) ?? "")

/** The remedy as words of the command, not as a part of one: `npm` is not in `pnpm`. */
const speaksOf = (ran: string, remedy: string): boolean => {
  const at = ran.indexOf(remedy)
  const bound = (c: string | undefined): boolean => c === undefined || !/[\w-]/.test(c)
  return at >= 0 && bound(ran[at - 1]) && bound(ran[at + remedy.length])
}
