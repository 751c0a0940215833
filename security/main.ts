// npm run security [-- --only poisoning,secrets] [--json]: every family of threats against the built program as users have it,
// each with what it counted, and at the end "N passed, N failed". Runs on loopback and in folders of its own.
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Family, Outcome } from "./family.ts"
import { FAMILIES } from "./registry.ts"

const words = process.argv.slice(2)
const at = words.indexOf("--only")
const only = at < 0 ? null : (words[at + 1] ?? "").split(",")

async function one(family: Family): Promise<Outcome> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "mettle o'hé ")))
  try {
    return await family.run({ dir })
  } catch (error) {
    return { attempts: 0, figures: {}, failures: [`it broke off: ${(error as Error).stack ?? error}`] }
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

const results: { family: string; seconds: number; outcome: Outcome }[] = []
for (const family of FAMILIES) {
  if (only && !only.includes(family.name)) continue
  const begun = performance.now()
  const outcome = await one(family)
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  results.push({ family: family.name, seconds, outcome })
  const told = Object.entries(outcome.figures).map(([name, n]) => `${name} ${n}`)
  const mark = outcome.failures.length === 0 ? "pass" : "FAIL"
  console.log(
    `${mark} ${family.name.padEnd(12)} ${family.title} (${outcome.attempts} attempts, ${seconds} s): ${told.join(", ")}`,
  )
  for (const failure of outcome.failures.slice(0, 25)) console.log(`       ${failure}`)
  if (outcome.failures.length > 25) console.log(`       and ${outcome.failures.length - 25} more`)
  for (const why of outcome.left ?? []) console.log(`       left out: ${why}`)
}
const failed = results.filter(({ outcome }) => outcome.failures.length > 0).length
if (words.includes("--json")) console.log(JSON.stringify({ families: results }))
const attempts = results.reduce((sum, { outcome }) => sum + outcome.attempts, 0)
const spent = Math.round(results.reduce((sum, { seconds }) => sum + seconds, 0))
console.log(`security (${attempts} attempts, ${spent} s): ${results.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 || results.length === 0 ? 1 : 0)
