// Does a client have our plugin? Then hooks come from the plugin's own folder and its settings name none. Read from where
// each client notes what was installed; a client that keeps no such note is never said to have one.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { readJsonText } from "./json-text.ts"
import { folder, type Place } from "./targets.ts"

const NAME = "mettle"

type Noted = (place: Place) => boolean
const NOTED: Readonly<Record<string, Noted>> = {
  "claude-code": place => {
    const noted = json(join(folder(place, "CLAUDE_CONFIG_DIR", ".claude"), "plugins", "installed_plugins.json"))
    return Object.keys(record(record(noted).plugins)).some(isOurs)
  },
  codex: place =>
    (text(join(folder(place, "CODEX_HOME", ".codex"), "config.toml")) ?? "")
      .split("\n")
      .some(line => line.startsWith(`[plugins."${NAME}@`)),
  "gemini-cli": place => place.exists(join(place.home, ".gemini", "extensions", NAME, "gemini-extension.json")),
  "copilot-cli": place => {
    const { installedPlugins } = record(json(join(folder(place, "COPILOT_HOME", ".copilot"), "config.json")))
    return Array.isArray(installedPlugins) && installedPlugins.some(one => record(one).name === NAME)
  },
  opencode: place => {
    const dir = join(folder(place, "XDG_CONFIG_HOME", ".config"), "opencode")
    return ["opencode.json", "opencode.jsonc", "config.json"].some(name => {
      const { plugin } = record(json(join(dir, name)))
      return Array.isArray(plugin) && plugin.some(one => typeof one === "string" && isOurs(one))
    })
  },
}

/** "mettle", or "mettle@<shop or version>". */
const isOurs = (name: string): boolean => name.split("@")[0] === NAME

export const isPluggedIn = (client: string, place: Place): boolean => NOTED[client]?.(place) ?? false

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

function json(file: string): unknown {
  try {
    return readJsonText(readFileSync(file, "utf8"))
  } catch {
    return null
  }
}
function text(file: string): string | null {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return null
  }
}
