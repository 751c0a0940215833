// plugin/ in the repository is what its source says; `npm run plugin` writes it anew.
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { pluginFolder } from "../../src/install/plugin-folder.ts"
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
