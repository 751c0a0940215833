// What the user said before in another episode, and says otherwise now or says again. A later value or wish replaces the earlier one
// with both quotes, and asks where that is unclear. The same order asks at the second saying; the third keeps it when it forbids or
// asks for a form. Only what the user stated in words of their own, every time; a task sent again is no repetition.
import { leftBehind, replaces, saysChange } from "../core/again/change.ts"
import { actsOutwards, forbids, goesOn, isOrder, sameOrder } from "../core/again/same-order.ts"
import type { Evidence, Kind } from "../core/model.ts"
import type { TurnView } from "../core/views/state.ts"
import { contradicts, overlap, squash, stemsOf } from "../core/words/similar.ts"
import type { PromptProposal } from "../core/words/wishes/from-prompt.ts"
import { cite, type Proposer, type Seen, suggest } from "./proposer.ts"

/** How likely a change must last to be kept, by what ties it to the earlier words (bench again). */
const CHANGED = { named: 0.02, frame: 0.05, loose: 0.2 }

/** How likely its sayings last: in the mean, to ask at the second and at a later one; in the median, to be kept. */
const AGAIN = { second: 0.1, later: 0.02, kept: 0.05 }
/** So many of a message's sentences stood in the other, so much alike: sent again, or a template. */
const RESENT = { share: 0.5, alike: 0.6, least: 3 }

interface Clause extends PromptProposal {
  readonly turn: TurnView
  readonly episode: string
}

export const saidAgain: Proposer = {
  name: "said-again",
  version: 3,
  provenance: "words",
  propose(seen) {
    if (!seen.episode.interactive) return []
    const told = new Set<string>()
    return seen.turns.flatMap(turn => {
      if (turn.author !== "user" || !seen.fresh(turn.event)) return []
      return clausesOf(seen, seen.episode.id, seen.turns, turn).flatMap(now => {
        const key = squash(now.statement)
        // what the ear is sure of it says itself
        if (now.sure || told.has(key)) return []
        const earlier = before(seen, now)
        const ties = earlier.flatMap(e => {
          const tie = tieOf(now, e)
          return tie !== null && (e.heard || now.p >= CHANGED[tie]) ? [{ tie, earlier: e }] : []
        })
        const last = ties.at(-1)
        const found = last ? { cited: [last.earlier], ask: last.tie === "loose" } : saidBefore(seen, now, earlier)
        if (found === null) return []
        told.add(key)
        return [
          suggest(saidAgain, seen, {
            ...{ kind: kindOf(now), statement: now.statement, turn: turn.index, at: turn.at, p: now.p },
            ...(found.ask ? { ask: true } : {}),
            evidence: [now, ...found.cited].map(s => quote(seen, s)),
          }),
        ]
      })
    })
  },
}

/** How a later clause replaces an earlier one. Without a word of change only a wish turned round does, heard as one both times: what
 * works today and did not yesterday is turned round too. By likeness alone, what keeps the work going replaces nothing. */
function tieOf(now: Clause, earlier: Clause): keyof typeof CHANGED | null {
  const turned = now.heard && earlier.heard && contradicts(now.statement, earlier.statement)
  const tie = turned ? "named" : replaces(now.statement, earlier.statement)
  if (tie === "named" || tie === null) return tie
  return goesOn(now.statement) ? null : tie
}

/** The sayings of an order in other episodes, and whether it has to be asked for; null when it is none, or too unlikely to last. */
function saidBefore(
  seen: Seen,
  now: Clause,
  earlier: readonly Clause[],
): { readonly cited: readonly Clause[]; readonly ask: boolean } | null {
  if (now.kind === "fact" || !isOrder(now.statement) || saysChange(now.statement)) return null
  const alike = earlier.filter(
    e =>
      e.kind !== "fact" &&
      sameOrder(e.statement, now.statement, seen.again.meaning) &&
      !isResent(seen, e.turn, now.turn),
  )
  // within one episode it is the same breath
  const cited = [...new Map(alike.map(e => [e.episode, e])).values()]
  // what the ear heard every time waits for its second hearing by itself, unless that would let it act outwards
  if (now.heard && cited.every(e => e.heard) && !actsOutwards(now.statement)) return null
  if (cited.length === 0) return null
  const chances = [now, ...cited].map(s => s.p).sort((a, b) => a - b)
  const mean = chances.reduce((a, b) => a + b, 0) / chances.length
  if (mean < (cited.length === 1 ? AGAIN.second : AGAIN.later)) return null
  const kept = cited.length > 1 && chances[chances.length >> 1]! >= AGAIN.kept
  const form = forbids(now.statement) || now.kind === "preference"
  return { cited, ask: !kept || !form || actsOutwards(now.statement) }
}

function isResent(seen: Seen, before: TurnView, now: TurnView): boolean {
  const [theirs, mine] = [before, now].map(turn => sentences(seen.text(turn.prompt!) ?? ""))
  const stood = theirs!.filter(s => mine!.some(m => overlap(s, m) >= RESENT.alike)).length
  return theirs!.length >= RESENT.least && stood / theirs!.length >= RESENT.share
}
const sentences = (text: string): readonly ReadonlySet<string>[] =>
  text
    .split(/[.!?\n]+/)
    .map(stemsOf)
    .filter(stems => stems.size > 0)

const kindOf = (said: PromptProposal): Kind => (said.kind === "decision" ? "commitment" : said.kind)

const quote = (seen: Seen, s: Clause): Evidence =>
  cite(seen, "user_span", s.turn.event!, s.turn.prompt!, seen.text(s.turn.prompt!)!, s.start, s.end)

/** Clauses of other episodes that share words with this one, or name what it leaves behind; oldest first. */
function before(seen: Seen, now: Clause): readonly Clause[] {
  const left = saysChange(now.statement) ? [...leftBehind(now.statement)] : []
  const places = [now.statement, ...left].flatMap(words => seen.again.said(stemsOf(words)))
  return [...new Map(places.map(place => [place.event, place])).values()]
    .flatMap(place => {
      const turns = seen.again.episode(place.episode)?.turns ?? []
      const turn = turns.find(t => t.event === place.event)
      return turn === undefined ? [] : clausesOf(seen, place.episode, turns, turn)
    })
    .sort((a, b) => a.turn.at - b.turn.at)
}

const clausesOf = (seen: Seen, episode: string, turns: readonly TurnView[], turn: TurnView): readonly Clause[] =>
  turn.prompt === null || turn.event === null
    ? []
    : seen.lasting(turn.prompt, turns[turn.index - 1]?.reply ?? null).map(clause => ({ ...clause, turn, episode }))
