// The table of figures in README.md, from bench/results.json: side by side with what one would have otherwise. Pure. What the
// figures mean, and what they do not show, is on docs/proof.md.
import type { Results } from "./proof-page.ts"

type Any = any
const BEGIN = "<!-- figures: generated from bench/results.json by tools/readme-figures.ts -->"
const END = "<!-- /figures -->"
const SEEDS = ["evolver", "swarm", "nucleus", "astra"]

const pct = (x: number): string => `${Math.round(100 * x)}%`
const two = (x: number): string => x.toFixed(2)
const range = (x: Any): string => `${pct(x.low)} to ${pct(x.high)}`

/** The README with its table made anew; what stands outside the marks is left as it is. */
export function readmeWith(readme: string, results: Results["results"]): string {
  const from = readme.indexOf(BEGIN)
  const to = readme.indexOf(END)
  if (from < 0 || to < from) throw new Error("README.md has lost the marks of its table of figures")
  return `${readme.slice(0, from)}${BEGIN}\n\n${figures(results)}\n\n${readme.slice(to)}`
}

function figures({ rollback, harm, check, judgement, recall, kill }: Results["results"]): string {
  const matters = rollback["the step matters"]
  const idle = rollback["null: the step is idle"].contrasts["both with - both without"]
  const phase = (name: string) => pct(matters.phases[name].success.mean)
  const last = harm.looks.length - 1
  const removed = (design: string) => harm.workshop[design].removed[last]
  const best = SEEDS.reduce((a, b) => (removed(b).mean > removed(a).mean ? b : a))
  const read = JSON.parse(check.read_by_hand) as { right: number; false: number }
  const { mettle, evolver } = judgement.feedback.figures
  const past = recall["episode-recall"]
  const rows: readonly (readonly string[])[] = [
    [
      "A scripted agent whose success depends on what it is shown: with memory, and given back",
      `${phase("with")}, ${phase("re-applied")}`,
      `${phase("without")} without, ${phase("rolled back")} taken away; nothing where it cannot help (${(100 * idle.mean).toFixed(1)} points, ${(100 * idle.low).toFixed(1)} to ${(100 * idle.high).toFixed(1)})`,
      "rollback",
    ],
    [
      `Showings of harmful cards removed after ${harm.looks[last]} simulated episodes, nobody saying which they are`,
      `${pct(removed("mettle").mean)} (${range(removed("mettle"))})`,
      `best of four earlier designs, their rules called directly: ${pct(removed(best).mean)} (\`${best}\`)`,
      "harm",
    ],
    [
      `Users' complaints recognised, F1 over ${judgement.feedback.turns} real turns labelled by other rules than it learned from`,
      two(mettle["negative F1"]),
      `${two(evolver["negative F1"])} (\`evolver\`)`,
      "judgement",
    ],
    [
      "Failed tool calls told from others, F1 against labels by hand",
      two(judgement.tool.mettle.labels.f1.value),
      `${two(judgement.tool.evolver.labels.f1.value)} (\`evolver\`)`,
      "judgement",
    ],
    [
      `The past episode that holds the answer among five found, ${past.mettle.n} questions`,
      pct(past.mettle.mean),
      `${pct(past.plain.mean)} by full text alone`,
      "recall",
    ],
    [
      "Failures of real sessions that came back, answered from memory before or at the failure",
      `${check.same_by_hand_answered} of ${check.same_by_hand}`,
      `warnings that were right: ${read.right} of ${read.right + read.false}, in ${check.calls} tool calls`,
      "check",
    ],
    [
      `Acknowledged events lost in ${kill.one.cycles} kills while writing`,
      String(kill.one.lost),
      `changed ${kill.one.changed}, out of order ${kill.one.outOfOrder}`,
      "kill",
    ],
  ]
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`
  return [
    line(["measured", "Mettle", "beside it", "`npm run bench --`"]),
    line(["---", "---", "---", "---"]),
    ...rows.map(([what, ours, beside, bench]) => line([what!, ours!, beside!, `\`${bench}\``])),
  ].join("\n")
}
