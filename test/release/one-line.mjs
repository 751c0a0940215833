// `npx mettle init` as somebody types it who has nothing of ours: the packed tarball in a registry on the loopback interface, an empty
// HOME, npm's own defaults (install scripts as npm sees fit). Then a hook with the npx cache gone, and out again to the byte.
import { spawn } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"

/** What stood in Claude Code's settings before: it must stand there again afterwards. */
const MINE = '{\n  // mine\n  "model": "opus"\n}\n'

/** One row: seconds, megabytes installed, what failed. The registry runs in this process, so nothing here blocks. */
export async function oneLine({ node, npmCli, registry, place }) {
  const home = join(place, "home")
  const repo = join(place, "repo")
  const settings = join(home, ".claude", "settings.json")
  for (const dir of [dirname(settings), repo]) mkdirSync(dir, { recursive: true })
  writeFileSync(settings, MINE)
  const env = {
    PATH: [dirname(node), "/usr/bin", "/bin"].join(delimiter),
    HOME: home,
    LANG: "C.UTF-8",
    npm_config_registry: registry.url,
    npm_config_cache: join(place, "npm-cache"),
    npm_config_update_notifier: "false",
    METTLE_RESIDENT: "off",
  }
  const npx = (...words) => run(node, [npmCli, "exec", "--yes", "--", "mettle", ...words], { env, cwd: repo })
  const failed = []
  const must = (holds, what) => {
    if (!holds) failed.push(what)
  }
  const start = Date.now()
  const made = await npx("init", "--yes")
  const seconds = (Date.now() - start) / 1000
  must(made.status === 0, `init ended with ${made.status}: ${made.stderr.slice(-400)}`)
  must(made.stdout.includes("Added to Claude Code"), `init said ${made.stdout.slice(-200)}`)
  must(!/unapproved|not (?:been )?allowed|blocked/i.test(made.stderr), `npm said ${made.stderr.slice(0, 300)}`)
  const command = JSON.parse(readFileSync(settings, "utf8").replace("// mine", "")).hooks?.UserPromptSubmit?.[0]
    .hooks[0].command
  // npx keeps what it fetched in a cache that anything may empty.
  const installed = megabytes(join(place, "npm-cache", "_npx"))
  rmSync(join(place, "npm-cache", "_npx"), { recursive: true, force: true })
  const event = { session_id: "one", cwd: repo, transcript_path: join(repo, "none.jsonl") }
  for (const more of [
    { hook_event_name: "SessionStart", source: "startup" },
    { hook_event_name: "UserPromptSubmit", prompt: "always use pnpm here, never npm" },
  ]) {
    const told = await run("sh", ["-c", String(command)], {
      ...{ env, cwd: repo },
      input: JSON.stringify({ ...event, ...more }),
    })
    must(told.status === 0, `a hook ended with ${told.status}`)
  }
  const status = await npx("status", "--json")
  must(/"recording":\s*"on"/.test(status.stdout), `status said ${(status.stderr || status.stdout).slice(0, 300)}`)
  must(/"lastEvent":\s*"2/.test(status.stdout), "the hook's event did not come")
  const left = await npx("uninstall", "--yes", "--data")
  must(left.status === 0, `uninstall ended with ${left.status}: ${left.stderr.slice(-300)}`)
  must(readFileSync(settings, "utf8") === MINE, "the settings are not what they were")
  must(
    readdirSync(home)
      .filter(name => ![".claude", ".npm"].includes(name))
      .every(name => empty(join(home, name))),
    `left in HOME: ${readdirSync(home)}`,
  )
  return { seconds, installed, failed, said: made.stderr.trim() }
}

/** Folders of the home that others share (.local, .config) may stay, without a file of ours. */
const empty = path =>
  statSync(path).isDirectory() &&
  readdirSync(path, { recursive: true, withFileTypes: true }).every(entry => entry.isDirectory())

function megabytes(dir) {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0) / 1024 / 1024
}

function run(program, words, { input = "", ...options }) {
  return new Promise(done => {
    const child = spawn(program, words, { ...options, stdio: ["pipe", "pipe", "pipe"] })
    const limit = setTimeout(() => child.kill("SIGKILL"), 240_000)
    let stdout = ""
    let stderr = ""
    child.stdout.on("data", chunk => (stdout += chunk))
    child.stderr.on("data", chunk => (stderr += chunk))
    child.on("error", error => (stderr += error.message))
    child.on("close", status => {
      clearTimeout(limit)
      done({ status, stdout, stderr })
    })
    child.stdin.on("error", () => {})
    child.stdin.end(input)
  })
}
