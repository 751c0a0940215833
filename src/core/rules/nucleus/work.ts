// Seed 004's tactics from work that went well: the steps an agent wrote down, every command of which it ran, in an episode without a
// failure (S4-19, D75). Its `promotes` says that what won in several repositories grows by this rule, without a nod (S4-69).

import { commandLine } from "../../calls/shell-call.ts"
import type { Evidence } from "../../model.ts"
import { givesStandingOrder, unsafeToRepeat } from "../../propose/imperative.ts"
import { table } from "../../views/table.ts"
import { TABLE } from "../../views/tables.ts"
import { normaliseStatement, topicKey } from "../../words/statement.ts"
import { defineRule, type RuleContext } from "../rule.ts"

/** Where the last procedure of an episode stands; free of text. */
interface Procedure extends Omit<Evidence, "kind" | "hash"> {
  readonly scope: string
  readonly worked: boolean
}
const PROCEDURE = table<Procedure>("nucleus_procedure", "episode")
const LIST = /(?:^[ \t]*(?:\d{1,2}[.)]|[-*•])[ \t]+\S.*(?:\n|$)){2,}/gm
const MARK = /^[ \t]*(?:\d{1,2}[.)]|[-*•])[ \t]+/
const SENTENCE = /[^`\n.!?]{0,200}(?:`[^`\n]+`[^`\n.!?]*){2,}/g
const TICKED = /`([^`\n]+)`/g

/** A list of steps, or a sentence that names several commands: every one of them was run. */
function procedureIn(
  text: string,
  ran: readonly string[],
  least: number,
): readonly [start: number, end: number] | null {
  for (const pattern of [LIST, SENTENCE])
    for (const match of text.matchAll(pattern)) {
      const named = [...match[0].matchAll(TICKED)].map(m => m[1]!)
      const all = new Set(named).size >= least && named.every(command => ran.some(line => line.includes(command)))
      if (all && !givesStandingOrder(match[0]) && !unsafeToRepeat(match[0]))
        return [match.index, match.index + match[0].length]
    }
  return null
}

const statementOf = (text: string): string =>
  text
    .split("\n")
    .map(line => line.replace(MARK, "").trim())
    .filter(line => line !== "")
    .join("; then ")

export const nucleusWork = defineRule("stage", "nucleus-work@1", {
  source: "S4-19, S4-69, D75",
  params: { promotes: true, commands: 2, wentWell: 1 },
  tables: [PROCEDURE],
  reads: [TABLE.episode, TABLE.turn],
  on: {
    "agent.replied"(context, { event: { id, episode, scope, data } }, p) {
      if (episode === null) return
      const blob = data.text
      const span = context.read("procedure", () => {
        const text = context.text(blob)
        return text === null ? null : procedureIn(text, ranIn(context, episode), p.commands)
      })
      if (span === null) return
      const [start, end] = span
      PROCEDURE.set(context.rows, episode, { scope: scope ?? "-", event: id, blob, start, end, worked: false })
    },
    "episode closed"({ rows }, { episode }, p) {
      const found = PROCEDURE.get(rows, episode)
      const worked = (TABLE.episode.get(rows, episode)?.p ?? 0) >= p.wentWell
      if (found && found.worked !== worked) PROCEDURE.set(rows, episode, { ...found, worked })
    },
  },
  suggests: context =>
    PROCEDURE.list(context.rows).flatMap(([episode, { scope, event, blob, start, end, worked }]) => {
      const text = worked ? context.text(blob) : null
      if (text === null) return []
      const statement = normaliseStatement(statementOf(text.slice(start, end)))
      const evidence = [{ kind: "agent_span" as const, event, blob, start, end }]
      const said = { kind: "tactic" as const, statement, topic: topicKey(statement), scope, episode, evidence }
      return [{ key: `procedure/${episode}`, ...said, by: "procedure@1" }]
    }),
  decide: () => ({ answer: null, because: "moves no card" }),
})

const ranIn = (context: RuleContext, episode: string): readonly string[] =>
  TABLE.turn
    .list(context.rows, `${episode}/`)
    .flatMap(([, turn]) => turn.tools)
    .flatMap(tool => (tool.does === "runs" && tool.input !== null ? commandLine(context.text(tool.input)) : []))
