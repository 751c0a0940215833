// Reads the source tree as the house test sees it: files, their imports, their exported names. No opinion here.
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

export const ROOT = resolve(import.meta.dirname, "..", "..")

export interface Import {
  /** path from the root for our own files, else the package */
  readonly to: string
  readonly own: boolean
  /** gone after compilation */
  readonly typeOnly: boolean
  /** import(…) */
  readonly dynamic: boolean
}
export interface Source {
  /** path from the root, with forward slashes */
  readonly path: string
  readonly text: string
  /** without comments */
  readonly code: string
  /** without comments, strings, templates and regular expressions */
  readonly bare: string
  /** the comments alone */
  readonly comments: string
  readonly imports: readonly Import[]
  readonly exports: readonly string[]
}

export function sources(folder: string): readonly Source[] {
  const dir = join(ROOT, folder)
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort()
    .map(path => source(path, readFileSync(join(ROOT, path), "utf8")))
}

export function source(path: string, text: string): Source {
  const code = text.replace(TOKEN, found => (isComment(found) ? "" : found))
  return {
    path,
    text,
    code,
    bare: text.replace(TOKEN, found => (isComment(found) ? "" : '""')),
    comments: tokensOf(text).filter(isComment).join("\n"),
    imports: importsOf(path, code),
    exports: exportsOf(code),
  }
}

/** Comments, strings, templates, regular expressions: enough of a lexer for code that Biome has formatted. */
const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*(?=[\s,.;)\]}]|$)/gm
export const tokensOf = (text: string): readonly string[] => [...text.matchAll(TOKEN)].map(([found]) => found)
const isComment = (found: string): boolean => found.startsWith("//") || found.startsWith("/*")

function importsOf(path: string, code: string): Import[] {
  const found: Import[] = []
  const add = (specifier: string, typeOnly: boolean, dynamic: boolean) => {
    const own = specifier.startsWith(".")
    const to = own ? relative(ROOT, resolve(ROOT, dirname(path), specifier)).replaceAll("\\", "/") : specifier
    found.push({ to, own, typeOnly, dynamic })
  }
  for (const [, , type, names, specifier] of code.matchAll(
    /^(import|export)\s+(type\s+)?([^"'`;=()]*?)\s*from\s*"([^"]+)"/gm,
  )) {
    const inner = /^\{([\s\S]*)\}$/.exec(names!.trim())?.[1]
    const listed =
      inner
        ?.split(",")
        .map(name => name.trim())
        .filter(name => name !== "") ?? []
    add(specifier!, type !== undefined || (listed.length > 0 && listed.every(name => name.startsWith("type "))), false)
  }
  for (const [, specifier] of code.matchAll(/^import\s+"([^"]+)"/gm)) add(specifier!, false, false)
  for (const [, type, specifier] of code.matchAll(
    /(:\s*|<|readonly\s+|typeof\s+|\|\s*|as\s+)?\bimport\(\s*"([^"]+)"\s*\)/g,
  ))
    add(specifier!, type !== undefined, true)
  return found
}

function exportsOf(code: string): string[] {
  const declared = [
    ...code.matchAll(/^export\s+(?:async\s+)?(?:const|let|function\*?|class|interface|type)\s+([A-Za-z_$][\w$]*)/gm),
  ].map(match => match[1]!)
  const listed = [...code.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}/gm)].flatMap(match =>
    match[1]!
      .split(",")
      .map(name =>
        name
          .trim()
          .replace(/^type\s+/, "")
          .replace(/^.*\sas\s+/, ""),
      )
      .filter(name => name !== ""),
  )
  return [...declared, ...listed]
}

/** Every own file that loading `start` loads at once; import(…) is loaded later and does not count. */
export function reach(start: string, all: readonly Source[]): ReadonlySet<string> {
  const byPath = new Map(all.map(file => [file.path, file]))
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const used of byPath.get(path)?.imports ?? []) if (used.own && !used.typeOnly && !used.dynamic) visit(used.to)
  }
  visit(start)
  return seen
}

/** The first ring of imports found, as a list of paths; null when there is none. */
export function ring(all: readonly Source[]): readonly string[] | null {
  const byPath = new Map(all.map(file => [file.path, file]))
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (path: string): readonly string[] | null => {
    const at = trail.indexOf(path)
    if (at >= 0) return [...trail.slice(at), path]
    if (done.has(path)) return null
    trail.push(path)
    for (const used of byPath.get(path)?.imports ?? []) {
      const found = used.own && !used.typeOnly && !used.dynamic ? visit(used.to) : null
      if (found) return found
    }
    trail.pop()
    done.add(path)
    return null
  }
  for (const file of all) {
    const found = visit(file.path)
    if (found) return found
  }
  return null
}
