// mettle lab trial, whole: the real client on two tasks in two arms, against a model that uses npm until something it reads says
// otherwise. With memory the second task must need no correction, without it must need one.
import { mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { check, END } from "./check.mjs"
import { put, start } from "./sandbox.mjs"

const AGENTS = { "claude-code": "claude", codex: "codex", opencode: "opencode", "gemini-cli": "gemini" }
const KEPT = "always use pnpm in this repo, never npm"

export const trialScripts = client => {
  const uses = name => ({ tools: [client.shell(`echo ${name} > used.txt`)] })
  return {
    "trial-add": [text => uses(text.includes("never npm") ? "pnpm" : "npm"), { text: END }],
    "trial-fix": [uses("pnpm"), { text: END }],
  }
}

export async function trial(run) {
  const { client, sandbox, env, program, server } = run
  // The others take their time: by name only.
  if (client.name !== "claude-code" && !process.argv.some(word => /--scenes=.*\btrial\b/.test(word))) return []
  const tasks = join(sandbox.place, "trial-tasks")
  for (const name of ["1-first", "2-second"]) {
    put(join(tasks, name, "task.json"), {
      repo: "shop",
      prompt: `play:trial-add add a package, ${name}`,
      corrections: [{ say: "play:trial-fix no, with the other one", keep: KEPT }],
    })
    put(join(tasks, name, "project", "package.json"), { name: "shop", private: true })
    put(
      join(tasks, name, "check", "check.mjs"),
      'import { readFileSync } from "node:fs"\nprocess.exit(readFileSync(`${process.env.PROJECT}/used.txt`, "utf8").trim() === "pnpm" ? 0 : 1)\n',
    )
  }
  // What a user would pass on for the agent to reach its model.
  const login = join(sandbox.place, "trial-login")
  mkdirSync(login)
  client.settle({ home: login, project: sandbox.project }, server.url)
  const before = readdir(sandbox.home)
  const words = ["lab", "trial", "--tasks", tasks, "--agent", AGENTS[client.name], "--arms", "none,mettle"]
  const more = ["--program", program.at(-1), "--home", login, "--pass", Object.keys(env).join(","), "--yes", "--json"]
  const done = await start(
    sandbox,
    [process.execPath, join(sandbox.mettlePackage, "bin", "mettle"), ...words, ...more],
    {
      env: { ...env, METTLE_HOME: sandbox.mettleHome },
      limitMs: 300_000,
    },
  )
  const told = done.code === 0 ? JSON.parse(done.out) : { runs: [], summary: { differences: [] } }
  const of = arm => told.runs.filter(r => r.arm === arm).map(r => (r.solved ? r.corrections : `unsolved (${r.broken})`))
  return [
    check(
      "trial ran",
      done.code === 0,
      `exit ${done.code} in ${(done.ms / 1000).toFixed(1)} s ${done.err.slice(-300)}`,
    ),
    check("without memory: told twice", String(of("none")) === "1,1", `corrections ${of("none")}`),
    check("with memory: told once", String(of("mettle")) === "1,0", `corrections ${of("mettle")}`),
    check("two pairs are too early", told.summary.differences[0]?.verdict === "too early", ""),
    check("tokens were told", told.runs.length > 0 && told.runs.every(r => r.inputTokens > 0), ""),
    check("the person's home is as it was", readdir(sandbox.home) === before, ""),
  ]
}

const readdir = folder => readdirSync(folder).sort().join()
