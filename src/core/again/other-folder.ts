// A path that is not there because the shell stands elsewhere: the same is then done from a folder named in full, or where the shell
// stands already, and goes well. What was told of one path holds for whatever lies in the same top folder, whichever program looks for it.
import { normalise, parseCommand, type SimpleCommand } from "../calls/command.ts"
import { commandName } from "./known-by.ts"

const NOT_THERE =
  /no such file or directory|did not match any file|cannot find the (?:path|file)|does not exist|ENOENT/i
const IN_FULL = /^(?:[\\/~]|[A-Za-z]:[\\/])/
/** Nothing but a path: it is told again. */
const PLAIN = /^[\w.\\/:@ +~-]+$/

/** What helps a shell that stood already where it was to go. */
export const STAY = "the same without `cd`"
const goes = (line: string): boolean => parseCommand(line)[0]?.program === "cd"
function stays(failed: string, later: string): boolean {
  const [rest, done] = [parseCommand(failed).slice(1), parseCommand(later)].map(parts =>
    parts.map(normalise).join("\n"),
  )
  return goes(failed) && rest !== "" && rest === done
}

/** The `cd` that the later line begins with, or that it does without; null when it is told nothing of what was missing. */
export function wentTo(failed: string, output: string, later: string): string | null {
  const folder = folderOf(later)
  const path = folderOf(failed) === null ? missing(failed, output) : null
  if (path !== null && stays(failed, later)) return STAY
  if (folder === null || path === null || !PLAIN.test(folder)) return null
  const told = parseCommand(later).flatMap(pathsOf).includes(path)
  return told || folder.replaceAll("\\", "/").endsWith(`/${path}`) ? `cd ${folder}` : null
}
/** The line goes where it was told to go, or stays. */
export function goesTo(failed: string, line: string, remedy: string): boolean {
  const folder = folderOf(line)
  if (remedy === STAY) return goes(failed) && !goes(line) && commandName(line) === commandName(failed)
  return folder !== null && `cd ${folder}` === remedy
}
/** Only a line that goes somewhere can stay. */
export const canGo = (line: string, remedy: string | null): boolean => remedy !== STAY || goes(line)
/** The top folder of a path that was told from elsewhere and is not there; null when none is, or the line says in full where it goes. */
export function missingTop(failed: string, output: string): string | null {
  const path = folderOf(failed) === null ? missing(failed, output) : null
  return path === null ? null : path.split(/[\\/]/)[0]!
}

/** The first path of the line, not told in full, that its output says is not there. */
const missing = (line: string, output: string): string | null => lookedFor(line, output)?.path ?? null

/** The part of a line that looked for what is not there, and what that was. */
export function lookedFor(line: string, output: string): { readonly part: string; readonly path: string } | null {
  if (!NOT_THERE.test(output)) return null
  for (const command of parseCommand(line)) {
    const path = pathsOf(command).find(one => output.includes(one))
    if (path !== undefined) return { part: normalise(command), path }
  }
  return null
}
/** Where a line goes first, if it says so in full. */
function folderOf(line: string): string | null {
  const [first] = parseCommand(line)
  const to = first?.program === "cd" ? first.args[0] : undefined
  return to !== undefined && IN_FULL.test(to) ? to : null
}
const pathsOf = ({ program, args }: SimpleCommand): readonly string[] =>
  args
    .filter(
      arg => (program === "cd" || /[\w-][/.]\w/.test(arg)) && !/^-|^\.\.?(?:[\\/]|$)/.test(arg) && !IN_FULL.test(arg),
    )
    .map(arg => arg.replace(/[\\/]+$/, ""))
