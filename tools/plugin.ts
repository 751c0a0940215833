// npm run plugin: writes plugin/ and the shop windows at the root from tools/plugin-folder.ts.
// test/install/plugin-folder.test.ts keeps them current.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pluginFolder, shopWindows } from "./plugin-folder.ts"

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string }
const inside = pluginFolder(version).map(file => ({ ...file, path: join("plugin", file.path) }))
rmSync("plugin", { recursive: true, force: true })
for (const { path: file, text, executable } of [...inside, ...shopWindows(version)]) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  if (executable) chmodSync(file, 0o755)
}
