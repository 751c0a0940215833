// plugin/ in the repository is what its source says; `npm run plugin` writes it anew.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { MISSING, pluginFolder, shopWindows } from "../../tools/plugin-folder.ts"
import { folder } from "../cli/world.ts"
import { ROOT } from "../house/source.ts"

it("plugin/ is current, complete and without strays", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string }
  const files = pluginFolder(version)
  const there = readdirSync(join(ROOT, "plugin"), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(join(ROOT, "plugin").length + 1))
  expect(there.sort()).toEqual(files.map(({ path }) => path).sort())
  for (const { path, text, executable } of files) {
    expect(readFileSync(join(ROOT, "plugin", path), "utf8"), path).toBe(text)
    if (executable) expect(statSync(join(ROOT, "plugin", path)).mode & 0o111).not.toBe(0)
  }
})

it("the shop windows at the root are current, and point at what is there", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string }
  for (const { path, text } of shopWindows(version)) expect(readFileSync(join(ROOT, path), "utf8"), path).toBe(text)
  for (const path of [".claude-plugin", ".codex-plugin", ".cursor-plugin"])
    expect(existsSync(join(ROOT, "plugin", path, "plugin.json"))).toBe(true)
})

it.each(["plugin/bin/mettle-hook", "plugin/gemini/bin/mettle-hook"])(
  "[W] %s, installed alone, says once what is missing and never fails",
  script => {
    const data = folder()
    const env = { PATH: "/usr/bin:/bin", HOME: folder(), CLAUDE_PLUGIN_DATA: join(data, "mettle") }
    const hook = (more: object = {}) =>
      spawnSync("sh", [join(ROOT, script), "hook", "auto"], {
        env: { ...env, ...more },
        input: '{"hook_event_name":"SessionStart"}',
        encoding: "utf8",
      })
    expect(hook({ METTLE: "off" })).toMatchObject({ status: 0, stdout: "", stderr: "" })
    const first = hook()
    expect(first).toMatchObject({ status: 0, stderr: "" })
    expect(JSON.parse(first.stdout)).toEqual({ systemMessage: MISSING })
    expect(hook()).toMatchObject({ status: 0, stdout: "", stderr: "" })
    expect(hook({ CLAUDE_PLUGIN_DATA: "/proc/nowhere" })).toMatchObject({ status: 0, stderr: "" })
  },
)

it("[W] where mettle is on the path, the plugin's hook reaches it", () => {
  const bin = folder()
  writeFileSync(join(bin, "mettle"), '#!/bin/sh\necho "reached $*"\n', { mode: 0o755 })
  const ran = spawnSync("sh", [join(ROOT, "plugin/bin/mettle-hook"), "hook", "auto"], {
    env: { PATH: `${bin}:/usr/bin:/bin`, HOME: folder() },
    input: "{}",
    encoding: "utf8",
  })
  expect(ran.stdout).toBe("reached hook auto\n")
})
