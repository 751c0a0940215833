// Solved when the package is there by pnpm, and npm left nothing behind.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

const { PROJECT } = process.env
const { dependencies = {} } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"))
const has = name => existsSync(join(PROJECT, name))
const solved = process.argv[2] in dependencies && has("pnpm-lock.yaml") && !has("package-lock.json")
process.exitCode = solved ? 0 : 1
