// What stays of words that later ones replace: "we use yarn here, never npm", and now "we moved from yarn to pnpm". The bans in them
// that nothing was said of are said by themselves. After whoever replaces (user-words, said-again): beside its whole it would be none.
import { leftBehind } from "../core/again/change.ts"
import { bansIn, opposes } from "../core/words/opposes.ts"
import { wordsOf } from "../core/words/statement.ts"
import { type Proposer, suggest } from "./proposer.ts"
import { before, clausesOf, kindOf, quote, tiesOf } from "./said-again.ts"

export const leftStanding: Proposer = {
  name: "left-standing",
  version: 1,
  provenance: "words",
  propose(seen) {
    const fresh = seen.turns.filter(
      turn => turn.author === "user" && seen.episode.interactive && seen.fresh(turn.event),
    )
    return fresh.flatMap(turn =>
      clausesOf(seen, seen.episode.id, seen.turns, turn).flatMap(now =>
        tiesOf(now, before(seen, now)).flatMap(({ tie, earlier }) => {
          if (tie === "loose" || !seen.again.inForce(earlier.turn.event!)) return []
          const text = seen.text(earlier.turn.prompt!)!
          const names = leftBehind(now.statement)
          return bansIn(text.slice(earlier.start, earlier.end)).flatMap(([from, to]) => {
            const part = { ...earlier, start: earlier.start + from, end: earlier.start + to }
            const statement = text.slice(part.start, part.end)
            if (opposes(now.statement, statement) !== null || wordsOf(statement).some(word => names.has(word)))
              return []
            return suggest(leftStanding, seen, {
              ...{ kind: kindOf(earlier), statement, turn: turn.index, at: turn.at, evidence: [quote(seen, part)] },
            })
          })
        }),
      ),
    )
  },
}
