// Preferences, constraints, commitments, decisions and facts from what the user typed. Only the user, only interactive.
import { actsOutwards } from "../core/again/same-order.ts"
import type { Kind } from "../core/model.ts"
import { choosesOther, opposes } from "../core/words/opposes.ts"
import { saidScope } from "../core/words/wishes/said-scope.ts"
import { cite, type Proposer, suggest } from "./proposer.ts"

export const userWords: Proposer = {
  name: "user-words",
  version: 16,
  provenance: "words",
  propose(seen) {
    return seen.turns.flatMap((turn, i) => {
      if (turn.author !== "user" || !seen.episode.interactive || !seen.fresh(turn.event)) return []
      const text = seen.text(turn.prompt)
      if (text === null) return []
      return seen.lasting(turn.prompt, seen.turns[i - 1]?.reply ?? null).flatMap(p => {
        // what acts outwards and was not said for good comes back, and is then asked for (said-again.ts)
        if (!p.heard || (!p.sure && actsOutwards(p.statement))) return []
        const { tier, domain } = saidScope(p.reach ?? text.slice(p.start, p.end), seen.domains)
        const ask = p.plainly === true && seen.again.wishes().some(wish => pulls(p.statement, wish))
        return suggest(userWords, seen, {
          tier,
          ...(domain === null ? {} : { scope: domain }),
          kind: p.kind === "decision" ? "commitment" : (p.kind as Kind),
          statement: p.statement,
          turn: turn.index,
          at: turn.at,
          sure: p.sure,
          p: p.p,
          ...(ask ? { ask } : {}),
          evidence: [cite(seen, "user_span", turn.event, turn.prompt, text, p.start, p.end)],
        })
      })
    })
  },
}

/** Of what a project has one at a time another pick is no second wish, wherever it holds: "use yarn to add lodash". */
const pulls = (said: string, wish: string): boolean =>
  opposes(said, wish) === "outright" || choosesOther(said, wish) !== null
