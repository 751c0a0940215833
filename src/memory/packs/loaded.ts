// What a client puts before the model by itself at every start: rule files, rule folders, what they import, its own memories.
// Each client by its own rules. Read when a pack is made, so that nothing is said twice; bounded, links are not followed.
import { readdirSync } from "node:fs"
import { dirname, isAbsolute, join, resolve } from "node:path"
import { plainFile, smallFile } from "../../world/foreign-files.ts"

const LARGEST = 128 << 10
const MOST_FILES = 60
/** Claude Code follows imports five deep. */
const DEEPEST = 5

interface Reads {
  /** files of the repository's root and of the person's home */
  readonly repo: readonly string[]
  readonly home: readonly string[]
  /** folders of which every file that ends so is loaded, with what is below */
  readonly folders?: readonly { readonly path: string; readonly of: "repo" | "home"; readonly ends: string }[]
  /** `@path` in a file stands for that file's text */
  readonly imports?: true
  /** the folder, below the home, of what it noted itself about a repository */
  readonly memories?: (top: string) => string
}

/** Claude's name for a repository: everything but letters and digits is a dash. */
const claudeProject = (top: string): string => top.replace(/[^A-Za-z0-9]/g, "-")

const READS: Readonly<Record<string, Reads>> = {
  "claude-code": {
    repo: ["CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md"],
    home: [".claude/CLAUDE.md"],
    folders: [
      { path: ".claude/rules", of: "repo", ends: ".md" },
      { path: ".claude/rules", of: "home", ends: ".md" },
    ],
    imports: true,
    memories: top => join(".claude", "projects", claudeProject(top), "memory"),
  },
  codex: { repo: ["AGENTS.override.md", "AGENTS.md"], home: [".codex/AGENTS.override.md", ".codex/AGENTS.md"] },
  opencode: { repo: ["AGENTS.md", "CLAUDE.md"], home: [".config/opencode/AGENTS.md", ".claude/CLAUDE.md"] },
  "gemini-cli": { repo: ["GEMINI.md"], home: [".gemini/GEMINI.md"], imports: true },
  cursor: {
    repo: ["AGENTS.md", ".cursorrules"],
    home: [],
    folders: [{ path: ".cursor/rules", of: "repo", ends: ".mdc" }],
  },
  "copilot-cli": {
    repo: ["AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md"],
    home: [".copilot/copilot-instructions.md"],
    folders: [{ path: ".github/instructions", of: "repo", ends: ".instructions.md" }],
  },
}

/** `client` null: what any of them would load. */
export function loadedTexts(top: string | null, home: string, client: string | null): readonly string[] {
  const clients = client === null ? Object.values(READS) : [READS[client] ?? { repo: ["AGENTS.md"], home: [] }]
  const found = new Map<string, string>()
  for (const reads of clients) for (const path of pathsOf(reads, top, home)) take(path, reads, home, found, 0)
  // Claude reads AGENTS.md only where there is no CLAUDE.md.
  if (client === "claude-code" && top !== null && !found.has(join(top, "CLAUDE.md")))
    take(join(top, "AGENTS.md"), READS[client]!, home, found, 0)
  return [...found.values()]
}

function pathsOf({ repo, home: own, folders = [], memories }: Reads, top: string | null, home: string): string[] {
  const inRepo = top === null ? [] : repo.map(name => join(top, name))
  const inFolders = folders.flatMap(({ path, of, ends }) =>
    of === "home" ? filesIn(join(home, path), ends) : top === null ? [] : filesIn(join(top, path), ends),
  )
  const noted = top === null || memories === undefined ? [] : filesIn(join(home, memories(top)), "MEMORY.md")
  return [...inRepo, ...own.map(name => join(home, name)), ...inFolders, ...noted]
}

function take(path: string, reads: Reads, home: string, found: Map<string, string>, depth: number): void {
  if (found.has(path) || found.size >= MOST_FILES || plainFile(path) === null) return
  const text = smallFile(path, LARGEST)
  // A rule for some paths only is not before the model at a start.
  if (text === null || /^---\n(?:[^\n]*\n)*?(?:paths|globs|applyTo):\s*\S/.test(text)) return
  found.set(path, text)
  if (!reads.imports || depth >= DEEPEST) return
  for (const [, named] of text
    .replace(/```[\s\S]*?```|`[^`\n]*`/g, "")
    .matchAll(/(?:^|\s)@((?:~|\.{0,2})?\/?[\w./-]+)/g))
    take(importedPath(named!, dirname(path), home), reads, home, found, depth + 1)
}

const importedPath = (named: string, from: string, home: string): string =>
  named.startsWith("~/") ? join(home, named.slice(2)) : isAbsolute(named) ? named : resolve(from, named)

function filesIn(folder: string, ends: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && entry.name.endsWith(ends))
      .slice(0, MOST_FILES)
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
  } catch {
    return []
  }
}
