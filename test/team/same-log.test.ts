// Which log a home joined: another one at the same address is noticed before anything is sent, and the person decides.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { isCode } from "../../src/core/errors.ts"
import { keepersIn } from "../../src/core/shared/keeping.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { openSharedLog } from "../../src/team/engines/registry.ts"
import { agree, joinTeam, standingIn, syncTeam } from "../../src/team/home.ts"
import { leaveTeam } from "../../src/team/keeper.ts"
import { chooseLog, joinedLog, rivalLogs } from "../../src/team/shared-views.ts"
import { world } from "../stories/world.ts"
import { memorySharedLog } from "./engines/memory.ts"
import { failThenFix, type Home, home, PARTITION, revoking } from "./homes.ts"

const folders: string[] = []
const place = (): string => {
  const made = mkdtempSync(join(tmpdir(), "mettle-same-log-"))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
})

async function member(name: string, url: string) {
  const [data, w] = [place(), world()]
  const of = { data, memory: w.memory }
  const join = async () => (await joinTeam(of, { url, name, partitions: [PARTITION] })).membership
  const membership = agree(of, await join())
  const standing = () => standingIn(of, membership)
  return { ...w, ...of, name, membership, join, standing, sync: () => syncTeam(of, membership) }
}
const works = (m: Awaited<ReturnType<typeof member>>, session: string) => failThenFix(m as unknown as Home, session)

describe("the log this home joined", () => {
  it("wiped or replaced under the same address: nothing is sent or taken, status says it, joining again decides", async () => {
    const folder = join(place(), "shared")
    mkdirSync(folder)
    const url = `folder:${folder}`
    const ann = await member("ann", url)
    await works(ann, "one")
    await ann.sync()
    const { log } = ann.standing()
    expect([log?.length, ann.standing().otherLog]).toEqual([32, null])

    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    await expect(ann.sync()).rejects.toSatisfy(e => isCode(e, "E_INTEGRITY") && /it is empty/.test(String(e)))
    expect([ann.standing().log, ann.standing().otherLog]).toEqual([log, "none"])
    const there = await openSharedLog(url, { state: place(), machine: "looks" })
    expect(await there.head()).toBe(0)

    const eve = await member("eve", url)
    await works(eve, "two")
    await eve.sync()
    const head = await there.head()
    await expect(ann.sync()).rejects.toThrow(/not the one this home joined/)
    await expect(revoking(ann, "eve")).rejects.toThrow(/not the one this home joined/)
    await expect(leaveTeam(ann, ann.membership, false)).rejects.toThrow(/not the one this home joined/)
    expect([ann.standing().otherLog, await there.head()]).toEqual([eve.standing().log, head])
    expect(readCards(ann.memory).length).toBe(1)

    // The person looks at what would leave, and takes part in the log that is there now.
    const again = await ann.join()
    expect(again.agreedAt).toBeNull()
    expect([ann.standing().log, ann.standing().otherLog]).toEqual([null, null])
    await syncTeam(ann, again)
    expect([ann.standing().log, await there.head()]).toEqual([eve.standing().log, head])
    expect((await syncTeam(ann, agree(ann, again))).sent).toBeGreaterThan(1)
    await there.close()
  })

  it("is kept by who began it, whoever is read first; a keeper who leaves hands it on", async () => {
    const log = memorySharedLog()
    const [ann, bob, carol] = [home("ann", log), home("bob", log), home("carol", log)]
    for (const h of [bob, ann, carol, bob]) await h.sync()
    for (const h of [ann, bob, carol]) await h.sync()
    expect([ann, bob, carol].map(h => keepersIn(h.views))).toEqual([[bob.author], [bob.author], [bob.author]])
    expect(new Set([ann, bob, carol].map(h => joinedLog(h.memory.parts.meta, h.membership.team))).size).toBe(1)

    const url = `folder:${place()}`
    const [dan, erin] = [await member("dan", url), await member("erin", url)]
    for (const m of [dan, erin, dan]) await m.sync()
    expect(dan.standing().members.map(m => [m.name, m.keeper])).toContainEqual(["dan", true])
    await leaveTeam(dan, dan.membership, false)
    await erin.sync()
    expect(erin.standing().members.map(m => [m.name, m.keeper])).toContainEqual(["erin", true])
  })

  it("[R6] begun twice at once in a folder: each stays with its own beginning until its person takes the other", async () => {
    const root = place()
    const opened = async (name: string, start: number) => {
      const shared = join(root, `${name}-shared`)
      mkdirSync(shared)
      const state = join(root, name)
      return { shared, of: home(name, await openSharedLog(`folder:${shared}`, { state, machine: name }), {}, start) }
    }
    const [late, early] = [await opened("late", Date.UTC(2026, 0, 6)), await opened("early", Date.UTC(2026, 0, 5))]
    for (const { of } of [late, early]) await of.sync()
    cpSync(join(early.shared, "log"), join(late.shared, "log"), { recursive: true })
    cpSync(join(late.shared, "log"), join(early.shared, "log"), { recursive: true })
    for (const { of } of [late, early]) await of.sync()
    for (const { of } of [late, early]) expect(keepersIn(of.views)).toEqual([of.author])
    const { meta } = late.of.memory.parts
    const { team } = late.of.membership
    expect(rivalLogs(meta, team)).toEqual([joinedLog(early.of.memory.parts.meta, team)])
    chooseLog(meta, team, rivalLogs(meta, team)[0]!)
    for (const { of } of [late, early]) {
      await of.sync()
      expect(keepersIn(of.views)).toEqual([early.of.author])
      await of.log.close()
    }
    const ids = [late, early].map(({ of }) => joinedLog(of.memory.parts.meta, of.membership.team))
    expect(ids[0]).toBe(ids[1])
  })
})
