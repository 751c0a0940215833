// npm run plugin: writes plugin/ from src/install/plugin-folder.ts. test/install/plugin-folder.test.ts keeps it current.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pluginFolder } from "../src/install/plugin-folder.ts"

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string }
rmSync("plugin", { recursive: true, force: true })
for (const { path, text, executable } of pluginFolder(version)) {
  const file = join("plugin", path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  if (executable) chmodSync(file, 0o755)
}
