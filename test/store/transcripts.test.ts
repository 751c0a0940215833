import { execFileSync } from "node:child_process"
import { mkdirSync, realpathSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { CLIENTS, clientOf } from "../../src/clients/registry.ts"
import { sha256 } from "../../src/core/ids.ts"
import { linesOf } from "../../src/world/foreign-files.ts"
import { workingCopies } from "../../src/world/repository.ts"
import { findSessions, type Search } from "../../src/world/transcripts.ts"
import { pastSession } from "../cli/claude-home.ts"
import { folder } from "../cli/world.ts"
import { openCodeLines } from "../clients/opencode-lines.ts"
import { fixture, fixtureLines } from "../contracts/client.ts"

const SOURCES = CLIENTS.flatMap(({ name, transcripts }) => (transcripts ? [{ name, where: transcripts }] : []))
const find = (home: string, over: Partial<Search> = {}) =>
  findSessions({ home, env: {}, sources: SOURCES, dirs: ["/work/shop"], since: 0, ...over }).sessions

describe("past sessions", () => {
  it("[S2-25] finds Claude Code's by folder and content, oldest first, and none of a neighbour", () => {
    const home = folder()
    const b = pastSession(home, "/work/shop", 2e12, [{ says: "b" }])
    const a = pastSession(home, "/work/shop/api", 1e12, [{ says: "a" }])
    pastSession(home, "/work/shop-two", 1e12, [{ says: "neighbour" }])
    expect(find(home).map(s => s.path)).toEqual([a, b])
    expect(find(home, { since: 1.5e12 }).map(s => s.path)).toEqual([b])
    expect(find(home, { dirs: null })).toHaveLength(3)
  })
  it("[S2-25] finds Codex's and Gemini's by content", () => {
    const home = folder()
    const codex = join(home, ".codex/sessions/2026/01/05")
    mkdirSync(codex, { recursive: true })
    const lines = fixtureLines("codex/transcript-basic.jsonl")
    writeFileSync(join(codex, "rollout-2026-01-05T10-00-00-x.jsonl"), lines.join("\n"))
    const cwd = (JSON.parse(lines[0]!) as { payload: { cwd: string } }).payload.cwd
    const gemini = join(home, ".gemini/tmp/shop/chats")
    mkdirSync(gemini, { recursive: true })
    writeFileSync(
      join(gemini, "session-2026-01-05.jsonl"),
      `${JSON.stringify({ sessionId: "s", projectHash: sha256("/work/shop").toString("hex") })}\n`,
    ) // prettier-ignore
    expect(find(home, { dirs: [cwd] }).map(s => s.client)).toEqual(["codex"])
    expect(find(home).map(s => s.client)).toEqual(["gemini-cli"])
  })
  it("[S2-25] collects OpenCode's records from its folders", () => {
    const home = folder()
    const root = join(home, ".local/share/opencode/storage")
    const [first, ...messages] = openCodeLines(fixture("opencode/session-basic.json")).map(l => JSON.parse(l))
    const { session } = first as { session: { id: string; directory: string } }
    const put = (path: string, value: unknown) => {
      mkdirSync(join(root, path, ".."), { recursive: true })
      writeFileSync(join(root, path), JSON.stringify(value))
    }
    put(`session/p1/${session.id}.json`, session)
    for (const { info, parts } of messages as { info: { id: string }; parts: { id?: string }[] }[]) {
      put(`message/${session.id}/${info.id}.json`, info)
      for (const [i, part] of parts.entries()) put(`part/${info.id}/prt_${String(i).padStart(4, "0")}.json`, part)
    }
    const [found] = find(home, { dirs: [session.directory] })
    const drafts = [
      ...clientOf("opencode")!.backfill!(
        found!.lines(),
        { now: 0, scope: null, branch: null, head: null, env: {}, tail: () => null, ours: () => false },
        "",
      ),
    ] // prettier-ignore
    expect(drafts.flatMap(h => h.drafts).some(d => d.type === "tool.finished" && d.data.ok === false)).toBe(true)
    expect(find(home, { dirs: ["/elsewhere"] })).toEqual([])
  })
  it("[P3] follows no link out of a client's folder, and reads no pipe", () => {
    const home = folder()
    const file = pastSession(home, "/work/shop", 1e12, [{ says: "a" }])
    const dir = join(file, "..")
    const secret = join(folder(), "secret.jsonl")
    writeFileSync(secret, '{"cwd":"/work/shop"}\n')
    symlinkSync(secret, join(dir, "00000000-0000-4000-8000-aaaaaaaaaaaa.jsonl"))
    symlinkSync(join(secret, ".."), join(dir, "..", "-work-shop-linked"))
    execFileSync("mkfifo", [join(dir, "00000000-0000-4000-8000-bbbbbbbbbbbb.jsonl")])
    expect(find(home).map(s => s.path)).toEqual([file])
  })
  it("reads lines of any length and a torn end; what is longer than any record is skipped", () => {
    const path = join(folder(), "a.jsonl")
    const long = "x".repeat(300_000)
    writeFileSync(path, `one\n${long}\n${"y".repeat((8 << 20) + 400_000)}\nthree\ntorn`)
    expect([...linesOf(path)].map(l => [l.slice(0, 5), l.length])).toEqual([
      ["one", 3],
      ["xxxxx", 300_000],
      ["three", 5],
      ["torn", 4],
    ])
    expect([...linesOf(join(path, "none"))]).toEqual([])
  })
  it("leaves out files that are too large, and counts them", () => {
    const home = folder()
    const file = pastSession(home, "/work/shop", 1e12, [{ says: "a" }])
    pastSession(home, "/work/shop", 1e12, [{ says: "b" }])
    truncateSync(file, (512 << 20) + 1)
    utimesSync(file, 1e9, 1e9)
    const found = findSessions({ home, env: {}, sources: SOURCES, dirs: ["/work/shop"], since: 0 })
    expect([found.sessions.length, found.left]).toEqual([1, 1])
  })
})

describe("working copies", () => {
  it("knows the checkout and its worktrees from either side", () => {
    const top = join(realpathSync(folder()), "shop")
    const tree = join(top, "..", "shop-fix")
    mkdirSync(join(top, ".git/worktrees/fix"), { recursive: true })
    mkdirSync(join(top, ".git/objects"))
    mkdirSync(tree)
    for (const dir of [".git", ".git/worktrees/fix"]) writeFileSync(join(top, dir, "HEAD"), "ref: refs/heads/main\n")
    writeFileSync(join(top, ".git/worktrees/fix/gitdir"), `${tree}/.git\n`)
    writeFileSync(join(top, ".git/worktrees/fix/commondir"), "../..\n")
    writeFileSync(join(tree, ".git"), `gitdir: ${top}/.git/worktrees/fix\n`)
    expect([...workingCopies(top)].sort()).toEqual([top, tree])
    expect([...workingCopies(tree)].sort()).toEqual([top, tree])
    expect(workingCopies("/nowhere/at/all")).toEqual(["/nowhere/at/all"])
  })
})
