// A trial: the user's own agent on a folder of tasks, once per arm and round, the same tasks in the same order. After every attempt a
// hidden check decides; while it says no and corrections are left, the next one is given in the same conversation. What is counted, and
// the form of a task, is docs/trial.md; what it means is core/trial.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { parsed } from "../core/loose.ts"
import * as s from "../core/schema.ts"
import { summarise, type TrialRun, type TrialSummary } from "../core/trial/summary.ts"
import { AGENTS, type AgentName, type Arm, makeArm, type Ran, runProgram, type Tokens } from "./arm.ts"

interface TrialOptions {
  readonly tasks: readonly TrialTask[]
  readonly arms: readonly string[]
  readonly rounds: number
  readonly agent: AgentName
  /** the agent's program and words before all others, when it is not simply on PATH */
  readonly program: readonly string[] | null
  readonly model: string | null
  readonly limitMs: number
  readonly env: Readonly<Record<string, string | undefined>>
  readonly pass: readonly string[]
  readonly home: string | null
  readonly keep: boolean
  readonly signal: AbortSignal
  readonly progress: (run: TrialRun) => void
  /** asked once, after the first task in the first arm: what it took is known now; false ends the trial there */
  readonly goOn: (first: TrialRun) => Promise<boolean>
}
export interface Trial {
  readonly runs: readonly TrialRun[]
  readonly summary: TrialSummary
  /** where everything was left, when it was to be kept */
  readonly folder: string | null
}
const CHECK_MS = 300_000

export async function runTrial(options: TrialOptions): Promise<Trial> {
  const folder = mkdtempSync(join(tmpdir(), options.keep ? "mettle-kept-trial-" : `mettle-trial-${process.pid}-`))
  const runs: TrialRun[] = []
  const agent = AGENTS[options.agent]
  const told = (): Trial => ({ runs, summary: summarise(runs, options.arms), folder: options.keep ? folder : null })
  try {
    for (let round = 0; round < options.rounds; round++) {
      const arms: Arm[] = []
      for (const name of options.arms)
        arms.push(await makeArm(join(folder, `${round}-${name}`), name, { ...options, agent }))
      // Task by task, arm after arm, beginning with another arm each time: a model that changes meanwhile changes for all.
      for (const [i, task] of options.tasks.entries())
        for (const k of arms.keys()) {
          const arm = arms[(i + round + k) % arms.length]!
          const run = await attempt(task, arm, round, options)
          runs.push(run)
          options.progress(run)
          if (runs.length === 1 && !(await options.goOn(run))) return told()
        }
    }
    return told()
  } finally {
    if (!options.keep) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function attempt(task: TrialTask, arm: Arm, round: number, options: TrialOptions): Promise<TrialRun> {
  const agent = AGENTS[options.agent]
  await layOut(task, arm, options)
  const program = options.program ?? [agent.program]
  const start = (words: readonly string[]) =>
    runProgram([...program, ...words], {
      ...{ cwd: arm.project, env: arm.env, limitMs: options.limitMs, signal: options.signal },
    })
  let [inputTokens, outputTokens]: [number | null, number | null] = [null, null]
  let seconds = 0
  const count = (ran: Ran): void => {
    const told: Tokens = agent.tokens(ran.out)
    if (told.input !== null) inputTokens = (inputTokens ?? 0) + told.input
    if (told.output !== null) outputTokens = (outputTokens ?? 0) + told.output
    seconds += ran.seconds
  }
  let ran = await start(agent.first(task.prompt, options.model))
  count(ran)
  let given = 0
  let solved = await passes(task, arm, options)
  while (!solved && given < task.corrections.length && isAble(ran)) {
    const { say, keep } = task.corrections[given++]!
    // What a program is told headless is never taken for a person's words, so what is to be kept goes in by the front door.
    if (keep !== null) await arm.mettle("note", keep)
    ran = await start(agent.resume(say, options.model))
    count(ran)
    solved = await passes(task, arm, options)
  }
  await arm.mettle("settle")
  stopIf(options.signal)
  return {
    ...{ task: task.name, arm: arm.name, round, solved, inputTokens, outputTokens, seconds },
    corrections: solved ? given : task.corrections.length + 1,
    broken: solved || isAble(ran) ? null : `the agent ended with ${ran.code}: ${said(ran)}`,
  }
}

/** Why it did not run, in its own words: some say it where they report errors, some in the result they print. */
const said = ({ err, out }: Ran): string => (err.trim() || String(parsed(out)?.result ?? out).trim()).slice(-200)

/** It ran: whatever it made of the task counts. Too late counts as well; not having started does not. */
const isAble = (ran: Ran): boolean => ran.code === 0 || ran.late

/** A fresh copy of what the task starts from, as a repository that memory recognises from task to task. */
async function layOut(task: TrialTask, arm: Arm, options: TrialOptions): Promise<void> {
  rmSync(arm.project, { recursive: true, force: true, maxRetries: 5 })
  mkdirSync(arm.project, { recursive: true })
  const start = join(task.folder, "project")
  if (existsSync(start)) cpSync(start, arm.project, { recursive: true })
  const origin = `https://example.invalid/${task.repo}.git`
  for (const words of [
    ["init", "-q", "-b", "main"],
    ["remote", "add", "origin", origin],
    ["add", "-A"],
    ["commit", "-q", "--allow-empty", "-m", "Begin"],
  ]) {
    const { code, err } = await runProgram(["git", ...words], {
      ...{ cwd: arm.project, env: arm.env, limitMs: 30_000, signal: options.signal },
    })
    if (code !== 0)
      throw new MettleError("E_INIT", `trial: git ${words[0]} failed: ${err.trim()}`, { hint: "a trial needs git" })
  }
}

/** The check comes from outside and goes again, so that no agent ever sees it; what it changes is not kept either. */
async function passes(task: TrialTask, arm: Arm, options: TrialOptions): Promise<boolean> {
  stopIf(options.signal)
  const place = mkdtempSync(join(tmpdir(), "mettle-check-"))
  try {
    cpSync(join(task.folder, "check"), place, { recursive: true })
    // It has no need of the home or of what was passed on for the agent.
    const withheld = new Set(["HOME", "USERPROFILE", "METTLE_HOME", ...options.pass])
    const env = Object.fromEntries(Object.entries(arm.env).filter(([name]) => !withheld.has(name)))
    const { code } = await runProgram(task.check, {
      ...{ cwd: place, env: { ...env, PROJECT: arm.project }, limitMs: CHECK_MS, signal: options.signal },
    })
    return code === 0
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 5 })
  }
}

function stopIf(signal: AbortSignal): void {
  if (signal.aborted)
    throw new MettleError("E_INTERRUPTED", "trial: interrupted", { still: "your store was not touched" })
}

interface Correction {
  readonly say: string
  /** what a person would want kept of it; null: nothing */
  readonly keep: string | null
}
interface TrialTask {
  readonly name: string
  readonly folder: string
  readonly repo: string
  readonly prompt: string
  readonly corrections: readonly Correction[]
  readonly check: readonly string[]
}

/** What begins with a dash would be a flag to some agents. */
const text = () => s.string().check(s.maxLength(20_000), s.regex(/^[^\s-]/))
const SHAPE = s.strictObject({
  prompt: text(),
  repo: s.optional(s.string().check(s.regex(/^[A-Za-z0-9][\w.-]{0,60}$/))),
  check: s.optional(s.array(s.string().check(s.minLength(1))).check(s.minLength(1))),
  corrections: s.optional(
    s.array(s.union([text(), s.strictObject({ say: text(), keep: s.optional(text()) })])).check(s.maxLength(10)),
  ),
})
const CHECK = ["node", "check.mjs"]

export function readTasks(folder: string): readonly TrialTask[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw wrong(`there is no folder ${folder}`, "give --tasks a folder of tasks; its form is in docs/trial.md")
  const tasks = readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && existsSync(join(folder, entry.name, "task.json")))
    .map(entry => entry.name)
    .sort()
    .map(name => readTask(folder, name))
  if (tasks.length === 0) throw wrong(`no folder in ${folder} holds a task.json`, "the form is in docs/trial.md")
  return tasks
}

function readTask(parent: string, name: string): TrialTask {
  const folder = join(parent, name)
  let raw: unknown
  try {
    raw = JSON.parse(readFileSync(join(folder, "task.json"), "utf8"))
  } catch (error) {
    throw wrong(`${name}/task.json cannot be read: ${(error as Error).message}`, "the form is in docs/trial.md")
  }
  const read = SHAPE.safeParse(raw)
  if (!read.success) {
    const [first] = read.error.issues
    throw wrong(
      `${name}/task.json: ${first?.path.join(".") || "it"} ${first?.message ?? "is wrong"}`,
      "the form is in docs/trial.md",
    )
  }
  if (!existsSync(join(folder, "check")))
    throw wrong(
      `${name} has no check/ folder, so nobody could tell whether it was solved`,
      "the form is in docs/trial.md",
    )
  const { prompt, repo = "trial", check = CHECK, corrections = [] } = read.data
  return {
    ...{ name, folder, repo, prompt, check },
    corrections: corrections.map(c =>
      typeof c === "string" ? { say: c, keep: null } : { say: c.say, keep: c.keep ?? null },
    ),
  }
}

const wrong = (what: string, hint: string): MettleError =>
  new MettleError("E_USAGE", `trial: ${what}`, { still: "no agent was started", hint })
