// Says whether a tool call names a file whose contents must never be recorded: whatever program reads it, what comes back may be
// those contents. Errs towards yes: a word that only looks like such a file costs an output, a word overlooked costs a secret.

import { shellCommands } from "../calls/shell-words.ts"
import { isRecord, parsed } from "../loose.ts"
import { once, onceFor } from "../once.ts"
import { wordSet } from "../words/word-list.ts"
import { ignored } from "./ignore.ts"

interface Names {
  /** a cheap look: without a hit nothing in a text is named */
  readonly look: RegExp
  /** one name that each glob means */
  readonly samples: readonly string[]
  /** folders that hold such files */
  readonly folders: readonly string[]
}
const escaped = (text: string): string => text.replace(/[.+^${}()|[\]\\*?/]/g, "\\$&")
const WILD = /[*?[{]/
const NOTHING = /(?!)/

const named = onceFor((globs: readonly string[]): Names => {
  const said = globs.filter(glob => glob !== "" && !glob.startsWith("!"))
  // The longest part between wildcards stands in every name that a glob means.
  const parts = said.map(glob => glob.split(/[*?/\\]+/).reduce((a, b) => (b.length > a.length ? b : a), ""))
  const folders = said.flatMap(
    glob => /^(?:\*\*\/|\.?\/)*([^*?]+)\/[^/]*$/.exec(glob.replace(/\/\*\*$/, "/*"))?.[1] ?? [],
  )
  return {
    look:
      said.length === 0
        ? NOTHING
        : new RegExp(`${[...new Set([...parts, ...folders])].map(escaped).join("|")}|[*?[{]`, "i"),
    samples: said.map(glob => glob.replace(/[*?]+/g, "")),
    folders: [...new Set(folders.map(folder => folder.toLowerCase()))],
  }
})

/** With fewer characters before its wildcard a name may mean anything: `.en*` and `cred*` say which files they are after. */
const meant = (before: string): boolean => before.length >= (before.startsWith(".") ? 2 : 4)

/** Behind a folder's name: "~/.ssh/", "~/.ssh/.", "~/.ssh/**". */
const ALL_OF_IT = /^(?:\**|\.)$/

function isFile(path: string, globs: readonly string[]): boolean {
  const { look, samples, folders } = named(globs)
  if (path === "" || !look.test(path)) return false
  if (ignored(path, globs)) return true
  const clean = path.replaceAll("\\", "/")
  const parts = clean.split("/")
  while (parts.length > 1 && ALL_OF_IT.test(parts.at(-1)!)) parts.pop()
  const folder = parts.join("/").toLowerCase()
  if (folders.some(each => folder === each || folder.endsWith(`/${each}`))) return true
  const name = clean.slice(clean.lastIndexOf("/") + 1)
  const wild = name.search(WILD)
  const before = name.slice(0, Math.max(wild, 0))
  return meant(before) && samples.some(sample => sample.startsWith(before))
}
/** A word of a line, and what it may carry: `--env-file=.env`, `@.env`, `HEAD:.env`. */
const isNamed = (word: string, globs: readonly string[]): boolean =>
  isFile(word, globs) || (/[=:@,]/.test(word) && word.split(/[=:@,]+/).some(part => isFile(part, globs)))

/** Lines inside words, and code: everything between what parts words in a shell or a program. */
const isMentioned = (text: string, globs: readonly string[]): boolean =>
  text.split(/[\s"'`;|&<>()=,:@$]+/).some(part => isFile(part, globs))

/** Texts among their arguments are said, not run. */
const SAYS = once(() => wordSet("echo printf git gh"))
/** So are the documents that they are given. */
const COPIES = once(() => wordSet("cat tee"))
/** Their first operand is what they look for. */
const SEARCHES = once(() => wordSet("grep egrep fgrep zgrep rg ag ack"))
const GIVES_PATTERN = /^(?:-[A-Za-z]*[ef]|--(?:regexp|file|files)\b)/
const MOST_COMMANDS = 200
const LONGEST_LINE = 32_768
const DEEPEST = 4
/** What a file is read into or written from, also where no command stands before it. */
const REDIRECT = /[<>]\s*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s<>;|&()"'`]+))/g

function isNamedIn(line: string, globs: readonly string[], depth: number): boolean {
  if (!named(globs).look.test(line)) return false
  for (const [, double, single, bare] of line.matchAll(REDIRECT))
    if (isFile(double ?? single ?? bare ?? "", globs)) return true
  const commands = shellCommands(line)
  if (depth >= DEEPEST || commands.length >= MOST_COMMANDS || line.length > LONGEST_LINE)
    return isMentioned(line, globs)
  return commands.some(({ words, documents, substitutions }) => {
    const texts = words.map(word => word.text)
    const program = texts.find(text => !/^\w+=/.test(text))?.replace(/^.*\//, "") ?? ""
    const says = SAYS().has(program)
    const looks = SEARCHES().has(program) && !texts.some(text => GIVES_PATTERN.test(text))
    const pattern = looks ? texts.findIndex((text, i) => i > texts.indexOf(program) && !text.startsWith("-")) : -1
    const means = (text: string): boolean =>
      /\s/.test(text)
        ? !says && (isFile(text, globs) || isMentioned(text, globs))
        : isNamed(text, globs) || (/["'(]/.test(text) && isMentioned(text, globs))
    return (
      texts.some((text, i) => i !== pattern && means(text)) ||
      (!says && !COPIES().has(program) && documents.some(text => isMentioned(text, globs))) ||
      substitutions.some(text => isNamedIn(text, globs, depth + 1))
    )
  })
}

/** What is put into such a file stands in the line itself. */
const WRITTEN = /(?:>\s*|\btee\s+(?:-a\s+)?)(?:"([^"\n]+)"|'([^'\n]+)'|([^\s<>;|&()"'`]+))/g
export const writesIgnored = (line: string, globs: readonly string[]): boolean =>
  [...line.matchAll(WRITTEN)].some(([, double, single, bare]) => isFile(double ?? single ?? bare ?? "", globs))

const PATH_KEY = /path|file|uri|url|dir|folder|source|target|dest|name|^from$|^to$/i
const LINE_KEY = /^(?:command|cmd|script|code|args|argv)$/i
const MOST_VALUES = 2_000
const LONGEST_PATH = 4_096

/** Values of a tool's arguments that are paths, or lines to run, wherever they stand. */
interface Looking {
  readonly globs: readonly string[]
  /** the call has a path of its own: other fields are what it is about */
  readonly hasPath: boolean
  left: number
}
function isNamedAmong(value: unknown, key: string, looking: Looking): boolean {
  const { globs, hasPath } = looking
  if (looking.left-- <= 0) return false
  if (Array.isArray(value)) return value.some(each => isNamedAmong(each, key, looking))
  if (isRecord(value)) return Object.entries(value).some(([name, each]) => isNamedAmong(each, name, looking))
  if (typeof value !== "string") return false
  if (LINE_KEY.test(key) && isNamedIn(value, globs, 0)) return true
  if (value.length > LONGEST_PATH || value.includes("\n") || /^https?:/i.test(value)) return false
  const isPath = PATH_KEY.test(key) || (!hasPath && !/\s/.test(value) && /^[.~]|[/\\]/.test(value))
  return isPath && isFile(value, globs)
}

const PATCHED = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): ([^\n]{1,4096})$/gm

/** `input` as it is recorded: a command line, a patch, or arguments as JSON. */
export function namesIgnored(does: string, input: string, globs: readonly string[], hasPath = false): boolean {
  if (!named(globs).look.test(input)) return false
  if (does === "runs" && !/^\s*[[{]/.test(input)) return isNamedIn(input, globs, 0)
  if (input.startsWith("*** Begin Patch"))
    return [...input.matchAll(PATCHED)].some(([, path]) => isFile(path!.trim(), globs))
  const given = parsed(input)
  if (given !== undefined) return isNamedAmong(given, "", { globs, hasPath, left: MOST_VALUES })
  return does === "runs" && isNamedIn(input, globs, 0)
}
