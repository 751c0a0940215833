// npm run torture [-- --pr | --nightly] [--only T-3,T-8] [--seed n] [--write] [--json]: runs the tests of security.md 4, prints
// what each counted, and ends with "N passed, N failed". --write puts the figures into docs/reliability.md.
import { mkdtempSync, realpathSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TORTURES } from "./registry.ts"
import { keep, type Result, writeReport } from "./report.ts"
import { proveRebuild } from "./t16-rebuild.ts"
import type { Outcome, Size, Torture } from "./torture.ts"

const words = process.argv.slice(2)
const flag = (name: string): boolean => words.includes(`--${name}`)
const value = (name: string): string | null => {
  const at = words.indexOf(`--${name}`)
  return at < 0 ? null : (words[at + 1] ?? null)
}

const size: Size = flag("nightly") ? "nightly" : flag("pr") ? "pr" : "ci"
const seed = Number(value("seed") ?? 20261115)
const only = value("only")?.toUpperCase().split(",") ?? null

/** Where files are not on a disk; in a container that may be too small to be of use. */
function inMemory(): string {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm")
    if (bavail * bsize > LEAST_BYTES) return "/dev/shm"
  } catch {
    // Not every system has it.
  }
  return tmpdir()
}
const LEAST_BYTES = 1 << 30

async function one(torture: Torture): Promise<Result> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "mettle-torture-")))
  const shm = realpathSync(mkdtempSync(join(inMemory(), "mettle-torture-")))
  const begun = performance.now()
  const say = (text: string): void => {
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K  ${text}`)
  }
  let outcome: Outcome
  try {
    outcome = await torture.run({ size, seed, dir, ram: shm, say })
    const unequal = await proveRebuild(torture.name, outcome.stores ?? [])
    outcome = { ...outcome, failures: [...outcome.failures, ...unequal] }
  } catch (error) {
    outcome = { figures: {}, failures: [`it broke off: ${(error as Error).stack ?? error}`] }
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    rmSync(shm, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  if (process.stdout.isTTY) process.stdout.write("\r\x1b[K")
  return { torture, outcome, size, seed, seconds: Math.round((performance.now() - begun) / 100) / 10 }
}

const isLeft = ({ outcome }: Result): boolean => outcome.failures.length === 0 && (outcome.left ?? []).length > 0

const results: Result[] = []
for (const torture of TORTURES) {
  if (only && !only.includes(torture.name)) continue
  const result = await one(torture)
  results.push(result)
  // After each, so that a run that is broken off has still said what it saw.
  if (flag("write") && !isLeft(result)) {
    keep(result)
    writeReport()
  }
  const { figures, failures } = result.outcome
  const told = Object.entries(figures).map(
    ([name, n]) => `${name} ${typeof n === "number" ? n.toLocaleString("en") : n}`,
  )
  console.log(
    `${failures.length > 0 ? "FAIL" : isLeft(result) ? "left" : "pass"} ${torture.name.padEnd(4)} ${torture.title} (${result.seconds} s): ${told.join(", ")}`,
  )
  for (const failure of failures.slice(0, 10)) console.log(`       ${failure}`)
  if (failures.length > 10) console.log(`       and ${failures.length - 10} more`)
  for (const why of result.outcome.left ?? []) console.log(`       left out: ${why}`)
}
const left = results.filter(isLeft).length
const failed = results.filter(({ outcome }) => outcome.failures.length > 0).length
if (flag("json"))
  console.log(
    JSON.stringify({
      size,
      seed,
      tests: results.map(({ torture, outcome, seconds }) => ({ test: torture.name, seconds, ...outcome })),
    }),
  )
console.log(
  `torture (${size}, seed ${seed}, ${Math.round(results.reduce((sum, r) => sum + r.seconds, 0))} s): ${results.length - failed - left} passed, ${failed} failed${left > 0 ? `, ${left} left out` : ""}`,
)
process.exit(failed > 0 ? 1 : 0)
