// Which commits a command line made, took back or dropped, as far as the line and git's own report name them. Free of
// text: ids and counts only. Ranges, and reverts that were not committed, are left alone.
import { parseCommand, type SimpleCommand } from "./command.ts"
import { gitOperationOf, gitWords } from "./git-operations.ts"

export interface GitMarks {
  /** commits made, in order, as short or full ids */
  readonly made: readonly string[]
  /** the last commit was replaced */
  readonly amended: boolean
  /** commits taken back by a commit of their own: ids */
  readonly reverted: readonly string[]
  /** and places: 0 is the newest commit, 1 the one before it */
  readonly revertedBack: readonly number[]
  /** newest commits thrown away, and the id that history was put back to */
  readonly dropped: number
  readonly droppedTo: string | null
}

const ID = /^[0-9a-f]{7,40}$/
const BACK = /^HEAD(?:~(\d{1,2})|(\^{1,9}))?$/
/** git commit, revert, cherry-pick and merge say it in one form */
const REPORT = /^\[[^\]\n]{1,120} ([0-9a-f]{7,40})\] /gm
const WINDOW = 20_000

const back = (target: string): number | null => {
  const found = BACK.exec(target)
  return found ? (found[1] === undefined ? (found[2]?.length ?? 0) : Number(found[1])) : null
}
const targets = (command: SimpleCommand): readonly string[] =>
  gitWords(command)
    .slice(1)
    .filter(word => !word.startsWith("-"))

export function gitMarks(line: string, output: string | null): GitMarks {
  const report =
    output === null ? "" : output.length > WINDOW ? output.slice(0, WINDOW) + output.slice(-WINDOW) : output
  const made = [...report.matchAll(REPORT)].map(match => match[1]!)
  let amended = false
  const reverted: string[] = []
  const revertedBack: number[] = []
  let dropped = 0
  let droppedTo: string | null = null
  for (const command of parseCommand(line)) {
    const operation = gitOperationOf(command)
    if (operation === "amend") amended = true
    if (operation === "revert" && !command.args.some(arg => /^(?:-n|--no-commit|--quit|--continue|--skip)$/.test(arg)))
      for (const target of targets(command)) {
        const place = back(target)
        if (ID.test(target)) reverted.push(target)
        else if (place !== null) revertedBack.push(place)
      }
    if (operation === "discard" && gitWords(command)[0] === "reset") {
      const [target] = targets(command)
      const place = target === undefined ? 0 : back(target)
      if (place !== null) dropped += place
      else if (target !== undefined && ID.test(target)) droppedTo = target
    }
  }
  return { made, amended, reverted, revertedBack, dropped, droppedTo }
}
