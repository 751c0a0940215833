// What a tool does by its name alone: for events from before clients said it, and for programs that tell only a name. A
// client declares its own tools; nothing is added here for one.
import { TOOL_DOES, type ToolDoes } from "../model.ts"

const NAMES: Readonly<Partial<Record<ToolDoes, string>>> = {
  runs: `bash shell sh zsh powershell cmd terminal exec exec_command unified_exec local_shell shell_command run_shell_command
    run_terminal_cmd run_terminal_command run_in_terminal runinterminal execute_command execute_bash run_command command runcommand`,
  edits: `edit write multiedit notebookedit apply_patch applypatch patch replace write_file create str_replace
    str_replace_editor str_replace_based_edit_tool update_file`,
  reads: "read notebookread view read_file read_many_files readfile open_file cat tasklist taskget todoread",
  searches: `grep glob ls list list_dir list_directory grep_search search_files codebase_search file_search
    search_file_content glob_file_search toolsearch`,
  fetches: "webfetch websearch web_search web_fetch google_web_search",
  delegates: "task agent",
  awaits: "taskoutput bashoutput",
  plans: `exitplanmode exit_plan_mode updateplan update_plan todowrite todo_write writetodos write_todos createplan
    create_plan plan`,
  asks: "askuserquestion ask_user question request_user_input",
}
const BY_NAME: ReadonlyMap<string, ToolDoes> = new Map(
  TOOL_DOES.flatMap(does => (NAMES[does] ?? "").split(/\s+/).map(name => [name, does] as const)),
)

export const doesByName = (tool: string): ToolDoes =>
  BY_NAME.get(tool.toLowerCase().replace(/^functions[._]/, "")) ?? "other"

/** The second version of both tool events: what the tool does, said by its client. */
export const SAID_BY_CLIENT = {
  name: "what the tool does, by its name",
  up: <D extends { readonly tool: string }>(data: D) => ({ ...data, does: doesByName(data.tool) }),
}
