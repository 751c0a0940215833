#!/usr/bin/env node
// npm run test:release [-- --only=one-line]: the package as npm would publish it, started with `npx` from a registry of our own and
// installed with `npm i -g` under every pair of a Node and an npm that go together. Prints sizes, import time and hook latency;
// non-zero when anything failed. Not part of npm test, since it fetches Nodes and npms.
import { spawnSync } from "node:child_process"
import {
  copyFileSync,
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
import { basename, delimiter, dirname, isAbsolute, join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { firstPack, MOST_QUESTIONS, MOST_SECONDS } from "./first-pack.mjs"
import { oneLine } from "./one-line.mjs"
import { startRegistry } from "./registry.mjs"

const NODES = ["20.19.0", "22.23.3", "24.21.0"]
const NPMS = ["10.9.9", "11.21.1", "12.2.0"]
/** With whom `npx mettle init` is tried: each Node with the npm of its time. */
const TOGETHER = { "20.19.0": "10.9.9", "22.23.3": "11.21.1", "24.21.0": "12.2.0" }
const MOST_BYTES = 9 * 1024 * 1024
const only = process.argv.find(word => word.startsWith("--only="))?.slice("--only=".length)
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
    `package      ${(bytes / 1024 / 1024).toFixed(2)} MB  ${check(bytes <= MOST_BYTES, `package of ${bytes} bytes`)} (at most ${MOST_BYTES / 1024 / 1024} MB)`,
  )
  weigh(tarball)
  dryRun()
  await byOneLine(tarball)
  if (only !== "one-line") await everyPair(tarball)
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(
  `${failures.length === 0 ? "all passed" : `${failures.length} failed`} in ${Math.round((Date.now() - began) / 1000)} s`,
)
process.exit(failures.length === 0 ? 0 : 1)

/** What would be published, said by npm itself, with nothing to warn of. */
function dryRun() {
  const said = run("npm", ["publish", "--dry-run", "--ignore-scripts", "--tag", "latest"], {
    cwd: root,
    env: { ...process.env, npm_config_userconfig: join(folder, "none"), npm_config_loglevel: "notice" },
  })
  // npm may look for a newer version of the same name, which is not there yet; what it says of the machine's own settings is not
  // about the package.
  const warned = said.stderr
    .split("\n")
    .filter(line => /^npm (?:warn|error)/.test(line) && !/auth|logged in|Unknown (?:env|user|cli) config/i.test(line))
  console.log(
    `dry run      ${check(said.status === 0 && warned.length === 0, `npm publish --dry-run: ${warned.join(" | ") || said.stderr.slice(-300)}`)} (npm publish --dry-run)`,
  )
}

/** The heaviest parts of the package, unpacked. */
function weigh(tarball) {
  const listed = run("tar", ["-tzvf", tarball]).stdout.split("\n")
  const parts = new Map()
  for (const line of listed) {
    const [, bytes, path] = /^\S+ +\S+ +(\d+) +\S+ +\S+ +package\/(.+)$/.exec(line) ?? []
    if (path === undefined) continue
    const part =
      /^(assets\/[^/]+|dist\/(?:dashboard|types)|dist\/[a-z-]+?(?=[.-][A-Za-z0-9]*\.?c?js$|-chunk))/.exec(path)?.[0] ??
      path.split("/")[0]
    parts.set(part, (parts.get(part) ?? 0) + Number(bytes))
  }
  const heavy = [...parts].sort(([, a], [, b]) => b - a).slice(0, 6)
  console.log(
    `  of it      ${heavy.map(([part, bytes]) => `${part} ${(bytes / 1024 / 1024).toFixed(1)}`).join(", ")} MB unpacked`,
  )
}

/** npx from a registry that holds the package and what it needs, and nothing else. */
async function byOneLine(tarball) {
  const shelf = join(folder, "shelf")
  mkdirSync(shelf)
  copyFileSync(tarball, join(shelf, basename(tarball)))
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  const needed = Object.entries(packages).filter(([path, { dev }]) => path.startsWith("node_modules/") && dev !== true)
  for (const [path, { version, optional, peer }] of needed)
    if (!optional && !peer)
      run("npm", [
        "pack",
        "--ignore-scripts",
        "--pack-destination",
        shelf,
        `${path.slice("node_modules/".length)}@${version}`,
      ])
  const registry = await startRegistry(shelf)
  try {
    console.log("node      npm      npx mettle init  seconds  installed")
    for (const [node, version] of Object.entries(TOGETHER)) {
      const program = fetched(`node-${process.platform}-${process.arch}`, node, join("bin", "node"))
      const npmCli = fetched("npm", version, join("bin", "npm-cli.js"))
      if (program === null || npmCli === null) {
        failures.push(`Node ${node} or npm ${version} could not be fetched`)
        continue
      }
      const row = await oneLine({ node: program, npmCli, registry, place: join(folder, `npx-${node}`) })
      const fine = check(row.failed.length === 0, `Node ${node}, npm ${version}: ${row.failed.join("; ")}`)
      console.log(
        `${node.padEnd(9)} ${version.padEnd(8)} ${fine.padEnd(16)} ${row.seconds.toFixed(1).padEnd(8)} ${row.installed.toFixed(1)} MB`,
      )
      if (row.said !== "")
        console.log(
          row.said
            .split("\n")
            .map(line => `          npm says: ${line}`)
            .join("\n"),
        )
    }
  } finally {
    await registry.close()
  }
}

async function everyPair(tarball) {
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
    console.log(`story        ${first.story.toFixed(1)} s for mettle look demo (under a minute is the aim)`)
    const fine = first.useful && first.questions <= MOST_QUESTIONS && first.seconds <= MOST_SECONDS
    console.log(
      `first pack   ${first.seconds.toFixed(1)} s after mettle init, ${first.questions} questions  ${check(fine, `first pack: ${first.text.slice(-500)}`)}`,
    )
  }
}

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
