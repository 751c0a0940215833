// A family of tools: its commands, and which marks in their output say that the work failed or passed. THE list is families.ts: a
// table, read here by its grammar, and refused where it breaks it. No verdicts here.
import type { Salient } from "../model.ts"
import { CLAIMS, type Claim } from "./claims.ts"
import { type SimpleCommand, subcommand } from "./command.ts"
import { FAMILIES } from "./families.ts"

export interface Mark {
  /** family/what, stable, so that a user can switch it off */
  readonly id: string
  readonly says: "fail" | "ok"
  /** line-anchored (`m`), linear, tried on output without colour codes */
  readonly re: RegExp
  /** a general word: read only on a command of its own family, and not against that family's own "ok" */
  readonly weak?: boolean
  /** when set, `re` is tried only on the last match of this one (the final response after redirects) */
  readonly lastOf?: RegExp
  /** counts only on a command that does this kind of work */
  readonly only?: Salient
  /** the kind of work the mark speaks of, when it is narrower than the command's */
  readonly salient?: Salient
}
export interface Family {
  readonly name: string
  /** null = not a command of this family */
  readonly claims: (command: SimpleCommand) => Claim | null
  readonly marks: readonly Mark[]
  /** its marks are distinctive enough to be read behind a task runner (make test, npm run lint, mise run ci) */
  readonly behindRunner: boolean
  /** exits 0 although the work failed (an HTTP client that got a 500): its marks count even with a plain exit 0 */
  readonly exitLies: boolean
}

const KINDS: readonly string[] = ["test", "typecheck", "lint", "build", "deploy", "push", "commit"] satisfies Salient[]
const isKind = (word: string): word is Salient => KINDS.includes(word)
const refuse = (line: string, why: string): never => {
  throw new TypeError(`families: ${why}: ${line}`)
}
/** `/source/flags` at the end of a line. */
function expression(line: string, text: string): RegExp {
  const [, source, flags] = /^\/(.+)\/([gim]*)$/.exec(text) ?? refuse(line, "no expression")
  return new RegExp(source!, flags)
}

const MARK =
  /^(fail|ok) ([a-z0-9-]+\/[a-z0-9-]+)((?: (?:weak|only=\w+|of=\w+))*)(?: after (\/.+?\/g?m?g?) then)? (\/.+)$/
function markOf(line: string): Mark {
  const [, says, id, words, last, re] = MARK.exec(line) ?? refuse(line, "no mark")
  const kind = (key: string): Salient | undefined => {
    const named = new RegExp(` ${key}=(\\w+)`).exec(words!)?.[1]
    return named === undefined || isKind(named) ? named : refuse(line, "no kind of work")
  }
  const only = kind("only")
  const salient = kind("of")
  return {
    id: id!,
    says: says === "ok" ? "ok" : "fail",
    re: expression(line, re!),
    ...(words!.includes(" weak") ? { weak: true } : {}),
    ...(only ? { only } : {}),
    ...(salient ? { salient } : {}),
    ...(last ? { lastOf: expression(line, last) } : {}),
  }
}

/** One line of who belongs to a family: which programs, with which first word and which argument, do which work. */
interface Claiming {
  readonly claim: Claim | null
  readonly programs: ReadonlySet<string>
  readonly first: RegExp | null
  readonly some: RegExp | null
}
const CLAIM = /^(none|-|[a-z]+) ([^\s:~]+(?: [^\s:~]+)*)(?: : (\/\S+\/))?(?: ~ (\/\S+\/))?$/
function claimingOf(line: string): Claiming {
  const [, kind, programs, first, some] = CLAIM.exec(line) ?? refuse(line, "neither a mark nor a claim")
  const salient = kind === "-" || kind === "none" ? null : isKind(kind!) ? kind : refuse(line, "no kind of work")
  return {
    claim: kind === "none" ? null : { salient },
    programs: new Set(programs!.split(" ")),
    first: first ? expression(line, first) : null,
    some: some ? expression(line, some) : null,
  }
}

const nameOf = ({ program }: SimpleCommand): string =>
  program
    .toLowerCase()
    .replace(/\.(?:js|mjs)$/, "")
    .replace(/^python[\d.]+$/, "python")

/** The first line that fits decides. `*` is any program that the family names. */
function claimsOf(lines: readonly Claiming[]): Family["claims"] {
  const all = new Set(lines.flatMap(({ programs }) => [...programs]))
  return command => {
    const name = nameOf(command)
    if (!all.has(name)) return null
    const fits = ({ programs, first, some }: Claiming): boolean =>
      (programs.has(name) || programs.has("*")) &&
      (first === null || first.test(subcommand(command))) &&
      (some === null || command.args.some(arg => some.test(arg)))
    return lines.find(fits)?.claim ?? null
  }
}

/** First argument that is neither an option nor a toolchain (`+nightly`). */
const HEAD = /^family ([a-z-]+)( behind-runner)?( exit-lies)?$/
export function familiesOf(table: string): readonly Family[] {
  const families = table.split(/\n(?=family )/).map(part => part.split("\n").filter(line => line.trim() !== ""))
  return families.map(([head = "", ...lines]) => {
    const [, name, behind, lies] = HEAD.exec(head) ?? refuse(head, "no family")
    const marks = lines.filter(line => /^(?:fail|ok) /.test(line))
    const claiming = lines.filter(line => !marks.includes(line)).map(claimingOf)
    const own = Object.hasOwn(CLAIMS, name!) ? CLAIMS[name!] : undefined
    const listed = claimsOf(claiming)
    return {
      name: name!,
      claims: own ? command => listed(command) ?? own(command) : listed,
      marks: marks.map(markOf),
      behindRunner: behind !== undefined,
      exitLies: lies !== undefined,
    }
  })
}

const ALL = familiesOf(FAMILIES)
const marksOf = (name: string): readonly Mark[] => ALL.find(family => family.name === name)?.marks ?? []
/** What a shell itself says; read for every command line. */
export const SHELL_MARKS = marksOf("shell")
/** Crashes of programs of no family; never read on commands that print other people's text. */
export const CRASH_MARKS = marksOf("crash")
export const TOOL_FAMILIES: readonly Family[] = ALL.filter(({ name }) => name !== "shell" && name !== "crash")

/** Ids of every built-in mark, for the configuration that switches one off. */
export const MARK_IDS: ReadonlySet<string> = new Set([
  ...ALL.flatMap(family => family.marks.map(mark => mark.id)),
  ...["shell/cd", "plain/verdict", "plain/count", "plain/own-word", "plain/refuses", "plain/own-error"],
  ...["plain/read-nothing", "plain/error-body", "plain/closing-verdict"],
])
