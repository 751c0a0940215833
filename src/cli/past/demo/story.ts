// The story that demo plays: what was said and done in four past sessions, and the one session that follows. Data only;
// every word here is made up.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DAY } from "../../../core/time.ts"

export type Step =
  | { readonly what: "opens" }
  | { readonly what: "user"; readonly words: string }
  | { readonly what: "agent"; readonly words: string }
  | { readonly what: "tool"; readonly command: string; readonly ok: boolean; readonly output: string }
  | { readonly what: "ends" }

const RED = `FAIL src/cart.test.ts
Error: REDIS_URL is not set
Tests: 3 failed, 4 passed, 7 total`
const GREEN = `PASS src/cart.test.ts
Tests: 7 passed, 7 total`
const tool = (command: string, ok: boolean, output: string): Step => ({ what: "tool", command, ok, output })
const user = (words: string): Step => ({ what: "user", words })
const agent = (words: string): Step => ({ what: "agent", words })

const FIX = "pnpm run env:setup"
const redFixedGreen: readonly Step[] = [
  tool("pnpm test", false, RED),
  tool(FIX, true, "wrote .env with REDIS_URL"),
  tool("pnpm test", true, GREEN),
]

export const FORGOTTEN = "Miezi"
/** Newest last; each some days apart. */
export const PAST: readonly { readonly daysAgo: number; readonly steps: readonly Step[] }[] = [
  {
    daysAgo: 12,
    steps: [
      user("add zod and make the cart tests pass"),
      tool("npm install zod", true, "added 1 package in 2s"),
      ...redFixedGreen,
      agent("zod is in, and the cart tests pass. REDIS_URL was missing."),
      user("good. but use pnpm, not npm"),
      agent("Understood, pnpm it is."),
    ],
  },
  {
    daysAgo: 9,
    steps: [
      user("add a discount code to the cart"),
      tool("npm install big.js", true, "added 1 package in 1s"),
      agent("big.js is in, the discount works."),
      user("no, use pnpm, not npm. then run the tests"),
      ...redFixedGreen,
      agent("Done, all tests pass."),
    ],
  },
  {
    daysAgo: 5,
    steps: [
      user("show the tax per line in the invoice"),
      ...redFixedGreen,
      agent("The invoice shows the tax per line; the tests pass."),
      user(`thanks. the test login is ${FORGOTTEN}, as always`),
      agent("I will add the types with npm then."),
      user("use pnpm, not npm"),
      agent("With pnpm, yes."),
    ],
  },
  {
    daysAgo: 2,
    steps: [
      user("round prices half up"),
      ...redFixedGreen,
      tool("npm install decimal.js", true, "added 1 package in 1s"),
      agent("Rounding is done with decimal.js."),
      user("use pnpm, not npm!"),
      agent("Sorry, pnpm from now on."),
    ],
  },
]

export const TODAY: readonly Step[] = [
  { what: "opens" },
  user("add date-fns to the cart, then make pnpm test pass"),
  tool("npm install date-fns", true, "added 1 package in 1s"),
  tool("pnpm add date-fns", true, "dependencies: + date-fns"),
  tool("pnpm test", false, RED),
  tool(FIX, true, "wrote .env with REDIS_URL"),
  tool("pnpm test", true, GREEN),
  agent("date-fns is in; all tests pass."),
  { what: "ends" },
]

// Writes the story's past sessions where Claude Code keeps its own, and in its format, so that `look` reads them as it
// reads anybody's. Knows the format, tells nothing.

const MINUTE = 60_000
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

export function writePastSessions(
  home: string,
  cwd: string,
  now: number,
  past: readonly { readonly daysAgo: number; readonly steps: readonly Step[] }[],
): void {
  const folder = join(home, ".claude", "projects", cwd.replace(/[^A-Za-z0-9]/g, "-"))
  mkdirSync(folder, { recursive: true })
  let n = 0
  for (const { daysAgo, steps } of past) {
    const session = uuid(++n)
    let time = now - daysAgo * DAY
    let prompt = ""
    const lines = steps.flatMap((step): readonly object[] => {
      time += MINUTE
      const common = {
        ...{ sessionId: session, uuid: uuid(++n), cwd, timestamp: new Date(time).toISOString() },
        ...{ version: "2.1.0", entrypoint: "cli", isSidechain: false },
      }
      const said = (content: object, stop: string): object => ({
        ...common,
        type: "assistant",
        message: { id: `m${++n}`, role: "assistant", content: [content], stop_reason: stop },
      })
      if (step.what === "user") {
        prompt = uuid(++n)
        const message = { role: "user", content: step.words }
        return [{ ...common, type: "user", promptId: prompt, promptSource: "typed", message }]
      }
      if (step.what === "agent") return [said({ type: "text", text: step.words }, "end_turn")]
      if (step.what !== "tool") return []
      const id = `toolu_past_${++n}`
      const content = step.ok ? step.output : `Exit code 1\n${step.output}`
      const result = { type: "tool_result", tool_use_id: id, is_error: !step.ok, content }
      return [
        said({ type: "tool_use", id, name: "Bash", input: { command: step.command } }, "tool_use"),
        {
          ...common,
          uuid: uuid(++n),
          type: "user",
          promptId: prompt,
          message: { role: "user", content: [result] },
        },
      ]
    })
    const file = join(folder, `${session}.jsonl`)
    writeFileSync(file, `${lines.map(line => JSON.stringify(line)).join("\n")}\n`)
    utimesSync(file, time / 1000, time / 1000)
  }
}
