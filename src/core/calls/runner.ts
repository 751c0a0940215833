// Commands that run a named task of the project: make, npm run, mise run, just, task, turbo, nx, rake, ./test.sh.
// What they ran is known only by its name, so every distinctive mark is read in their output.

import type { Salient } from "../model.ts"
import { wordSet } from "../words/word-list.ts"
import { salientOfTask, scriptOf } from "./claims.ts"
import { type SimpleCommand, subcommand } from "./command.ts"

const BY_FIRST_WORD = wordSet("make gmake just task rake invoke inv grunt gulp earthly pants doit wireit moon")
const AFTER_RUN = wordSet("mise rtx turbo nx lage hatch pdm rye pixi devbox lerna vp wp-env ddev")

/** undefined = not a runner; null = runs a task of unknown kind */
export function taskOf(command: SimpleCommand): Salient | null | undefined {
  const script = scriptOf(command)
  if (script !== null) return salientOfTask(script)
  const { program, args } = command
  if (BY_FIRST_WORD.has(program)) {
    const targets = args.filter(arg => !arg.startsWith("-") && !arg.includes("="))
    for (const target of targets) {
      const salient = salientOfTask(target)
      if (salient !== null) return salient
    }
    return program === "make" || program === "gmake" ? "build" : null
  }
  if (AFTER_RUN.has(program)) {
    const words = args.filter(arg => !arg.startsWith("-"))
    const name =
      words[0] === "run" || words[0] === "r" || words[0] === "run-many" || words[0] === "affected" ? words[1] : words[0]
    const target = args.find(arg => /^--target=|^-t=/.test(arg))?.replace(/^.*=/, "")
    return salientOfTask(target ?? name ?? "")
  }
  if (
    /^(?:run[-_]?)?(?:tests?|lint|build|check|ci|e2e|integration[-_]tests?)(?:\.(?:sh|bash|py|js|mjs|ts))?$/.test(
      program,
    ) &&
    program !== "test"
  )
    return salientOfTask(program.replace(/\.\w+$/, "").replace(/^run[-_]?/, ""))
  const first = subcommand(command)
  if (
    /^(?:bash|sh|zsh|source|\.)$/.test(program) &&
    /(?:^|\/)[\w.-]*(?:test|lint|build|check|ci)[\w.-]*\.(?:sh|bash)$/.test(first)
  )
    return salientOfTask(first.slice(first.lastIndexOf("/") + 1).replace(/\.\w+$/, ""))
  return undefined
}

/** A script of unknown purpose: it may run tests of its own, so distinctive marks are read in its output too. */
export function runsScript(command: SimpleCommand): boolean {
  if (/\.(?:sh|bash|py|rb|js|mjs|cjs|ts|pl)$/.test(command.program)) return true
  if (!/^(?:python[\d.]*|node|tsx|ts-node|bun|deno|ruby|perl|php|bash|sh|zsh|Rscript|julia)$/.test(command.program))
    return false
  return command.args.some(arg => /\.(?:sh|bash|py|rb|js|mjs|cjs|ts|pl|php|R|jl)$/.test(arg))
}
