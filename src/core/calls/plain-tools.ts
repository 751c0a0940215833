// Everyday commands apart from real work: those that only show text or move about (their words are not a verdict), and
// those for which exit 1 is an answer (grep found nothing, files differ, a condition is false).
import { wordSet } from "../words/word-list.ts"
import { type SimpleCommand, subcommand } from "./command.ts"

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
