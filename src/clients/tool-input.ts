// What a tool call is about: command, file, text to be written. Ground truth: the tool inputs in the recorded payloads of
// Claude Code, Codex, OpenCode and Gemini CLI. Judges nothing.
import type { ToolDoes } from "../core/model.ts"
import type { ToolInput } from "./client.ts"
import { json, list, record, str } from "./loose.ts"

const PATH_KEYS = [
  "file_path",
  "filePath",
  "notebook_path",
  "absolute_path",
  "path",
  "target_file",
  "filename",
] as const
const CONTENT_KEYS = ["content", "new_string", "newString", "new_source", "contents", "patchText", "patch"] as const
const PATCH = /^\*\*\* Begin Patch/
const PATCHED_FILE = /^\*\*\* (?:Add|Update|Delete) File: ([^\n]{1,1000})$/m

/** Some edits are one text that names its files itself. */
function patchOf(does: ToolDoes, input: unknown): string | null {
  if (does !== "edits") return null
  const text = typeof input === "string" ? input : (str(record(input).command) ?? str(record(input).input))
  return text !== null && PATCH.test(text) ? text : null
}

export function toolInput(does: ToolDoes, input: unknown): ToolInput {
  const patch = patchOf(does, input)
  if (patch !== null) return { command: null, path: PATCHED_FILE.exec(patch)?.[1]?.trim() ?? null, content: patch }
  const fields = record(input)
  return {
    command: does === "runs" ? shellLine(input) : null,
    path: first(fields, PATH_KEYS),
    content: first(fields, CONTENT_KEYS) ?? edits(fields.edits),
  }
}

/** The call as it is recorded: a command line, a patch, or the arguments as JSON. */
export function inputText(does: ToolDoes, input: unknown): string | null {
  if (input === undefined || input === null) return null
  const { command } = toolInput(does, input)
  if (command !== null) return command
  return patchOf(does, input) ?? (typeof input === "string" ? input : json(input))
}

function shellLine(input: unknown): string | null {
  if (typeof input === "string") return str(input)
  const fields = record(input)
  const value = fields.command ?? fields.cmd ?? fields.script
  if (typeof value === "string") return str(value)
  const argv = list(value).filter(part => typeof part === "string")
  if (argv.length === 0) return null
  return argv.length >= 3 && /^-\w*c$/.test(argv[1] ?? "") ? (argv[2] ?? null) : argv.join(" ")
}
const first = (fields: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const value = str(fields[key])
    if (value !== null) return value
  }
  return null
}
const edits = (value: unknown): string | null => {
  const parts = list(value)
    .map(edit => first(record(edit), CONTENT_KEYS))
    .filter(part => part !== null)
  return parts.length === 0 ? null : parts.join("\n")
}
