// Is the loop alive? A made-up episode in RAM, through the real fold: a failure is fixed, a card comes of it, it stands on
// the next shortlist, a test passes or fails, and the card must be worth more where it passed (L9, U-14). No store is touched.
import { type Draft, observed } from "../../core/events/draft.ts"
import { episodeId } from "../../core/ids.ts"
import { makePack } from "../packs/packs.ts"
import { readCards } from "../reading/read.ts"
import { settle } from "../tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../without-disk.ts"

interface Liveness {
  readonly alive: boolean
  /** how far the made-up story came */
  readonly steps: readonly string[]
  /** the card's value after the test passed, and after it failed */
  readonly value: { readonly passed: number; readonly failed: number } | null
}
interface Told {
  readonly steps: readonly string[]
  readonly value: number | null
}

const SCOPE = "0".repeat(32)
const MINUTE = 60_000

/** The same story twice, with another end each. */
export async function proveLoop(preset: string): Promise<Liveness> {
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

async function tell(preset: string, passes: boolean): Promise<Told> {
  let now = Date.UTC(2026, 0, 5, 9)
  const memory = memoryOver(ramPorts(), {
    now: () => now,
    randomBytes: dice(),
    engine: "doctor",
    preset,
  })
  const steps: string[] = []
  const put = async (...drafts: readonly Draft[]): Promise<void> => {
    await memory.record(drafts)
    now += MINUTE
  }
  // Some machines measure only what an agent wrote down of work that went well.
  const before = stage("before", () => now)
  await put(before.opens, before.says("run the tests"), before.runs("docker compose up -d redis", true, "started"))
  await put(before.runs("pnpm test", true, GREEN), before.replies(STEPS), before.ends, before.closes)
  const first = stage("one", () => now)
  await put(first.opens, first.says("run the tests"), first.runs("pnpm test", false, RED))
  await put(first.runs("docker compose up -d redis", true, "started"), first.runs("pnpm test", true, GREEN))
  await put(first.replies("Redis was missing."), first.ends, first.closes)
  await settle(memory)
  const card = readCards(memory).find(found => found.kind === "tactic") ?? readCards(memory)[0]
  if (!card) return { value: null, steps: [...steps, "no card came of what happened"] }
  steps.push("what happened became a card")
  const second = stage("two", () => now)
  const prompt = "run pnpm test with docker compose redis"
  await put(second.opens, second.says(prompt))
  memory.catchUp()
  const { pack, draft } = makePack(memory, {
    scope: SCOPE,
    episode: second.id,
    placement: "prompt",
    prompt,
  })
  if (![...pack.items, ...pack.leftOut].some(item => item.card === card.id))
    return { value: null, steps: [...steps, "the card was on no shortlist"] }
  steps.push("it stood on the next shortlist")
  await put(
    draft as Draft,
    second.runs("pnpm test", passes, passes ? GREEN : RED),
    second.replies(passes ? "All pass." : "They fail."),
    second.ends,
    second.closes,
  )
  await settle(memory)
  const after = readCards(memory).find(c => c.id === card.id)
  return after?.value
    ? { value: after.value.mean, steps }
    : { value: null, steps: [...steps, "an outcome followed and it has no value"] }
}

const RED = "FAIL src/cart.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379\nTests: 3 failed, 4 passed, 7 total"
const GREEN = "PASS src/cart.test.ts\nTests: 7 passed, 7 total"

const STEPS = "Done. It took two steps:\n1. `docker compose up -d redis`\n2. `pnpm test`\n"

/** The drafts of one made-up episode. */
function stage(session: string, now: () => number) {
  const id = episodeId("doctor", session)
  let n = 0
  const where = () => ({ ts: now(), episode: id, scope: SCOPE })
  const source = (record: string) => ({ client: "doctor", session, record })
  const quiet = { inputTokens: null, outputTokens: null }
  return {
    id,
    get opens(): Draft {
      return observed("episode.opened", source("open"), where(), {
        ...{ client: "doctor", clientVersion: null, model: null, interactive: true, parent: null, start: "startup" },
        ...{ cwd: null, branch: null, head: null },
      })
    },
    says: (prompt: string): Draft =>
      observed("prompt.submitted", source(`p${n++}`), where(), { author: "user", prompt, chars: prompt.length }),
    replies: (text: string): Draft =>
      observed("agent.replied", source(`r${n++}`), where(), { text, chars: text.length, ...quiet }),
    runs: (input: string, ok: boolean, output: string): Draft =>
      observed("tool.finished", source(`c${n++}`), where(), {
        ...{ call: `c${n}`, tool: "Bash", does: "runs", ok, exitCode: ok ? 0 : 1, known: "exit", input, output },
        ...{ rejected: false, cancelled: false, interrupted: false, durationMs: 900 },
        ...{ path: null, stderr: null, agent: null },
      }),
    get ends(): Draft {
      return observed("turn.ended", source(`e${n++}`), where(), { reason: "end", ...quiet })
    },
    get closes(): Draft {
      return observed("episode.closed", source("close"), where(), { reason: "exit" })
    },
  }
}
