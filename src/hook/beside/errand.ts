// What an errand is (errands.ts lists them): work that hooks and the resident leave to a process of its own, started beside them and
// not waited for. Whatever becomes of it, the next one goes on.
import { spawn } from "node:child_process"
import { existsSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Memory } from "../../memory/memory.ts"
import { type Env, type Paths, packageFile, privateDir, runDir, textIn } from "../../paths.ts"
import type { Surroundings } from "../surroundings.ts"

/**
 * When it is asked which errands are due. In a hook's own process: begins (a session or a prompt, and a resident may come) · begins alone
 * (none may) · damaged (the store cannot be trusted). There and in the resident: answered. In the resident: opened, closed (an episode)
 * · leaves. At the command line: settled.
 */
export type Moment = "begins" | "begins alone" | "damaged" | "answered" | "opened" | "closed" | "leaves" | "settled"

/** What is known then. */
export interface Place {
  readonly paths: Paths
  readonly env: Env
  readonly now: number
  /** null: could not be opened */
  readonly memory: Memory | null
  readonly around: Pick<Surroundings, "config" | "dataDir"> | null
  /** where the whole program lies, when it is the one that asks: a person called it, and need not wait for the next time */
  readonly program?: string
}

export interface Errand extends Work {
  readonly name: string
  readonly at: readonly Moment[]
  /** Started once in this time at most: while one is at it, another costs a process for nothing. */
  readonly everyMs: number
}
export interface Work {
  /** `since`: how long the log was when it was last started */
  isDue(place: Place, since: () => number): boolean
  readonly runs: OwnPart | WholeProgram
}
/** `hook.cjs <name>`: in the hook's own bundle, so always there. It gets little of the environment. */
interface OwnPart {
  readonly flags: readonly string[]
  readonly env: Env
  /** what else of the environment it needs */
  also?(place: Place): RegExp | null
  run(env: Env): Promise<unknown>
}
/** `mettle <words> --quiet`: what the hook's own bundle does not hold. */
interface WholeProgram {
  readonly words: readonly string[]
  /** where it lies, when not where `mettle init` wrote down */
  program?(place: Place): string | null
}

export function startIfDue(errand: Errand, place: Place): boolean {
  const stamp = join(place.paths.state, `${errand.name}.started`)
  const asked = place.program !== undefined
  const last = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (!asked && Math.abs(place.now - last) < errand.everyMs) return false
  if (!errand.isDue(place, () => Number(textIn(stamp)) || 0)) return false
  const command = commandOf(errand, place)
  if (command === null) return false
  if (!asked) note(stamp, place)
  const child = spawn(process.execPath, command.words, { cwd: "/", detached: true, stdio: "ignore", env: command.env })
  child.on("error", () => {})
  child.unref()
  return true
}

function note(stamp: string, { paths, memory, now }: Place): void {
  privateDir(paths.state)
  try {
    writeFileSync(stamp, String(memory?.parts.log.head() ?? 0), { mode: 0o600 })
  } catch {
    // The disk is full: the time will do.
  }
  utimesSync(stamp, now / 1000, now / 1000)
}

/** All that an own part gets of the environment, beside what a model that was switched on needs: places. */
const KEPT = /^(?:HOME|PATH|LANG|LC_ALL|TMPDIR|USER|LOGNAME|XDG_[A-Z_]+|METTLE_[A-Z_]+)$/

function commandOf({ name, runs }: Errand, place: Place) {
  const { paths, env } = place
  if ("words" in runs) {
    const program = place.program ?? (runs.program ? there(runs.program(place)) : wholeProgram(paths))
    return program === null ? null : { words: [program, ...runs.words, "--quiet"], env }
  }
  const bundle = there(join(paths.data, "bin", "hook.cjs")) ?? packageFile("dist", "hook.cjs")
  const also = runs.also?.(place)
  const kept = Object.fromEntries(Object.entries(env).filter(([one]) => KEPT.test(one) || also?.test(one)))
  return { words: [...runs.flags, bundle, name], env: { ...kept, ...runs.env, METTLE_RUN_DIR: runDir(paths, env) } }
}
const there = (path: string | null): string | null => (path !== null && existsSync(path) ? path : null)

/** The hook's own copy does not hold all: `mettle init` wrote down where the whole program lies. */
export const wholeProgram = ({ data }: Paths): string | null =>
  there(textIn(join(data, "bin", "program"))?.trim() ?? null)
