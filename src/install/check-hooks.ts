// What doctor asks about hooks: are they in the settings, does the client trust them, do they fire, how long do they
// take. Reads only; the one thing it runs is our own launcher with a payload that says nothing.
import { spawn } from "node:child_process"
import { existsSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Loose, list, record } from "../core/loose.ts"
import { bundleMark, MARK_HEADER } from "../hook/protocol.ts"
import { type Paths, packageFile, textIn } from "../paths.ts"
import { readJsonText } from "./json-text.ts"
import { hookCommand, launcherPath } from "./launcher.ts"
import { type Computer, homeOf, TARGETS, type Target } from "./targets.ts"

export type HookCheck = ReturnType<typeof checkHooks>[number]

interface CheckHooks {
  readonly paths: Paths
  readonly place: Computer
  readonly platform?: string
  /** time of the last event of a client, from the log */
  readonly lastSeen: (client: string) => number | null
}

export function checkHooks({ paths, place, platform, lastSeen }: CheckHooks) {
  return TARGETS.map(target => {
    const file = target.file(place)
    const command = hookCommand(paths, target.client, platform)
    const text = textIn(file)
    const { entries, broken } = text === null ? NONE : presence(() => target.present(text, command))
    return {
      client: target.client,
      label: target.label,
      file,
      /** the client is on this machine */
      detected: target.detected(place),
      entries,
      broken,
      /** our plugin is installed there, with hooks of its own */
      plugin: isPluggedIn(target.client, place),
      off: switchedOff(target.client, place),
      /** null when the client asks for no trust, or does not say */
      trusted: target.client === "codex" && text !== null ? isTrusted(file) : null,
      /** when the log last heard of this client */
      lastSeen: lastSeen(target.client),
      /** time limits that are in the wrong unit */
      badTimeouts: text === null ? [] : wrongUnits(target.client, text, command),
    }
  })
}

/** Events with our entry, of all that should have one; null, and why with line and column, when the file cannot be read. */
type Presence = { readonly entries: ReturnType<Target["present"]> | null; readonly broken: string | null }
const NONE: Presence = { entries: { found: 0, of: 1 }, broken: null }
function presence(look: () => Presence["entries"]): Presence {
  try {
    return { entries: look(), broken: null }
  } catch (error) {
    return { entries: null, broken: error instanceof Error ? error.message : String(error) }
  }
}

/** Codex keeps one hash per hook in config.toml, under the file's name; without any it runs none, silently. */
function isTrusted(hooksFile: string): boolean {
  const config = textIn(join(dirname(hooksFile), "config.toml")) ?? ""
  return config.split("\n").some(line => line.startsWith("[hooks.state.") && line.includes(hooksFile))
}

/** config.toml without the trust in our hooks of this file, entry by entry as Codex names them; what others' hooks have stays. */
export function withoutTrust(config: string, hooksFile: string, hooks: string, command: string): string {
  const events = Object.entries((JSON.parse(hooks) as { hooks?: Record<string, unknown> }).hooks ?? {})
  const ours = events.flatMap(([event, groups]) =>
    (groups as readonly { hooks?: readonly { command?: string }[] }[]).flatMap((group, g) =>
      (group.hooks ?? []).flatMap((hook, i) => (hook.command === command ? [`${snake(event)}:${g}:${i}`] : [])),
    ),
  )
  const heads = new Set(ours.map(place => `[hooks.state.${JSON.stringify(`${hooksFile}:${place}`)}]`))
  let keep = true
  const lines = config.split("\n").filter(line => {
    if (line.startsWith("[")) keep = !heads.has(line.trim())
    return keep
  })
  return lines.length === config.split("\n").length ? config : `${lines.join("\n").trimEnd()}\n`
}
const snake = (event: string): string => event.replace(/(?<=.)[A-Z]/g, letter => `_${letter}`).toLowerCase()

/** Gemini CLI counts milliseconds, everybody else seconds: 5 there is never enough, 5000 elsewhere is over an hour. */
function wrongUnits(client: string, text: string, command: string): readonly string[] {
  const escaped = JSON.stringify(command)
  const found: string[] = []
  for (let at = text.indexOf(escaped); at >= 0; at = text.indexOf(escaped, at + 1)) {
    const limit = Number(/"timeout"\s*:\s*(\d+)/.exec(text.slice(at, at + escaped.length + 80))?.[1])
    if (client === "gemini-cli" ? limit < 1000 : limit > 60) found.push(`${client}: timeout ${limit}`)
  }
  return found
}

export type LauncherCheck = ReturnType<typeof checkLauncher>

export function checkLauncher(paths: Paths) {
  const script = textIn(launcherPath(paths))
  const bundle = packageFile("dist", "hook.cjs")
  const mode = statSync(launcherPath(paths), { throwIfNoEntry: false })?.mode ?? 0
  return {
    installed: script !== null,
    /** it carries the release that is asking */
    current: script !== null && existsSync(bundle) && script.includes(`${MARK_HEADER}: ${bundleMark(bundle)}`),
    executable: (mode & 0o100) !== 0,
  }
}

/** Milliseconds of one hook that says nothing, as a client would run it; null when it did not end well. */
export function measureHook(paths: Paths, env: NodeJS.ProcessEnv, now: () => number): Promise<number | null> {
  return new Promise(resolve => {
    const start = now()
    // The system's own shell, as a client would take it.
    const child = spawn(hookCommand(paths, "claude-code"), {
      ...{ env, shell: true, windowsHide: true },
      stdio: ["pipe", "ignore", "ignore"],
    })
    const timer = setTimeout(() => child.kill("SIGKILL"), 3_000)
    child.on("error", () => resolve(null))
    child.on("close", code => {
      clearTimeout(timer)
      resolve(code === 0 ? now() - start : null)
    })
    child.stdin.on("error", () => {})
    child.stdin.end('{"hook_event_name":"MettleDoctor"}')
  })
}

// Does a client have our plugin? Then hooks come from the plugin's own folder and its settings name none. Read from where
// each client notes what was installed; a client that keeps no such note is never said to have one.

const NAME = "mettle"

const NOTED: Readonly<Record<string, (place: Computer) => boolean>> = {
  "claude-code": place => {
    const noted = json(join(homeOf("claude-code", place), "plugins", "installed_plugins.json"))
    return Object.keys(record(noted.plugins)).some(isOurs)
  },
  codex: place =>
    (textIn(join(homeOf("codex", place), "config.toml")) ?? "")
      .split("\n")
      .some(line => line.startsWith(`[plugins."${NAME}@`)),
  "gemini-cli": place => place.exists(join(homeOf("gemini-cli", place), "extensions", NAME, "gemini-extension.json")),
  "copilot-cli": place =>
    list(json(join(homeOf("copilot-cli", place), "config.json")).installedPlugins).some(
      one => record(one).name === NAME,
    ),
  opencode: place =>
    ["opencode.json", "opencode.jsonc", "config.json"].some(name =>
      list(json(join(homeOf("opencode", place), name)).plugin).some(one => typeof one === "string" && isOurs(one)),
    ),
}

// What a client's own settings say that switches every hook off: ours stand there then, and are never called. Ground truth: the
// clients' own pages on hooks.

const SWITCHES: Readonly<Record<string, readonly [file: string, line: (file: string) => string | null]>> = {
  "claude-code": ["settings.json", file => (json(file).disableAllHooks === true ? '"disableAllHooks": true' : null)],
  codex: [
    "config.toml",
    file => {
      const features = /^\[features\][^\n]*\n((?:(?!\[).*\n?)*)/m.exec(textIn(file) ?? "")?.[1] ?? ""
      return /^\s*(?:codex_)?hooks\s*=\s*false\b/m.exec(features)?.[0].trim() ?? null
    },
  ],
  "gemini-cli": [
    "settings.json",
    file => (record(json(file).hooksConfig).enabled === false ? '"hooksConfig": "enabled": false' : null),
  ],
}

/** The line that does, and its file; null where none does. */
export function switchedOff(client: string, place: Computer): string | null {
  const [name, line] = SWITCHES[client] ?? []
  const file = name === undefined ? "" : join(homeOf(client, place), name)
  const found = line?.(file)
  return found ? `${found} in ${file}` : null
}

/** "mettle", or "mettle@<shop or version>". */
const isOurs = (name: string): boolean => name.split("@")[0] === NAME

export const isPluggedIn = (client: string, place: Computer): boolean => NOTED[client]?.(place) ?? false

function json(file: string): Loose {
  try {
    return record(readJsonText(textIn(file) ?? "{}"))
  } catch {
    return {}
  }
}
