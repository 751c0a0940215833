// Payloads of Cursor as its hook contract describes them (clients.md 9); none could be recorded.
const base = {
  conversation_id: "conv-1",
  generation_id: "gen-1",
  session_id: "conv-1",
  model: "some-model",
  cursor_version: "3.1.0",
  workspace_roots: ["/home/dev/project"],
  transcript_path: null,
}
const shell = { tool_name: "Shell", tool_input: { command: "npm test" }, cwd: "/home/dev/project" }

export const CURSOR_SESSION: readonly Record<string, unknown>[] = [
  { ...base, hook_event_name: "sessionStart", is_background_agent: false, composer_mode: "agent" },
  { ...base, hook_event_name: "beforeSubmitPrompt", prompt: "always run the tests" },
  { ...base, hook_event_name: "preToolUse", ...shell, tool_use_id: "t1" },
  {
    ...base,
    hook_event_name: "postToolUse",
    ...shell,
    tool_use_id: "t1",
    tool_output: '{"exitCode":0,"stdout":"ok"}',
    duration: 5,
  },
  { ...base, hook_event_name: "preToolUse", ...shell, tool_use_id: "t2" },
  {
    ...base,
    hook_event_name: "postToolUseFailure",
    ...shell,
    tool_use_id: "t2",
    error_message: "Command failed with exit code 3",
    failure_type: "error",
    is_interrupt: false,
    duration: 7,
  },
  { ...base, hook_event_name: "stop", status: "completed", loop_count: 0, input_tokens: 10, output_tokens: 2 },
  { ...base, hook_event_name: "sessionEnd", reason: "completed" },
]
/** The same moments as they arrive when Cursor runs Claude's hooks. */
export const CURSOR_AS_CLAUDE: readonly Record<string, unknown>[] = CURSOR_SESSION.map(payload => ({
  ...payload,
  hook_event_name: (
    {
      sessionStart: "SessionStart",
      beforeSubmitPrompt: "UserPromptSubmit",
      preToolUse: "PreToolUse",
      postToolUse: "PostToolUse",
      postToolUseFailure: "PostToolUseFailure",
      stop: "Stop",
      sessionEnd: "SessionEnd",
    } as Record<string, string>
  )[String(payload.hook_event_name)],
}))
