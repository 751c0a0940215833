// A shell command line, split into the simple commands it would run: program, arguments, how each is joined to the one
// before it. A reading aid for judging and matching, not a shell: expansions stay as written, here-documents are dropped.
import { keepLast } from "../once.ts"
import { wordSet } from "../words/word-list.ts"
import { type Joiner, type ShellCommand, shellCommands } from "./shell-words.ts"
import { innerOf, layerOf, MOST_LAYERS, programName } from "./wrappers.ts"

export interface SimpleCommand {
  /** program without folder, version and ending: "go", "pytest"; "" when the command only sets variables */
  readonly program: string
  readonly args: readonly string[]
  /** NAME=value prefixes */
  readonly env: readonly string[]
  /** what it was wrapped in, outermost first: "sudo", "npx", "python -m", "bash -c" */
  readonly wrappers: readonly string[]
  /** how it is joined to the command before it */
  readonly joiner: Joiner
  /** stderr or stdout of this command goes to a file or nowhere */
  readonly silenced: boolean
}

const DEEPEST_NESTING = 3

function resolve(raw: ShellCommand, depth: number): SimpleCommand[] {
  const env: string[] = []
  const wrappers: string[] = []
  let { head, rest, env: set } = layerOf(raw.words)
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    env.push(...set)
    const inner = head && innerOf(programName(head.text), rest).find(one => one.plain)
    if (inner === undefined) break
    if ("line" in inner) {
      const lines = depth < DEEPEST_NESTING ? split(inner.line, depth + 1) : []
      if (lines.length === 0) break
      return lines.map((command, i) => ({
        ...command,
        wrappers: [...wrappers, inner.by, ...command.wrappers],
        joiner: i === 0 ? raw.joiner : command.joiner,
      }))
    }
    wrappers.push(inner.by)
    ;({ head, rest, env: set } = layerOf(inner.words))
  }
  if (head === undefined && env.length === 0) return []
  return [
    {
      program: head === undefined ? "" : programName(head.text),
      args: rest.map(word => word.text),
      ...{ env, wrappers, joiner: raw.joiner, silenced: raw.silenced },
    },
  ]
}

const split = (line: string, depth: number): SimpleCommand[] => shellCommands(line).flatMap(raw => resolve(raw, depth))

/** Several rules read the same line in a row. */
export const parseCommand = keepLast((line: string): readonly SimpleCommand[] => split(line, 0), 64)

/** The first word that is no option. */
export const subcommand = ({ args }: SimpleCommand): string => args.find(arg => !/^[-+]/.test(arg)) ?? ""

/** One form for the same action: no folder, wrapper, variable or redirection; single spaces. */
export const normalise = (command: SimpleCommand): string =>
  [command.program, ...command.args].join(" ").replace(/\s+/g, " ").trim()

// Everyday commands apart from real work: those that only show text or move about (their words are not a verdict), and
// those for which exit 1 is an answer (grep found nothing, files differ, a condition is false).

/** Only shows: nothing is other than before. */
export const SHOWS = wordSet(
  "cat bat less more head tail grep egrep fgrep zgrep rg ag ack cut sort uniq wc tr column jq yq xmllint find fd ls ll tree stat file du df ps top lsof env printenv history date whoami hostname uname which type whereis readlink realpath dirname basename diff cmp comm xxd hexdump strings od nl tac md5sum shasum sha256sum echo printf man journalctl cd pushd popd sleep true false : test [ [[ read wait pwd open pbcopy pgrep netstat ss ifconfig ping nslookup dig zcat clear id groups seq expr",
)
/** Arranges, or shows and may arrange. */
const ARRANGES = wordSet(
  "sed awk gawk tee rev paste fold gh export set unset mkdir touch cp mv rm ln chmod chown kill exit return alias umask trap local declare xargs ip gunzip tput ulimit command",
)
const GIT_PRINTS = wordSet(
  "log show diff blame grep cat-file reflog shortlog whatchanged format-patch ls-files ls-tree ls-remote status branch remote config tag rev-parse rev-list describe merge-base stash worktree for-each-ref symbolic-ref name-rev",
)

/** Shows or arranges, does not do: free text in its output decides nothing. */
export function onlyPrints(command: SimpleCommand): boolean {
  if (command.program === "") return true
  if (command.program === "git") return GIT_PRINTS.has(subcommand(command))
  if (/^(?:docker|podman|kubectl|oc)$/.test(command.program))
    return /^(?:logs|ps|inspect|images|get|describe|top|stats|events)$/.test(subcommand(command))
  return SHOWS.has(command.program) || ARRANGES.has(command.program)
}

const ANSWERS = wordSet("grep egrep fgrep zgrep rg ag ack diff cmp test [ [[ pgrep expr false which type")
/** Exit 1 of this command is its answer, not a failure. */
export function answersWithOne(command: SimpleCommand): boolean {
  if (ANSWERS.has(command.program)) return true
  if (command.program === "command") return command.args[0] === "-v"
  if (command.program !== "git") return false
  const sub = subcommand(command)
  return (
    sub === "grep" ||
    (sub === "diff" && command.args.some(arg => arg === "--quiet" || arg === "--exit-code" || arg === "--no-index")) ||
    (sub === "merge-base" && command.args.includes("--is-ancestor")) ||
    sub === "check-ignore" ||
    (sub === "show-ref" && command.args.includes("--quiet"))
  )
}

/** Looks whether something is there. */
const PROBES = wordSet(
  "ls ll stat find fd which type file test [ [[ readlink realpath pgrep lsof cd echo true export rm",
)
export const probes = ({ program }: SimpleCommand): boolean => program === "" || PROBES.has(program)
/** Asks a program how it is used: then "usage:" is the answer. */
export const asksForHelp = (line: string): boolean => /(?:^|\s)(?:--help|-h|help|--version|-V|man)(?:\s|$)/.test(line)
/** Code on the command line (`python -c`, `node -e`, a here-document): it crashes with a traceback, and prints what it likes. */
export const runsInline = (command: SimpleCommand): boolean =>
  /^(?:python[\d.]*|node|ruby|perl|php|deno|bun)$/.test(command.program) &&
  (command.args.length === 0 || command.args.some(arg => /^(?:-c|-e|-p|-|--eval|--print|eval|-r|-pe|-ne)$/.test(arg)))
