// Where earlier work here stopped: the threads of a scope, from the views and a short look at git, and the one that a first
// prompt is given. Silent whenever somebody else remembers (resume, clear, compaction), nobody sits there, or it was ignored.

import { commandName } from "../../core/again/known-by.ts"
import { commandLine } from "../../core/calls/shell-call.ts"
import type { Draft } from "../../core/events/draft.ts"
import type { DataOf } from "../../core/events/registry.ts"
import { chooseThread, LEFT_TOKENS, renderLeft } from "../../core/left/choose.ts"
import {
  asksToGoOn,
  goesOnWith,
  namesNothing,
  type PastCheck,
  type PastEpisode,
  type PastTurn,
  partsOf,
  type Thread,
  threadsOf,
} from "../../core/left/thread.ts"
import { tokens } from "../../core/pack/render.ts"
import { DAY } from "../../core/time.ts"
import { turnsOf } from "../../core/views/episode/judging.ts"
import { episodeOf, read } from "../../core/views/read.ts"
import type { EpisodeView, TurnView } from "../../core/views/state.ts"
import { type GitLook, lookAtGit } from "../../world/git-look.ts"
import type { Memory } from "../memory.ts"
import { controlDraw } from "../packs/packs.ts"
import { goesOn } from "../reading/episodes.ts"
import { eventsOf } from "../refs.ts"
import { workOf } from "../tending/work-done.ts"
import { daysAgo } from "../where-and-when.ts"

interface LeftSituation {
  readonly scope: string | null
  readonly episode: string | null
  readonly prompt: string
  /** only for whoever asks to go on, or also where the prompt fits */
  readonly when: "asked" | "fits"
  /** a look at git, taken when there is something to look for; null = by the log alone */
  readonly git?: () => GitLook | null
}
export interface LeftShown {
  readonly text: string
  readonly tokens: number
  readonly thread: Thread
  readonly draft: Draft<"left.shown">
}

/** Episodes that are looked back on, and turns of each. */
const EPISODES = 12
const TURNS = 60
/** Older work has been left for good, or is told by its cards. */
const DAYS = 30
const IGNORED = 2
/** Starts after which the agent, or the user, remembers by itself. */
const FRESH: readonly string[] = ["startup", "unknown"]

/** What the first prompt of an episode is told; null = nothing, which is the rule. */
export function leftFor(memory: Memory, situation: LeftSituation): LeftShown | null {
  const { episode: id, scope, prompt } = situation
  const now = memory.parts.now()
  const episode = episodeOf(memory.views, id)
  if (!episode?.interactive || !isFirst(memory, episode)) return null
  if (/^\s*[/!]/.test(prompt)) return null
  if (situation.when === "asked" && !asksToGoOn(prompt)) return null
  const past = pastEpisodes(memory, scope, episode.id)
  if (past.length === 0) return null
  const git = situation.git?.() ?? null
  const threads = openThreads(memory, past, git).filter(thread => !wasIgnored(memory, past, thread))
  if (threads.length === 0) return null
  const branch = git?.branch ?? memory.text(episode.branch)
  const relevance = relevanceOf(memory, scope, prompt, threads)
  const chosen = chooseThread(threads, { prompt, branch, relevance, when: situation.when, now })
  const text = chosen ? renderLeft(chosen.thread, at => daysAgo(at, now)) : ""
  if (!chosen || text === "") return null
  const { control } = controlDraw(memory, episode.id, scope)
  const said = control ? { text: "", tokens: 0 } : { text, tokens: tokens(text) }
  const where = { episode: episode.id, scope }
  const draft = memory.authored("left.shown", where, {
    asOf: memory.views.seq(),
    thread: chosen.thread.episode,
    parts: [...partsOf(chosen.thread)],
    among: threads.length,
    score: chosen.score,
    because: chosen.because ?? "",
    tokens: said.tokens,
    shown: !control,
    chance: 1 - (memory.parts.controlShare ?? 0),
  })
  return { ...said, thread: chosen.thread, draft }
}

/** Threads of a scope, newest first; what git says is done is not among them. */
export function threadsHere(memory: Memory, scope: string | null, git: GitLook | null): readonly Thread[] {
  return openThreads(memory, pastEpisodes(memory, scope, null), git)
}

/** For a person, who waits longer than a hook. */
export const gitHere = (top: string, cacheDir: string): GitLook | null => lookAtGit(top, cacheDir, 2_000)

/** Of the last episodes of a scope that were told of a thread, how many went on with it. */
export function leftEffect(memory: Memory, scope: string | null): { readonly shown: number; readonly takenUp: number } {
  const past = pastEpisodes(memory, scope, null)
  const told = past.flatMap(episode => shownTo(memory, episode.id).map(thread => ({ episode, thread })))
  return { shown: told.length, takenUp: told.filter(one => tookUp(past, one.episode, one.thread)).length }
}
const tookUp = (past: readonly PastEpisode[], episode: PastEpisode, thread: string): boolean =>
  past.some(earlier => earlier.id === thread && goesOnWith(episode, earlier))
const shownTo = (memory: Memory, episode: string): readonly string[] =>
  eventsOf(memory.parts.log, "left.shown", episode).flatMap(({ data }) => (data.shown ? [data.thread] : []))

/** By the log, since the fold may be behind: the first prompt of a person, in an episode that began afresh. */
function isFirst(memory: Memory, { id, turns }: EpisodeView): boolean {
  if (turns > 1) return false
  const events = memory.parts.log.readEpisode(id, ["episode.opened", "prompt.submitted", "context.compacted"])
  const prompts = events.filter(e => e.type === "prompt.submitted")
  return (
    prompts.length <= 1 &&
    prompts.every(e => (e.data as DataOf<"prompt.submitted">).author === "user") &&
    events.every(e => e.type !== "context.compacted") &&
    events.every(e => e.type !== "episode.opened" || FRESH.includes((e.data as DataOf<"episode.opened">).start))
  )
}

function openThreads(memory: Memory, past: readonly PastEpisode[], git: GitLook | null): readonly Thread[] {
  const since = memory.parts.now() - DAYS * DAY
  return threadsOf(past)
    .filter(thread => thread.lastAt >= since && !isOpenElsewhere(memory, thread))
    .filter(thread => thread.branch === null || git?.merged(thread.branch) !== true)
    .map(thread => {
      // People commit by hand as well: without a look at git nobody knows what is committed.
      const uncommitted = thread.uncommitted.length === 0 ? [] : (git?.uncommitted(thread.uncommitted) ?? [])
      return { ...thread, uncommitted }
    })
    .filter(thread => partsOf(thread).length > 0)
}

const isOpenElsewhere = (memory: Memory, thread: Thread): boolean => {
  const episode = episodeOf(memory.views, thread.episode)
  return episode !== undefined && goesOn(memory, episode)
}

/** Shown to two episodes and taken up by none: enough. */
function wasIgnored(memory: Memory, past: readonly PastEpisode[], { episode: thread }: Thread): boolean {
  const told = past.filter(episode => shownTo(memory, episode.id).includes(thread))
  return told.length >= IGNORED && !told.some(episode => tookUp(past, episode, thread))
}

function relevanceOf(memory: Memory, scope: string | null, prompt: string, threads: readonly Thread[]) {
  const ids = threads.map(thread => thread.episode)
  const found = memory.search.find({
    ...{ collection: "episode", text: prompt, scopes: [scope === null ? "global:me" : `repo:${scope}`] },
    ...{ liveOnly: true, most: EPISODES, always: ids },
  })
  return new Map(found.map(({ id, score }) => [id, score]))
}

/** The last episodes of a scope in which a person sat, oldest first. */
export function pastEpisodes(memory: Memory, scope: string | null, without: string | null): readonly PastEpisode[] {
  return (read.recent.get(memory.views, scope ?? "-") ?? [])
    .filter(id => id !== without)
    .flatMap(id => episodeOf(memory.views, id) ?? [])
    .filter(episode => episode.interactive && episode.turns > 0)
    .sort((a, b) => a.lastAt - b.lastAt)
    .slice(-EPISODES)
    .map(episode => pastEpisode(memory, episode))
}

function pastEpisode(memory: Memory, episode: EpisodeView): PastEpisode {
  const turns = turnsOf(memory.context(), episode.id).slice(-TURNS)
  return {
    id: episode.id,
    client: episode.client,
    branch: memory.text(episode.branch),
    lastAt: episode.lastAt,
    turns: turns.map((turn, i) => pastTurn(memory, episode, turn, turns[i - 1])),
  }
}

function pastTurn(memory: Memory, episode: EpisodeView, turn: TurnView, before: TurnView | undefined): PastTurn {
  const checks = turn.tools.flatMap((tool): PastCheck[] => {
    const input = tool.ok === null || tool.salient === null ? null : memory.text(tool.input)
    if (input === null) return []
    return [
      { event: tool.event, at: tool.at, kind: tool.salient!, command: commandName(commandLine(input)), ok: tool.ok! },
    ]
  })
  const commits = turn.tools.flatMap(tool => (tool.salient === "commit" && tool.ok !== false ? [tool.at] : []))
  return {
    event: turn.event,
    at: turn.at,
    person: turn.author === "user",
    prompt: memory.text(turn.prompt),
    reply: memory.text(turn.reply),
    replyEvent: turn.replyEvent,
    // "thanks", and away: it asks for nothing. A client that never says when it hands back is believed by what the agent said.
    ended:
      isFarewell(memory, turn, before) ||
      (episode.sawTurnEnd ? turn.end === "end" : turn.reply !== null && turn.end !== "interrupt"),
    edits: workOf(episode, turn, ref => memory.text(ref))?.edits ?? [],
    commits: commits.length === 0 && turn.committed === true ? [turn.lastAt] : commits,
    checks,
  }
}

/** Praise of what was done, in too few words to ask for more, and nothing done on it. */
const isFarewell = (memory: Memory, turn: TurnView, before: TurnView | undefined): boolean =>
  before?.feedback?.type === "explicit_positive" &&
  turn.tools.length === 0 &&
  namesNothing(memory.text(turn.prompt) ?? "")

export { LEFT_TOKENS, partsOf, type Thread }
