// What was kept of a repository goes along when it becomes known by something else: its first commit, an origin, a name of the
// user's. Cards move by events, so that a rebuild finds them where they are. Which working copy was known by what, and what a
// scope took along, are marks beside the log: they only say when to move (docs/decisions/0003-scope-identity.md).
import type { Event } from "../../core/events/define.ts"
import type { Draft } from "../../core/events/draft.ts"
import type { DataOf } from "../../core/events/registry.ts"
import { count } from "../../core/say-number.ts"
import { type Decisions, settledId } from "../../core/scope.ts"
import { cardOf, episodeOf, liveCardsIn, read } from "../../core/views/read.ts"
import type { CardView } from "../../core/views/state.ts"
import { same } from "../../core/words/similar.ts"
import type { Repository } from "../../world/repository.ts"
import type { Memory } from "../memory.ts"
import { undoneActs } from "./adoptions.ts"

/** Where a repository stands, and how others are looked at: a scope in which another working copy stands is not emptied. */
export interface Whereabouts {
  readonly repository: Repository
  readonly decisions: Decisions
  readonly look: (top: string) => Repository
  /** whether a team shares this scope: what goes there would be published, what leaves it taken from others */
  readonly isShared: (scope: string) => Promise<boolean>
}
interface Came {
  /** scopes whose cards came along to this one, and come along when more of their words are heard late */
  readonly from: readonly string[]
  /** a line for the person that was not said yet */
  readonly say: string | null
}
const NOTHING: Came = { from: [], say: null }
const knownKey = (copy: string): string => `copy:${copy}`
const cameKey = (scope: string): string => `came:${scope}`

const cameTo = (memory: Memory, scope: string): Came =>
  JSON.parse(memory.parts.meta.get(cameKey(scope)) ?? "null") ?? NOTHING

export const cameFrom = (memory: Memory, scope: string): readonly string[] => cameTo(memory, scope).from

const cardsIn = (memory: Memory, scope: string): readonly CardView[] => liveCardsIn(memory.views, [`repo:${scope}`])

/** Whoever works with a memory in a working copy says so: what the same copy was known by before comes along. */
export async function standIn(memory: Memory, here: Whereabouts): Promise<void> {
  const { repository, decisions } = here
  const { identity, copies } = repository
  const { meta } = memory.parts
  const [copy] = copies
  if (copy === undefined) return
  const known = copies.map(one => meta.get(knownKey(one))).find(id => id !== null) ?? null
  // A first commit that could not be read in time, or a branch without one, makes no other repository.
  const vague = identity.basis === "path" && repository.kind !== "none"
  if (vague && (repository.head !== null || known !== null)) return
  // Lost with the power, it is set by the next hook.
  if (known === null) return meta.set(knownKey(copy), identity.id, false)
  const to = settledId(identity.id, decisions)
  const late = cameFrom(memory, to).filter(id => cardsIn(memory, id).length > 0)
  if (known === identity.id && late.length === 0) return
  memory.catchUp()
  // What is not folded yet would be left behind: the next one who stands here sees to it.
  if (memory.views.seq() < memory.parts.log.head()) return
  for (const id of late) await goAlong(memory, id, to, here)
  const from = settledId(known, decisions)
  if (from !== to) {
    const went = await goAlong(memory, from, to, here)
    const say = went.cards === 0 ? null : said(went, from, identity.basis)
    meta.set(cameKey(to), JSON.stringify({ ...cameTo(memory, to), say }))
  }
  if (known !== identity.id) meta.set(knownKey(copy), identity.id)
}

const BASIS = { path: "its folder", root: "its first commit", origin: "its origin", name: "its name" } as const
function said({ cards, stayWith }: Went, from: string, basis: keyof typeof BASIS): string {
  const many = count(cards, "card")
  const known = `this repository is known by ${BASIS[basis]} now`
  return stayWith === null
    ? `mettle: ${many} came along, since ${known} · apart? mettle config scope unmerge ${from.slice(0, 8)}`
    : `mettle: ${known}; kept where others share it: ${many} · join? mettle config scope merge ${from} .`
}

/** The line of what came along, once. */
export function cameSaid(memory: Memory, scope: string | null): string | null {
  const came = scope === null ? NOTHING : cameTo(memory, scope)
  if (came.say !== null) memory.parts.meta.set(cameKey(scope!), JSON.stringify({ ...came, say: null }), false)
  return came.say
}

/**
 * What would go from a scope to another: all its cards, unless they `stayWith` another working copy that stands in it, or a team that
 * shares one of the two.
 */
type Went = Awaited<ReturnType<typeof goesFrom>>
export async function goesFrom(memory: Memory, from: string, to: string, here: Whereabouts) {
  const cards = cardsIn(memory, from).length
  const isShared = (await here.isShared(from)) || (await here.isShared(to))
  return { cards, stayWith: isShared ? "your team" : stoodInBy(memory, from, here) }
}

export async function goAlong(memory: Memory, from: string, to: string, here: Whereabouts) {
  const went = await goesFrom(memory, from, to, here)
  const { from: before, say } = cameTo(memory, to)
  const more = went.stayWith === null ? [from, ...cameTo(memory, from).from] : []
  const next = [...before.filter(id => id !== from), ...more.filter(id => id !== to && !before.includes(id))]
  memory.parts.meta.set(cameKey(to), JSON.stringify({ from: next, say }))
  if (went.stayWith === null) await move(memory, from, to)
  return went
}

/** Folders that are looked at: a hook waits for it, and the next one would begin again. */
const LOOKED_AT = 16

/** By the folders of the last episodes in it, or in what counts as it: whether one is another working copy, and still there. */
function stoodInBy(memory: Memory, scope: string, { repository, decisions, look }: Whereabouts): string | null {
  const others = [...Object.keys(decisions["scope.names"]), ...Object.keys(decisions["scope.merges"])]
  const ids = [scope, ...others, ...cameFrom(memory, scope)]
  const episodes = ids.flatMap(id => read.recent.get(memory.views, id)?.toReversed() ?? [])
  const folders = episodes.flatMap(id => memory.text(episodeOf(memory.views, id)?.cwd) ?? [])
  const stands = (folder: string): boolean => {
    const { copies, identity } = look(folder)
    const [copy] = copies
    return copy !== undefined && copy !== repository.copies[0] && settledId(identity.id, decisions) === scope
  }
  return [...new Set(folders)].slice(0, LOOKED_AT).find(stands) ?? null
}

async function move(memory: Memory, from: string, to: string): Promise<void> {
  const there = cardsIn(memory, to).filter(card => card.stage !== "trial")
  const twinOf = (card: CardView): CardView | undefined =>
    there.find(
      one => one.kind === card.kind && same(memory.text(one.statement) ?? one.id, memory.text(card.statement) ?? ""),
    )
  const where = { scope: from }
  const drafts = cardsIn(memory, from).flatMap((card): Draft[] => {
    const twin = twinOf(card)
    // Said in both: it goes on in the one that is there.
    if (twin) {
      const put = { card: card.id, note: null, by: "mettle", into: twin.id } as const
      return [memory.authored("card.archived", where, put)]
    }
    return [card, ...replacedBy(memory, card)].map(one =>
      memory.authored("card.narrowed", where, { card: one.id, tier: "repo", to, by: "mettle" }),
    )
  })
  if (drafts.length === 0) return
  await memory.record(drafts)
  memory.catchUp()
}

/** What comes back when a card is taken back goes where the card goes. */
function replacedBy(memory: Memory, card: CardView): readonly CardView[] {
  const old = card.supersedes === null ? undefined : cardOf(memory.views, card.supersedes)
  return old === undefined || old.scope.id !== card.scope.id ? [] : [old, ...replacedBy(memory, old)]
}

/** What came along from a scope and is still here goes back to it, as it is now. */
export async function sendBack(memory: Memory, from: string, to: string): Promise<number> {
  const { meta, log } = memory.parts
  const came = cameTo(memory, to)
  meta.set(cameKey(to), JSON.stringify({ ...came, from: came.from.filter(id => id !== from) }))
  const undone = undoneActs(log)
  const taken = log
    .readTypes(["card.narrowed", "card.archived"])
    .filter(e => e.scope === from && (e.data as { by?: string }).by === "mettle" && !undone.has(e.id))
  const cardIn = (e: Event): string => (e.data as DataOf<"card.narrowed">).card
  const moved = new Set(taken.filter(e => e.type === "card.narrowed").map(cardIn))
  const here = [...moved].filter(id => cardOf(memory.views, id)?.scope.id === to)
  const put = taken.filter(e => e.type === "card.archived" && cardOf(memory.views, cardIn(e))?.stage === "archived")
  const where = { scope: to }
  const back = (card: string) => ({ card, tier: "repo", to: from, by: "mettle" }) as const
  await memory.record([
    ...here.map(card => memory.authored("card.narrowed", where, back(card))),
    ...put.map(e => memory.authored("act.undone", where, { act: e.id })),
  ])
  memory.catchUp()
  return here.length + put.length
}
