// Paths that were guessed wrong and found elsewhere: a negative result with the right path, anchored in the refusal and in the
// call that found it. A look that failed in other episodes too and teaches no path says why in the ledger. Reading tools only;
// what a shell could not find is failure-fix's.
import { failureMarks, sameFailure } from "../core/again/same-failure.ts"
import { TAG } from "../core/check/guard.ts"
import { within, wrongPath } from "../core/propose/wrong-path.ts"
import { normaliseStatement } from "../core/words/statement.ts"
import { callsOf, inputOf, outputOf, type Placed, type Proposer, type Seen, suggest } from "./proposer.ts"

/** How far ahead the right path may be found. */
const AHEAD = 12
const LONGEST_QUOTE = 300

export const wrongPaths: Proposer = {
  name: "wrong-path",
  version: 2,
  provenance: "output",
  propose(seen) {
    const root = seen.episode.cwd === null ? null : seen.text(seen.episode.cwd)
    const calls = callsOf(seen, seen.episode, seen.turns).filter(c => c.path !== null && c.does !== "runs")
    const told = new Set<string>()
    return calls.flatMap((failed, i) => {
      const output = failed.ok === false ? failed.output() : null
      const path = seen.text(failed.view.path!)
      if (!output || path === null || told.has(path)) return []
      const after = calls.slice(i + 1, i + 1 + AHEAD)
      const wrong = wrongPath(path, output, root, after)
      const found = typeof wrong === "string" ? null : wrong.found
      const right = after.find(c => c.ok === true && found !== null && within(c.path!, root) === found)
      // what was not found may still be, until the episode ends
      const due = found === null ? seen.closing : seen.fresh((right ?? failed).event)
      if (!due || (found === null && !failedBefore(seen, failed, output))) return []
      told.add(path)
      const name = typeof wrong === "string" ? failed.path! : wrong.missing
      return [
        suggest(wrongPaths, seen, {
          ...{ kind: "negative_result", turn: failed.turn, at: (right ?? failed).view.at, topic: `path ${name}` },
          statement:
            typeof wrong === "string" ? normaliseStatement(`\`${name}\` failed again as before`) : wrong.statement,
          tags: [
            `${TAG.path}${name}`,
            `${TAG.remedy}${typeof wrong === "string" ? wrong : wrong.found}`,
            `${TAG.how}${typeof wrong === "string" ? "nothing" : "other-path"}`,
          ],
          evidence: [
            ...outputOf(seen, failed.view, LONGEST_QUOTE),
            ...[failed, ...(right ? [right] : [])].flatMap(call => inputOf(seen, call)),
          ],
        }),
      ]
    })
  },
}

/** The same path failed the same way in another episode. */
function failedBefore(seen: Seen, { view }: Placed, output: string): boolean {
  const marks = failureMarks(output)
  return seen.again.missed(view.path!).some(place => {
    const tool = seen.again
      .episode(place.episode)
      ?.turns.flatMap(turn => turn.tools)
      .find(t => t.event === place.event)
    const before = tool == null || tool.output === null ? null : seen.text(tool.output)
    return before !== null && sameFailure(marks, failureMarks(before))
  })
}
