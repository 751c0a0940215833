// Paths that were guessed wrong and found elsewhere: a negative result with the right path, anchored in the refusal and
// in the call that found it. Reading tools only; what a shell could not find is failure-fix's.
import { TAG } from "../core/check/guard.ts"
import { within, wrongPath } from "../core/propose/wrong-path.ts"
import type { ToolView } from "../core/views/state.ts"
import { cite, type Proposer, suggest } from "./proposer.ts"

/** How far ahead the right path may be found. */
const AHEAD = 12

export const wrongPaths: Proposer = {
  name: "wrong-path",
  version: 1,
  provenance: "output",
  propose(seen) {
    const root = seen.episode.cwd === null ? null : seen.text(seen.episode.cwd)
    const calls = seen.turns.flatMap(turn =>
      turn.tools
        .filter(tool => tool.path !== null && tool.does !== "runs")
        .map(tool => ({ tool, turn: turn.index, path: seen.text(tool.path!) })),
    )
    const told = new Set<string>()
    return calls.flatMap(({ tool, turn, path }, i) => {
      const output = tool.ok !== false || tool.output === null ? null : seen.text(tool.output)
      if (output === null || path === null) return []
      const after = calls.slice(i + 1, i + 1 + AHEAD)
      const wrong = wrongPath(
        path,
        output,
        root,
        after.map(c => ({ path: c.path, ok: c.tool.ok })),
      ) // prettier-ignore
      if (wrong === null || told.has(wrong.missing)) return []
      const right = after.find(c => c.path !== null && c.tool.ok === true && within(c.path, root) === wrong.found)
      if (!seen.fresh((right ?? { tool }).tool.event)) return []
      told.add(wrong.missing)
      const inputs = [tool, ...(right ? [right.tool] : [])].flatMap((t: ToolView) => {
        const text = t.input === null ? null : seen.text(t.input)
        return text === null ? [] : [cite(seen, "agent_span", t.event, t.input!, text)]
      })
      return [
        suggest(wrongPaths, seen, {
          kind: "negative_result",
          statement: wrong.statement,
          turn,
          at: (right ?? { tool }).tool.at,
          topic: `path ${wrong.missing}`,
          tags: [`${TAG.path}${wrong.missing}`, `${TAG.remedy}${wrong.found}`, `${TAG.how}other-path`],
          evidence: [
            cite(seen, "tool_output", tool.event, tool.output!, output, 0, Math.min(output.length, 300)),
            ...inputs,
          ],
        }),
      ]
    })
  },
}
