// What a client puts before the model by itself at every start: rule files, rule folders, what they import, its own memories.
// Each client by its own rules. Read when a pack is made, so that nothing is said twice; bounded, links are not followed.
import { readdirSync } from "node:fs"
import { dirname, isAbsolute, join, resolve } from "node:path"
import type { Loads } from "../../clients/client.ts"
import { CLIENTS, clientOf } from "../../clients/registry.ts"
import { plainFile, smallFile } from "../../world/foreign-files.ts"

const LARGEST = 128 << 10
const MOST_FILES = 60
/** Claude Code follows imports five deep. */
const DEEPEST = 5
const AGENTS_ONLY: Loads = { repo: ["AGENTS.md"], home: [] }

/** `client` null: what any of them would load. */
export function loadedTexts(top: string | null, home: string, client: string | null): readonly string[] {
  const asked = client === null ? CLIENTS : [clientOf(client)]
  const found = new Map<string, string>()
  for (const one of asked) {
    const loads = one?.loads ?? AGENTS_ONLY
    for (const path of pathsOf(loads, top, home)) take(path, loads, home, found, 0)
    if (top !== null && loads.instead !== undefined && !found.has(join(top, loads.instead.of)))
      take(join(top, loads.instead.file), loads, home, found, 0)
  }
  return [...found.values()]
}

function pathsOf({ repo, home: own, folders = [], memories }: Loads, top: string | null, home: string): string[] {
  const inRepo = top === null ? [] : repo.map(name => join(top, name))
  const inFolders = folders.flatMap(({ path, of, ends }) =>
    of === "home" ? filesIn(join(home, path), ends) : top === null ? [] : filesIn(join(top, path), ends),
  )
  const noted = top === null || memories === undefined ? [] : filesIn(join(home, memories(top)), "MEMORY.md")
  return [...inRepo, ...own.map(name => join(home, name)), ...inFolders, ...noted]
}

function take(path: string, loads: Loads, home: string, found: Map<string, string>, depth: number): void {
  if (found.has(path) || found.size >= MOST_FILES || plainFile(path) === null) return
  const text = smallFile(path, LARGEST)
  // A rule for some paths only is not before the model at a start.
  if (text === null || /^---\n(?:[^\n]*\n)*?(?:paths|globs|applyTo):\s*\S/.test(text)) return
  found.set(path, text)
  if (!loads.imports || depth >= DEEPEST) return
  for (const [, named] of text
    .replace(/```[\s\S]*?```|`[^`\n]*`/g, "")
    .matchAll(/(?:^|\s)@((?:~|\.{0,2})?\/?[\w./-]+)/g))
    take(importedPath(named!, dirname(path), home), loads, home, found, depth + 1)
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
