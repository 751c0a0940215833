// The MCP entry of each client: which file, in which form. Ground truth: what the pinned versions read. Gemini
// CLI keeps it in the file that holds its hooks, so there both are one change and one way back.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Env, type Paths, packageFile, privateDir, textIn, writeWhole } from "../paths.ts"
import { putAt, readJsonText, removeAt } from "./json-text.ts"
import { binDir, placesOf, quoted } from "./launcher.ts"
import { homeOf, orEmpty, TARGETS, type Target } from "./targets.ts"

const NAME = "mettle"
const LAUNCHER = "mettle-mcp"

/** What a client starts. */
export const mcpCommand = (paths: Paths): string => join(binDir(paths), LAUNCHER)

/** Clients start servers with little of the environment: the places that held at init are written down. */
export function mcpScript(env: Env, node: string, program: string): string {
  const places = placesOf(env).flatMap(([, set]) => set ?? [])
  return `#!/bin/sh
# Written by mettle init --mcp, removed by mettle uninstall: starts mettle mcp for a client.
${places.map(line => `${line}\n`).join("")}[ -f ${quoted(program)} ] && [ -x ${quoted(node)} ] && exec ${quoted(node)} ${quoted(program)} mcp
command -v mettle >/dev/null 2>&1 && exec mettle mcp
echo "mettle is not installed any more; npm install -g mettle && mettle init --mcp, or mettle uninstall" >&2
exit 1
`
}

export function installMcpLauncher(paths: Paths, env: Env, node: string = process.execPath): void {
  privateDir(paths.data)
  privateDir(binDir(paths))
  writeWhole(mcpCommand(paths), mcpScript(env, node, packageFile("bin", "mettle")), 0o700)
}

/** Program and words: the script, or Node itself where there is no sh. */
const started = (command: string): readonly [string, ...string[]] =>
  process.platform === "win32" ? ["node", packageFile("bin", "mettle"), "mcp"] : [command]

/** Known by the script's name or the command's, so that an entry written with another home is still ours. */
const isOurs = (value: unknown): boolean =>
  /mettle-mcp|mettle[^"]{0,9}",\s{0,40}"mcp"/.test(JSON.stringify(value ?? null))

const entry = (command: string) => {
  const [program, ...args] = started(command)
  return { command: program, args }
}

function inJson(
  path: readonly string[],
  value: (command: string) => unknown,
): Pick<Target, "add" | "remove" | "present"> {
  const at = (text: string): unknown =>
    path.reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
      readJsonText(text),
    )
  return {
    add: (text, command) => putAt(orEmpty(text), path, value(command)),
    remove: text => removeAt(text, path, isOurs),
    present: text => ({ found: isOurs(at(text)) ? 1 : 0, of: 1 }),
  }
}

const HEADER = `[mcp_servers.${NAME}]`
/** Our table, to the next one or the end. */
function table(text: string): { readonly start: number; readonly end: number } | null {
  const lines = text.split("\n")
  const first = lines.findIndex(line => line.trim() === HEADER)
  if (first < 0) return null
  const next = lines.findIndex((line, i) => i > first && line.trimStart().startsWith("["))
  const length = (n: number): number => lines.slice(0, n).reduce((sum, line) => sum + line.length + 1, 0)
  return { start: length(first), end: next < 0 ? text.length : length(next) }
}
const inToml: Pick<Target, "add" | "remove" | "present"> = {
  add: (text, command) => {
    const old = text ?? ""
    if (table(old)) return old
    // One line end, which taking it out can tell: a blank line, or the one that the file had not.
    const gap = old === "" ? "" : "\n"
    const [program, ...args] = started(command)
    return `${old}${gap}${HEADER}\ncommand = ${JSON.stringify(program)}\nargs = ${JSON.stringify(args)}\n`
  },
  remove: text => {
    const found = table(text)
    if (!found || !isOurs(text.slice(found.start, found.end))) return text
    const ahead = text.slice(0, found.start)
    return (
      (found.end === text.length || ahead.endsWith("\n\n") ? ahead.replace(/\n$/, "") : ahead) + text.slice(found.end)
    )
  },
  present: text => {
    const found = table(text)
    return { found: found && isOurs(text.slice(found.start, found.end)) ? 1 : 0, of: 1 }
  },
}

const base = (client: string) => {
  const target = TARGETS.find(one => one.client === client)!
  return {
    ...{ client, label: `${target.label}, MCP`, detected: target.detected, afterwards: null },
    ...({ entry: "mcp", holdsSecrets: true } as const),
  }
}

const gemini = inJson(["mcpServers", NAME], command => entry(command))

export const MCP_TARGETS: readonly Target[] = [
  {
    ...base("claude-code"),
    file: place => join(homeOf("claude-code", place, ""), ".claude.json"),
    ...inJson(["mcpServers", NAME], command => ({ type: "stdio", ...entry(command) })),
  },
  {
    ...base("codex"),
    file: place => join(homeOf("codex", place), "config.toml"),
    ...inToml,
  },
  {
    ...base("opencode"),
    file: place => {
      const dir = homeOf("opencode", place)
      const commented = join(dir, "opencode.jsonc")
      return existsSync(commented) ? commented : join(dir, "opencode.json")
    },
    ...inJson(["mcp", NAME], command => ({ type: "local", command: started(command), enabled: true })),
  },
  {
    ...base("copilot-cli"),
    file: place => join(homeOf("copilot-cli", place), "mcp-config.json"),
    ...inJson(["mcpServers", NAME], command => ({ type: "local", ...entry(command), tools: ["*"] })),
  },
]

/** The hooks' own target where the entry lives in the same file: added when asked for, always taken out together. */
export const composed = (target: Target, command: string, withMcp: boolean): Target =>
  target.client !== "gemini-cli"
    ? target
    : {
        ...target,
        add: (text, hook) => (withMcp ? gemini.add(target.add(text, hook), command) : target.add(text, hook)),
        remove: (text, hook) => gemini.remove(target.remove(text, hook), command),
      }

/** Where an entry may stand, for looking only: with Gemini CLI, in the hooks' own file. */
export const everyMcpTarget = (): readonly Target[] => [
  ...MCP_TARGETS,
  { ...TARGETS.find(target => target.client === "gemini-cli")!, ...gemini, entry: "mcp" },
]

/** The program that the script starts; null without a script. */
export const mcpProgram = (paths: Paths): string | null =>
  /^\[ -f '((?:[^']|'\\'')+)' \]/m.exec(textIn(mcpCommand(paths)) ?? "")?.[1]?.replaceAll("'\\''", "'") ?? null
