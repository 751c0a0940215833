// What mettle puts into each client's settings: which events, in which form, with which time limit in the client's own
// unit. The strings are the same for every release; Codex trusts them by their hash.
import { readFileSync } from "node:fs"
import { delimiter, isAbsolute, join } from "node:path"
import { list, record } from "../core/loose.ts"
import { type Env, packageFile } from "../paths.ts"
import { appendTo, putAt, readJsonText, removeFrom } from "./json-text.ts"

export interface Computer {
  readonly home: string
  readonly env: Env
  readonly exists: (path: string) => boolean
}
export interface Target {
  readonly client: string
  readonly label: string
  /** what is put there; hooks when not said */
  readonly entry?: "mcp" | "trust"
  /** a file in which people keep keys: no copy of it is made, only of the blanks that our entry took the place of */
  readonly holdsSecrets?: true
  /** the file that is changed */
  readonly file: (place: Computer) => string
  readonly detected: (place: Computer) => boolean
  /** the file's new text; `text` is null when there is none. The same text when all is there already. */
  readonly add: (text: string | null, command: string) => string
  /** the text without our entries */
  readonly remove: (text: string, command: string) => string
  /** events that have our entry, of all that should */
  readonly present: (text: string, command: string) => { readonly found: number; readonly of: number }
  /** what is left for the person to do */
  readonly afterwards: string | null
}

export interface HookEvent {
  readonly event: string
  /** in the client's own unit */
  readonly timeout: number
  /** nothing waits for it */
  readonly async?: boolean
}
const seconds = (...events: readonly string[]): readonly HookEvent[] => events.map(event => ({ event, timeout: 5 }))

export const CLAUDE_EVENTS: readonly HookEvent[] = [
  ...seconds("SessionStart", "UserPromptSubmit", "PreToolUse"),
  { event: "PostToolUse", timeout: 5, async: true },
  ...seconds("PostToolUseFailure", "Stop", "StopFailure", "SubagentStart"),
  { event: "SubagentStop", timeout: 5, async: true },
  ...seconds("PostCompact"),
  { event: "SessionEnd", timeout: 3 },
]
/** Earlier releases asked to be told of these too: a process more for every call, of what the transcript says as well. */
const CLAUDE_LEFT: readonly string[] = ["PostToolBatch"]
const CODEX_EVENTS: readonly HookEvent[] = [
  ...seconds("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SubagentStart", "PostCompact"),
  { event: "Interrupt", timeout: 3 },
  { event: "SessionEnd", timeout: 3 },
]
export const GEMINI_EVENTS: readonly HookEvent[] = [
  "SessionStart",
  "BeforeAgent",
  "BeforeTool",
  "AfterTool",
  "AfterAgent",
  "SessionEnd",
].map(event => ({ event, timeout: 5_000 }))
export const CURSOR_EVENTS: readonly HookEvent[] = seconds(
  "sessionStart",
  "beforeSubmitPrompt",
  "preToolUse",
  "postToolUse",
  "postToolUseFailure",
  "stop",
  "subagentStart",
  "preCompact",
  "sessionEnd",
)

/** One group of the form that Claude Code, Codex and Gemini CLI share. */
export const group = (command: string, { timeout, async }: HookEvent) => ({
  hooks: [{ type: "command", command, timeout, ...(async ? { async: true } : {}) }],
})

const says = (entry: unknown, command: string): boolean => record(entry).command === command
const hooksIn = (group: unknown): readonly unknown[] => list(record(group).hooks)
/** The command itself, or a group with nothing else in it: what somebody put beside ours stays. */
const isOurs = (entry: unknown, command: string): boolean =>
  says(entry, command) || (hooksIn(entry).length > 0 && hooksIn(entry).every(hook => says(hook, command)))
/** A file that is not there yet is one with nothing in it. */
export const orEmpty = (text: string | null): string => (text === null || text.trim() === "" ? "{}\n" : text)

function inJson(
  events: readonly HookEvent[],
  entry: (command: string, event: HookEvent) => unknown,
  left: readonly string[] = [],
): Pick<Target, "add" | "remove" | "present"> {
  const has = (text: string, event: string, command: string): boolean =>
    list(record(record(readJsonText(text)).hooks)[event]).some(one =>
      [one, ...hooksIn(one)].some(hook => says(hook, command)),
    )
  const without = (text: string, path: readonly string[], command: string): string =>
    removeFrom(text, ["hooks", ...path], one => isOurs(one, command))
  return {
    add: (text, command) =>
      events.reduce(
        (current, event) =>
          has(current, event.event, command)
            ? current
            : appendTo(current, ["hooks", event.event], entry(command, event)),
        left.reduce((current, event) => without(current, [event], command), orEmpty(text)),
      ),
    // Of every event: somebody may have copied our entry to one more.
    remove: (text, command) => without(text, [], command),
    present: (text, command) => ({
      found: events.filter(({ event }) => has(text, event, command)).length,
      of: events.length,
    }),
  }
}

/** Where a client keeps its own: by its variable, or in the person's folder. */
const HOMES: Readonly<Record<string, readonly [variable: string, folder: string]>> = {
  "claude-code": ["CLAUDE_CONFIG_DIR", ".claude"],
  codex: ["CODEX_HOME", ".codex"],
  "gemini-cli": ["", ".gemini"],
  opencode: ["XDG_CONFIG_HOME", ".config"],
  cursor: ["", ".cursor"],
  "copilot-cli": ["COPILOT_HOME", ".copilot"],
}
export function homeOf(client: string, { env, home }: Computer, otherwise = HOMES[client]![1]): string {
  const said = env[HOMES[client]![0]]
  const found = said && isAbsolute(said) ? said : join(home, otherwise)
  return client === "opencode" ? join(found, client) : found
}
const onPath = (place: Computer, program: string): boolean =>
  (place.env.PATH ?? "").split(delimiter).some(dir => dir !== "" && place.exists(join(dir, program)))

const COPILOT_EVENTS: readonly HookEvent[] = seconds(
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "Stop",
  "SessionEnd",
)

/** Hooks without groups, in a file that says its version. */
function versioned(events: readonly HookEvent[], more: object): ReturnType<typeof inJson> {
  const form = inJson(events, (command, { timeout }) => ({ ...more, command, timeout }))
  return { ...form, add: (text, command) => form.add(putAt(orEmpty(text), ["version"], 1), command) }
}

/** The plugin that comes with the package, calling our launcher instead of looking for the program beside it. It has no dependencies:
 * with any, OpenCode would wait for an npm install. The adapter reads what it sends (src/clients/opencode/opencode.ts). */
const opencodePlugin = (command: string): string =>
  readFileSync(packageFile("plugin", "opencode", "mettle.js"), "utf8")
    .replace("Named in opencode.json as the plugin mettle.", OURS)
    .replace(/^import \{ fileURLToPath \}.*\n|^process\.env\.METTLE_PACKAGE = .*\n/gm, "")
    .replace(/^const COMMAND = .*$/m, () => `const COMMAND = ${JSON.stringify(command)}`)
const OURS = "Written by mettle init, removed by mettle uninstall; changes here are lost."

const target = (
  client: string,
  label: string,
  program: string,
  file: readonly string[],
  form: Pick<Target, "add" | "remove" | "present">,
): Target => ({
  ...{ client, label, ...form, afterwards: null },
  file: place => join(homeOf(client, place), ...file),
  detected: place => place.exists(homeOf(client, place)) || onPath(place, program),
})
const written: ReturnType<typeof inJson> = {
  add: (_text, command) => opencodePlugin(command),
  remove: () => "",
  present: (text, command) => ({ found: text === opencodePlugin(command) ? 1 : 0, of: 1 }),
}
const NOT_RUN = "Cursor (by its published contract, not run here)"

export const TARGETS: readonly Target[] = [
  target("claude-code", "Claude Code", "claude", ["settings.json"], inJson(CLAUDE_EVENTS, group, CLAUDE_LEFT)),
  {
    ...target("codex", "Codex CLI", "codex", ["hooks.json"], inJson(CODEX_EVENTS, group)),
    afterwards:
      "Codex runs no hook before you trust it: start codex once and pick Trust all under “Hooks need review”.",
  },
  target("gemini-cli", "Gemini CLI", "gemini", ["settings.json"], inJson(GEMINI_EVENTS, group)),
  {
    ...target("opencode", "OpenCode", "opencode", [], written),
    // Both spellings are read; whoever keeps plugins in the second finds ours there too.
    file: place => {
      const dir = homeOf("opencode", place)
      const second = place.exists(join(dir, "plugins")) && !place.exists(join(dir, "plugin"))
      return join(dir, second ? "plugins" : "plugin", "mettle.js")
    },
  },
  target("cursor", NOT_RUN, "cursor", ["hooks.json"], versioned(CURSOR_EVENTS, {})),
  target(
    "copilot-cli",
    "Copilot CLI",
    "copilot",
    ["hooks", "mettle.json"],
    versioned(COPILOT_EVENTS, { type: "command" }),
  ),
]
