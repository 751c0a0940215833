// What it did for you: a week in a few lines, each with its counts and the place that shows it. The one source for `mettle`, bare,
// and for the first page. Nothing is claimed that the log does not show.

import type { EventType } from "../../core/events/registry.ts"
import { isNorm } from "../../core/model.ts"
import { count } from "../../core/say-number.ts"
import { DAY, WEEK } from "../../core/time.ts"
import { onceCardOf, read } from "../../core/views/read.ts"
import { isLive } from "../../core/views/state.ts"
import { asOf } from "../as-of.ts"
import { brokenBefore } from "../checks/guard-for.ts"
import { fatesOf, followedWords, type HoldRead, oneOfEach, readHolds } from "../checks/holds.ts"
import type { Memory } from "../memory.ts"
import { packCosts } from "../packs/shown-packs.ts"
import { threadsHere } from "../past/left.ts"
import { episodeShort, readEpisodes } from "../reading/episodes.ts"
import { cardRows, cardShort } from "../reading/read.ts"
import { inboxNow } from "../reading/review.ts"
import { eventsOf } from "../refs.ts"
import { daysAgo } from "../where-and-when.ts"
import { readNorms } from "./overview.ts"

const DEEDS = ["left", "held", "met", "wishes", "unsaid", "wrong", "learned", "cost", "open"] as const
export type Deed = (typeof DEEDS)[number]
/** One thing behind a line. */
interface DeedItem {
  readonly text: string
  /** what shows it: a command, and the same place on the dashboard */
  readonly command: string
  readonly href: string
}
interface DeedLine {
  readonly deed: Deed
  readonly n: number
  readonly text: string
  readonly items: readonly DeedItem[]
}
const ITEMS = 3
const NORMS = 3
const QUOTE = 60

interface Where {
  /** of one repository, or of all */
  readonly scope: string | null
  /** where one stands: what was left open there is named */
  readonly at?: string | null
  readonly now: number
  /** how long hooks took, which the door knows */
  readonly ms?: number | null
}

export function whatItDid(memory: Memory, where: Where) {
  const since = where.now - WEEK
  const here = new Set(
    readEpisodes(memory)
      .filter(episode => where.scope === null || episode.scope === where.scope)
      .map(episode => episode.id),
  )
  const holds = readHolds(memory).filter(
    hold => hold.at >= since && (where.scope === null || hold.scope === where.scope),
  )
  const lines = [
    where.at == null ? null : leftLine(memory, where.at, where.now),
    heldLine(holds),
    metLine(memory, since, here),
    ...wishLines(memory, where.scope),
    unsaidLine(memory, since, here),
    wrongLine(memory, holds, since, where.scope),
    learnedLine(memory, since, where.scope),
    costLine(memory, since, where),
    openLine(memory),
  ]
  const episodes = readEpisodes(memory).filter(e => here.has(e.id) && e.turns > 0 && e.lastAt >= since).length
  return { since, episodes, lines: lines.filter(line => line !== null) }
}

const quote = (text: string | null): string => {
  const line = (text ?? "(forgotten)").replace(/\s+/g, " ").trim()
  return `“${line.length > QUOTE ? `${line.slice(0, QUOTE - 1)}…` : line}”`.toWellFormed()
}
const ofHold = (hold: HoldRead): DeedItem => ({
  text: `\`${(hold.action ?? "(forgotten)").replace(/\s+/g, " ").slice(0, QUOTE)}\`, by ${quote(hold.statement)}: ${followedWords(hold)}`,
  command: hold.statement === null ? `mettle history ${episodeShort(hold.episode)}` : `mettle why ${hold.short}`,
  href: `/episode/${hold.episode}`,
})
/** The same thing twice is said once, with how often; what is left out is counted. */
function line(deed: Deed, n: number, text: string, all: readonly DeedItem[]): DeedLine | null {
  if (n === 0) return null
  const said = new Map<string, { readonly item: DeedItem; n: number }>()
  for (const item of all) {
    const before = said.get(item.text)
    if (before) before.n++
    else said.set(item.text, { item, n: 1 })
  }
  const items = [...said.values()].slice(0, ITEMS).map(one => ({
    ...one.item,
    text: one.n === 1 ? one.item.text : `${one.item.text} (${one.n} times)`,
  }))
  const rest = said.size - items.length
  const more = { text: `and ${rest} more`, ...(REST[deed] ?? { command: "mettle history", href: "/episodes" }) }
  return { ...{ deed, n, text }, items: rest > 0 ? [...items, more] : items }
}
const REST: Partial<Record<Deed, Omit<DeedItem, "text">>> = { learned: { command: "mettle cards", href: "/cards" } }

/** By the log alone: whether something was committed since by hand, `mettle left` looks up. */
function leftLine(memory: Memory, scope: string, now: number): DeedLine | null {
  const threads = threadsHere(memory, scope, null)
  const [thread] = threads
  if (!thread) return null
  const { red, question, putOff, asked, brokenOff } = thread
  const open = [
    red ? `\`${red.command.replace(/\s+/g, " ").slice(0, QUOTE)}\` is red since ${daysAgo(red.since, now)}` : "",
    question ? `it asked ${quote(question.words)}` : "",
    putOff ? `you put off ${quote(putOff.words)}` : "",
    brokenOff ? "the last prompt was broken off" : "",
  ].filter(Boolean)
  const more = threads.length === 1 ? "" : `, and ${count(threads.length - 1, "older thread")}`
  const at = asked === null ? "" : ` at ${quote(asked.words)}`
  return line(
    "left",
    threads.length,
    `you left off ${daysAgo(thread.lastAt, now)}${at}${more}`,
    open.map(text => ({ text, command: "mettle left", href: `/episode/${thread.episode}` })),
  )
}

function heldLine(holds: readonly HoldRead[]): DeedLine | null {
  const known = holds.filter(hold => hold.kind === "negative_result").length
  const why = known === 0 ? "" : known === holds.length ? " known to fail" : `, ${known} of them known to fail`
  const text = `held ${count(holds.length, "call")}${why}: ${fatesOf(holds).join(", ")}`
  return line("held", holds.length, text, oneOfEach(holds).map(ofHold))
}
/**
 * Known failures that the agent was told of at the call; what was held besides stands in its own line. Not "before it ran":
 * some clients give the model such a note together with what the call answered.
 */
function metLine(memory: Memory, since: number, here: ReadonlySet<string>): DeedLine | null {
  const isFailure = (card: string): boolean => read.card.get(memory.views, card)?.kind === "negative_result"
  const told = ofType(memory, "check.answered").filter(
    ({ ts, episode, data }) =>
      ts >= since &&
      here.has(episode ?? "") &&
      !data.held &&
      data.placement === "before_tool" &&
      data.hits.some(hit => isFailure(hit.card)),
  )
  return line(
    "met",
    told.length,
    `told of ${count(told.length, "known failure")} when tried again`,
    told.map(event => ({
      text: `at \`${(memory.text(event.data.action) ?? "(forgotten)").slice(0, QUOTE)}\``,
      command: `mettle history ${episodeShort(event.episode!)}`,
      href: `/episode/${event.episode}`,
    })),
  )
}

/** Wishes that could be seen kept or broken since they were stated, those with most to tell first. */
function wishLines(memory: Memory, scope: string | null): readonly (DeedLine | null)[] {
  const scopes = scope === null ? null : [`repo:${scope}`, "global:me"]
  const told = readNorms(memory, scopes)
    .filter(norm => norm.told > 0)
    .sort((a, b) => b.told - a.told)
    .slice(0, NORMS)
  return told.map(norm => {
    const before = brokenBefore(memory, norm.card)
    const broken = norm.told - norm.followed
    const was = before === null || before.of === 0 ? "" : `, ${before.broken} of ${before.of} before you said so`
    return line(
      "wishes",
      norm.told,
      `${quote(norm.statement)}: broken in ${broken} of ${count(norm.told, "session")} since${was}`,
      [{ text: "session by session", command: `mettle did norms ${norm.short}`, href: `/card/${norm.card}` }],
    )
  })
}

/** A wish applied, kept or broken, in a session that was never told of it. */
function unsaidLine(memory: Memory, since: number, here: ReadonlySet<string>): DeedLine | null {
  // What ended before the week cannot have gone unsaid in it.
  const lately = readEpisodes(memory).filter(one => here.has(one.id) && one.lastAt >= since)
  const unsaid = lately.flatMap(({ id: episode }) => {
    const row = read.adherence.get(memory.views, episode) ?? {}
    return Object.entries(row).flatMap(([id, { adherence, at }]) => {
      const card = read.card.get(memory.views, id)
      if (!card || !isNorm(card.kind) || (adherence !== "violated" && adherence !== "obeyed")) return []
      const seen = read.seenBy.values(memory.views, `${id}/`).some(seeing => seeing.episode === episode)
      const when = at ?? read.episode.get(memory.views, episode)?.lastAt ?? 0
      return seen || when < since || card.bornAt > when ? [] : [{ episode, card }]
    })
  })
  return line(
    "unsaid",
    unsaid.length,
    `a wish applied in ${count(new Set(unsaid.map(one => one.episode)).size, "session")} and went unsaid`,
    unsaid.map(({ episode, card }) => ({
      text: `${quote(memory.text(card.statement))} in ${episodeShort(episode)}`,
      command: `mettle history ${episodeShort(episode)}`,
      href: `/episode/${episode}`,
    })),
  )
}

/** What Mettle got wrong by the user's own act: holds they let run, cards they took back, dropped after they were told, or marked. */
function wrongLine(memory: Memory, holds: readonly HoldRead[], since: number, scope: string | null): DeedLine | null {
  const acts = <T extends "act.undone" | "card.archived" | "feedback.given">(type: T) =>
    ofType(memory, type).filter(event => event.ts >= since)
  const undone = new Set(ofType(memory, "act.undone").map(event => event.data.act))
  const wasTold = (card: string): boolean => read.seenBy.list(memory.views, `${card}/`).length > 0
  const wrong = new Map<string, string>()
  for (const { data } of acts("act.undone"))
    if (memory.parts.log.get(data.act)?.type === "card.proposed") wrong.set(data.act, "taken back")
  for (const { id, data } of acts("card.archived"))
    if (data.by === undefined && data.into === undefined && !undone.has(id) && wasTold(data.card))
      wrong.set(data.card, "dropped")
  for (const { id, data } of acts("feedback.given"))
    if (data.about === "card" && data.tag === "wrong" && data.by === "user" && !undone.has(id))
      wrong.set(data.target, "marked wrong")
  const cards = [...wrong].flatMap(([id, how]) => {
    const card = onceCardOf(memory.views, id)
    const mine = card && (scope === null || card.scope.tier !== "repo" || card.scope.id === scope)
    // A note is the user's own: to take it back says nothing about Mettle.
    return !mine || card.provenance === "note" ? [] : [{ card, how }]
  })
  const passed = holds.filter(hold => hold.followed === "allowed")
  const parts = [
    passed.length > 0 ? `${count(passed.length, "held call")} that you let run` : "",
    ...["taken back", "dropped", "marked wrong"].map(how => {
      const n = cards.filter(one => one.how === how).length
      return n === 0 ? "" : `${count(n, "card")} ${how}`
    }),
  ]
  return line("wrong", passed.length + cards.length, `got wrong: ${parts.filter(Boolean).join(", ")}`, [
    ...passed.map(ofHold),
    ...cards.map(({ card, how }) => ({
      text: `${quote(memory.text(card.statement))}, ${how}`,
      command: `mettle card ${cardShort(card)}`,
      href: `/card/${card.id}`,
    })),
  ])
}

function learnedLine(memory: Memory, since: number, scope: string | null): DeedLine | null {
  const fresh = cardRows(memory)
    .filter(card => card.bornAt >= since && isLive(card.stage) && card.stage !== "trial" && !card.muted)
    .filter(card => scope === null || card.scope.tier !== "repo" || card.scope.id === scope)
    .sort((a, b) => Number(isNorm(b.kind)) - Number(isNorm(a.kind)) || b.bornAt - a.bornAt)
  return line(
    "learned",
    fresh.length,
    `learned ${count(fresh.length, "card")} this week`,
    fresh.map(card => ({
      text: quote(memory.text(card.statement)),
      command: `mettle card ${cardShort(card)}`,
      href: `/card/${card.id}`,
    })),
  )
}

function costLine(memory: Memory, since: number, { scope, ms = null }: Where): DeedLine | null {
  const mine = (one: { readonly scope: string | null }): boolean => scope === null || one.scope === scope
  const costs = packCosts(memory).filter(one => mine(one) && (one.day + 1) * DAY > since)
  const left = ofType(memory, "left.shown").filter(event => mine(event) && event.ts >= since)
  const packs = costs.reduce((sum, cost) => sum + cost.packs, 0)
  const tokens = [...costs, ...left.map(event => event.data)].reduce((sum, cost) => sum + cost.tokens, 0)
  const took = ms === null ? "" : `; it answered within ${Math.round(ms)} ms, 95 times in 100`
  return line("cost", tokens === 0 ? 0 : packs, `cost ${tokens} tokens in ${count(packs, "pack")}${took}`, [
    { text: "what was sent", command: "mettle pack", href: "/cards" },
  ])
}

function openLine(memory: Memory): DeedLine | null {
  const waiting = inboxNow(memory).length
  return line("open", waiting, `${count(waiting, "card")} ${waiting === 1 ? "waits" : "wait"} for you`, [
    { text: "look at them", command: "mettle review", href: "/review" },
  ])
}

const ofType = <T extends EventType>(memory: Memory, type: T) =>
  asOf(memory, `events ${type}`, () => eventsOf(memory.parts.log, type))
