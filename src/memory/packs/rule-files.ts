// What clients put before the model by themselves at every start: rule files, rule folders, what they import, their own memories. Each
// client by its own rules; read when a pack is made, so that nothing is said twice; bounded, links are not followed. And our own block
// in such a file.
import { readdirSync } from "node:fs"
import { dirname, isAbsolute, join, resolve } from "node:path"
import type { Loads } from "../../clients/client.ts"
import { CLIENTS, clientOf } from "../../clients/registry.ts"
import { isNorm } from "../../core/model.ts"
import { hasBlock, type Norm, reviewed, withNorms, withoutNorms } from "../../core/pack/norms-block.ts"
import { plainFile, smallFile } from "../../world/foreign-files.ts"
import type { Memory } from "../memory.ts"
import { readCards } from "../reading/read.ts"

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

// Norms for a file that people own: which cards stand in the block of AGENTS.md or CLAUDE.md, and the text with or without it.

/** Active norms in the user's own words, oldest first, so that diffs stay small. */
export const normsFor = (memory: Memory, scopes: readonly string[]): readonly Norm[] =>
  readCards(memory, { scopes })
    .filter(card => isNorm(card.kind) && (card.stage === "active" || card.stage === "proven") && !card.muted)
    .filter(card => card.source === "user")
    .toReversed()
    .flatMap(({ statement, short }) => (statement === null ? [] : [{ statement, short }]))

/** The text with these norms and what others changed in the block; null takes the block out. `empty`: the file held nothing else. */
export function changeBlock(
  before: string,
  norms: readonly Norm[] | null,
  isGone: (short: string) => boolean = () => false,
): { readonly text: string; readonly empty: boolean } {
  const next = norms === null ? null : reviewed(before, norms, isGone)
  const text = next === null ? withoutNorms(before) : withNorms(before, next.norms, next.held)
  return { text, empty: text === "" && hasBlock(before) }
}

/** Whether a norm of this memory is no longer in use; what is not known here is somebody else's. */
export function goneNorms(memory: Memory): (short: string) => boolean {
  const gone = new Set(
    readCards(memory)
      .filter(card => isNorm(card.kind) && (card.stage === "archived" || card.stage === "superseded" || card.muted))
      .map(card => card.short),
  )
  return short => gone.has(short)
}
