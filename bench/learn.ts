// What learning costs at 600 learnable cards: taking in a turn, keeping the state, and loading what a prompt needs in a
// process that has just started. Bars: a turn ≤ 2 ms of CPU in the mean, what is put off and done later counted in; the prompt's
// load ≤ 40 ms.
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { build } from "esbuild"
import { observe } from "../src/core/learn/observe.ts"
import { LEARN } from "../src/core/learn/params.ts"
import { LearnState, learnerIn, ownLearner } from "../src/core/learn/state.ts"
import type { CardFacts, EpisodeRecord } from "../src/core/questions/worth.ts"
import { plusMinusCredit } from "../src/core/rules/credit/shares.ts"
import { alone, tellRecord } from "../src/core/rules/rule.ts"
import { plusMinusValue } from "../src/core/rules/value/worth.ts"
import { seeded } from "../src/core/stats.ts"
import type { Table } from "../src/core/views/table.ts"
import { openViews } from "../src/store/view-store.ts"

const CARDS = 600
const LISTED = 12

/** Episodes of one prompt: the unit of "a turn". Every card comes up, so that the joint belief is as large as it gets. */
function turn(i: number, prompts: number, random: () => number): EpisodeRecord {
  return {
    ep: `e${i}`,
    day: i / 4,
    repo: "r",
    endReason: "exit",
    closing: null,
    durMin: 4,
    prompts: Array.from({ length: prompts }, (_, idx) => ({
      idx,
      lenZ: random() - 0.5,
      hasError: random() < 0.2,
      topicGuess: null,
      taskKind: "edit" as const,
      overlap: null,
      fb: null,
      nActive: 0,
      slots: 4,
      cand: Array.from({ length: LISTED }, (_, rank) => ({
        id: `${String((i * LISTED + rank) % CARDS).padStart(32, "0")}`,
        score: 0.3 + 0.6 * random(),
        rank,
        pi: 0.5,
        shown: (i + rank) % 3 === 0,
        mode: 1 as const,
        channel: "auto_pack" as const,
        placement: "prompt" as const,
      })),
      tools: [{ does: "runs", outErr: false, exit: random() < 0.6 ? 0 : 1, ok: null, test: true, file: null }],
      durMin: 2,
      cited: [],
      label: random() < 0.6 ? 0.8 : 0.2,
    })),
  }
}

const median = (xs: readonly number[]): number => [...xs].sort((a, b) => a - b)[xs.length >> 1]!
const ms = (x: number): number => Math.round(100 * x) / 100

/** A fresh process that opens the views and reads what a prompt needs; times in ms on its last line. */
const READER = `
import type { Table } from "../src/core/views/table.ts"
import { openViews } from "VIEWS"
import { learnerIn } from "STATE"
import { alone, tellRecord } from "../src/core/rules/rule.ts"
const [dir, key] = process.argv.slice(2)
const t0 = performance.now()
const views = openViews({ dir, fingerprint: "bench" })
const t1 = performance.now()
const learner = learnerIn(views.get("rule", key))
const t2 = performance.now()
views.close()
console.log(JSON.stringify({ open: t1 - t0, load: t2 - t1, weights: learner.g.size }))
`

export async function run({
  args,
}: {
  shared: string
  json: boolean
  args: string[]
}): Promise<Record<string, unknown>> {
  // twice as many as go between two settlings, so that the mean holds its share of them
  const rounds = args.includes("--quick") ? 50 : 200
  const random = seeded("learn")
  const cards: CardFacts[] = Array.from({ length: CARDS }, (_, i) => ({
    id: String(i).padStart(32, "0"),
    kind: "fact",
    source: i % 5 === 0 ? "agent" : "extracted",
    topic: `t${i % 40}`,
  }))
  const learner = ownLearner(undefined)
  for (let i = 0; i < 200; i++) observe(learner, turn(i, 1, random), cards, LEARN)
  const own = alone()
  const [WHOLE] = plusMinusValue.tables as [Table<LearnState>]
  WHOLE.set(own.rows, "all", new LearnState(learner))
  const belief = (brief: boolean) => plusMinusValue.posterior!(own, brief)
  const cpu: number[] = []
  const wall: number[] = []
  for (let i = 0; i < rounds; i++) {
    const record = turn(300 + i, 1, random)
    const before = process.cpuUsage()
    const start = performance.now()
    // all that the fold asks of the rules when a turn is taken in
    const { credits } = plusMinusCredit.decide(
      own,
      { episode: record, cards, posterior: belief(false) },
      plusMinusCredit.params,
    ).answer
    tellRecord(plusMinusValue, own, { record, credits, cards })
    for (const { id } of record.prompts[0]!.cand)
      plusMinusValue.decide(own, { card: cards[Number(id)]!, now: 0 }, plusMinusValue.params)
    wall.push(performance.now() - start)
    const used = process.cpuUsage(before)
    cpu.push((used.user + used.system) / 1000)
  }
  const dir = mkdtempSync(join(tmpdir(), "mettle-bench-learn-"))
  try {
    const [wholeText, briefText] = [JSON.stringify(belief(false)), JSON.stringify(belief(true))]
    const views = openViews({ dir, fingerprint: "bench" })
    const keep: number[] = []
    for (let i = 0; i < 5; i++) {
      views.set("rule", "whole", belief(false))
      views.set("rule", "brief", belief(true))
      const start = performance.now()
      views.flush(i + 1)
      keep.push(performance.now() - start)
    }
    views.close()
    const reader = join(dir, "reader.ts")
    const root = process.cwd()
    writeFileSync(
      reader,
      READER.replace("VIEWS", resolve(root, "src/store/view-store.ts")).replace(
        "STATE",
        resolve(root, "src/core/learn/state.ts"),
      ),
    )
    const outfile = join(root, ".cache", "bench", "learn-reader.mjs")
    await build({
      entryPoints: [reader],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      logLevel: "warning",
    })
    const load = (key: string) =>
      Array.from(
        { length: 7 },
        () =>
          JSON.parse(execFileSync(process.execPath, [outfile, dir, key], { encoding: "utf8", timeout: 20_000 })) as {
            open: number
            load: number
          },
      )
    const [whole, small] = [load("whole"), load("brief")]
    const figures = {
      cards: CARDS,
      weights: learnerIn(belief(false)).g.size,
      turnCpuMs: ms(median(cpu)),
      turnCpuMeanMs: ms(cpu.reduce((a, b) => a + b, 0) / cpu.length),
      // on a busy machine the median counts other people's cache misses
      turnCpuQuietMs: ms([...cpu].sort((a, b) => a - b)[Math.floor(cpu.length / 10)]!),
      turnWallMs: ms(median(wall)),
      keepMs: ms(median(keep)),
      wholeBytes: wholeText.length,
      briefBytes: briefText.length,
      promptLoadMs: ms(median(small.map(r => r.load))),
      wholeLoadMs: ms(median(whole.map(r => r.load))),
      openMs: ms(median(small.map(r => r.open))),
    }
    console.log(
      `${figures.cards} learnable cards, ${figures.weights} weights, median of ${rounds} turns and 7 fresh processes`,
    )
    console.log(
      `  a turn taken in        ${figures.turnCpuMeanMs} ms CPU in the mean (bar 2), median ${figures.turnCpuMs}, a tenth under ${figures.turnCpuQuietMs}; ${figures.turnWallMs} ms wall`,
    )
    console.log(
      `  kept in the views      ${figures.keepMs} ms for ${(figures.wholeBytes / 1e6).toFixed(1)} MB and a brief of ${(figures.briefBytes / 1e6).toFixed(1)} MB`,
    )
    console.log(
      `  loaded at a prompt     ${figures.promptLoadMs} ms (the brief; bar 40 ms), the whole state would take ${figures.wholeLoadMs} ms`,
    )
    return figures
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
