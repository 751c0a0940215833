// Redaction: recall, false masks and speed on the generated corpus, with seeds the tests do not use.
// Ground truth: test/core/redact; a row counts as caught when no 12-character piece of its secrets survives. Time is CPU time:
// a loaded machine does not change it much.

import { redact } from "../src/core/redact/redact.ts"
import { benignRows } from "../test/core/redact/corpus-benign.ts"
import { secretRows, survives } from "../test/core/redact/corpus-secrets.ts"
import { rollDice } from "../test/core/redact/dice.ts"
import { fourthBenignRows, fourthSecretRows } from "../test/core/redact/fourth-corpus.ts"
import { secondBenignRows } from "../test/core/redact/second-benign.ts"
import { secondSecretRows } from "../test/core/redact/second-corpus.ts"
import { thirdBenignRows } from "../test/core/redact/third-benign.ts"
import { thirdSecretRows } from "../test/core/redact/third-corpus.ts"

const SEEDS = Array.from({ length: 10 }, (_, i) => 7001 + i)
const CORPORA = [
  { name: "first", secret: secretRows, benign: benignRows },
  { name: "second", secret: secondSecretRows, benign: secondBenignRows },
  { name: "third", secret: thirdSecretRows, benign: thirdBenignRows },
  { name: "fourth", secret: fourthSecretRows, benign: fourthBenignRows },
] as const
const SIZE = 100_000
const ROUNDS = 15

const wilson = (hits: number, n: number): readonly [number, number] => {
  const z = 1.96
  const p = hits / n
  const centre = (p + (z * z) / (2 * n)) / (1 + (z * z) / n)
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n)
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}

const filled = (pieces: readonly string[]): string => {
  let text = ""
  for (let i = 0; text.length < SIZE; i++) text += `${pieces[i % pieces.length]}\n`
  return text.slice(0, SIZE)
}

const PLAIN = [
  "The fold reads events in order and keeps its clock from them, so that a rebuild gives the same views.",
  "export const readEpisode = (log: Log, id: string): readonly Event[] => log.read(id).filter(event => event.ok)",
  "  at processTicksAndRejections (node:internal/process/task_queues:95:5)",
  "PASS test/core/fold.test.ts (12 tests) 340ms, 12 passed, 0 failed, token usage 1200",
]

/** Median of warm runs; the fastest run says what an idle machine would take. */
const timed = (text: string): readonly [number, number] => {
  const times: number[] = []
  for (let i = 0; i < ROUNDS; i++) redact(text)
  for (let i = 0; i < ROUNDS; i++) {
    const from = process.cpuUsage()
    redact(text)
    const { user, system } = process.cpuUsage(from)
    times.push((user + system) / 1000)
  }
  times.sort((a, b) => a - b)
  return [times[Math.floor(ROUNDS / 2)]!, times[0]!]
}

export const run = async (_args: {
  shared: string
  json: boolean
  args: string[]
}): Promise<Record<string, unknown>> => {
  const corpora = CORPORA.map(({ name, secret, benign }) => {
    const count = { name, secrets: 0, caught: 0, benign: 0, harmed: 0 }
    for (const seed of SEEDS) {
      for (const row of secret(rollDice(seed))) {
        count.secrets++
        const { text } = redact(row.text)
        if (!row.secrets.some(item => survives(item, text))) count.caught++
      }
      for (const row of benign(rollDice(seed))) {
        count.benign++
        if (redact(row.text).text !== row.text) count.harmed++
      }
    }
    return count
  })
  const sum = (field: "secrets" | "caught" | "benign" | "harmed"): number =>
    corpora.reduce((total, corpus) => total + corpus[field], 0)
  const [secrets, caught, benign, harmed] = [sum("secrets"), sum("caught"), sum("benign"), sum("harmed")]
  const rows = secretRows(rollDice(9001)).map(row => row.text)
  const figures = {
    secrets,
    caught,
    recall: caught / secrets,
    recall95: wilson(caught, secrets),
    benign,
    harmed,
    false: harmed / benign,
    false95: wilson(harmed, benign),
    plainMs: timed(filled(PLAIN)),
    benignMs: timed(filled(benignRows(rollDice(9001)).map(row => row.text))),
    secretsMs: timed(filled(rows)),
    blindMs: timed(
      filled([...secondSecretRows(rollDice(9001)), ...thirdSecretRows(rollDice(9001))].map(row => row.text)),
    ),
    corpora,
  }
  const span = ([low, high]: readonly [number, number]): string => `${low.toFixed(4)}-${high.toFixed(4)}`
  const pair = ([middle, best]: readonly [number, number]): string => `${middle.toFixed(1)} (best ${best.toFixed(1)})`
  console.log(`redaction, ${SEEDS.length} seeds`)
  for (const { name, ...n } of corpora)
    console.log(
      `  ${name.padEnd(12)} recall ${(n.caught / n.secrets).toFixed(4)} (${n.caught} of ${n.secrets}), false ${(n.harmed / n.benign).toFixed(4)} (${n.harmed} of ${n.benign})`,
    )
  console.log(
    `  recall       ${figures.recall.toFixed(4)}  (${caught} of ${secrets}; 95% ${span(figures.recall95)}; bar 0.95)`,
  )
  console.log(
    `  false masks  ${figures.false.toFixed(4)}  (${harmed} of ${benign}; 95% ${span(figures.false95)}; bar 0.02)`,
  )
  console.log(
    `  ms / 100 KB  plain ${pair(figures.plainMs)}, look-alikes ${pair(figures.benignMs)}, full of secrets ${pair(figures.secretsMs)}, blind corpora ${pair(figures.blindMs)}  (bar 25)`,
  )
  return figures
}
