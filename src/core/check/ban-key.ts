// The key under which a ban and a command line find each other: the first program it names, or an option or a redirection
// where it names none. A line has the keys of everything it runs.
import { SHELLS } from "../readers/wrappers.ts"
import type { Ban } from "./ban.ts"
import { invocationsOf, readLine } from "./invocation.ts"
import { optionsOf, sameName } from "./same-name.ts"

/** Piped into one shell is piped into any: they share a key. */
const keyOf = (program: string): string => (SHELLS.has(program) ? "sh" : program)

export function banKeys({ lines }: Ban): readonly string[] {
  for (const { program, args, redirects } of lines.flatMap(line => line.steps)) {
    if (program !== null) return [keyOf(sameName({ program, args }).program)]
    const option = args.find(arg => arg.startsWith("-"))
    const name = option === undefined ? redirects[0]?.op : [...optionsOf({ program: "", args: [option] }).keys()][0]
    if (name !== undefined) return [name]
  }
  return []
}

export function lineKeys(line: string): readonly string[] {
  const keys = new Set<string>()
  for (const { program, args, redirects } of invocationsOf(readLine(line))) {
    const named = sameName({ program, args })
    keys.add(keyOf(named.program))
    for (const option of optionsOf(named).keys()) keys.add(option)
    for (const option of optionsOf({ program: "", args }).keys()) keys.add(option)
    for (const { op } of redirects) keys.add(op)
  }
  return [...keys]
}

/** Cheap, before a line is read at all: names that mean the same begin with the same letters. */
export const mayMeet = (ban: Ban, line: string): boolean =>
  ban.lines[0]?.steps[0]?.program === null || banKeys(ban).some(name => line.includes(name))
