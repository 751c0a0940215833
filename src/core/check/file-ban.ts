// What a norm says about files: which are not to be edited. A word of denial, a verb of editing, then a path with nothing between
// that would be edited instead ("don't change the API in src/api.ts" bans no file). Paths are read as .gitignore reads them.
import { within } from "../propose/wrong-path.ts"
import { wordSet } from "../words/word-list.ts"
import { excepts, REASONS } from "./ban-words.ts"
import { invocationsOf, readLine } from "./invocation.ts"

export interface FileBan {
  /** the path as said */
  readonly said: string
  readonly matches: (path: string) => boolean
  /** it is banned only in some case that a call does not show: tell, do not hold */
  readonly conditional: boolean
}

const DENY =
  "never|don['’]?t|do not|must not|mustn['’]t|should not|shouldn['’]t|avoid|stop|nie|niemals|nicht|ne|n['’]|jamais|pas|nunca|no|não|non|mai"
const EDIT =
  "edit(?:s|ing|ed|ar|es|e)?|chang(?:e|ing|er|ez)|modif(?:y|ying|ie[rz]?|icar|iques?|ica|icare)|touch(?:ing|e[rz]?)?|overwrit(?:e|ing)|rewrit(?:e|ing)|write(?: to)?|writing to|ändern|bearbeiten|anfassen|verändern|toc(?:ar|ques|care)|cambi(?:ar|es|are)|mex(?:er|a)|alter(?:ar|e)?|(?:edits?|changes?) (?:to|in|under)"
/** What may stand between the verb and the path: words that name nothing else to be edited. */
const BETWEEN =
  "the|a|an|any|any of|our|my|this|that|all|files?|anything|everything|code|contents?|in|inside|under|within|below|of|from|to|into|folder|directory|generated|vendored|lock ?file|ever|again|by hand|manually|directly|die|der|das|den|datei(?:en)?|im|ordner|unter|le|la|les|l|à|au|aux|fichiers?|dans|dossier|el|los|las|archivos?|en|carpeta|o|os|ficheiros?|arquivos?|em|pasta|il|i|file|nella|nel|pas|jamais|never|not"
const PATH = [
  "`([^`\\s]{1,200})`",
  "((?:[\\w.@*-]+/)+[\\w.@*-]*|\\.[A-Za-z][\\w-]*(?:\\.\\w+)?|[\\w@*-]{2,}(?:\\.[A-Za-z]\\w{0,11}){1,3}|\\*\\.\\w+)",
].join("|")
const word = (words: string): string => `(?<![\\p{L}\\w])(?:${words})(?![\\p{L}\\w])`
const LIST = "[\\s,]*(?:,|and|or|nor|und|oder|et|ou|y|o|e)\\s+"
const PATHS = `(?:${PATH})((?:${LIST}(?:${PATH}))*)`
const BANNED = new RegExp(
  `${word(DENY)}\\s*(?:[\\p{L}'’]+\\s+){0,2}${word(EDIT)}\\s*(?:(?:${BETWEEN})[\\s,]+)*${PATHS}`,
  "giu",
)
const SOME = "(?:(?:the|file|folder|files|in|all|everything|under)\\s+)*"
const LEFT_ALONE = new RegExp(
  `${word("leave")}\\s+${SOME}${PATHS}\\s+(?:alone|untouched|as (?:it|they) (?:is|are)|as is)|${word("hands off|stay out of|keep out of")}\\s+${SOME}${PATHS}`,
  "giu",
)
const AFTER = new RegExp(
  `(?:${PATH})\\s+(?:is (?:read[- ]only|off[- ]limits|not to be (?:edited|touched|changed))|(?:must|should|may) (?:not|never) be (?:edited|touched|changed|modified)|(?:nie|niemals|nicht|bitte nicht) (?:ändern|bearbeiten|anfassen|verändern))`,
  "giu",
)
const DEPENDS =
  /(?<!\p{L})(?:if|when|whenever|while|unless|until|before|after|without|except|yet|now|today|only|wenn|ohne|bevor|außer|si|quand|sans|avant|sauf|cuando|sin|antes|salvo|se|quando|sem|senza)(?!\p{L})/iu
const ONE_PATH = new RegExp(PATH, "gu")
const LONGEST = 2000

/** Every path the statement wants left as it is. Empty when none is named outright. */
export function fileBansOf(statement: string): readonly FileBan[] {
  return statement
    .slice(0, LONGEST)
    .split(/[.!?;](?=\s|$)|\n/)
    .flatMap(sentence =>
      [BANNED, LEFT_ALONE, AFTER].flatMap(form =>
        [...sentence.matchAll(form)].flatMap(match => {
          const rest = sentence.replace(match[0], " ").split(/[\s,]+/)
          const reason = rest.findIndex(one => REASONS.has(one.toLowerCase()))
          const said = (reason < 0 ? rest : rest.slice(0, reason)).join(" ")
          const conditional = excepts(sentence.toLowerCase()) || DEPENDS.test(said)
          return [...match[0].matchAll(ONE_PATH)].flatMap(([, ticked, bare]) => {
            const path = ticked ?? bare ?? ""
            const matches = matcherOf(path)
            return matches === null ? [] : [{ said: path, matches, conditional }]
          })
        }),
      ),
    )
}

/** As in .gitignore: a name without a slash inside it at any depth, else from the root; a folder means all below it. */
function matcherOf(said: string): FileBan["matches"] | null {
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

const WRITERS = wordSet("rm mv tee truncate shred unlink touch")
/** The last file named is written, the others are read. */
const COPIERS = wordSet("cp ln install rsync scp")
/** Acts of git on the files that it names. */
const CHECKED_OUT = wordSet("rm mv restore checkout")
const IN_PLACE = /^(?:-[a-z]*i\S*|--in-place\S*)$/
const REWRITES = /^--(?:write|fix)$/
const REWRITERS = wordSet("sed perl ruby yq jq")
export const mayWrite = (line: string): boolean =>
  />|\b(?:rm|mv|tee|truncate|shred|unlink|touch|cp|ln|install|rsync|scp|restore|checkout|sed|perl|ruby|yq)\b|--(?:write|fix)\b/.test(
    line,
  )
const written = (line: string): readonly string[] =>
  !mayWrite(line)
    ? []
    : invocationsOf(readLine(line)).flatMap(({ program, args, redirects }) => [
        ...filesOf(program, args),
        ...redirects.flatMap(({ op, target }) => (op.includes(">") && target ? [target] : [])),
      ])
function filesOf(program: string, args: readonly string[]): readonly string[] {
  const named = args.filter(arg => !arg.startsWith("-"))
  if (COPIERS.has(program)) return named.slice(-1)
  if (program === "git") return CHECKED_OUT.has(named[0] ?? "") ? named.slice(1) : []
  const inPlace = REWRITERS.has(program) && args.some(arg => IN_PLACE.test(arg))
  return WRITERS.has(program) || inPlace || args.some(arg => REWRITES.test(arg)) ? named : []
}
