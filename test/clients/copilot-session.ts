// One session of GitHub Copilot CLI 1.0.102 as its hooks told it, in a network of loopback only, with made-up paths.
const at = (seconds: number) => ({
  session_id: "dadfd3dc-67c4-490f-a253-4aeab1b74b63",
  timestamp: `2026-11-14T12:00:${String(seconds).padStart(2, "0")}.000Z`,
  cwd: "/repo",
})
const shell = (command: string) => ({ tool_name: "Bash", tool_input: { command, description: "A step" } })
const result = (text: string) => ({ tool_result: { result_type: "success", text_result_for_llm: text } })
export const COPILOT_SESSION: readonly Readonly<Record<string, unknown>>[] = [
  { hook_event_name: "SessionStart", ...at(1), source: "new", initial_prompt: "go on" },
  { hook_event_name: "UserPromptSubmit", ...at(2), prompt: "go on" },
  { hook_event_name: "PreToolUse", ...at(3), ...shell("echo hi") },
  {
    ...{ hook_event_name: "PostToolUse", ...at(4), ...shell("echo hi") },
    ...result("hi\n<shellId: 0 completed with exit code 0>"),
  },
  { hook_event_name: "PreToolUse", ...at(5), ...shell("exit 3") },
  {
    ...{ hook_event_name: "PostToolUse", ...at(6), ...shell("exit 3") },
    ...result("\n<shellId: 1 completed with exit code 3>"),
  },
  { hook_event_name: "Stop", ...at(7), transcript_path: "/home/x/events.jsonl", stop_reason: "end_turn" },
  { hook_event_name: "SessionEnd", ...at(8), reason: "complete" },
]
