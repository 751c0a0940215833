// Package managers and script runners: npm, pnpm, yarn, bun, deno, pip, uv, poetry, gem, composer, brew, apt.

import type { SimpleCommand } from "./command.ts"
import { type Claim, type Reader, salientOfTask, subcommand } from "./reader.ts"

const MANAGERS = new Set([
  "npm",
  "pnpm",
  "yarn",
  "bun",
  "deno",
  "pip",
  "pip3",
  "uv",
  "poetry",
  "pipenv",
  "pdm",
  "gem",
  "bundle",
  "composer",
  "brew",
  "apt",
  "apt-get",
  "dnf",
  "yum",
  "apk",
  "conda",
  "mamba",
  "corepack",
  "lerna",
])
/** what speaks in place of the wrapped program when that is not there */
const RUNS_PACKAGES = /^(?:npx|bunx|pnpx|uvx|(?:npm|pnpm|yarn|bun|uv|poetry|pipenv|pdm|bundle) )/
const INSTALLS = new Set(["install", "i", "ci", "add", "sync", "lock", "update", "upgrade", "remove", "uninstall"])

/** `npm run test:unit`, `yarn lint`, `pnpm -r --filter x build`: which script runs; null when none does. */
export function scriptOf(command: SimpleCommand): string | null {
  if (!["npm", "pnpm", "yarn", "bun", "deno", "composer", "lerna"].includes(command.program)) return null
  const words: string[] = []
  for (let i = 0; i < command.args.length; i++) {
    const arg = command.args[i] as string
    if (/^(?:-F|-C|-w|--filter|--prefix|--workspace|--cwd|--dir)$/.test(arg)) i++
    else if (!arg.startsWith("-")) words.push(arg)
  }
  const [first, second, third] = words
  if (first === "run" || first === "run-script" || first === "task") return second ?? null
  if (first === "workspace") return third ?? null
  if (first === "test" || first === "t" || first === "tst") return "test"
  if (command.program === "yarn" || command.program === "pnpm")
    return first === undefined ||
      INSTALLS.has(first) ||
      ["audit", "why", "list", "ls", "outdated", "config", "init", "link", "publish"].includes(first)
      ? null
      : first
  return null
}
export const packages: Reader = {
  name: "packages",
  behindRunner: true,
  claims(command): Claim | null {
    if (!MANAGERS.has(command.program))
      return command.wrappers.some(wrapper => RUNS_PACKAGES.test(wrapper)) ? { salient: null } : null
    const script = scriptOf(command)
    if (script !== null) return { salient: salientOfTask(script) }
    return { salient: subcommand(command) === "publish" ? "deploy" : null }
  },
  marks: [
    { id: "npm/error", says: "fail", re: /^npm (?:ERR!|error) (?!(?:A complete log|\s*$))/m },
    { id: "pnpm/error", says: "fail", re: /^\s*(?:ERR_PNPM_|ELIFECYCLE|ERROR {2})\S*\s/m },
    {
      id: "yarn/error",
      says: "fail",
      re: /^(?:error Command failed with exit code [1-9]|error (?:An unexpected error|Couldn't find|Package)|➤ YN0000: .{0,20}Failed with errors|Usage Error: )/m,
    },
    {
      id: "bun/script",
      says: "fail",
      re: /^error: (?:script "[^"\n]{1,100}" (?:exited with code|was terminated)|Script not found|\S+ failed to resolve|No version matching)/m,
    },
    {
      id: "pip/error",
      says: "fail",
      re: /^(?:ERROR: (?:Could not|No matching|Cannot|Failed|Exception|Invalid|Package)|error: (?:subprocess-exited-with-error|externally-managed-environment))/m,
    },
    {
      id: "uv/error",
      says: "fail",
      weak: true,
      re: /^(?:\s*× (?:No solution found|Failed to)|error: (?:Failed to|No |The |Project|Distribution))/m,
    },
    {
      id: "bundler/error",
      says: "fail",
      re: /^(?:Could not find gem|Bundler (?:could not|was unable)|An error occurred while installing)/m,
    },
    { id: "apt/error", says: "fail", re: /^E: (?:Unable|Package|Could not|Failed|Sub-process|Version)/m },
    {
      id: "npm/installed",
      says: "ok",
      re: /^(?:added \d+ packages?|up to date,|changed \d+ packages?|removed \d+ packages?)/m,
    },
    { id: "pip/installed", says: "ok", re: /^Successfully installed /m },
  ],
}
