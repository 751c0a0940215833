// A swarm's coordinator: plan a task from earlier ones, run it, report how it went in one call. Errors, retries and time are
// counted by the episode; what the report leaves out is taken from there.
import { openMemory } from "mettle"

await using m = await openMemory({ store: "memory" })
const scope = "shop-api"

async function task(id: string, words: string, commands: readonly (readonly [string, number, string])[]) {
  const plan = await m.plan(words, { scope, limit: 5 })
  console.log(
    `${id}: ${plan.similar.length} similar tasks, ${plan.cards.length} cards, ${plan.avoid.length} known failures`,
  )
  const run = m.episode({ scope, host: "swarm", session: id, interactive: false })
  await run.harness(words)
  for (const [input, exitCode, output] of commands) await run.tool({ name: "Bash", input, exitCode, output })
  const { errors, retries } = await run.progress()
  const receipt = await m.recordOutcome({
    task: id,
    scope,
    success: commands.at(-1)?.[1] === 0,
    filesTouched: ["src/cart.ts"],
    strategy: "test-first",
  })
  console.log(`${id}: ${receipt.verdict} after ${errors} errors and ${retries} retries`)
}

const red = "FAIL src/cart.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379\nTests: 3 failed, 4 passed, 7 total"
const green = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
await task("bead-1", "make the cart tests pass", [
  ["pnpm test", 1, red],
  ["docker compose up -d redis", 0, "Container redis started"],
  ["pnpm test", 0, green],
])
await task("bead-2", "the cart tests fail again, make them pass", [["pnpm test", 1, red]])

for (const error of await m.errors.list({ task: "bead-2", unresolved: true }))
  console.log(`open: ${error.check} (${error.type})`)
for (const card of await m.cards.list({ scope, antiPatterns: true })) console.log(`known: ${card.statement}`)
