// What a client puts before the model by itself at every start: its rule files in the repository's root and the person's
// own. Read when a pack is made, so that nothing is said twice; bounded, links are not followed.
import { join } from "node:path"
import { plainFile, smallFile } from "../store/foreign-files.ts"

const LARGEST = 128 << 10
/** Of each client: files of the repository and of the person. Claude reads AGENTS.md only where there is no CLAUDE.md. */
const FILES: Readonly<Record<string, { readonly repo: readonly string[]; readonly home: readonly string[] }>> = {
  "claude-code": { repo: ["CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md"], home: [".claude/CLAUDE.md"] },
  codex: { repo: ["AGENTS.md"], home: [".codex/AGENTS.md"] },
  opencode: { repo: ["AGENTS.md", "CLAUDE.md"], home: [".config/opencode/AGENTS.md", ".claude/CLAUDE.md"] },
  "gemini-cli": { repo: ["GEMINI.md"], home: [".gemini/GEMINI.md"] },
  cursor: { repo: ["AGENTS.md", ".cursorrules"], home: [] },
}

/** `client` null: what any of them would load. */
export function loadedTexts(top: string | null, home: string, client: string | null): readonly string[] {
  const clients = client === null ? Object.values(FILES) : [FILES[client] ?? { repo: ["AGENTS.md"], home: [] }]
  const text = (path: string): string | null => (plainFile(path) === null ? null : smallFile(path, LARGEST))
  const repo = top === null ? [] : clients.flatMap(({ repo }) => repo.map(name => join(top, name)))
  const own = clients.flatMap(({ home: names }) => names.map(name => join(home, name)))
  const found = [...new Set([...repo, ...own])].flatMap(path => text(path) ?? [])
  const claudeOnly = client === "claude-code" && top !== null && text(join(top, "CLAUDE.md")) === null
  return claudeOnly ? [...found, ...[text(join(top, "AGENTS.md"))].filter(one => one !== null)] : found
}
