// What the user said before in another episode, and says otherwise now: a later value or wish replaces the earlier one, with both
// quotes; where it is unclear whether it does, it asks. Only what the user stated in words of their own, on both sides.
import { replaces, saysChange } from "../core/again/change.ts"
import type { Evidence, Kind } from "../core/model.ts"
import type { PromptProposal } from "../core/propose/from-prompt.ts"
import { squash, stemsOf } from "../core/propose/similar.ts"
import type { TurnView } from "../core/views/state.ts"
import { cite, type Proposer, type Seen, suggest } from "./proposer.ts"

/** How likely a change must last to be kept, by what ties it to the earlier words (bench again). */
const CHANGED = { named: 0.02, frame: 0.05, loose: 0.2 }

interface Clause extends PromptProposal {
  readonly turn: TurnView
  readonly episode: string
}

export const saidAgain: Proposer = {
  name: "said-again",
  version: 1,
  provenance: "words",
  propose(seen) {
    if (!seen.episode.interactive) return []
    const told = new Set<string>()
    return seen.turns.flatMap(turn => {
      if (turn.author !== "user" || !seen.fresh(turn.event)) return []
      return clausesOf(seen, seen.episode.id, seen.turns, turn).flatMap(now => {
        const key = squash(now.statement)
        // what the ear is sure of it says itself
        if (now.sure || told.has(key) || !saysChange(now.statement)) return []
        const ties = before(seen, now).flatMap(e => {
          const tie = replaces(now.statement, e.statement)
          return tie !== null && (e.heard || now.p >= CHANGED[tie]) ? [{ tie, earlier: e }] : []
        })
        const last = ties.at(-1)
        if (last === undefined) return []
        told.add(key)
        return [
          suggest(saidAgain, seen, {
            ...{ kind: kindOf(now), statement: now.statement, turn: turn.index, at: turn.at, p: now.p },
            ...(last.tie === "loose" ? { ask: true } : {}),
            evidence: [now, last.earlier].map(s => quote(seen, s)),
          }),
        ]
      })
    })
  },
}

const kindOf = (said: PromptProposal): Kind => (said.kind === "decision" ? "commitment" : said.kind)

const quote = (seen: Seen, s: Clause): Evidence =>
  cite(seen, "user_span", s.turn.event!, s.turn.prompt!, seen.text(s.turn.prompt!)!, s.start, s.end)

/** Clauses of other episodes that share words with this one, oldest first. */
const before = (seen: Seen, now: Clause): readonly Clause[] =>
  seen.again
    .said(stemsOf(now.statement))
    .flatMap(place => {
      const turns = seen.again.episode(place.episode)?.turns ?? []
      const turn = turns.find(t => t.event === place.event)
      return turn === undefined ? [] : clausesOf(seen, place.episode, turns, turn)
    })
    .sort((a, b) => a.turn.at - b.turn.at)

const clausesOf = (seen: Seen, episode: string, turns: readonly TurnView[], turn: TurnView): readonly Clause[] =>
  turn.prompt === null || turn.event === null
    ? []
    : seen.lasting(turn.prompt, turns[turn.index - 1]?.reply ?? null).map(clause => ({ ...clause, turn, episode }))
