// How work was done. Procedures: the steps that came before a commit, before green or before praise, in this episode as in others; a tactic
// with the calls of every episode that went this way, told at a commit that leaves a step out (core/check). Ways of splitting work
// that a plan names (S3-30, S3-31), once the work went well: anchored in the agent's own plan and in the success.

import { type Finish, isCommit, lastOnes, procedureOf, stepsIn } from "../core/again/procedure.ts"
import { TAG } from "../core/check/guard.ts"
import { isGood } from "../core/model.ts"
import { plannedStrategies, readsAsPlan, strategyStatement, strategyTopic } from "../core/propose/strategies.ts"
import { DAY } from "../core/time.ts"
import type { EpisodeView, ToolView, TurnView } from "../core/views/state.ts"
import { callsOf, cite, inputOf, outputOf, type Placed, type Proposer, type Seen, suggest } from "./proposer.ts"

/** How far back the steps of one end may lie. */
const BACK = 40
const LONGEST = 200

interface Found extends Finish {
  readonly end: Placed
  readonly commits: boolean
  readonly calls: readonly Placed[]
}

export const procedures: Proposer = {
  name: "procedures",
  version: 1,
  provenance: "records",
  propose(seen) {
    const ends = seen.turns.filter((turn, i) => isDone(turn) && isFreshEnd(seen, turn, seen.turns[i + 1]))
    const last = ends.at(-1)
    const now = last === undefined ? null : finishOf(seen, seen.episode, seen.turns, last)
    if (now === null || now.steps.length < 2) return []
    const earlier = seen.again.done().flatMap(place => {
      const before = seen.again.episode(place.episode)
      const turn = before?.turns.find(t => t.event === place.event || t.tools.some(tool => tool.event === place.event))
      return before && turn ? (finishOf(seen, before.episode, before.turns, turn) ?? []) : []
    })
    const found = procedureOf(now, earlier.toReversed())
    if (found === null) return []
    const all = [now, ...found.with]
    const end = all.every(e => e.commits) ? "a commit here" : "work is called done here"
    const ticked = found.steps.map(step => `\`${step}\``).join(", then ")
    return [
      suggest(procedures, seen, {
        ...{ kind: "tactic", turn: now.end.turn, at: now.end.view.at, topic: `before ${end}` },
        statement: `Before ${end}: ${ticked}`,
        tags: found.steps.map(step => `${TAG.step}${step}`),
        evidence: all.flatMap(e => evidenceOf(seen, e, found.steps)),
      }),
    ]
  },
}

/** Committed, green at the end, or praised. */
const isDone = ({ outcomes }: TurnView): boolean => outcomes.slice(-1).some(isGood)
const isFreshEnd = (seen: Seen, turn: TurnView, next: TurnView | undefined): boolean =>
  turn.tools.some(tool => seen.fresh(tool.event)) ||
  (turn.feedback?.type === "explicit_positive" && next !== undefined && seen.fresh(next.event))

/** What was run up to the last end of a turn, since the commit before it; a commit may be asked for by itself. */
function finishOf(seen: Seen, episode: EpisodeView, turns: readonly TurnView[], turn: TurnView): Found | null {
  const well = callsOf(seen, episode, turns.slice(Math.max(0, turn.index - 2), turn.index + 1)).filter(
    call => call.does === "runs" && call.command !== null && call.ok !== false,
  )
  const end = well.findLastIndex(call => call.salient !== null) + 1 || well.length
  const before = well.slice(0, end)
  const last = before.at(-1)
  if (last === undefined) return null
  const commits = isCommit(last.command!)
  const start = before.findLastIndex((call, i) => i < before.length - 1 && isCommit(call.command!)) + 1
  const calls = before.slice(start).slice(-BACK)
  const steps = lastOnes(calls.flatMap(call => stepsIn(call.command!)))
  return { steps, day: Math.floor(last.view.at / DAY), end: last, commits, calls }
}

/** The calls that took the steps, and what the end of them said. */
function evidenceOf(seen: Seen, { end, calls }: Found, steps: readonly string[]) {
  const taken = steps.map(step => calls.findLast(call => stepsIn(call.command!).includes(step))!)
  return [...[...new Set(taken)].flatMap(call => inputOf(seen, call)), ...outputOf(seen, end.view, LONGEST)]
}

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
    const text = tool.does === "plans" ? seen.text(tool.input) : null
    return text === null ? [] : [{ turn: turn.index, event: tool.event, blob: tool.input!, text }]
  })
  const [event, text] = [turn.replyEvent, seen.text(turn.reply)]
  if (event === null || text === null || !readsAsPlan(text)) return given
  return [...given, { turn: turn.index, event, blob: turn.reply!, text }]
}
