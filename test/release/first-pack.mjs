// From `mettle init` at a real terminal to the first useful pack: how long it takes, and how many questions it asks. The terminal is
// that of util-linux's script; the past sessions are those of the demo.
import { spawn, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

export const MOST_SECONDS = 120
/** May it be added, may it read the past, and how shall it learn. */
export const MOST_QUESTIONS = 3

/** null where there is no program that gives a terminal. */
export async function firstPack({ mettle, env, folder }) {
  if (spawnSync("script", ["--version"], { stdio: "ignore" }).status !== 0) return null
  const stage = join(folder, "first-pack")
  const curtain = Date.now()
  const told = spawnSync(mettle, ["look", "demo", "--no-open", "--json", "--keep", stage], { env, encoding: "utf8" })
  if (told.status !== 0) throw new Error(`demo: ${told.stderr}`)
  const story = (Date.now() - curtain) / 1000
  const repo = join(stage, "shop")
  const fresh = {
    ...env,
    HOME: stage,
    METTLE_HOME: join(stage, "fresh"),
    CLAUDE_CONFIG_DIR: join(stage, ".claude"),
    SHELL: "/bin/sh",
  }
  const start = Date.now()
  const { text, status } = await typed(`${quoted(mettle)} init --client claude-code`, repo, fresh)
  const questions = text.split("[y/N]").length - 1
  const settings = JSON.parse(readFileSync(join(stage, ".claude", "settings.json"), "utf8"))
  const { command } = settings.hooks.SessionStart.flatMap(group => group.hooks).find(hook =>
    hook.command.includes("mettle"),
  )
  const input = JSON.stringify({
    ...{ session_id: "first", cwd: repo, hook_event_name: "SessionStart", source: "startup" },
    transcript_path: join(repo, "none.jsonl"),
  })
  const pack = spawnSync("sh", ["-c", command], { env: fresh, cwd: repo, input, encoding: "utf8" }).stdout
  return {
    story,
    seconds: (Date.now() - start) / 1000,
    questions,
    useful: status === 0 && pack.includes("use pnpm, not npm"),
    text,
  }
}

const QUESTION = /(\[y\/N\]|\[Y\/n\]|\[q\]uit)/

/** A command at a terminal of its own; every question is answered as it comes: yes, keep, and wishes are to be kept at once. */
function typed(command, cwd, env) {
  return new Promise((resolve, reject) => {
    const child = spawn("script", ["-qec", command, "/dev/null"], { cwd, env, stdio: ["pipe", "pipe", "inherit"] })
    const limit = setTimeout(() => child.kill(), MOST_SECONDS * 1000)
    let text = ""
    let answered = 0
    child.stdout.setEncoding("utf8").on("data", chunk => {
      text += chunk
      const asked = text.split(QUESTION)
      for (; answered < Math.floor(asked.length / 2); answered++)
        child.stdin.write(
          asked[2 * answered + 1] === "[q]uit" ? "k" : /Ask you first/.test(asked[2 * answered]) ? "n\n" : "y\n",
        )
    })
    child.on("error", reject)
    child.on("close", status => {
      clearTimeout(limit)
      resolve({ text, status })
    })
  })
}

const quoted = text => `'${text.replaceAll("'", "'\\''")}'`
