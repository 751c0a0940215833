// A folder of tasks, as docs/trial.md describes it: one folder per task with task.json, the files the agent starts from
// (project/) and a check it never sees (check/). Read whole and refused whole before any agent is started.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { MettleError } from "../core/errors.ts"
import * as s from "../core/schema.ts"

interface Correction {
  readonly say: string
  /** what a person would want kept of it; null: nothing */
  readonly keep: string | null
}
export interface TrialTask {
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
