// History: episodes in a row, and one episode with its trajectory, checkpoints, cards and trips (S2-101..105), each stretch in one line
// taken from what is there (S2-24): the person's own words, what was run, a model's summary. Read models; texts are nowhere kept. And the
// live feed of the assessment: one line per message, its context (S2-70..73) and the figures as they stand when it is read. Bounded: a
// reader that does not keep up loses the oldest lines, and is told how many (D34).

import { type CheckpointView, type LiveView, type Point, pointsOf } from "../../core/assess/tables.ts"
import { commandLine } from "../../core/calls/shell-call.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { cardOf, episodeOf, read, turnOf } from "../../core/views/read.ts"
import { isLearnable } from "../../core/views/records.ts"
import type { EpisodeView, ExposureView, TurnView } from "../../core/views/state.ts"
import { readTrips } from "../checks/breaker.ts"
import { followedWords, type HoldRead, holdsOf } from "../checks/holds.ts"
import type { Memory } from "../memory.ts"
import { type MessagePlace, messageAt, messagesOf } from "../past/transcript.ts"
import { eventsOf } from "../refs.ts"
import { episodeShort, goesOn, readEpisodes } from "./episodes.ts"
import { cardShort } from "./read.ts"

interface HistoryFilter {
  readonly scope?: string | null
  readonly verdict?: string
  readonly since?: number
}

export const readHistory = (memory: Memory, filter: HistoryFilter = {}): readonly EpisodeView[] =>
  readEpisodes(memory)
    .filter(e => filter.scope === undefined || e.scope === filter.scope)
    .filter(e => filter.verdict === undefined || e.verdict === filter.verdict)
    .filter(e => e.turns > 0 && e.lastAt >= (filter.since ?? 0))
    .sort((a, b) => b.openedAt - a.openedAt || (a.id < b.id ? -1 : 1))

export type HistoryRow = ReturnType<typeof historyRow>
export const historyRow = (memory: Memory, episode: EpisodeView) =>
  rowOf(memory, episode, turnsOf(memory.context(), episode.id))

const BEGINNING = 400

function rowOf(memory: Memory, episode: EpisodeView, turns: readonly TurnView[]) {
  const live = read.live.get(memory.views, episode.id)
  const shown = new Set(turns.flatMap(t => t.exposures.filter(e => e.shown).map(e => e.card)))
  return {
    ...{ id: episode.id, short: episodeShort(episode.id), client: episode.client, scope: episode.scope },
    ...{ openedAt: episode.openedAt, lastAt: episode.lastAt, open: goesOn(memory, episode) },
    ...{ verdict: episode.verdict, p: episode.p, because: episode.because, intervened: episode.intervened },
    ...{ messages: live?.messages ?? 0, peak: live?.peak ?? 0, end: live?.frustration ?? 0 },
    ...{ success: live?.success ?? 0.5, trips: live?.trips ?? 0 },
    cards: shown.size,
    held: eventsOf(memory.parts.log, "check.answered", episode.id).filter(({ data }) => data.held).length,
    ...{ corrections: live?.corrections ?? 0, retries: live?.retries ?? 0, judgedBy: judgedBy(episode, turns) },
    /** how it began; null when that was forgotten */
    prompt: memory.text(turns[0]?.prompt)?.slice(0, BEGINNING).toWellFormed() ?? null,
  }
}

/** D38 */
const judgedBy = (episode: EpisodeView, turns: readonly TurnView[]): "rules" | "rules+model" | "you" | null =>
  episode.verdict === "unjudged"
    ? null
    : turns.some(t => t.reported !== null)
      ? "you"
      : turns.some(t => t.judge !== null)
        ? "rules+model"
        : "rules"

export type EpisodeHistory = ReturnType<typeof episodeHistory>
/** `places`: its messages, where the caller has them at hand. */
export function episodeHistory(
  memory: Memory,
  episode: EpisodeView,
  places: readonly MessagePlace[] = messagesOf(memory, episode.id),
) {
  const context = memory.context()
  const turns = turnsOf(context, episode.id)
  const live = read.live.get(memory.views, episode.id)
  const kept = read.assessment.get(memory.views, episode.id)
  const fresh = pointsOf(memory.views, episode.id)
  const checkpoints = read.checkpoint.values(memory.views, `${episode.id}/`)
  const summaries = summariesOf(memory, checkpoints)
  const holds = holdsOf(memory, episode.id)
  // Rows of single messages expire; what was kept at the end of the episode does not.
  const trajectory: readonly Point[] = kept && kept.trajectory.length > fresh.length ? kept.trajectory : fresh
  const said = trajectory.flatMap(point => (point.marks.includes("correction") ? [places[point.message - 1]] : []))
  return {
    ...rowOf(memory, episode, turns),
    ...{ model: episode.model, trajectory },
    stretches: stretchesOf(memory, episode, turns, places),
    /** what set the agent right, in the user's own words; null when forgotten */
    corrected: said.flatMap(place => (place ? [{ message: place.message, words: memory.text(place.text) }] : [])),
    /** calls that were held, at the message they came after */
    holds: holds.map(hold => ({ ...hold, message: messageAt(places, memory.parts.log.get(hold.event)?.seq ?? 0) })),
    checkpoints: checkpoints.map((checkpoint, i) => ({ ...checkpoint, summary: summaries[i] ?? "" })),
    /** checkpoints that were cut and have expired since */
    expired: Math.max(0, (live?.checkpoints ?? 0) - checkpoints.length),
    used: usesOf(memory, episode, turns, holds),
    proposed: read.ledger.list(memory.views, `${episode.id}/`).filter(([, entry]) => entry.proposal !== null).length,
    tripped: readTrips(memory, episode.id),
  }
}

/** Where the work falls apart, as it was judged: what every door calls a stretch, counted in messages. */
const stretchesOf = (
  memory: Memory,
  { id, segments }: EpisodeView,
  turns: readonly TurnView[],
  places: readonly MessagePlace[],
) =>
  segments.map(({ from: fromTurn, to: toTurn, ...judged }) => {
    const fromAt = turns.find(turn => turn.index === fromTurn)?.at ?? 0
    const at = turns.find(turn => turn.index === toTurn)?.lastAt ?? fromAt
    return {
      ...{ ...judged, fromTurn, toTurn, about: about(memory, { episode: id, fromTurn, toTurn, fromAt, at }) },
      // from and to in messages
      from: places.find(place => place.turn >= fromTurn)?.message ?? places.length,
      to: places.findLast(place => place.turn <= toTurn)?.message ?? 0,
    }
  })

/** Every card the agent was given, with what it is credited for here and why (S2-105). */
function usesOf(memory: Memory, episode: EpisodeView, turns: readonly TurnView[], holds: readonly HoldRead[]) {
  const heldBy = new Map(holds.map(hold => [hold.card, hold]))
  const first = new Map<string, { exposure: ExposureView; turn: number }>()
  for (const turn of turns)
    for (const exposure of turn.exposures)
      if (exposure.shown && !first.has(exposure.card)) first.set(exposure.card, { exposure, turn: turn.index })
  return [...first].flatMap(([id, { exposure, turn }]) => {
    const card = cardOf(memory.views, id)
    if (!card) return []
    const credits = read.credit.values(memory.views, `${id}/${episode.id}/`)
    const hold = heldBy.get(id)
    const strongest = [...credits].sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount))[0]
    return [
      {
        ...{ card: id, short: cardShort(card), statement: memory.text(card.statement), tier: card.scope.tier },
        ...{ placement: exposure.placement, channel: exposure.channel },
        /** signed; null = not credited */
        attribution: strongest === undefined ? null : credits.reduce((sum, c) => sum + c.amount, 0),
        because:
          (hold && `held one call; ${followedWords(hold)}`) ??
          strongest?.because ??
          (isLearnable(card)
            ? episode.intervened
              ? "not credited: the breaker spoke"
              : `shown in turn ${turn + 1}, no sign of use`
            : `shown in turn ${turn + 1}; your words are never scored`),
      },
    ]
  })
}

const LONGEST = 160

export function summariesOf(memory: Memory, checkpoints: readonly CheckpointView[]): readonly string[] {
  const episode = checkpoints[0]?.episode
  const written = eventsOf(memory.parts.log, "checkpoint.summarised")
    .filter(event => event.episode === episode)
    .map(({ data }) => data)
  return checkpoints.map(checkpoint => {
    const model = written.findLast(w => w.fromTurn === checkpoint.fromTurn && w.toTurn === checkpoint.toTurn)
    return (
      memory.text(model?.summary) ??
      [about(memory, checkpoint), cameOf(checkpoint)].filter(part => part !== "").join("; ")
    )
  })
}

function about(memory: Memory, of: Pick<CheckpointView, "episode" | "fromTurn" | "toTurn" | "fromAt" | "at">): string {
  const turns: TurnView[] = []
  for (let i = of.fromTurn; i <= of.toTurn; i++) {
    const turn = turnOf(memory.views, of.episode, i)
    if (turn) turns.push(turn)
  }
  const within = ({ at }: { readonly at: number }): boolean => at >= of.fromAt && at <= of.at
  const asked = turns.find(t => t.author === "user" && within(t))
  if (asked) return firstWords(memory.text(asked.prompt)) ?? "(words forgotten)"
  const tools = turns.flatMap(t => t.tools).filter(within)
  const telling = tools.findLast(t => t.salient !== null) ?? tools.findLast(t => t.ok === false)
  const input = memory.text(telling?.input)
  if (telling && input !== null) return firstWords(commandLine(input)) ?? telling.tool
  const names = [...new Set(tools.map(t => t.tool))]
  return names.length === 0 ? "talk" : names.slice(0, 4).join(", ")
}

function firstWords(text: string | null): string | null {
  const line = text
    ?.trim()
    .split(/\n|(?<=[.!?])\s/, 1)[0]
    ?.replace(/\s+/g, " ")
    .trim()
  if (!line) return null
  return line.slice(0, LONGEST).toWellFormed()
}

const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  fail: ["1 red", "red"],
  pass: ["1 green", "green"],
  correction: ["1 correction", "corrections"],
  again: ["asked again", "times asked again"],
  praise: ["praise", "praises"],
  commit: ["commit", "commits"],
  interrupt: ["1 break-off", "break-offs"],
}
const cameOf = ({ marks }: CheckpointView): string =>
  Object.entries(WORDS)
    .flatMap(([mark, [one, many]]) => {
      const n = marks[mark as keyof typeof marks] ?? 0
      return n === 0 ? [] : [n === 1 ? one : `${n} ${many}`]
    })
    .join(", ")

/** The figures of an episode as they stand after one message of it. */
export type FeedLine = ReturnType<typeof lineOf>

const MOST = 256
const MESSAGES = new Set(["prompt.submitted", "agent.replied", "tool.finished"])

/** Starts after `from`; ends with the signal. Independent of every other reader of the log. `dropped`: lines nobody took in time. */
export function openFeed(
  memory: Memory,
  options: { readonly from: number; readonly signal: AbortSignal; readonly most?: number },
) {
  const waiting: FeedLine[] = []
  let dropped = 0
  let ended = false
  let wake: () => void = () => {}
  const listen = async (): Promise<void> => {
    for await (const event of memory.parts.log.subscribe(options.from, options.signal)) {
      if (event.episode === null || !MESSAGES.has(event.type)) continue
      if (memory.views.seq() < event.seq) memory.catchUp()
      const live = read.live.get(memory.views, event.episode)
      if (!live) continue
      if (waiting.length >= (options.most ?? MOST)) {
        waiting.shift()
        dropped++
      }
      waiting.push(lineOf(memory, live, event))
      wake()
    }
  }
  const reading = listen().finally(() => {
    ended = true
    wake()
  })
  async function* lines(): AsyncGenerator<FeedLine> {
    for (;;) {
      const next = waiting.shift()
      if (next) yield next
      else if (ended) return reading
      else await new Promise<void>(resolve => (wake = resolve))
    }
  }
  return { lines: lines() as AsyncIterable<FeedLine>, dropped: () => dropped }
}

function lineOf(memory: Memory, live: LiveView, event: { id: string; seq: number; ts: number }) {
  const episode = episodeOf(memory.views, live.episode)
  const { messages, frustration, success, failStreak, trips } = live
  return {
    ...{ episode: live.episode, event: event.id, seq: event.seq, at: event.ts },
    ...{ client: episode?.client ?? "unknown", scope: episode?.scope ?? null },
    ...{ message: messages, frustration, success, failStreak, trips },
  }
}
