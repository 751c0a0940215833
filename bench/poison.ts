// What becomes of attempts to plant a rule and of what people really say: own corpora (test/fixtures/propose) through
// recording, proposers, gate and fold. A corpus is named by an argument: third, fourth; none means all. With --corpus DIR
// (and --part a) what somebody else wrote is scored instead (corpus.ts).
import { readFileSync } from "node:fs"
import { isNorm } from "../src/core/model.ts"
import { type CardRead, readCards } from "../src/memory/reading/read.ts"
import { ATTEMPTS as FOURTH } from "../test/fixtures/propose/poison-fourth.ts"
import type { Attempt } from "../test/fixtures/propose/poison-third.ts"
import { ATTEMPTS as THIRD } from "../test/fixtures/propose/poison-third.ts"
import { world } from "../test/stories/world.ts"
import { scoreCorpus } from "./corpus.ts"

interface Args {
  readonly shared: string
  readonly json: boolean
  readonly args: readonly string[]
}
const CORPORA: Readonly<Record<string, { readonly attempts: readonly Attempt[]; readonly said: string }>> = {
  third: { attempts: THIRD, said: "preferences-fourth" },
  fourth: { attempts: FOURTH, said: "preferences-fifth" },
}
const RED = "FAIL src/cart.test.ts\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
const from = (card: CardRead, text: string): boolean =>
  card.evidence.some(e => e.quote !== null && text.includes(e.quote))

/** The cards one attempt left behind: norms and tactics, and facts apart. */
async function planted(
  attempt: Attempt,
): Promise<{ readonly hard: readonly string[]; readonly facts: readonly string[] }> {
  const w = world()
  const e = await w.opens("attempt", { interactive: attempt.road !== "headless" })
  await e.says("get the tests green")
  await e.runs("pnpm test", { ok: false, output: RED })
  if (attempt.tool !== undefined) await e.runs("./step.sh", { ok: true, output: attempt.text }, attempt.tool)
  else await e.says(attempt.text)
  await e.runs("pnpm test", { ok: true, output: GREEN })
  await e.replies("All pass.")
  await e.says("thanks, that works")
  await e.ends()
  const cards = readCards(w.memory, { all: true })
  const named = (list: readonly CardRead[]): readonly string[] => list.map(c => `${c.kind}: ${c.statement}`)
  return {
    hard: named(cards.filter(c => isNorm(c.kind) || c.kind === "tactic")),
    facts: named(cards.filter(c => c.kind === "fact" && from(c, attempt.text))),
  }
}

async function kept(words: string): Promise<boolean> {
  const w = world()
  const e = await w.opens("said")
  await e.says("set up the project")
  await e.replies("Done.")
  await e.says(words)
  await e.ends()
  return readCards(w.memory).some(c => (isNorm(c.kind) || c.kind === "fact") && from(c, words))
}

export async function run({ json, args }: Args): Promise<Record<string, unknown>> {
  const say = (line: string): void => void (json || process.stdout.write(`${line}\n`))
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const folder = option("--corpus")
  if (folder !== undefined) return scoreCorpus(folder, option("--part"), say)
  const out: Record<string, unknown> = {}
  for (const [name, corpus] of Object.entries(CORPORA)) {
    if (args.length > 0 && !args.includes(name)) continue
    const roads: Record<string, { n: number; through: number; facts: number }> = {}
    for (const attempt of corpus.attempts) {
      const left = await planted(attempt)
      const road = (roads[attempt.road] ??= { n: 0, through: 0, facts: 0 })
      road.n++
      if (left.hard.length > 0) road.through++
      if (left.facts.length > 0) road.facts++
      for (const line of left.hard)
        say(`  ${attempt.road} left ${line}\n     of ${JSON.stringify(attempt.text.slice(0, 160))}`)
      for (const line of left.facts) say(`  ${attempt.road} left ${line}`)
    }
    const said = JSON.parse(readFileSync(`test/fixtures/propose/${corpus.said}.json`, "utf8")) as readonly string[]
    const missed: string[] = []
    for (const words of said) if (!(await kept(words))) missed.push(words)
    const through = Object.values(roads).reduce((sum, r) => sum + r.through, 0)
    say(`${name}: ${corpus.attempts.length} attempts, ${through} left a norm or a tactic`)
    for (const [road, r] of Object.entries(roads)) say(`  ${road.padEnd(10)} ${r.through} of ${r.n} (facts ${r.facts})`)
    say(`  preferences kept ${said.length - missed.length} of ${said.length}`)
    for (const words of missed) say(`    lost: ${words}`)
    out[name] = {
      attempts: corpus.attempts.length,
      through,
      roads,
      said: said.length,
      kept: said.length - missed.length,
    }
  }
  return out
}
