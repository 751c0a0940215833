// Preferences, constraints, commitments, decisions and facts from what the user typed. Only the user, only interactive.
import type { Kind } from "../core/model.ts"
import { proposeFromPrompt } from "../core/propose/from-prompt.ts"
import { habitLength } from "../core/propose/habit.ts"
import { saidScope } from "../core/propose/said-scope.ts"
import { normaliseStatement } from "../core/propose/statement.ts"
import { cite, type Proposer, suggest } from "./proposer.ts"

export const userWords: Proposer = {
  name: "user-words",
  version: 1,
  propose(seen) {
    return seen.turns.flatMap((turn, i) => {
      if (turn.author !== "user" || !seen.episode.interactive || !seen.fresh(turn.event)) return []
      const text = seen.text(turn.prompt)
      if (text === null) return []
      const reply = seen.turns[i - 1]?.reply ?? null
      const agentTail = reply === null ? null : seen.text(reply)
      return proposeFromPrompt({ text, agentTail, author: "user", interactive: true }).flatMap(p => {
        const start = p.start + habitLength(text.slice(p.start, p.end))
        if (start > p.start && wordsIn(text.slice(start, p.end)) < 2) return []
        const { tier, domain } = saidScope(text.slice(start, p.end), seen.domains)
        return suggest(userWords, seen, {
          tier,
          ...(domain === null ? {} : { scope: domain }),
          kind: p.kind === "decision" ? "commitment" : (p.kind as Kind),
          statement: start === p.start ? p.statement : normaliseStatement(text.slice(start, p.end)),
          turn: turn.index,
          at: turn.at,
          evidence: [cite(seen, "user_span", turn.event, turn.prompt, text, start, p.end)],
        })
      })
    })
  },
}

/** One lone word after a complaint is no wish. */
const wordsIn = (text: string): number => (text.match(/\p{L}{2,}/gu) ?? []).length
