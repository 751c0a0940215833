// The tools of Codex, as its hooks and rollouts name them.
import { doesOf, type Tools } from "../client.ts"

export const TOOLS: Tools = {
  runs: ["Bash", "shell", "exec_command", "shell_command", "local_shell", "unified_exec"],
  edits: ["apply_patch"],
  reads: ["view_image"],
  fetches: ["web_search"],
  plans: ["update_plan"],
  asks: ["request_user_input"],
}
export const does = doesOf(TOOLS)
