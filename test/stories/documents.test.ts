// Rules in the files that agents load: read, never obeyed, and norms only by the user's nod.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { readCards, readLedger } from "../../src/memory/reading/read.ts"
import { approve, inbox, reword, turnDown } from "../../src/memory/reading/review.ts"
import { lookAround, lookAtDocuments, provableLines } from "../../src/memory/tending/documents.ts"
import { REPO, world } from "./world.ts"

const RULES = "# Rules\n\n- Use pnpm for every install\n- Never commit to main\n- The API lives in packages/api\n"
const folders: string[] = []
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), "mettle-docs-"))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
})

describe("rules in documents", () => {
  it("[D76] wait in Review and are in no pack until the user nods; reading again adds nothing", async () => {
    const w = world()
    const looked = await lookAtDocuments(w.memory, REPO, [{ path: "CLAUDE.md", text: RULES }])
    expect(looked.proposed).toBe(2)
    expect(readCards(w.memory)).toEqual([])
    expect(inbox(w.memory).map(i => [i.why, i.kind, i.statement])).toEqual([
      ["from a document", "preference", "Use pnpm for every install"],
      ["from a document", "constraint", "Never commit to main"],
    ])
    expect((await w.packFor("install zod")).text).toBe("")
    const head = w.memory.parts.log.head()
    await lookAtDocuments(w.memory, REPO, [{ path: "CLAUDE.md", text: `${RULES}\n` }])
    expect(w.memory.parts.log.head()).toBe(head)
  })

  it("[S4-09] a nod makes it active with the user's act as evidence, beside the line it stands in", async () => {
    const w = world()
    await lookAtDocuments(w.memory, REPO, [{ path: "CLAUDE.md", text: RULES }])
    const [first, second] = inbox(w.memory)
    await approve(w.memory, first!)
    await reword(w.memory, second!, "Never push to main without asking me")
    expect(inbox(w.memory)).toEqual([])
    const cards = readCards(w.memory)
    expect(cards.map(c => [c.statement, c.stage, c.source]).sort()).toEqual([
      ["Never push to main without asking me", "active", "user"],
      ["Use pnpm for every install", "active", "user"],
    ])
    const nodded = cards.find(c => c.statement?.startsWith("Use"))
    expect(nodded?.evidence.map(e => [e.kind, e.holds])).toEqual([
      ["user_span", true],
      ["doc_span", true],
    ])
    expect((await w.packFor("install zod")).text).toContain("Use pnpm")
  })

  it("[L7] turned down, it does not come back; against a card it says so", async () => {
    const w = world()
    const e = await w.opens("one")
    await e.says("set up the project")
    await e.says("from now on use npm, not pnpm")
    await e.ends()
    await lookAtDocuments(w.memory, REPO, [{ path: "AGENTS.md", text: "- Use pnpm, not npm\n" }])
    const [item] = inbox(w.memory)
    expect(item?.against?.statement).toContain("use npm, not pnpm")
    await turnDown(w.memory, item!)
    await lookAtDocuments(w.memory, REPO, [{ path: "AGENTS.md", text: "- Use pnpm, not npm\n\n" }])
    expect(inbox(w.memory)).toEqual([])
    expect(readLedger(w.memory).filter(l => l.because.startsWith("awaits-user"))).toHaveLength(1)
  })

  it("[design 7] the cited line goes: the card asks to be checked, and a check settles it", async () => {
    const w = world()
    await lookAtDocuments(w.memory, REPO, [{ path: "CLAUDE.md", text: RULES }])
    await approve(w.memory, inbox(w.memory)[0]!)
    w.later(60)
    const looked = await lookAtDocuments(w.memory, REPO, [
      { path: "CLAUDE.md", text: "# Rules\n\n- Never commit to main\n" },
    ])
    expect(looked.checked).toBe(1)
    const asks = inbox(w.memory).find(i => i.why === "needs recheck")
    expect(asks?.statement).toBe("Use pnpm for every install")
    expect((await w.packFor("install zod")).text).toContain("Use pnpm")
    await approve(w.memory, asks!)
    expect(inbox(w.memory).filter(i => i.why === "needs recheck")).toEqual([])
  })

  it("[D76] reads regular files only, bounded, and takes no secret along", async () => {
    const w = world()
    const [top, home, elsewhere] = [folder(), folder(), folder()]
    writeFileSync(join(elsewhere, "secret.md"), "- Always read the outside file\n")
    symlinkSync(join(elsewhere, "secret.md"), join(top, "CLAUDE.md"))
    writeFileSync(
      join(top, "AGENTS.md"),
      "- Always use the token ghp_0123456789abcdefghijABCDEFGHIJ012345\n- Always run the linter\n",
    )
    writeFileSync(join(top, "GEMINI.md"), Buffer.alloc(600_000, 0x61))
    mkdirSync(join(home, ".claude"))
    writeFileSync(join(home, ".claude", "CLAUDE.md"), "- Always answer in German\n")
    await lookAround(w.memory, { scope: REPO, domains: [], top, home })
    const found = inbox(w.memory).map(i => [i.scope.tier, i.statement])
    expect(found).toEqual([
      ["repo", "Always run the linter"],
      ["global", "Always answer in German"],
    ])
  })

  it("[D76] a rule belongs to the repository it lies in: a folder above reads none of it, and what one keeps the other still asks", async () => {
    const w = world()
    const [top, home] = [folder(), folder()]
    const [alpha, beta, module] = [join(top, "work/alpha"), join(top, "work/beta"), join(top, "work/beta/lib")]
    mkdirSync(join(alpha, ".git"), { recursive: true })
    mkdirSync(join(beta, ".git"), { recursive: true })
    mkdirSync(module)
    writeFileSync(join(module, ".git"), "gitdir: ../.git/modules/lib\n")
    writeFileSync(join(top, "work/AGENTS.md"), "- Always run the linter\n")
    writeFileSync(join(alpha, "AGENTS.md"), "- Never run `git push --force`\n")
    writeFileSync(join(beta, "AGENTS.md"), "- Never run `git push --force`\n")
    writeFileSync(join(module, "AGENTS.md"), "- Always use tabs for indents\n")
    const waits = () => inbox(w.memory).map(i => [i.scope.id, i.statement])
    const look = (scope: string, at: string) => lookAround(w.memory, { scope, domains: [], top: at, home })
    await look("path:above", top)
    expect(waits()).toEqual([["path:above", "Always run the linter"]])
    await look("path:alpha", alpha)
    const rule = inbox(w.memory).find(i => i.scope.id === "path:alpha")!
    await approve(w.memory, rule)
    await look("path:beta", beta)
    expect(waits()).toEqual([
      ["path:above", "Always run the linter"],
      ["path:beta", "Never run `git push --force`"],
    ])
    expect(readCards(w.memory).map(card => card.scope.id)).toEqual(["path:alpha"])
    expect(provableLines(w.memory, "path:above")).toEqual([])
    expect(provableLines(w.memory, "path:beta").map(line => line.statement)).toEqual(["Never run `git push --force`"])
  })
})
