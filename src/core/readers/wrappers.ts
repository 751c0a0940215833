// Programs that run another program: sudo, env, npx, uv run. Which of their options take a value, so that the wrapped
// command starts at the right word. The splitter in command.ts unwraps with these.
import { wordSet } from "../words/word-list.ts"
export interface Word {
  readonly text: string
  readonly quoted: boolean
}
export const SHELLS = new Set(["bash", "sh", "zsh", "dash", "ksh", "fish"])
/** wrapper → options that take a value */
export const WRAPPERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["sudo", ["-u", "-g", "-h", "-p", "-C"]],
  ["doas", ["-u"]],
  ["time", ["-f", "-o"]],
  ["gtime", ["-f", "-o"]],
  ["env", ["-u", "-C", "-S"]],
  ["nice", ["-n"]],
  ["ionice", ["-c", "-n"]],
  ["nohup", []],
  ["setsid", []],
  ["stdbuf", ["-i", "-o", "-e"]],
  ["command", []],
  ["builtin", []],
  ["exec", ["-a"]],
  ["unbuffer", []],
  ["xvfb-run", ["-n", "-s"]],
  ["caffeinate", []],
  ["npx", ["-p", "--package", "-c"]],
  ["bunx", []],
  ["pnpx", []],
  ["uvx", ["--from", "--with", "--python"]],
  ["pipx", []],
  ["cross-env", []],
  ["dotenv", ["-e"]],
])
/** two-word wrappers: the second word starts the wrapped command's own line */
export const RUNNERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["pnpm", ["exec", "dlx"]],
  ["yarn", ["exec", "dlx"]],
  ["npm", ["exec", "x"]],
  ["bun", ["x"]],
  ["uv", ["run"]],
  ["poetry", ["run"]],
  ["pipenv", ["run"]],
  ["pdm", ["run"]],
  ["hatch", ["run"]],
  ["rye", ["run"]],
  ["bundle", ["exec"]],
  ["mise", ["exec", "x"]],
  ["direnv", ["exec"]],
  ["pipx", ["run"]],
])
export const RUNNER_OPTIONS_WITH_VALUE = wordSet("--with --python --extra --group --project --directory -p -C")

/** The words after the leading options. */
export function dropOptions(words: readonly Word[], valued: (option: string) => boolean): Word[] {
  let i = 0
  while (i < words.length - 1 && (words[i] as Word).text.startsWith("-")) {
    const option = (words[i] as Word).text
    i += valued(option) ? 2 : 1
    if (option === "--") break
  }
  return words.slice(i)
}
