// The clients: their settings before mettle comes, how they are run without a person, and how their models call tools.
// Ground truth: each program's own documentation, and what its pinned version did here.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { put } from "./sandbox.mjs"

/** Key of nothing: the model is a script on the loopback interface. */
const KEY = "no-key-needed"

const ALLOWED = { permissions: { allow: ["Agent", "Bash", "Edit", "Write", "Read", "mcp__mettle"] } }
const claudeCode = {
  name: "claude-code",
  label: "Claude Code",
  settle({ home }, url) {
    put(join(home, ".claude", "settings.json"), ALLOWED)
    return {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_TELEMETRY: "1",
    }
  },
  words: prompt => ["-p", prompt, "--output-format", "json"],
  /** The words that were printed, without a person: the same flags and one prompt. */
  resume: (printed, prompt) => [...printed, "-p", prompt, "--output-format", "json"],
  validate: folder => ["plugin", "validate", folder],
  otherSettings({ home }) {
    put(join(home, ".claude-other", "settings.json"), ALLOWED)
    return { CLAUDE_CONFIG_DIR: join(home, ".claude-other") }
  },
  withPlugin: folder => ["--plugin-dir", folder],
  shop: {
    install: url => [
      ["plugin", "marketplace", "add", url],
      ["plugin", "install", "mettle@mettle"],
    ],
    settings: ({ home }) => join(home, ".claude", "settings.json"),
    noted: ({ home }) => join(home, ".claude", "plugins", "installed_plugins.json"),
    update: () => [
      ["plugin", "marketplace", "update", "mettle"],
      ["plugin", "update", "mettle@mettle"],
    ],
    list: ["plugin", "list"],
    remove: [
      ["plugin", "uninstall", "mettle@mettle"],
      ["plugin", "marketplace", "remove", "mettle"],
    ],
    has: text => text.includes("mettle@mettle"),
  },
  screen: {
    words: [],
    ready: /❯/,
    closes: true,
    /** Everything that it would ask a newcomer before the first prompt, answered. */
    prepare({ home, project }) {
      put(join(home, ".claude.json"), {
        hasCompletedOnboarding: true,
        theme: "dark",
        customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
        projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
      })
    },
  },
  shell: command => ({ name: "Bash", input: { command, description: "A step" } }),
  /** Tools of servers are only named at first; they are asked for before they are called. */
  findTool: name => ({ name: "ToolSearch", input: { query: `select:${name}`, max_results: 5 } }),
  delegate: prompt => ({
    name: "Agent",
    input: { description: "A small task", prompt, subagent_type: "general-purpose", run_in_background: false },
  }),
  write: (path, content) => ({ name: "Write", input: { file_path: path, content } }),
  edit: (path, before, after) => ({
    name: "Edit",
    input: { file_path: path, old_string: before, new_string: after },
  }),
}

const codex = {
  name: "codex",
  label: "Codex CLI",
  settle({ home, project }, url) {
    put(
      join(home, ".codex", "config.toml"),
      `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[analytics]
enabled = false

[features]
plugins = false
remote_plugin = false
plugin_sharing = false
apps = false

[model_providers.scripted]
name = "Scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[projects."${project}"]
trust_level = "trusted"
`,
    )
    return { SCRIPTED_KEY: KEY }
  },
  shop: {
    // Its other shops are on the network, and it waits for them.
    prepare: ({ home }) => {
      const file = join(home, ".codex", "config.toml")
      put(file, readFileSync(file, "utf8").replace("\nplugins = false", "\nplugins = true"))
    },
    install: url => [
      ["plugin", "marketplace", "add", url],
      ["plugin", "add", "mettle@mettle"],
    ],
    settings: ({ home }) => join(home, ".codex", "config.toml"),
    noted: ({ home }) => join(home, ".codex", "config.toml"),
    update: () => [
      ["plugin", "marketplace", "upgrade", "mettle"],
      ["plugin", "add", "mettle@mettle"],
    ],
    list: ["plugin", "list"],
    remove: [
      ["plugin", "remove", "mettle@mettle"],
      ["plugin", "marketplace", "remove", "mettle"],
    ],
    has: text => text.includes("mettle@mettle"),
  },
  // A patch names files as seen from the project.
  path: (_project, name) => name,
  // Nobody is there to trust our hooks in the TUI; these are the ones that init just wrote.
  words: prompt => ["exec", "--json", "--dangerously-bypass-hook-trust", prompt],
  resume: (printed, prompt) => ["exec", "--json", "--dangerously-bypass-hook-trust", ...printed, prompt],
  screen: {
    // With an older model it begins by advertising a newer one.
    words: ["--no-daemon", "--dangerously-bypass-hook-trust", "-m", "gpt-6-sol"],
    ready: /Ask Codex/,
    // It says nothing to anybody when its terminal goes away.
    closes: false,
    prepare: () => {},
  },
  shell: command => ({ name: "exec_command", input: { cmd: command } }),
  findTool: name => ({ search: { query: name.replaceAll("_", " "), limit: 8 } }),
  mcpCall: (name, input) => ({ name, namespace: "mcp__mettle", input }),
  write: (path, content) => ({
    name: "apply_patch",
    input: `*** Begin Patch\n*** Add File: ${path}\n${plus(content)}*** End Patch\n`,
  }),
  edit: (path, before, after) => ({
    name: "apply_patch",
    input: `*** Begin Patch\n*** Update File: ${path}\n@@\n-${before}\n+${after}\n*** End Patch\n`,
  }),
}
const plus = content =>
  content
    .trimEnd()
    .split("\n")
    .map(line => `+${line}\n`)
    .join("")

const opencode = {
  name: "opencode",
  label: "OpenCode",
  /** Its start takes longer than whole runs of the others: long scenes leave it out. */
  slow: true,
  settle({ home, project }, url) {
    put(join(home, ".config", "opencode", "opencode.json"), {
      model: "scripted/scripted-model",
      small_model: "scripted/scripted-model",
      autoupdate: false,
      share: "disabled",
      enabled_providers: ["scripted"],
      permission: { "*": "allow" },
      provider: {
        scripted: {
          npm: "@ai-sdk/anthropic",
          name: "Scripted",
          options: { baseURL: `${url}/v1`, apiKey: KEY },
          models: {
            "scripted-model": { name: "Scripted", tool_call: true, limit: { context: 200_000, output: 8_000 } },
          },
        },
      },
    })
    put(join(project, ".gitignore"), "node_modules/\n")
    return {
      // It wants to install a package beside plugins and waits for it; without a network that takes minutes of retries.
      NPM_CONFIG_FETCH_RETRIES: "0",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_SHARE: "1",
    }
  },
  shop: {
    from: "registry",
    install: () => [["plugin", "mettle", "--global"]],
    settings: ({ home }) => join(home, ".config", "opencode", "opencode.json"),
    noted: ({ home }) => join(home, ".config", "opencode", "opencode.json"),
    // What it fetched as "latest" it never asks for again: a newer one is named.
    update: version => [["plugin", `mettle@${version}`, "--global", "--force"]],
    // It has no command for that: the name is taken out of the file.
    takeOut: ({ home }) => {
      const file = join(home, ".config", "opencode", "opencode.json")
      const { plugin: _, ...rest } = JSON.parse(readFileSync(file, "utf8"))
      put(file, rest)
    },
    has: text => /"plugin"[^\]]*mettle/.test(text),
  },
  words: prompt => ["run", prompt],
  resume: (printed, prompt) => ["run", ...printed, prompt],
  screen: { words: [], ready: /Ask anything/, closes: true, prepare: () => {} },
  shell: command => ({ name: "bash", input: { command, description: "A step" } }),
  write: (path, content) => ({ name: "write", input: { filePath: path, content } }),
  edit: (path, before, after) => ({ name: "edit", input: { filePath: path, oldString: before, newString: after } }),
}

const geminiCli = {
  name: "gemini-cli",
  label: "Gemini CLI",
  lacks: { retold: "without a person it takes the id and tells the model nothing of the session" },
  settle({ home }, url) {
    put(join(home, ".gemini", "settings.json"), {
      security: { auth: { selectedType: "gemini-api-key" } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false },
    })
    return { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_NO_RELAUNCH: "true" }
  },
  validate: folder => ["extensions", "validate", join(folder, "gemini")],
  shop: {
    install: url => [["extensions", "install", url, "--consent", "--skip-settings"]],
    settings: ({ home }) => join(home, ".gemini", "settings.json"),
    noted: ({ home }) => join(home, ".gemini", "extensions", "mettle", "gemini-extension.json"),
    update: () => [["extensions", "update", "mettle"]],
    // It asks before an update as before an installation.
    yes: "y\n",
    list: ["extensions", "list"],
    remove: [["extensions", "uninstall", "mettle"]],
    has: () => true,
  },
  words: prompt => ["--yolo", "--skip-trust", "-m", "gemini-2.5-pro", "-p", prompt],
  resume: (printed, prompt) => ["--yolo", "--skip-trust", "-m", "gemini-2.5-pro", ...printed, "-p", prompt],
  screen: {
    words: ["--yolo", "--skip-trust", "-m", "gemini-2.5-pro"],
    ready: /Type your message/,
    // It does not wait for its last hook.
    closes: false,
    prepare: () => {},
  },
  shell: command => ({ name: "run_shell_command", input: { command } }),
  write: (path, content) => ({ name: "write_file", input: { file_path: path, content } }),
  edit: (path, before, after) => ({
    name: "replace",
    input: { file_path: path, instruction: "Change a value", old_string: before, new_string: after },
  }),
}

const copilotCli = {
  name: "copilot-cli",
  label: "Copilot CLI",
  lacks: {
    refused: "its session file alone tells of refused calls, and is written late",
  },
  settle({ home, project }, url) {
    put(join(home, ".copilot", "settings.json"), { banner: "never" })
    // It makes files, not folders.
    put(join(project, "src", ".gitkeep"), "")
    return {
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
      COPILOT_PROVIDER_BASE_URL: url,
      COPILOT_PROVIDER_TYPE: "anthropic",
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_MODEL: "claude-sonnet-4.5",
    }
  },
  words: prompt => ["-p", prompt, "--allow-all-tools", "--allow-all-paths"],
  resume: (printed, prompt) => [...printed, "-p", prompt, "--allow-all-tools", "--allow-all-paths"],
  shop: {
    install: url => [
      ["plugin", "marketplace", "add", url],
      ["plugin", "install", "mettle@mettle"],
    ],
    settings: ({ home }) => join(home, ".copilot", "settings.json"),
    noted: ({ home }) => join(home, ".copilot", "config.json"),
    update: () => [
      ["plugin", "marketplace", "update", "mettle"],
      ["plugin", "update", "mettle@mettle"],
    ],
    list: ["plugin", "list"],
    remove: [
      ["plugin", "uninstall", "mettle@mettle"],
      ["plugin", "marketplace", "remove", "mettle"],
    ],
    has: text => text.includes("mettle"),
  },
  screen: {
    words: ["--allow-all-tools", "--allow-all-paths"],
    ready: /❯|Type|Ask/,
    closes: true,
    prepare: ({ home, project }) =>
      put(join(home, ".copilot", "config.json"), { banner: "never", trusted_folders: [project] }),
  },
  shell: command => ({ name: "bash", input: { command, description: "A step" } }),
  write: (path, content) => ({ name: "create", input: { path, file_text: content } }),
  edit: (path, before, after) => ({ name: "edit", input: { path, old_str: before, new_str: after } }),
}

export const CLIENTS = [claudeCode, codex, opencode, geminiCli, copilotCli]
