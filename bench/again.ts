// What comes back: orders said again, failures and their remedies, procedures, words that change. `--first-sight` says each
// pair that was missed. Pairs were written before the code that reads them (bench/pairs); places were read by hand
// (bench/hand-read).
import { type Change, changeOutcome, type FailurePair, failureOutcome, readPairs } from "./again-parts/pairs.ts"
import type { BenchArgs, Figures } from "./main.ts"

export async function run({ json, args }: BenchArgs): Promise<Figures> {
  const say = (line = ""): void => {
    if (!json) console.log(line)
  }
  const each = args.includes("--each")
  const remedies = []
  for (const pair of readPairs<FailurePair>("remedies.jsonl")) remedies.push(await failureOutcome(pair))
  const idle = []
  for (const pair of readPairs<FailurePair>("idle.jsonl")) idle.push(await failureOutcome(pair))
  const changes = []
  for (const pair of readPairs<Change>("changes.jsonl")) changes.push(await changeOutcome(pair))
  // written after the first thirty were understood; 13 of 20 at first sight
  const fresh = []
  for (const pair of readPairs<Change>("changes-fresh.jsonl")) fresh.push(await changeOutcome(pair))
  if (each) {
    for (const r of remedies) say(`${r.after ?? "-"} ${r.group} ${r.id}: ${r.cards.join(" | ")}`)
    for (const r of idle) if (r.cards.length > 0) say(`idle ${r.id}: ${r.cards.join(" | ")}`)
    for (const c of [...changes, ...fresh])
      if (!c.known || !c.gone) say(`change ${c.id} known ${c.known} gone ${c.gone}: ${c.cards.join(" | ")}`)
  }
  const figures = {
    remedies_n1: `${remedies.filter(r => r.group === "n1" && r.after !== null).length} of ${remedies.filter(r => r.group === "n1").length}`,
    remedies_own: `${remedies.filter(r => r.group === "own" && r.after !== null).length} of ${remedies.filter(r => r.group === "own").length}`,
    idle_that_taught: `${idle.filter(r => r.cards.length > 0).length} of ${idle.length}`,
    changes: `${changes.filter(c => c.known && c.gone).length} of ${changes.length}`,
    changes_fresh: `${fresh.filter(c => c.known && c.gone).length} of ${fresh.length}`,
  }
  say(JSON.stringify(figures, null, 1))
  return figures
}
