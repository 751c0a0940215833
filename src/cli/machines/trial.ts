// mettle lab trial: the user's own agent and model on a folder of tasks, with and without memory, in pairs. Starts agents that
// may cost money, so it says how many, about how much and which keys they are given, and asks; every home is fresh.
import { existsSync } from "node:fs"
import { delimiter, dirname, join, resolve } from "node:path"
import { count } from "../../core/say-number.ts"
import type { TrialRun } from "../../core/trial/summary.ts"
import { assetPath } from "../../meaning/word-table.ts"
import { PRESETS } from "../../memory/past/replay.ts"
import { AGENT_NAMES, AGENTS, type AgentName, NO_MEMORY } from "../../trial/arm.ts"
import { readTasks, runTrial, type Trial } from "../../trial/trial.ts"
import { defineMettleCommand, FLAGS, flag, number, type Running, usage, value } from "../command.ts"
import { confirm, outFile, writeOut } from "../io.ts"
import type { Out } from "../print.ts"

const args = {
  tasks: value("dir", "the folder of tasks (its form: docs/trial.md); default: two small ones"),
  arms: value("names", "none and presets, the first is compared with; default none,plain,mettle"),
  agent: value("name", `${AGENT_NAMES.join(", ")}; default: the first of these on PATH`),
  rounds: number("how often everything is run; default 1", [1, 1000]),
  model: value("name", "the model, by the agent's own name; default: the agent's"),
  pass: value("names", "variables of your environment the agent may see; default: its own keys"),
  home: value("dir", "files to put into every fresh home, such as a log-in"),
  program: value("path", "the agent's program, when it is not on PATH"),
  seconds: number("most seconds for one run of the agent; default 900", [1, 86_400]),
  out: value("file", "write every run and the summary there"),
  keep: flag("leave homes and projects for looking at"),
  "dry-run": FLAGS["dry-run"],
  yes: FLAGS.yes,
} as const
type Run = Running<typeof args>

export const command = defineMettleCommand({
  name: "lab trial",
  examples: [
    [
      "mettle lab trial",
      "two small tasks with the agent you have; asks before the first run, and again when its cost is known",
    ],
    [
      "mettle lab trial --tasks tasks --agent claude --dry-run",
      "what would run, how often, and about what it would cost",
    ],
    [
      "mettle lab trial --tasks tasks --agent claude --pass MY_PROXY_KEY",
      "none, plain and mettle, with a key of another name",
    ],
    [
      "mettle lab trial --tasks tasks --agent codex --arms none,mettle --rounds 5 --home ./login",
      "a log-in of your choice",
    ],
  ],
  args,
  run: async running => {
    const { args, out, context } = running
    const plan = planOf(running)
    const { agent, said } = plan
    const file = outFile(context.io.cwd, args.out)
    const none = { plan: told(plan), runs: [], summary: null, folder: null }
    if (args["dry-run"]) return out.result(none, `${said} Nothing was started.`)
    const question = `${said} It runs with your model and at your cost; after the first task you are told what that took, and asked again. Begin?`
    if (!(await confirm(context.io, args, question))) return out.result(none, "Nothing was started.")
    const trial = await started(running, plan)
    if (file !== null) writeOut(file, { plan: told(plan), ...trial })
    out.result({ plan: told(plan), ...trial }, () => print(trial, agent, out))
    return trial.runs.every(run => run.broken !== null) ? 1 : 0
  },
})

function planOf({ args, context: { io } }: Run) {
  const agent = AGENT_NAMES.find(name => (args.agent === undefined ? onPath(name, io.env.PATH) : name === args.agent))
  if (!agent) throw usage(command, `needs --agent, one of ${AGENT_NAMES.join(", ")}`)
  const arms = armsOf(args.arms ?? "none,plain,mettle")
  const tasks = readTasks(args.tasks === undefined ? EXAMPLES() : resolve(io.cwd, args.tasks))
  const { rounds = 1, seconds = 900 } = args
  const least = tasks.length * arms.length * rounds
  const most = tasks.reduce((sum, task) => sum + 1 + task.corrections.length, 0) * arms.length * rounds
  const guess = beforehand(agent, least, most)
  const passed = args.pass?.split(",").filter(name => name !== "") ?? AGENTS[agent].keys.filter(name => io.env[name])
  const given =
    passed.length > 0
      ? `Of your environment it is given ${passed.join(", ")}; of your home ${args.home === undefined ? "nothing" : `what lies in ${args.home}`}.`
      : args.home === undefined
        ? `It is given no key, as ${AGENTS[agent].keys.slice(0, 2).join(" and ")} are not set here: it will hardly be logged in (--pass, --home).`
        : `It is given what lies in ${args.home}.`
  const said = `${count(tasks.length, "task")}, ${count(arms.length, "arm")} (${arms.join(", ")}), ${count(rounds, "round")}: ${agent} runs ${least} to ${most} times. ${guess.words} ${given}`
  return { agent, arms, tasks, rounds, seconds, least, most, inputTokens: guess.tokens, passed, said }
}
type Plan = ReturnType<typeof planOf>

const told = ({ agent, arms, rounds, tasks, least, most, inputTokens, passed }: Plan) => ({
  ...{ agent, arms, rounds, tasks: tasks.map(task => task.name), least, most, inputTokens, passed },
})

async function started({ args, out, context: { io, signal } }: Run, plan: Plan): Promise<Trial> {
  const { tasks, arms, rounds, agent, seconds, least, most } = plan
  const bar = out.progress("tasks", least)
  const trial = await runTrial({
    ...{ tasks, arms, rounds, agent, signal, model: args.model ?? null, limitMs: seconds * 1000 },
    program: args.program === undefined ? null : programOf(args.program, io.cwd),
    env: io.env,
    pass: plan.passed,
    home: args.home === undefined ? null : resolve(io.cwd, args.home),
    keep: args.keep ?? false,
    progress: () => bar.step(1),
    goOn: async first => {
      // What cannot run once will not run the other times either.
      if (first.broken !== null) return false
      if (least === 1) return true
      const rest = restOf(first, least, most)
      bar.done()
      if (!args.yes) return confirm(io, args, `${rest} Go on?`)
      if (!args.json) io.stderr(`${rest}\n`)
      return true
    },
  })
  bar.done()
  return trial
}

function armsOf(text: string): readonly string[] {
  const arms = text.split(",").map(name => name.trim())
  const known = [NO_MEMORY, ...PRESETS]
  const strange = arms.find(arm => !known.includes(arm))
  if (strange !== undefined) throw usage(command, `knows no arm "${strange}"; there are ${known.join(", ")}`)
  if (new Set(arms).size !== arms.length) throw usage(command, "names an arm twice")
  return arms
}

const EXAMPLES = (): string => join(dirname(dirname(assetPath("words.bin"))), "examples", "trial-tasks")
const onPath = (agent: AgentName, path: string | undefined): boolean =>
  (path ?? "").split(delimiter).some(dir => dir !== "" && existsSync(join(dir, AGENTS[agent].program)))

/** Requests that a small task takes: a look and an answer at least; who takes more says so after the first task. */
const REQUESTS = [3, 12] as const

/** What it may cost before anything ran: what the agent sends with each request, times requests, times runs. */
function beforehand(agent: AgentName, least: number, most: number) {
  const tokens = [least * REQUESTS[0], most * REQUESTS[1]].map(requests => requests * AGENTS[agent].perRequest)
  const [low, high] = tokens.map(n => (n / 1e6).toFixed(2))
  const words = `A guess before the first run, at ${REQUESTS[0]} to ${REQUESTS[1]} requests a run: ${low} to ${high} million tokens in, most of them read from the cache.`
  return { tokens, words }
}
/** What the first task took, and what that makes of the rest: as many tasks again at least, every correction given at most. */
function restOf(first: TrialRun, least: number, most: number): string {
  const { inputTokens: input, outputTokens: output, corrections, solved } = first
  if (input === null || output === null) return "The agent does not say how many tokens the first task took."
  const low = least - 1
  // What was not solved counts one correction more than was given.
  const runs = solved ? 1 + corrections : corrections
  const high = Math.max(low, (most - runs) / runs)
  const range = (per: number): string =>
    low === high ? `${Math.round(per * low)}` : `${Math.round(per * low)} to ${Math.round(per * high)}`
  return `The first task took ${input} tokens in and ${output} out. The rest would take about ${range(input)} in and ${range(output)} out.`
}

/** A script of Node's is run by this Node. */
const programOf = (path: string, cwd: string): readonly string[] => {
  const whole = resolve(cwd, path)
  return /\.[cm]?js$/.test(whole) ? [process.execPath, whole] : [whole]
}

type Interval = Trial["summary"]["arms"][number]["corrections"]
const spread = (i: Interval | null, digits: number): string =>
  i === null
    ? "not told"
    : i.low === null || i.high === null
      ? i.mean.toFixed(digits)
      : `${i.mean.toFixed(digits)} (${i.low.toFixed(digits)} to ${i.high.toFixed(digits)})`

function print({ summary, runs, folder }: Trial, agent: AgentName, out: Out): void {
  if (folder !== null) out.line(`kept: ${folder}`)
  if (runs.every(run => run.broken !== null)) {
    out.line(`${agent} could not be run, so nothing is known: ${runs[0]?.broken}`)
    out.line(
      "It sees nothing of your home: give it its key by --pass ANTHROPIC_API_KEY (or as yours is called), or a log-in by --home DIR.",
    )
    return
  }
  out.line(out.paint("bold", `${agent}, ${count(runs.length, "run")} of a task; 95% intervals`))
  for (const arm of summary.arms) {
    out.line(
      `  ${arm.arm.padEnd(8)} solved ${arm.solved} of ${arm.runs}${arm.broken > 0 ? `, ${arm.broken} could not be run` : ""}`,
    )
    out.line(
      `           corrections per task ${spread(arm.corrections, 2)}; tokens in ${spread(arm.inputTokens, 0)}, out ${spread(arm.outputTokens, 0)}`,
    )
  }
  for (const d of summary.differences) {
    out.line(out.paint("bold", `${d.arm} against ${d.against}: ${d.verdict} (${d.pairs} pairs)`))
    out.line(
      `           corrections ${spread(d.corrections, 2)}; solved ${spread(d.solved, 2)}; tokens in ${spread(d.inputTokens, 0)}, out ${spread(d.outputTokens, 0)}`,
    )
  }
  for (const run of runs) if (run.broken !== null) out.line(`  ${run.arm}, ${run.task}: ${run.broken}`)
  out.line(
    out.paint("dim", "An unsolved task counts as one correction more than it allows. How to read this: docs/trial.md"),
  )
}
