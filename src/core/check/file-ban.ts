// What a norm says about files: which are not to be changed. A verb of changing, then a path with nothing between that would be
// changed instead ("don't change the API in src/api.ts" bans no file), or a path and what turns it down. Paths are read as .gitignore
// reads them.
import { within } from "../propose/wrong-path.ts"
import { wordSet } from "../words/word-list.ts"
import { isOver, past } from "./act.ts"
import { cues, DENIES_BEHIND, EDITS, FORBIDDEN, isList, LEFT_ALONE, SMALL, TO_FILE, TURNS_DOWN } from "./ban-words.ts"
import { invocationsOf, readLine } from "./invocation.ts"
import { cueAt, type Token } from "./tokens.ts"

export interface FileBan {
  /** the path as said */
  readonly said: string
  readonly matches: (path: string) => boolean
  /** it is banned only in some case that a call does not show: tell, do not hold */
  readonly conditional: boolean
}

const PATH = /^(?:(?:[\w.@*-]+\/)+[\w.@*-]*|\.[A-Za-z][\w-]*(?:\.\w+)?|[\w@*-]{2,}(?:\.[A-Za-z]\w{0,11}){1,3}|\*\.\w+)$/
/** What is ticked is a name whatever it looks like. */
export const isPath = (token: Token | undefined): token is Token =>
  token !== undefined &&
  (token.kind === "code" ? /^\S+$/.test(token.text) : token.kind === "word" && PATH.test(token.text))

/**
 * Files that are not to be changed: behind a denial what a verb of changing names, else what is turned down by itself.
 * `end`: behind what speaks of them; `strict`: in another tongue, of what we do not know in its clause it may depend.
 */
export function leftAlone(tokens: readonly Token[], at: number, denied: boolean) {
  if (tokens[at]!.kind === "mark") return null
  const leave = cueAt(tokens, at, LEAVE)
  const verb = leave || cueAt(tokens, at, HANDS_OFF) || (denied ? cueAt(tokens, at, EDITS) : 0)
  const named = pathsAt(tokens, verb === 0 ? at : past(tokens, at + verb, TO_FILE))
  if (named === null) return null
  const alone = leave === 0 ? 0 : cueAt(tokens, named.end, ALONE)
  if (leave > 0 && alone === 0) return null
  if (verb > 0) return { ...named, end: past(tokens, named.end + alone, BY_HAND), strict: false }
  const outright = cueAt(tokens, named.end, LEFT_ALONE)
  const behind = outright || deniedBehind(tokens, named.end)
  return behind === 0 ? null : { ...named, end: named.end + behind, strict: outright === 0 }
}
/** An agent that changes it does so by hand. */
export const BY_HAND = cues("by hand", "manually")
const LEAVE = cues("leave")
const HANDS_OFF = cues("hands off", "stay out of", "keep out of")
const ALONE = cues("alone", "untouched", "as is", "as it is", "as they are")

function pathsAt(tokens: readonly Token[], at: number) {
  const paths: string[] = []
  let end = at
  for (let to = at; isPath(tokens[to]); ) {
    paths.push(tokens[to]!.text)
    end = ++to
    while (isList(tokens[to]?.lower ?? "")) to++
    if (to === end) break
  }
  return paths.length === 0 ? null : { paths, end }
}

/** "nie bearbeiten", 不要修改, を編集しないで: a denial and a verb of changing, in either order, and nothing else. */
function deniedBehind(tokens: readonly Token[], at: number): number {
  let [edits, denies] = [0, 0]
  for (let to = at, step = 1; step > 0; to += step) {
    const verb = cueAt(tokens, to, EDITS)
    const no =
      cueAt(tokens, to, DENIES_BEHIND) || cueAt(tokens, to, FORBIDDEN) || (edits && cueAt(tokens, to, TURNS_DOWN))
    edits += verb
    denies += no
    step = verb || no || cueAt(tokens, to, SMALL)
    if (edits > 0 && denies > 0) return isOver(tokens, to + step) ? to + step - at : 0
  }
  return 0
}

/** As in .gitignore: a name without a slash inside it at any depth, else from the root; a folder means all below it. */
export function matcherOf(said: string): FileBan["matches"] | null {
  const path = said.replace(/^\.\//, "").replace(/^\//, "")
  const bare = path.replace(/\/(?:\*\*?)?$/, "")
  // a name of its own, not any file there is
  if (bare.replace(/[*./]/g, "").length < 2 || /^(?:https?:|www\.|\d+(?:\.\d+)*$)/.test(path)) return null
  const glob = bare
    .split(/(\*\*\/?|\*)/)
    .map((part, i) => (i % 2 === 0 ? part.replace(/[.+?^${}()|[\]\\]/g, "\\$&") : part === "*" ? "[^/]*" : "(?:.*/)?"))
    .join("")
  const form = new RegExp(`^${bare.includes("/") ? "" : "(?:.*/)?"}${glob}(?:/|$)`)
  return path => form.test(path)
}

/** Files that an action is about to write, relative to the root: an edit, the files of a patch, what a shell line writes or removes. */
export function writesOf(
  action: { readonly command: string | null; readonly path: string | null; readonly content: string | null },
  root: string | null,
): readonly string[] {
  const named = action.command === null ? edited(action) : written(action.command)
  return named.flatMap(path => within(path, root) ?? [])
}

const PATCHED = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): ([^\n]{1,1000})$/gm
const edited = ({ path, content }: { readonly path: string | null; readonly content: string | null }) => {
  if (content === null) return []
  return [...(path === null ? [] : [path]), ...[...content.matchAll(PATCHED)].map(([, file]) => file!.trim())]
}

const WRITERS = wordSet("rm mv tee truncate shred unlink touch mkdir rmdir chmod chown patch")
/** The last file named is written, the others are read. */
const COPIERS = wordSet("cp ln install rsync scp")
/** What is written stands behind one of their flags. */
const INTO: Readonly<Record<string, ReadonlySet<string>>> = {
  curl: wordSet("-o --output --output-dir"),
  wget: wordSet("-O --output-document -P --directory-prefix"),
  tar: wordSet("-C --directory"),
  unzip: wordSet("-d"),
}
const DD_TO = "of="
/** Acts of git on the files that it names. */
const CHECKED_OUT = wordSet("rm mv restore checkout")
const IN_PLACE = /^(?:-[a-z]*i\S*|--in-place\S*)$/
const REWRITES = /^--(?:write|fix)$/
const REWRITERS = wordSet("sed perl ruby yq jq")
export const mayWrite = (line: string): boolean =>
  />|\b(?:rm|mv|tee|truncate|shred|unlink|touch|mkdir|rmdir|chmod|chown|patch|curl|wget|tar|unzip|dd|find|cp|ln|install|rsync|scp|restore|checkout|sed|perl|ruby|yq)\b|--(?:write|fix)\b/.test(
    line,
  )
const written = (line: string): readonly string[] =>
  !mayWrite(line)
    ? []
    : invocationsOf(readLine(line)).flatMap(({ program, args, redirects }) => [
        ...filesOf(program, args),
        ...redirects.flatMap(({ op, target }) => (op.includes(">") && target ? [target] : [])),
      ])
/** Of `-sSo` it is the `-o` that takes the next word. */
const lastFlag = (arg: string): string => (/^-[a-zA-Z]+$/.test(arg) ? `-${arg.at(-1)}` : arg)
function filesOf(program: string, args: readonly string[]): readonly string[] {
  const named = args.filter(arg => !arg.startsWith("-"))
  if (COPIERS.has(program)) return named.slice(-1)
  const into = INTO[program]
  if (into !== undefined) return args.filter((_, i) => into.has(lastFlag(args[i - 1] ?? "")))
  if (program === "dd") return args.flatMap(arg => (arg.startsWith(DD_TO) ? arg.slice(DD_TO.length) : []))
  if (program === "find") return args.includes("-delete") ? named.slice(0, 1) : []
  if (program === "git") return CHECKED_OUT.has(named[0] ?? "") ? named.slice(1) : []
  const inPlace = REWRITERS.has(program) && args.some(arg => IN_PLACE.test(arg))
  return WRITERS.has(program) || inPlace || args.some(arg => REWRITES.test(arg)) ? named : []
}
