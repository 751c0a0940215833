// A path that is not there because the shell stands elsewhere: the same is then done from a folder named in full, and goes well.
// What was told of one path holds for whatever lies in the same top folder, whichever program looks for it.
import { parseCommand, type SimpleCommand } from "../readers/command.ts"

const NOT_THERE =
  /no such file or directory|did not match any file|cannot find the (?:path|file)|does not exist|ENOENT/i
const IN_FULL = /^(?:[\\/~]|[A-Za-z]:[\\/])/
/** Nothing but a path: it is told again. */
const PLAIN = /^[\w.\\/:@ +~-]+$/

/** The `cd` that the later line begins with; null when it is told nothing of what was missing. */
export function wentTo(failed: string, output: string, later: string): string | null {
  const folder = folderOf(later)
  const path = folderOf(failed) === null ? missing(failed, output) : null
  if (folder === null || path === null || !PLAIN.test(folder)) return null
  const told = parseCommand(later).flatMap(pathsOf).includes(path)
  return told || folder.replaceAll("\\", "/").endsWith(`/${path}`) ? `cd ${folder}` : null
}
/** The line goes where it was told to go. */
export function goesTo(line: string, remedy: string): boolean {
  const folder = folderOf(line)
  return folder !== null && `cd ${folder}` === remedy
}
/** The top folder of a path that was told from elsewhere and is not there; null when none is, or the line says in full where it goes. */
export function missingTop(failed: string, output: string): string | null {
  const path = folderOf(failed) === null ? missing(failed, output) : null
  return path === null ? null : path.split(/[\\/]/)[0]!
}

/** The first path of the line, not told in full, that its output says is not there. */
function missing(line: string, output: string): string | null {
  if (!NOT_THERE.test(output)) return null
  return (
    parseCommand(line)
      .flatMap(pathsOf)
      .find(path => output.includes(path)) ?? null
  )
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
