// The files that agents load at every start, and those that cards cite. Reading only, bounded; links
// are not followed, so that AGENTS.md linked to CLAUDE.md is one file.
import { join, sep } from "node:path"
import type { RuleFile } from "../core/look/provable.ts"
import { listFolder, plainFile, smallFile } from "./foreign-files.ts"

const LARGEST = 256 << 10
const MOST_FILES = 80
const DEEPEST_RULES = 3
const SKIPPED = new Set("node_modules .git dist build target vendor .venv venv __pycache__ .next".split(" "))
const TOP = [".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md"]
const FOLDERS = [".cursor/rules", ".claude/rules", ".windsurf/rules"]
const NAMES = /^(?:CLAUDE|AGENTS?|GEMINI|CONVENTIONS)(?:\.local)?\.md$/

/** Rule and memory files of a repository, and the person's own that every session loads too. */
export function ruleFiles(top: string, home: string, memoryFolders: readonly string[]): readonly RuleFile[] {
  const own = (path: string): string => (path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path)
  const inRepo = [
    ...nested(top, "", 0),
    ...TOP,
    ...FOLDERS.flatMap(folder => listFolder(join(top, folder)).map(entry => `${folder}/${entry.name}`)),
  ].map(path => ({ path, full: join(top, path) }))
  const personal = [
    join(home, ".claude", "CLAUDE.md"),
    join(home, ".codex", "AGENTS.md"),
    join(home, ".gemini", "GEMINI.md"),
    ...memoryFolders.flatMap(folder =>
      listFolder(folder).flatMap(entry =>
        entry.isFile() && /\.md$/.test(entry.name) ? [join(folder, entry.name)] : [],
      ),
    ),
  ].map(full => ({ path: own(full), full }))
  return [...inRepo, ...personal].slice(0, MOST_FILES).flatMap(({ path, full }) => {
    const text = textOf(full)
    return text === null || text.trim() === "" ? [] : [{ path, text }]
  })
}

const textOf = (full: string): string | null => (plainFile(full) === null ? null : smallFile(full, LARGEST))

function nested(top: string, folder: string, depth: number): readonly string[] {
  const entries = listFolder(join(top, folder))
  // Another repository, a submodule or a worktree: its rules are its own.
  if (folder !== "" && entries.some(entry => entry.name === ".git")) return []
  return entries.flatMap(entry => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`
    if (entry.isFile()) return NAMES.test(entry.name) ? [path] : []
    const enter =
      entry.isDirectory() && depth < DEEPEST_RULES && !SKIPPED.has(entry.name) && !entry.name.startsWith(".")
    return enter ? nested(top, path, depth + 1) : []
  })
}

// Files of a repository that cards cite, read again. Bounded, inside the repository only, links never followed; a file that is
// not there is left out, because it may stand in another folder than the one we look from.

const MOST_CITED = 40

export function citedFiles(
  top: string,
  paths: readonly string[],
): readonly { readonly path: string; readonly text: string }[] {
  return paths
    .filter(path => !/^(?:[/~\\]|[A-Za-z]:)/.test(path) && !path.split(/[\\/]/).includes(".."))
    .slice(0, MOST_CITED)
    .flatMap(path => {
      const text = textOf(join(top, path))
      return text === null ? [] : [{ path, text }]
    })
}
