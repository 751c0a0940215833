#!/usr/bin/env node
// Installs the real clients, pinned, into a cache outside the repository: one npm folder each, so that one that cannot be
// had does not take the others along. Idempotent. Their install scripts do not run: the native program is found by name.
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { isAbsolute, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const native = `${process.platform}-${process.arch}`

/** `program` is looked for from the folder of the package, in this order. */
export const PINNED = {
  "claude-code": {
    package: "@anthropic-ai/claude-code",
    version: "2.1.325",
    programs: [`node_modules/@anthropic-ai/claude-code-${native}/claude`],
  },
  codex: {
    package: "@openai/codex",
    version: "0.166.0",
    programs: ["node_modules/@openai/codex/bin/codex.js"],
  },
  opencode: {
    package: "opencode-ai",
    version: "1.18.33",
    // The baseline one runs on older processors too.
    programs: [`node_modules/opencode-${native}-baseline/bin/opencode`, `node_modules/opencode-${native}/bin/opencode`],
  },
  "gemini-cli": {
    package: "@google/gemini-cli",
    version: "0.61.0",
    programs: ["node_modules/@google/gemini-cli/bundle/gemini.js"],
  },
  "copilot-cli": {
    package: "@github/copilot",
    version: "1.0.102",
    programs: [`node_modules/@github/copilot-${native}/copilot`],
  },
}

export function cacheFolder(env = process.env) {
  if (env.METTLE_CLIENTS) return resolve(env.METTLE_CLIENTS)
  const cache = env.XDG_CACHE_HOME
  return join(cache && isAbsolute(cache) ? cache : join(homedir(), ".cache"), "mettle-clients")
}

const folderOf = (client, cache) => join(cache, `${client}-${PINNED[client].version}`)

/** The program to start, as words; null when it is not installed. */
export function programOf(client, cache = cacheFolder()) {
  const folder = folderOf(client, cache)
  if (!existsSync(join(folder, "installed.json"))) return null
  const found = PINNED[client].programs.map(path => join(folder, path)).find(existsSync)
  if (!found) return null
  return found.endsWith(".js") ? [process.execPath, found] : [found]
}

export async function install(client, { cache = cacheFolder(), say = () => {} } = {}) {
  const { package: name, version } = PINNED[client]
  const present = programOf(client, cache)
  if (present) {
    say(`${name}@${version}: there already`)
    return present
  }
  const folder = folderOf(client, cache)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, "package.json"),
    `${JSON.stringify({ private: true, dependencies: { [name]: version } })}\n`,
  )
  say(`${name}@${version}: installing into ${folder}`)
  const started = Date.now()
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
  const { code, told } = await runNpm(args, folder, () =>
    say(`${name}: still installing after ${Math.round((Date.now() - started) / 1000)} s`),
  )
  const got = join(folder, "node_modules", ...name.split("/"), "package.json")
  if (code !== 0 || !existsSync(got) || JSON.parse(readFileSync(got, "utf8")).version !== version)
    throw new Error(`npm could not install ${name}@${version} (${code}): ${told.trim().slice(-400)}`)
  writeFileSync(join(folder, "installed.json"), `${JSON.stringify({ name, version })}\n`)
  const program = programOf(client, cache)
  if (!program) throw new Error(`${name}@${version} has no program for ${native}`)
  say(`${name}@${version}: installed in ${Math.round((Date.now() - started) / 1000)} s`)
  return program
}

function runNpm(args, cwd, tick) {
  return new Promise(done => {
    const child = spawn("npm", args, { cwd, stdio: ["ignore", "pipe", "pipe"] })
    let told = ""
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", chunk => {
        told = (told + chunk).slice(-4000)
      })
    const ticking = setInterval(tick, 15_000)
    const limit = setTimeout(() => child.kill("SIGKILL"), 300_000)
    const end = (code, more = "") => {
      clearInterval(ticking)
      clearTimeout(limit)
      done({ code, told: told + more })
    }
    child.on("error", error => end(-1, error.message))
    child.on("close", code => end(code ?? -1))
  })
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2)
  let failed = 0
  for (const client of wanted.length > 0 ? wanted : Object.keys(PINNED))
    try {
      await install(client, { say: line => console.log(line) })
    } catch (error) {
      failed++
      console.error(String(error.message))
    }
  process.exitCode = failed === 0 ? 0 : 1
}
