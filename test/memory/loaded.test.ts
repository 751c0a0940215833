// What an agent reads by itself is not said again: each client by its own rules.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { alreadyLoaded } from "../../src/core/pack/pack.ts"
import { loadedTexts } from "../../src/memory/packs/rule-files.ts"
import { folder } from "../cli/world.ts"

function place(files: Readonly<Record<string, string>>) {
  const base = folder()
  const [top, home] = [join(base, "repo"), join(base, "home")]
  const names = (path: string) => join(base, path.replace("PROJECT", top.replace(/[^A-Za-z0-9]/g, "-")))
  for (const [path, text] of Object.entries({ "repo/x": "", "home/x": "", ...files })) {
    mkdirSync(dirname(names(path)), { recursive: true })
    writeFileSync(names(path), text)
  }
  const knows = (client: string | null, statement: string) => alreadyLoaded(loadedTexts(top, home, client))(statement)
  return { base, knows }
}
const RULE = "Always use pnpm, never npm."

describe("[W] not said twice", () => {
  it.each([
    ["claude-code", "repo/CLAUDE.md"],
    ["claude-code", "repo/.claude/rules/packages.md"],
    ["claude-code", "repo/.claude/rules/deep/packages.md"],
    ["claude-code", "home/.claude/rules/mine.md"],
    ["claude-code", "home/.claude/projects/PROJECT/memory/MEMORY.md"],
    ["claude-code", "repo/AGENTS.md"],
    ["codex", "repo/AGENTS.md"],
    ["codex", "home/.codex/AGENTS.md"],
    ["opencode", "repo/AGENTS.md"],
    ["gemini-cli", "repo/GEMINI.md"],
    ["cursor", "repo/.cursor/rules/packages.mdc"],
    ["copilot-cli", "repo/.github/copilot-instructions.md"],
    ["copilot-cli", "repo/AGENTS.md"],
  ])("%s reads %s", (client, file) => {
    const { knows } = place({ [file]: `# Packages\n\n- ${RULE}\n` })
    expect(knows(client, "always use pnpm, never npm")).toBe(true)
    expect(knows(client, "never commit to the main branch")).toBe(false)
  })

  it.each([
    ["codex", "repo/CLAUDE.md"],
    ["codex", "repo/.claude/rules/packages.md"],
    ["gemini-cli", "repo/AGENTS.md"],
    ["claude-code", "repo/GEMINI.md"],
    ["claude-code", "home/.claude/projects/-another/memory/MEMORY.md"],
  ])("%s does not read %s, so it has to be said", (client, file) => {
    expect(place({ [file]: RULE }).knows(client, RULE)).toBe(false)
  })

  it("follows imports, of Claude Code and Gemini CLI, relative, from the home and from one another", () => {
    for (const [client, file] of [
      ["claude-code", "repo/CLAUDE.md"],
      ["gemini-cli", "repo/GEMINI.md"],
    ] as const) {
      const chain = { [file]: "See @docs/rules.md\n", "repo/docs/rules.md": "@./more.md", "repo/docs/more.md": RULE }
      expect(place(chain).knows(client, RULE)).toBe(true)
    }
    expect(place({ "repo/CLAUDE.md": "@~/notes.md", "home/notes.md": RULE }).knows("claude-code", RULE)).toBe(true)
    const inCode = { "repo/CLAUDE.md": "write `@docs/rules.md` to import", "repo/docs/rules.md": RULE }
    expect(place(inCode).knows("claude-code", RULE)).toBe(false)
    expect(place({ "repo/CLAUDE.md": "@CLAUDE.md @a.md", "repo/a.md": "@CLAUDE.md" }).knows("claude-code", RULE)).toBe(
      false,
    )
  })

  it("a rule for some paths is not before the model at a start; a link is not followed", () => {
    const scoped = `---\npaths: src/**\n---\n${RULE}\n`
    expect(place({ "repo/.claude/rules/a.md": scoped }).knows("claude-code", RULE)).toBe(false)
    const linked = place({ "secret.md": RULE })
    symlinkSync(join(linked.base, "secret.md"), join(linked.base, "repo", "CLAUDE.md"))
    expect(linked.knows("claude-code", RULE)).toBe(false)
  })
})
