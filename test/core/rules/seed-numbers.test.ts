// The numbers that the documents name as settings: each is a param of its machine with the document's value, and set otherwise it
// changes what the machine makes of a recorded log, not only what it says of it.
import { expect, it } from "vitest"
import { avoidStatement, strategyOf } from "../../../src/core/propose/strategies.ts"
import { leavesOf, withLeaf } from "../../../src/core/rules/params.ts"
import { preset } from "../../../src/core/rules/registry.ts"
import { QUESTIONS, type Rule } from "../../../src/core/rules/rule.ts"
import { readout, recordedLogs } from "../../golden/readout.ts"

const NUMBERS: readonly (readonly [
  id: string,
  machine: string,
  rule: string,
  param: string,
  value: unknown,
  other: unknown,
  shownBy: string,
])[] = [
  ["S1-41", "astra", "outcome-reward", "alpha0", 0.3, 0.2, "astra-machine: S1 03"],
  ["S1-42", "astra", "outcome-reward", "kSamples", 50, 5, "astra-machine: S1 03"],
  ["S1-43", "astra", "outcome-reward", "rMin", 0.1, 0.9, "astra: S1 77"],
  ["S1-45", "astra", "outcome-reward", "wConflict", 0.2, 0.9, "astra: S1 75"],
  ["S1-47", "astra", "outcome-reward", "wValidation", 0.2, 0.9, "astra: S1 75"],
  ["S1-48", "astra", "outcome-reward", "horizonShortHours", 2, 1, "astra: S1 65"],
  ["S1-49", "astra", "outcome-reward", "horizonLongHours", 24, 12, "astra: S1 65"],
  ["S1-50", "astra", "gardener", "alignExponent", 1.5, 3, "astra-machine: S1 02"],
  ["S1-51", "astra", "gardener", "dedupSeconds", 120, 100_000, "astra: S1 77"],
  ["S3-45", "swarm", "half-life", "halfLifeDays", 90, 1, "evidence-of-use: S2 75"],
  ["S3-46", "swarm", "maturity", "minFeedbackForAdjustment", 3, 100, "swarm-machine: S3 12"],
  ["S3-47", "swarm", "maturity", "maxHarmfulRatio", 0.3, 1, "swarm-machine: S3 12"],
  ["S3-48", "swarm", "implicit-score", "minutes", [5, 30], [1, 30], "swarm-machine: S3 29"],
  ["S3-49", "swarm", "implicit-score", "minutes", [5, 30], [5, 60], "swarm-machine: S3 29"],
  ["S3-50", "swarm", "implicit-score", "maxErrorsForHelpful", 2, 10, "swarm-machine: S3 29"],
  ["S3-51", "swarm", "invert", "minObservations", 3, 10, "swarm-machine: S3 26"],
  ["S3-52", "swarm", "invert", "failureRatioThreshold", 0.6, 0.9, "swarm-machine: S3 26"],
  ["S3-53", "swarm", "invert", "antiPatternPrefix", "AVOID: ", "NOT: ", "swarm-machine: S3 30"],
  ["S3-54", "swarm", "maturity", "minFeedback", 3, 1, "swarm-machine: S3 26"],
  ["S3-55", "swarm", "maturity", "minHelpful", 5, 2, "swarm-machine: S3 17"],
  ["S3-56", "swarm", "maturity", "maxHarmful", 0.15, 0, "swarm-machine: S3 17"],
  ["S3-57", "swarm", "maturity", "deprecationThreshold", 0.3, 0.9, "swarm-machine: S3 26"],
  ["S3-58", "swarm", "maturity", "halfLifeDays", 90, 1, "swarm-machine: S3 17"],
]
/** Where a number is only said again: what it acts on is elsewhere. */
const SAID = ["because", "answer", "halfLifeDays"]
/** Each log as it is, and without the cards that were made of it then, so that they are made anew. */
const logs = recordedLogs().flatMap(({ name, lines }) => [
  { name, lines },
  { name, lines: lines.filter(line => !line.includes('"type":"card.proposed"')) },
])

it.each(NUMBERS)(
  "[%s] %s: rules.%s.%s is the document's, and acts",
  async (_, machine, name, param, value, other, shownBy) => {
    const rule = QUESTIONS.flatMap((question): readonly Rule[] => preset(machine).rules[question]).find(
      r => r.name === name,
    )!
    expect(leavesOf(rule.params, rule.notes).find(leaf => leaf.path === param)?.value).toEqual(value)
    const params = withLeaf({}, name, param, other)
    for (const { lines } of logs.filter(log => log.name.startsWith(shownBy))) {
      const [as, otherwise] = [await readout(lines, machine, {}, SAID), await readout(lines, machine, params, SAID)]
      if (JSON.stringify(as) !== JSON.stringify(otherwise)) return
    }
    expect.unreachable("it changes nothing")
  },
)

it("[S3-53] a warning is known for what it is, whatever it begins with", () => {
  expect(strategyOf(avoidStatement("split by file type", 2, 3, "NOT: "))).toBe("split by file type")
})
