#!/usr/bin/env node
// npm run test:release: the package as npm would publish it, installed with `npm i -g` and started with `npx`, scripts off, under
// every pair of a Node and an npm that go together. Prints size, import time and hook latency; non-zero when anything failed.
// Not part of npm test, since it fetches Nodes and npms. Its ground truth is issue 13, point 7.
import { spawnSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { createRequire } from "node:module"
import { homedir, tmpdir } from "node:os"
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { firstPack, MOST_QUESTIONS, MOST_SECONDS } from "./first-pack.mjs"

const NODES = ["20.19.0", "22.23.3", "24.21.0"]
const NPMS = ["10.9.9", "11.21.1", "12.2.0"]
const MOST_BYTES = 5 * 1024 * 1024
/** Generous, since the machine may be busy: times are printed to be watched, and fail only when something broke. */
const MOST_MS = 3000
const MOST_STARTS = 25
const HOOKS = 15

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..")
const cache = resolve(
  process.env.METTLE_RELEASE ??
    join(
      isAbsolute(process.env.XDG_CACHE_HOME ?? "") ? process.env.XDG_CACHE_HOME : join(homedir(), ".cache"),
      "mettle-release",
    ),
)
const folder = realpathSync(mkdtempSync(join(tmpdir(), "mettle-release-")))
const began = Date.now()
const failures = []
/** Nodes whose times were taken: they do not hang on npm */
const timed = new Set()
const check = (holds, what) => {
  if (!holds) failures.push(what)
  return holds ? "ok" : "FAILED"
}

try {
  const npm = run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], { cwd: root })
  const tarball = join(folder, packed(npm.stdout))
  const bytes = statSync(tarball).size
  console.log(
    `package      ${(bytes / 1024 / 1024).toFixed(2)} MB  ${check(bytes <= MOST_BYTES, `package of ${bytes} bytes`)} (at most 5 MB)`,
  )
  console.log("node      npm      npm i -g  npx     import ms  hook ms p50/p95")
  for (const node of NODES)
    for (const version of NPMS) {
      const program = fetched(`node-${process.platform}-${process.arch}`, node, join("bin", "node"))
      const npmCli = fetched("npm", version, join("bin", "npm-cli.js"))
      if (program === null || npmCli === null) {
        failures.push(`Node ${node} or npm ${version} could not be fetched`)
        continue
      }
      if (!goTogether(npmCli, node))
        console.log(`${node.padEnd(9)} ${version.padEnd(8)} this npm does not support this Node`)
      else console.log(pair(node, program, version, npmCli, tarball, !timed.has(node) && timed.add(node)))
    }
  const first = await firstPack({
    mettle: join(folder, `${NODES[0]}-${NPMS[0]}`, "prefix", "bin", "mettle"),
    env: { ...process.env, METTLE_RESIDENT: "off" },
    folder,
  })
  if (first === null) console.log("first pack   left out: there is no script(1) to give a terminal")
  else {
    console.log(`story        ${first.story.toFixed(1)} s for mettle demo (under a minute is the aim)`)
    const fine = first.useful && first.questions <= MOST_QUESTIONS && first.seconds <= MOST_SECONDS
    console.log(
      `first pack   ${first.seconds.toFixed(1)} s after mettle init, ${first.questions} questions  ${check(fine, `first pack: ${first.text.slice(-500)}`)}`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(
  `${failures.length === 0 ? "all passed" : `${failures.length} failed`} in ${Math.round((Date.now() - began) / 1000)} s`,
)
process.exit(failures.length === 0 ? 0 : 1)

function pair(node, program, version, npmCli, tarball, times) {
  const place = join(folder, `${node}-${version}`)
  const home = join(place, "home")
  const repo = join(place, "repo")
  const prefix = join(place, "prefix")
  for (const dir of [home, repo, prefix]) mkdirSync(dir, { recursive: true })
  // The caller's own way to the registry, and nothing else of its home.
  const env = {
    ...process.env,
    PATH: [dirname(program), join(prefix, "bin"), process.env.PATH].join(delimiter),
    HOME: home,
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), ".npmrc"),
    npm_config_cache: join(cache, "npm-cache"),
    npm_config_prefix: prefix,
    npm_config_ignore_scripts: "true",
    npm_config_update_notifier: "false",
    npm_config_fund: "false",
    npm_config_audit: "false",
    METTLE_HOME: join(home, "mettle"),
    METTLE_RESIDENT: "off",
    CLAUDE_CONFIG_DIR: join(home, ".claude"),
  }
  const name = `Node ${node}, npm ${version}`
  const installed = run(program, [npmCli, "install", "-g", tarball], { env, cwd: repo })
  const mettle = join(prefix, "bin", "mettle")
  const says = run(mettle, ["--version"], { env, cwd: repo }).stdout.trim()
  const noted = run(mettle, ["note", "use pnpm, not npm"], { env, cwd: repo })
  const cards = run(mettle, ["cards", "--json"], { env, cwd: repo }).stdout
  const works = says.startsWith("mettle ") && noted.status === 0 && cards.includes("use pnpm, not npm")
  const globally = check(works, `${name}: npm i -g: ${installed.stderr.slice(-300)} ${noted.stderr.slice(0, 300)}`)
  const once = run(program, [npmCli, "exec", "--yes", `--package=${tarball}`, "--", "mettle", "--version"], {
    env,
    cwd: repo,
  })
  const byNpx = check(once.stdout.trim() === says && says !== "", `${name}: npx: ${once.stderr.slice(-300)}`)
  const row = `${node.padEnd(9)} ${version.padEnd(8)} ${globally.padEnd(9)} ${byNpx.padEnd(7)}`
  if (!times) return row
  // By what an empty program takes here and now, where that is long.
  const most = Math.max(MOST_MS, MOST_STARTS * timeOf(program, "console.log(performance.now())", env))
  const took = importTime(program, join(prefix, "lib", "node_modules", "mettle", "dist", "index.js"), env)
  check(took <= most, `${name}: import took ${took} ms`)
  const hooks = hookTimes(mettle, env, repo)
  check(hooks.p50 <= most, `${name}: a hook took ${hooks.p50} ms`)
  return `${row} ${String(took).padEnd(10)} ${hooks.p50}/${hooks.p95}`
}

/** Milliseconds to load the library in a fresh process, the middle of five. */
function importTime(program, entry, env) {
  const code = `const t=performance.now();await import(${JSON.stringify(pathToFileURL(entry).href)});console.log(performance.now()-t)`
  return timeOf(program, code, env)
}

/** What the code says it took, the middle of five. */
function timeOf(program, code, env) {
  const times = Array.from({ length: 5 }, () =>
    Number(run(program, ["--input-type=module", "-e", code], { env }).stdout),
  )
  return Math.round(times.sort((a, b) => a - b)[2])
}

/** Milliseconds of a recording hook, process and all, as init installs it. */
function hookTimes(mettle, env, repo) {
  run(mettle, ["init", "--client", "claude-code", "--yes"], { env, cwd: repo })
  const settings = JSON.parse(readFileSync(join(env.HOME, ".claude", "settings.json"), "utf8"))
  const command = settings.hooks.PostToolUse[0].hooks[0].command
  const times = Array.from({ length: HOOKS }, (_, i) => {
    const input = JSON.stringify({
      ...{
        session_id: "release",
        cwd: repo,
        hook_event_name: "PostToolUse",
        transcript_path: join(repo, "none.jsonl"),
      },
      ...{
        tool_name: "Bash",
        tool_use_id: `toolu_${i}`,
        tool_input: { command: "ls" },
        tool_response: { stdout: "a", stderr: "" },
      },
    })
    const start = performance.now()
    const { status } = run("sh", ["-c", command], { env, cwd: repo, input })
    if (status !== 0) failures.push(`a hook ended with ${status}`)
    return performance.now() - start
  }).sort((a, b) => a - b)
  return { p50: Math.round(times[HOOKS >> 1]), p95: Math.round(times[Math.floor(HOOKS * 0.95)]) }
}

/** A program from npm, fetched once into a cache outside the repository. */
function fetched(name, version, file) {
  const place = join(cache, `${name}-${version}`)
  const program = join(place, "node_modules", name, file)
  if (existsSync(program)) return program
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, "package.json"), '{ "private": true }\n')
  const got = run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${version}`], {
    cwd: place,
  })
  if (got.status !== 0) console.log(got.stderr.slice(-300))
  return existsSync(program) ? program : null
}

function goTogether(npmCli, node) {
  const folder = dirname(dirname(npmCli))
  const { engines } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return createRequire(join(folder, "package.json"))("semver").satisfies(node, engines.node)
}

/** npm 12 names packages by name, older ones list them. */
function packed(text) {
  const told = JSON.parse(text.slice(text.search(/[[{]/)))
  return Object.values(told)[0].filename
}

function run(program, words, options = {}) {
  const ran = spawnSync(program, words, { encoding: "utf8", timeout: 240_000, maxBuffer: 1 << 26, ...options })
  return { status: ran.status, stdout: ran.stdout ?? "", stderr: ran.stderr ?? String(ran.error ?? "") }
}
