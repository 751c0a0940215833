// The spool and the tally where things go wrong: a hook that died before it gave its file a name, a disk without room.
import { existsSync, readdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { observed } from "../src/core/events/draft.ts"
import { count, readTally } from "../src/hook/tally.ts"
import { drain, spool } from "../src/spool.ts"
import { memoryBlobs } from "../src/store/ram/blobs.ts"
import { memoryLog } from "../src/store/ram/log.ts"
import { folder } from "./cli/world.ts"

const draft = (n: number) =>
  observed(
    "agent.replied",
    { client: "claude-code", session: "s", record: String(n) },
    { ts: 1_700_000_000_000 + n, episode: null, scope: null },
    { text: `reply ${n}`, chars: 7, inputTokens: null, outputTokens: null },
  )
const store = () => ({ log: memoryLog(), blobs: memoryBlobs() })
const old = new Date(Date.now() - 3_600_000)

describe("the spool", () => {
  it("[T-2] adopts what a dying hook left, whole or not, and leaves a living one alone", async () => {
    const state = folder()
    spool(state, [draft(1)], "000000000000001-a")
    const dir = join(state, "spool")
    const orphan = join(dir, ".000000000000001-a.new")
    renameSync(join(dir, "000000000000001-a.json"), orphan)
    utimesSync(orphan, old, old)
    writeFileSync(join(dir, ".000000000000002-b.new"), '{"v":1,"ev')
    utimesSync(join(dir, ".000000000000002-b.new"), old, old)
    writeFileSync(join(dir, ".000000000000003-c.new"), '{"v":1,"ev')
    expect(await drain(state, store())).toBe(1)
    expect(readdirSync(dir).sort()).toEqual([".000000000000003-c.new", "000000000000002-b.json.unreadable"])
  })
})

describe.skipIf(!existsSync("/dev/full"))("the tally on a full disk", () => {
  it("[T-5] counts in the name of an empty file, and adds it up", () => {
    const state = folder()
    symlinkSync("/dev/full", join(state, "hooks.tally"))
    for (let i = 0; i < 3; i++) count(state, 1, "lost", "E_DISK")
    count(state, 1, "spooled", "E_DISK")
    // Read, that device would never end.
    rmSync(join(state, "hooks.tally"))
    expect(readTally(state)).toMatchObject({ lost: 3, spooled: 1, reasons: { "lost: disk_full": 3 } })
    expect(readdirSync(state).filter(name => name.startsWith("hooks.unwritten."))).toHaveLength(2)
  })
})
