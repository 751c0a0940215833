// Norms are measured by adherence: when an episode closes, every norm in force there is looked at once. What was
// seen then stands when the words are forgotten.
import { adherenceOf, type Followed, type Held, normOf, type RanCommand, type Said } from "../adherence/adherence.ts"
import { isNorm, KINDS } from "../model.ts"
import { once } from "../once.ts"
import { within } from "../propose/wrong-path.ts"
import { saysToldBefore } from "../words/opposes.ts"
import type { FoldContext } from "./context.ts"
import { turnsOf } from "./episode/judging.ts"
import { lineOf } from "./episode/opened.ts"
import { cardOf, clockOf, liveCards } from "./read.ts"
import type { CardView, EpisodeView, NormView, TurnView } from "./state.ts"
import { TABLE } from "./tables.ts"

/** What an episode showed of every norm in force, by card. */
export type EpisodeAdherence = Readonly<Record<string, Followed>>
const NO_NORM: NormView = {
  counts: { obeyed: 0, violated: 0, not_applicable: 0, unknown: 0 },
  recent: [],
  broken: null,
}
/** Telling episodes kept per norm. */
const RECENT = 5
/** One breach among so many of the last moves the norm nearer: it holds again once so many in a row kept it. */
export const NEARER = 3
export const isBroken = (norm: NormView | undefined): boolean =>
  norm?.recent.slice(-NEARER).some(r => r.adherence === "violated") ?? false

const COMPLAINTS = new Set(["explicit_negative", "implicit_retry"])

export function lookAtNorms(context: FoldContext, episode: EpisodeView): void {
  const turns = turnsOf(context, episode.id)
  if (turns.length === 0) return
  const norms = inForce(context, episode, turns)
  if (norms.length === 0) return
  const found = context.read(`norms ${episode.id}`, () => followedIn(context, episode, turns, norms))
  const key = episode.id
  const before = TABLE.adherence.get(context.rows, key) ?? {}
  for (const [card, followed] of Object.entries(found)) sum(context, episode, card, before[card] ?? null, followed)
  TABLE.adherence.set(context.rows, key, { ...before, ...found })
}

function followedIn(
  context: FoldContext,
  episode: EpisodeView,
  turns: readonly TurnView[],
  norms: readonly CardView[],
): EpisodeAdherence {
  const ran = ranIn(context, turns, episode.cwd)
  const complains = (_: TurnView, i: number): boolean => COMPLAINTS.has(turns[i - 1]?.feedback?.type ?? "")
  // before the first message of an episode lies the work of another one: there only "I told you" complains
  const opening = saidIn(context, turns.slice(0, 1)).filter(said => saysToldBefore(said.text))
  const complaints = [...opening, ...saidIn(context, turns.filter(complains))]
  const all = once(() => saidIn(context, turns))
  const found: Record<string, Followed> = {}
  for (const card of norms) {
    const statement = context.text(card.statement)
    if (statement === null) continue
    // What was done before it was said is no breach, and the saying itself is no complaint about it.
    const born = card.episode === episode.id
    const followed = adherenceOf(normOf(statement), {
      ran: ran.filter(r => r.at > card.bornAt),
      complaints: complaints.filter(s => s.at > card.bornAt),
      held: heldIn(turns, card.id),
      typed: () => all().filter(s => s.at > card.bornAt),
    })
    // In the episode that brought it up, silence says nothing of it.
    if (born && followed.adherence !== "violated" && followed.adherence !== "obeyed") continue
    found[card.id] = followed
  }
  return found
}

/** The norm's own account: an episode that went on is looked at again, and counts once. */
function sum(context: FoldContext, episode: EpisodeView, card: string, before: Followed | null, now: Followed): void {
  const key = card
  const norm = TABLE.norm.get(context.rows, key) ?? NO_NORM
  const counts = { ...norm.counts }
  if (before) counts[before.adherence] -= 1
  counts[now.adherence] += 1
  const tells = now.adherence === "obeyed" || now.adherence === "violated"
  const line = { episode: episode.id, at: now.at ?? clockOf(context.rows), event: now.event, adherence: now.adherence }
  const others = norm.recent.filter(r => r.episode !== episode.id)
  const next: NormView = {
    counts,
    recent: tells ? [...others, line].slice(-RECENT) : norm.recent,
    broken: now.adherence === "violated" ? line : norm.broken,
  }
  TABLE.norm.set(context.rows, key, next)
}

/** Norms of the repo and of this person, and those of domains that were shown here. */
function inForce(context: FoldContext, episode: EpisodeView, turns: readonly TurnView[]): readonly CardView[] {
  const scopes = [...(episode.scope === null ? [] : [`repo:${episode.scope}`]), "global:me"]
  const own = scopes.flatMap(scope =>
    KINDS.filter(isNorm).flatMap(kind => liveCards(context.rows, `${scope}/${kind}/`)),
  )
  const shown = turns.flatMap(t => t.exposures.filter(e => e.shown && e.slot === "norms").map(e => e.card))
  const all = new Set([...own.map(card => card.id), ...shown])
  return [...all].flatMap(id => {
    const card = cardOf(context.rows, id)
    return card && isNorm(card.kind) && card.stage !== "trial" ? [card] : []
  })
}

function ranIn(context: FoldContext, turns: readonly TurnView[], cwd: string | null): readonly RanCommand[] {
  const root = once(() => context.text(cwd ?? ""))
  return turns
    .flatMap(t => t.tools)
    .flatMap(({ does, event, at, input, path, ok, rejected, cancelled }) => {
      const edits = does === "edits" && ok !== false
      if (rejected || cancelled || !(edits || does === "runs")) return []
      const line = once(() => (edits ? null : lineOf(context, input)))
      const edited = once(() => (edits ? within(context.text(path ?? "") ?? "", root()) : null))
      return [
        {
          ...{ event, at },
          get line() {
            return line()
          },
          get edited() {
            return edited()
          },
        },
      ]
    })
}

const saidIn = (context: FoldContext, turns: readonly TurnView[]): readonly Said[] =>
  turns.flatMap(({ author, event, at, prompt }) => {
    const text = author === "user" ? context.text(prompt) : null
    return text === null ? [] : [{ event, at, text }]
  })

const heldIn = (turns: readonly TurnView[], card: string): readonly Held[] =>
  turns
    .flatMap(t => t.exposures)
    .filter(e => e.card === card && e.channel === "check" && e.reason === "held")
    .map(e => ({ event: e.pack, at: e.at }))
