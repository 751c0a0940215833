// Does a command run what was turned down: same program, its words in order, all its flags? And the key under which the one
// finds the other: a command has the key of everything it runs.
import type { SimpleCommand } from "../readers/command.ts"

const isWord = (arg: string): boolean => !arg.startsWith("-")

export function runs(command: SimpleCommand, denied: SimpleCommand): boolean {
  if (command.program !== denied.program) return false
  const words = command.args.filter(isWord)
  if (!denied.args.filter(isWord).every((wanted, i) => words[i] === wanted)) return false
  const flags = new Set(command.args.flatMap(flagsOf))
  return denied.args.flatMap(flagsOf).every(flag => flags.has(flag))
}

const ALIAS: Readonly<Record<string, string>> = { "-f": "--force", "-r": "-r", "-R": "-r", "--recursive": "-r" }
/** -rf is -r and -f; --force=yes is --force. */
function flagsOf(arg: string): readonly string[] {
  if (!arg.startsWith("-") || arg === "-" || arg === "--") return []
  if (arg.startsWith("--")) return [ALIAS[arg] ?? arg.split("=")[0]!]
  return [...arg.slice(1)].map(c => ALIAS[`-${c}`] ?? `-${c}`)
}

const named = (program: string, arg: string | undefined): string => (arg === undefined ? program : `${program} ${arg}`)

/** The program with its first word, or its first flag where it has no word. */
export const deniedName = ({ program, args }: SimpleCommand): string =>
  named(program, args.find(isWord) ?? args.flatMap(flagsOf)[0])

/** Everything turned down that a command may run has one of these names. */
export function namesOf({ program, args }: SimpleCommand): readonly string[] {
  const word = args.find(isWord)
  const more = [...(word === undefined ? [] : [word]), ...args.flatMap(flagsOf)]
  return [program, ...more.map(arg => named(program, arg))]
}
