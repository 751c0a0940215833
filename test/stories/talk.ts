// A conversation through the real hooks of a client: short words for the payloads that Claude Code sends.
import { hooksOf } from "./hooks.ts"
import { REPO, type world } from "./world.ts"

type World = ReturnType<typeof world>

export function talk(w: World, session: string, settings = {}, client = "claude-code") {
  const hook = hooksOf(w.memory, REPO, () => w.memory.parts.now(), settings, client)
  let n = 0
  const base = { session_id: session, transcript_path: "", cwd: "/work/shop" }
  const give = async (payload: Record<string, unknown>): Promise<Record<string, any>> => {
    const out = await hook({ ...base, ...payload })
    w.later(1)
    return out === null ? {} : JSON.parse(out)
  }
  return {
    opens: () => give({ hook_event_name: "SessionStart", source: "startup", model: "m" }),
    says: (prompt: string) => give({ hook_event_name: "UserPromptSubmit", prompt_id: `${session}-${n++}`, prompt }),
    ends: () => give({ hook_event_name: "SessionEnd", reason: "exit" }),
    edits: (path: string, tool = "Edit", event = "PreToolUse") =>
      give({
        hook_event_name: event,
        tool_name: tool,
        tool_use_id: `${session}-t${n++}`,
        tool_input: tool === "Read" ? { file_path: path } : { file_path: path, old_string: "a", new_string: "b" },
        ...(event === "PostToolUse" ? { tool_response: { filePath: path } } : {}),
      }),
    runs: (command: string) =>
      give({
        hook_event_name: "PreToolUse",
        tool_name: "Bash",
        tool_use_id: `${session}-t${n++}`,
        tool_input: { command },
      }),
  }
}
