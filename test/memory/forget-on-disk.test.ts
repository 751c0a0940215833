// Forgetting on a real disk: after it, a byte search of the whole data directory finds nothing, and what was learned
// from the readings stays (L4, U-05).
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { unwritable } from "../../src/core/errors.ts"
import { observed } from "../../src/core/events/draft.ts"
import { parseEvent } from "../../src/core/events/registry.ts"
import { episodeId } from "../../src/core/ids.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { finishForgetting, forget } from "../../src/memory/forgetting/forget.ts"
import { Memory } from "../../src/memory/memory.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { checkRebuild } from "../../src/memory/rebuild.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { openStore } from "../../src/store/store.ts"
import { openViews } from "../../src/store/view-store.ts"

const SCOPE = "b".repeat(32)
const dirs: string[] = []
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
})

function open() {
  const dir = mkdtempSync(join(tmpdir(), "mettle-forget-"))
  dirs.push(dir)
  const store = openStore({ dir, groupMs: 0, validate: parseEvent })
  let n = 1
  const memory = new Memory({
    log: store.log,
    blobs: store.blobs,
    meta: store.meta,
    openViews: fingerprint => openViews({ dir, fingerprint }),
    now: () => Date.UTC(2026, 1, 1),
    randomBytes: () => Buffer.from(String(n++).padStart(16, "0")),
    engine: "test",
  })
  return { dir, store, memory }
}

/** How often the bytes of a text stand in any file of the directory. */
function occurrences(dir: string, text: string): number {
  let found = 0
  for (const name of readdirSync(dir, { recursive: true }) as string[]) {
    const path = join(dir, name)
    if (!statSync(path).isFile()) continue
    const bytes = readFileSync(path)
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) found++
  }
  return found
}

async function story(memory: Memory): Promise<string> {
  const episode = episodeId("claude-code", "s1")
  let k = 0
  const source = () => ({ client: "claude-code", session: "s1", record: String(k++) })
  const where = () => ({ ts: Date.UTC(2026, 0, 1) + k * 1000, episode, scope: SCOPE })
  const says = (prompt: string) =>
    observed("prompt.submitted", source(), where(), { author: "user", prompt, chars: prompt.length })
  await memory.record([
    observed("episode.opened", source(), where(), {
      client: "claude-code",
      clientVersion: null,
      model: null,
      interactive: true,
      parent: null,
      start: "startup",
      cwd: "/w",
      branch: null,
      head: null,
    }),
    says("look at the zanzibar module"),
    observed("turn.ended", source(), where(), { reason: "end", inputTokens: null, outputTokens: null }),
    says("no, that's wrong. from now on never deploy quixotic-harbour on fridays"),
    observed("turn.ended", source(), where(), { reason: "end", inputTokens: null, outputTokens: null }),
    says("always use pnpm in this repo, never npm"),
    observed("episode.closed", source(), where(), { reason: "exit" }),
  ])
  await settle(memory)
  return episode
}

describe("forgetting on disk", () => {
  it("[U-05] a byte search of the data directory finds 0, the readings stay, the fold agrees", async () => {
    const { dir, store, memory } = open()
    const episode = await story(memory)
    store.flush()
    expect(occurrences(dir, "quixotic-harbour")).toBeGreaterThan(0)
    expect(readCards(memory).some(c => c.statement?.includes("quixotic"))).toBe(true)
    const turn = () => TABLE.turn.list(memory.views, `${episode}/`)[0]![1]
    const read = turn().feedback
    expect(read?.type).toBe("explicit_negative")

    const done = await forget(memory, { text: "quixotic-harbour" })
    expect(done.found).toBe(0)
    expect(done.texts).toBeGreaterThan(0)
    expect(occurrences(dir, "quixotic")).toBe(0)
    expect(turn().feedback, "what it said about the turn before is kept without its words").toEqual(read)
    expect(readCards(memory).map(c => c.statement)).toEqual(["always use pnpm in this repo, never npm"])
    expect(checkRebuild(memory).equal).toBe(true)
    await memory.close()
  })

  it("[U-05] holds after the store was compacted, too; an episode goes with all its words", async () => {
    const { dir, store, memory } = open()
    const episode = await story(memory)
    store.compact({ least: 0 })
    const done = await forget(memory, { episode })
    expect(done.found).toBe(0)
    for (const words of ["quixotic", "zanzibar", "use pnpm"]) expect(occurrences(dir, words), words).toBe(0)
    expect(TABLE.episode.list(memory.views)).toHaveLength(1)
    expect(readCards(memory)).toEqual([])
    expect(store.verify().ok).toBe(true)
    await memory.close()
  })

  it("[security T-2] one that was interrupted after it was said is finished by the next settle", async () => {
    const { dir, store, memory } = open()
    const episode = await story(memory)
    const broken = Object.assign(Object.create(memory) as Memory, {
      parts: {
        ...memory.parts,
        blobs: {
          ...memory.parts.blobs,
          erase: () => {
            throw new Error("the power went")
          },
        },
      },
    })
    await expect(forget(broken, { episode })).rejects.toThrow("the power went")
    store.flush()
    expect(occurrences(dir, "quixotic")).toBeGreaterThan(0)
    await settle(memory)
    for (const words of ["quixotic", "zanzibar"]) expect(occurrences(dir, words), words).toBe(0)
    expect(await finishForgetting(memory)).toBe(false)
    expect(checkRebuild(memory).equal).toBe(true)
    await memory.close()
  })

  it("[security T-5] one that fails after it was said tells that it goes on, and does", async () => {
    const { dir, store, memory } = open()
    await story(memory)
    const failing = new Memory({
      ...memory.parts,
      blobs: {
        ...store.blobs,
        erase: () => {
          throw unwritable({ doing: "erase", path: dir, why: "full", closed: false, cause: null })
        },
      },
    })
    const failed = await forget(failing, { text: "quixotic-harbour" }).catch(error => error)
    expect(failed).toMatchObject({ code: "E_DISK", still: expect.stringContaining("has begun") })
    await settle(memory)
    expect(occurrences(dir, "quixotic-harbour")).toBe(0)
    await store.close()
  })

  it("[U-05] a name that events keep is said, by what it names, wherever no text holds the words any more", async () => {
    const { store, memory } = open()
    const episode = episodeId("claude-code", "s1")
    const call = { call: "c1", tool: "mcp__acmecorp__query", does: "other", path: null, agent: null } as const
    const at = (record: string) =>
      [
        { client: "claude-code", session: "s1", record },
        { ts: 1, episode, scope: SCOPE },
      ] as const
    await memory.record([
      observed("tool.called", ...at("1"), { ...call, input: "order 1 of AcmeCorp" }),
      observed("tool.called", ...at("2"), { ...call, call: "c2", input: null }),
    ])
    const { texts, found, named } = await forget(memory, { text: "acmecorp" })
    expect([texts, found, named]).toEqual([1, 1, [{ field: "tool", name: "mcp__acmecorp__query", events: 2 }]])
    await store.close()
  })

  it("[P4] the same words said again later: old events stay without them, and a rebuild agrees", async () => {
    const { memory } = open()
    await story(memory)
    await forget(memory, { text: "quixotic-harbour" })
    const source = { client: "claude-code", session: "s9", record: "again" }
    const prompt = "no, that's wrong. from now on never deploy quixotic-harbour on fridays"
    const where = { ts: Date.UTC(2026, 0, 9), episode: episodeId("claude-code", "s9"), scope: SCOPE }
    await memory.record([observed("prompt.submitted", source, where, { author: "user", prompt, chars: prompt.length })])
    await settle(memory)
    expect(checkRebuild(memory).equal).toBe(true)
    memory.rebuild()
    expect(checkRebuild(memory).equal).toBe(true)
    await memory.close()
  })
})
