// One arm of one round: a home and a store of its own, that live from the first task to the last, so that what was learned
// in one task can serve the next. "none" has no memory at all; the others are presets. Nothing of the user's own home or
// store is read, and of the environment only what was named.
import { cpSync, mkdirSync, realpathSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { MettleError } from "../core/errors.ts"
import { packageFile } from "../paths.ts"
import type { TrialAgent } from "./agents.ts"
import { type Ran, runProgram } from "./process.ts"

export const NO_MEMORY = "none"
const STEP_MS = 120_000

export interface Arm {
  readonly name: string
  readonly env: Readonly<Record<string, string>>
  /** where its tasks are worked on, one after the other */
  readonly project: string
  /** `mettle …` as the person of this arm would type it; nothing without a memory */
  readonly mettle: (...words: readonly string[]) => Promise<void>
}
interface ArmOptions {
  readonly agent: TrialAgent
  readonly env: Readonly<Record<string, string | undefined>>
  /** names of variables the user passes on */
  readonly pass: readonly string[]
  /** a folder whose files are copied into the fresh home, or null */
  readonly home: string | null
  readonly signal: AbortSignal
}

export async function makeArm(folder: string, name: string, options: ArmOptions): Promise<Arm> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const place = realpathSync(folder)
  const [home, project] = [join(place, "home"), join(place, "project")]
  mkdirSync(home, { mode: 0o700 })
  if (options.home !== null) cpSync(options.home, home, { recursive: true })
  for (const [path, content] of Object.entries(options.agent.home(project))) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    // What the user brought along wins.
    try {
      writeFileSync(join(home, path), content, { flag: "wx" })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    }
  }
  const env = environment(home, options)
  const mettle = async (...words: readonly string[]): Promise<void> => {
    if (name === NO_MEMORY) return
    mkdirSync(project, { recursive: true })
    const ran = await runProgram([process.execPath, packageFile("bin", "mettle"), ...words], {
      ...{ cwd: project, env, limitMs: STEP_MS, signal: options.signal },
    })
    if (ran.code !== 0) throw failed(`mettle ${words[0]} in the arm ${name}`, ran)
  }
  await mettle("config", "set", "preset", name)
  await mettle("init", "--yes", "--client", options.agent.client)
  return { name, env, project, mettle }
}

const failed = (what: string, { code, err, out }: Ran): MettleError =>
  new MettleError("E_INIT", `trial: ${what} ended with ${code}: ${(err || out).trim().slice(-300)}`, {
    still: "your own settings and store were not touched",
  })

/** A line of its own for each variable: a trial must not see whose machine it runs on. */
function environment(home: string, options: ArmOptions): Readonly<Record<string, string>> {
  const person = Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap(role => [
      [`GIT_${role}_NAME`, "trial"],
      [`GIT_${role}_EMAIL`, "trial@example.com"],
      [`GIT_${role}_DATE`, "2026-01-05T09:00:00Z"],
    ]),
  )
  const kept = Object.fromEntries(
    ["PATH", "LANG", "TERM", "TMPDIR", "SystemRoot", ...options.pass].flatMap(name => {
      const value = options.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return {
    ...{ LANG: "C.UTF-8", SHELL: "/bin/sh", ...person, ...options.agent.env, ...kept },
    ...{ HOME: home, USERPROFILE: home, METTLE_HOME: join(home, ".mettle"), GIT_CONFIG_NOSYSTEM: "1" },
    // Nothing may stay behind in a home that is about to go.
    METTLE_RESIDENT: "off",
  }
}
