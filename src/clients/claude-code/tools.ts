// The tools of Claude Code, as its payloads and transcripts name them; others that speak its form use the same names.
import type { Call } from "../drafts.ts"
import { doesOf, type Tools } from "../tools.ts"

export const TOOLS: Tools = {
  runs: ["Bash", "PowerShell"],
  edits: ["Edit", "Write", "MultiEdit", "NotebookEdit"],
  reads: ["Read", "NotebookRead", "TaskList", "TaskGet", "TodoRead"],
  searches: ["Grep", "Glob", "LS", "ToolSearch"],
  fetches: ["WebFetch", "WebSearch"],
  delegates: ["Task", "Agent"],
  awaits: ["TaskOutput", "BashOutput"],
  plans: ["ExitPlanMode", "TodoWrite"],
  asks: ["AskUserQuestion"],
}
export const does = doesOf(TOOLS)

/** A task in the background that only its notification tells of: a command, or an agent. */
export const taskCall = (call: string, command: boolean): Call =>
  command ? { call, tool: "Bash", does: "runs", input: null } : { call, tool: "Agent", does: "delegates", input: null }
