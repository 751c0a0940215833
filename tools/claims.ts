// The five things a user may count on, each with its figures, what stands beside or against it, and the command that measures
// it: the table of README.md and the head of docs/proof.md, from bench/results.json. Pure.
type Any = any
type Figures = Readonly<Record<string, Any>>
/** what is claimed, what was measured, what stands beside it or against it, the benches it is read from */
type Claim = readonly [string, string, string, readonly string[]]

const BEGIN = "<!-- figures: generated from bench/results.json by tools/claims.ts -->"
const END = "<!-- /figures -->"
const SEEDS = ["evolver", "swarm", "nucleus", "astra"]
const STRANGERS = "out of folds by person"

const pct = (x: number): string => `${Math.round(100 * x)}%`
const range = (x: Any): string => `${pct(x.low)} to ${pct(x.high)}`
const points = (x: number): string => (100 * x).toFixed(1)

/** The README with its table made anew; what stands outside the marks is left as it is. */
export function readmeWith(readme: string, results: Figures): string {
  const from = readme.indexOf(BEGIN)
  const to = readme.indexOf(END)
  if (from < 0 || to < from) throw new Error("README.md has lost the marks of its table of figures")
  return `${readme.slice(0, from)}${BEGIN}\n\n${claimTable(results)}\n\n${readme.slice(to)}`
}

export function claimTable(results: Figures): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`
  const rows = [saidOnce, metBefore, keepsWhatHelps, notInTheWay, nothingLost].map(claim => claim(results))
  return [
    line(["you may count on", "measured", "beside it, and against it", "`npm run bench --`"]),
    line(["---", "---", "---", "---"]),
    ...rows.map(([what, ours, beside, benches]) => line([`**${what}**`, ours, beside, `\`${benches.join(",")}\``])),
  ].join("\n")
}

function saidOnce({ ear }: Figures): Claim {
  const { kept, heard, f1 } = ear[STRANGERS]
  return [
    "You say it once",
    `Of what people it never heard said for good, ${pct(heard.recall)} is heard and ${pct(kept.recall)} kept at once; ${pct(kept.precision)} of that rightly, ${kept.wrongPer100.toFixed(1)} wrong cards per 100 ordinary messages`,
    `a careful reader reaches an F1 of about 0.8, this ear ${f1.toFixed(2)}; what is only heard waits in Review until it comes back or you nod`,
    ["ear"],
  ]
}

function metBefore({ check }: Figures): Claim {
  const { right, false: wrong } = JSON.parse(check.read_by_hand) as { right: number; false: number }
  return [
    "The same mistake is met before it happens",
    `Failures of real sessions that came back, answered before or at the failure: ${check.same_by_hand_answered} of ${check.same_by_hand}; warnings that were right: ${right} of ${right + wrong}, in ${check.calls} tool calls`,
    "few failures come back at all; one repository, one reader",
    ["check"],
  ]
}

function keepsWhatHelps({ rollback, harm }: Figures): Claim {
  const { phases } = rollback["the step matters"]
  const idle = rollback["null: the step is idle"].contrasts["both with - both without"]
  const phase = (name: string) => pct(phases[name].success.mean)
  const last = harm.looks.length - 1
  const { removed: gone, kept } = harm.workshop.mettle
  // Who shows next to nothing removes all harm: only designs that keep half of what helps compare.
  const fair = SEEDS.filter(design => harm.workshop[design].kept.mean >= 0.5)
  const removed = (design: string): number => harm.workshop[design].removed[last].mean
  const best = fair.reduce((a, b) => (removed(b) > removed(a) ? b : a))
  return [
    "It keeps what helps and drops what harms",
    `A scripted agent whose success depends on what it is shown: ${phase("without")} without memory, ${phase("with")} with it, ${phase("rolled back")} when it is taken away; showings of harmful cards removed after ${harm.looks[last]} simulated episodes: ${pct(gone[last].mean)} (${range(gone[last])}), of helpful ones kept: ${pct(kept.mean)} (${range(kept)})`,
    `where memory cannot help it changes nothing (${points(idle.mean)} points, ${points(idle.low)} to ${points(idle.high)}); best of the earlier designs that keep half of what helps ${pct(removed(best))} (\`${best}\`); scripts and simulations, no real model`,
    ["rollback", "harm"],
  ]
}

function notInTheWay({ hook, bans, clients }: Figures): Claim {
  return [
    "It is not in the way",
    `${hook.lost} events lost and ${hook.faults} faults in ${hook.rounds} rounds of every hook; a prompt waits ${Math.round(hook.prompt_with_p50_ms)} ms (95 in 100: ${Math.round(hook.prompt_with_p95_ms)}) with ${hook.cards} cards; ${bans.table_rightly} of ${bans.table_held} holds of a written table were meant`,
    `ten tool calls of ${clients.client} take ${clients.ratio.toFixed(2)} times as long with all hooks; without the helper that is kept warm a prompt waits ${Math.round(hook.prompt_without_p95_ms)} ms`,
    ["hook", "clients", "bans"],
  ]
}

function nothingLost({ kill, bitflip, redact }: Figures): Claim {
  return [
    "Nothing is lost, and no secret is kept",
    `Acknowledged events lost in ${kill.one.cycles} kills while writing: ${kill.one.lost}; of ${bitflip.flips} bits turned in the store ${bitflip.unnamedEvents + bitflip.unnamedTexts} changed events or texts went unnoticed; ${redact.caught} of ${redact.secrets} made-up secrets masked`,
    `harmless texts masked by mistake: ${redact.harmed} of ${redact.benign}; kinds of secrets nobody thought of are missed more often`,
    ["kill", "bitflip", "redact"],
  ]
}
