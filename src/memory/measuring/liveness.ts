// Is the loop alive? A made-up episode in RAM, through the real fold: a failure is fixed, a card comes of it, it stands on
// the next shortlist, a test passes or fails, and the card must be worth more where it passed (L9, U-14). No store is touched.
import type { Draft } from "../../core/events/draft.ts"
import { type ToldEpisode, toldEpisode } from "../acting/told-episode.ts"
import { makePack } from "../packs/packs.ts"
import { readCards } from "../reading/read.ts"
import { settle } from "../tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../without-disk.ts"

const SCOPE = "0".repeat(32)
const MINUTE = 60_000

/** The same story twice, with another end each: how far it came, and the card's value after the test passed and after it failed. */
export async function proveLoop(preset: string) {
  const [passed, failed] = [await tell(preset, true), await tell(preset, false)]
  if (passed.value === null || failed.value === null)
    return { alive: false, steps: passed.value === null ? passed.steps : failed.steps, value: null }
  const alive = passed.value > failed.value
  return {
    alive,
    steps: [...passed.steps, alive ? "an outcome moved its value" : "its value is the same whatever the outcome"],
    value: { passed: passed.value, failed: failed.value },
  }
}

async function tell(preset: string, passes: boolean) {
  let now = Date.UTC(2026, 0, 5, 9)
  const memory = memoryOver(ramPorts(), { now: () => now, randomBytes: dice(), engine: "doctor", preset })
  const opening = { interactive: true, start: "startup" }
  const episode = (session: string) => toldEpisode(memory, { host: "doctor", session, scope: SCOPE, opening })
  const runs = (of: ToldEpisode, input: string, ok: boolean, output: string): Promise<string> => {
    now += MINUTE
    return of.calls({ name: "Bash", input, exitCode: ok ? 0 : 1, output, durationMs: 900 })
  }
  const ends = async (of: ToldEpisode, reply: string): Promise<void> => {
    now += MINUTE
    await of.replies(reply)
    await of.closes()
  }
  // Some machines measure only what an agent wrote down of work that went well.
  const before = episode("before")
  await before.says("user", "run the tests")
  await runs(before, "docker compose up -d redis", true, "started")
  await runs(before, "pnpm test", true, GREEN)
  await ends(before, STEPS)
  const first = episode("one")
  await first.says("user", "run the tests")
  await runs(first, "pnpm test", false, RED)
  await runs(first, "docker compose up -d redis", true, "started")
  await runs(first, "pnpm test", true, GREEN)
  await ends(first, "Redis was missing.")
  await settle(memory)
  const card = readCards(memory).find(found => found.kind === "tactic") ?? readCards(memory)[0]
  if (!card) return { value: null, steps: ["no card came of what happened"] }
  const steps = ["what happened became a card"]
  const second = episode("two")
  const prompt = "run pnpm test with docker compose redis"
  await second.says("user", prompt)
  memory.catchUp()
  const { pack, draft } = makePack(memory, { scope: SCOPE, episode: second.id, placement: "prompt", prompt })
  if (![...pack.items, ...pack.leftOut].some(item => item.card === card.id))
    return { value: null, steps: [...steps, "the card was on no shortlist"] }
  steps.push("it stood on the next shortlist")
  // Whether it is shown is drawn; here it is.
  const { data, ...built } = draft as Draft<"pack.built">
  const shortlist = data.shortlist.map(item => (item.card === card.id ? { ...item, shown: true, reason: null } : item))
  await memory.record([{ ...built, data: { ...data, shortlist } }])
  await runs(second, "pnpm test", passes, passes ? GREEN : RED)
  await ends(second, passes ? "All pass." : "They fail.")
  await settle(memory)
  const after = readCards(memory).find(c => c.id === card.id)
  return after?.value
    ? { value: after.value.mean, steps }
    : { value: null, steps: [...steps, "an outcome followed and it has no value"] }
}

const RED = "FAIL src/cart.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"
const STEPS = "Done. It took two steps:\n1. `docker compose up -d redis`\n2. `pnpm test`\n"
