// One session as any agent may tell it: the example of docs/any-agent.md, event by event.
const at = { session: "s-1", cwd: "/repo" }
export const ANY_SESSION: readonly Readonly<Record<string, unknown>>[] = [
  { event: "session_start", ...at, interactive: true, agent: "my-agent 1.0" },
  { event: "prompt", ...at, interactive: true, turn: "1", text: "always use pnpm in this repo, never npm" },
  { event: "tool_call", ...at, call: "c-1", command: "pnpm test" },
  { event: "tool_result", ...at, call: "c-1", command: "pnpm test", exit: 1, output: "1 failed" },
  { event: "tool_call", ...at, call: "c-2", path: "/repo/a.ts", content: "export const a = 1" },
  { event: "tool_result", ...at, call: "c-2", path: "/repo/a.ts", ok: true },
  { event: "turn_end", ...at, turn: "1", text: "Done." },
  { event: "session_end", ...at, reason: "exit" },
]
