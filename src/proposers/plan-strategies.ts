// Ways of splitting work that a plan names (S3-30, S3-31), once the work went well: a tactic per strategy, in the fixed name,
// anchored in the agent's own plan and in the success. What a tool or a file calls a plan is none.
import { plannedStrategies, readsAsPlan, strategyStatement, strategyTopic } from "../core/propose/strategies.ts"
import type { ToolView, TurnView } from "../core/views/state.ts"
import { cite, outputOf, type Proposer, type Seen, suggest } from "./proposer.ts"

/** A plan of this turn may be carried out in the next: "go ahead" stands between them. */
const AHEAD = 2
const LONGEST_QUOTE = 300

interface Plan {
  readonly turn: number
  readonly event: string
  readonly blob: string
  readonly text: string
}

export const planStrategies: Proposer = {
  name: "plan-strategies",
  version: 1,
  provenance: "named",
  propose(seen) {
    const told = new Set<string>()
    return seen.turns.flatMap((turn, i) => {
      const ahead = seen.turns.slice(i, i + AHEAD)
      const success = ahead
        .flatMap(t => t.tools)
        .find(tool => tool.ok === true && tool.salient !== null && tool.output !== null)
      if (success === undefined || !ahead.some(t => isFresh(seen, t))) return []
      return plansOf(seen, turn).flatMap(plan => {
        return plannedStrategies(plan.text).flatMap(({ name, span }) => {
          if (told.has(name)) return []
          told.add(name)
          return [
            suggest(planStrategies, seen, {
              kind: "tactic",
              statement: strategyStatement(name),
              turn: plan.turn,
              at: success.at,
              topic: strategyTopic(name),
              tags: [],
              evidence: [
                cite(seen, "agent_span", plan.event, plan.blob, plan.text, span[0], span[1]),
                ...outputOf(seen, success, LONGEST_QUOTE),
              ],
            }),
          ]
        })
      })
    })
  },
}

const isFresh = (seen: Seen, turn: TurnView): boolean =>
  seen.fresh(turn.event) || turn.tools.some(tool => seen.fresh(tool.event))

/** What the agent wrote as a plan in this turn: given to a planning tool, or a reply that lists steps. */
function plansOf(seen: Seen, turn: TurnView): readonly Plan[] {
  const given = turn.tools.flatMap((tool: ToolView): Plan[] => {
    const text = tool.input === null || tool.does !== "plans" ? null : seen.text(tool.input)
    return text === null ? [] : [{ turn: turn.index, event: tool.event, blob: tool.input!, text }]
  })
  const text = turn.reply === null || turn.replyEvent === null ? null : seen.text(turn.reply)
  const listed = text !== null && readsAsPlan(text)
  return listed ? [...given, { turn: turn.index, event: turn.replyEvent!, blob: turn.reply!, text: text! }] : given
}
