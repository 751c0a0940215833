// The user's later words in the fold: a prompt that speaks of work done a while ago changes the label of that work, and is
// no verdict on the turn just before it. Kept as a reading, so that it holds when the text is forgotten.

import { commandLine } from "../../calls/shell-call.ts"
import type { Event } from "../../events/define.ts"
import type { FeedbackType, Outcome, Signal } from "../../model.ts"
import { once } from "../../once.ts"
import { laterWords, workTopic } from "../../readings/registry.ts"
import { HOUR } from "../../time.ts"
import type { LaterWords } from "../../words/later/read.ts"
import { type PastTurn, type Tied, tieLaterWords } from "../../words/later/tie.ts"
import { type FoldContext, saveTurn } from "../context.ts"
import { recredit } from "../crediting.ts"
import { happen } from "../happen.ts"
import { episodeOf, turnOf } from "../read.ts"
import type { EpisodeView, TurnView } from "../state.ts"
import { TABLE } from "../tables.ts"
import { turnsOf } from "./judging.ts"

/** Episodes of a scope that later words may still reach. */
const REMEMBERED = 64
const recentKey = (scope: string | null): string => scope ?? "-"

export function rememberEpisode(context: FoldContext, episode: EpisodeView): void {
  const key = recentKey(episode.scope)
  const known = TABLE.recent.get(context.rows, key) ?? []
  if (known.at(-1) === episode.id) return
  const others = known.filter(id => id !== episode.id)
  TABLE.recent.set(context.rows, key, [...others, episode.id].slice(-REMEMBERED))
}

interface Later {
  /** the reading, to be kept with the turn that was just begun; null = nothing was tied */
  readonly signal: Signal | null
  /** these words are not about the turn just before them */
  readonly elsewhere: boolean
}
const NOTHING: Later = { signal: null, elsewhere: false }

/** Seeds as written know no later words: only our own reader of words does. */
export const readsLater = ({ preset }: Pick<FoldContext, "preset">): boolean =>
  preset.rules.detect.some(rule => rule.name === "user-words")

export function readLater(
  context: FoldContext,
  event: Pick<Event, "id" | "ts">,
  episode: EpisodeView,
  prompt: string,
): Later {
  const said = context.readBy(laterWords, [prompt], null)
  if (!said) return NOTHING
  const tied = tieLaterWords(said, pastTurns(context, episode, said, event.ts), event.ts)
  const previous = turnOf(context.rows, episode.id, episode.turns - 1)
  const isPrevious = tied?.episode === episode.id && tied.turn === episode.turns - 1
  const elsewhere = tied ? !isPrevious : previous !== undefined && !isThen(said, event.ts - previous.lastAt)
  return { signal: tied && !isPrevious ? signalOf(event.id, episode.turns, said, tied) : null, elsewhere }
}

const isThen = ({ ago }: LaterWords, since: number): boolean => ago === null || since >= ago[0] * HOUR

const signalOf = (event: string, turn: number, said: LaterWords, tied: Tied): Signal => ({
  signal: "later",
  type: said.good ? "explicit_positive" : "explicit_negative",
  polarity: said.good ? 1 : -1,
  confidence: tied.confidence,
  because: `${said.because}, tied by ${tied.by}`,
  facts: { episode: tied.episode, of: tied.turn, elsewhere: true },
  event,
  turn,
  rule: "later-words@4",
})

/** The newest word of the user about a piece of work replaces older ones. */
export function applyLater(context: FoldContext, event: Pick<Event, "seq" | "id" | "ts">, signal: Signal): void {
  const { episode: id, of } = signal.facts ?? {}
  const turn = typeof id === "string" ? turnOf(context.rows, id, Number(of)) : undefined
  if (!turn) return
  const good = signal.polarity > 0
  const outcome: Outcome = {
    type: good ? "user_confirmed_helpful" : "user_corrected",
    salient: "user",
    event: event.id,
    at: event.ts,
  }
  const feedback = { type: signal.type as FeedbackType, sentiment: good ? 1 : 0, confidence: signal.confidence }
  saveTurn(context.rows, { ...turn, feedback, outcomes: [...turn.outcomes, outcome] })
  recredit(context, event, turn.episode, turn.index)
  happen(context, event, { what: "words met", episode: turn.episode, turn: turn.index, good })
}

function pastTurns(context: FoldContext, now: EpisodeView, said: LaterWords, at: number): readonly PastTurn[] {
  if (said.commits.length === 0 && said.ago === null) return []
  // Only a commit is known by its name alone: otherwise what ended before the time that is meant is no answer.
  const since = said.commits.length > 0 || said.ago === null ? 0 : at - said.ago[1] * HOUR
  const ids = TABLE.recent.get(context.rows, recentKey(now.scope)) ?? []
  return [...new Set([...ids, now.id])].flatMap(id => {
    const episode = episodeOf(context.rows, id)
    return episode && episode.lastAt >= since ? turnsOf(context, id).map(turn => pastTurn(context, turn)) : []
  })
}

/** Texts are opened when they are asked for: almost all turns are of another time. */
function pastTurn(context: FoldContext, turn: TurnView): PastTurn {
  const text = (ref: string | null): string | null => (ref === null ? null : context.text(ref))
  const paths = turn.tools.flatMap(t => (t.ok === false || t.path === null ? [] : t.path))
  const files = once(() => paths.flatMap(path => text(path) ?? []))
  const topic = once(() => context.readBy(workTopic, [turn.prompt || null, ...paths], null))
  const commands = once(() =>
    turn.tools.flatMap(t => (t.does === "runs" ? commandLine(text(t.input)).slice(0, 400) : [])),
  )
  return {
    episode: turn.episode,
    turn: turn.index,
    at: turn.lastAt,
    commits: turn.signals.flatMap(s => (typeof s.facts?.made === "string" ? s.facts.made.split(" ") : [])),
    get files() {
      return files()
    },
    get commands() {
      return commands()
    },
    get topic() {
      return topic()
    },
    deployed: turn.outcomes.some(o => o.type === "tool_success" && (o.salient === "deploy" || o.salient === "push")),
  }
}
