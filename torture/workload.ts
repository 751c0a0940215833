// What the n-th event of a run is: both the process under torture and its judge compute it. Ten events make a session with
// a failure, its fix and something the user asks for, so that the views have something to fold.
import { type Draft, observed } from "../src/core/events/draft.ts"
import { episodeId, hashId } from "../src/core/ids.ts"

export const STEPS = 10
const CLIENT = "torture"
export const START = Date.UTC(2026, 2, 1, 9)
const SCOPES = ["alpha", "beta", "gamma"].map(name => hashId("torture", name))
const ASKS = ["always run the linter before committing", "never touch the generated files", "use pnpm, not npm"]

export const sessionOf = (run: string, n: number): string => `${run}/${Math.floor(n / STEPS)}`
export const episodeAt = (run: string, n: number): string => episodeId(CLIENT, sessionOf(run, n))
/** Words that only this event holds. */
export const wordsAt = (run: string, n: number): string => `${run} step ${n} ${"of a long afternoon ".repeat(n % 23)}`

export function draftAt(run: string, n: number, now: number = START + n * 1_000): Draft {
  const session = sessionOf(run, n)
  const source = { client: CLIENT, session, record: `r${n}` }
  const where = {
    ts: now,
    episode: episodeId(CLIENT, session),
    scope: SCOPES[Math.floor(n / STEPS) % SCOPES.length]!,
  }
  const words = wordsAt(run, n)
  const quiet = { inputTokens: null, outputTokens: null }
  const says = (prompt: string): Draft =>
    observed("prompt.submitted", source, where, { author: "user", prompt, chars: prompt.length })
  const runs = (ok: boolean, output: string): Draft =>
    observed("tool.finished", source, where, {
      ...{ call: `c${n}`, tool: "Bash", does: "runs", ok, exitCode: ok ? 0 : 1, known: "exit", output },
      ...{ input: "pnpm test", rejected: false, cancelled: false, interrupted: false, durationMs: 40 },
      ...{ path: null, stderr: null, agent: null },
    })
  const ends = (): Draft => observed("turn.ended", source, where, { reason: "end", ...quiet })
  switch (n % STEPS) {
    case 0:
      return observed("episode.opened", source, where, {
        ...{ client: CLIENT, clientVersion: null, model: null, interactive: true, parent: null, start: "startup" },
        ...{ cwd: null, branch: null, head: null },
      })
    case 1:
      return says(`fix the failing tests: ${words}`)
    case 2:
      return runs(false, `FAIL src/cart.test.ts\nError: connect ECONNREFUSED\n${words}`)
    case 3:
      return runs(true, `started the database\n${words}`)
    case 4:
      return runs(true, `PASS src/cart.test.ts\nTests: 7 passed, 7 total\n${words}`)
    case 5:
      return observed("agent.replied", source, where, { text: words, chars: words.length, ...quiet })
    case 6:
      return ends()
    case 7:
      return says(`${ASKS[Math.floor(n / STEPS) % ASKS.length]!}. ${words}`)
    case 8:
      return ends()
    default:
      return observed("episode.closed", source, where, { reason: "exit" })
  }
}
/** The field that holds the event's words, when it has any. */
export const textField = (type: string): string | null =>
  type === "prompt.submitted"
    ? "prompt"
    : type === "tool.finished"
      ? "output"
      : type === "agent.replied"
        ? "text"
        : null
