// Leaving and being sent away: nothing stays behind, at either end, and nobody can stop it. Teams are told apart by address.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { canonical, sharedId } from "../../src/core/shared/bodies.ts"
import { act } from "../../src/memory/acting/acts.ts"
import { readCards } from "../../src/memory/reading/read.ts"
import { openSharedLog } from "../../src/team/engines/registry.ts"
import { agree, joinTeam, standingIn, syncTeam } from "../../src/team/home.ts"
import { leaveTeam } from "../../src/team/keeper.ts"
import { type Membership, readMemberships, shownUrl, teamOf } from "../../src/team/membership.ts"
import type { SharedLog } from "../../src/team/shared-log.ts"
import { identityIn } from "../../src/team/signing.ts"
import { world } from "../stories/world.ts"
import { failThenFix, type Home, PARTITION, revoking } from "./homes.ts"

const folders: string[] = []
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
})

const shared = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "mettle-shared-"))
  folders.push(folder)
  return `folder:${folder}`
}

async function member(name: string, url: string) {
  const data = mkdtempSync(join(tmpdir(), "mettle-parting-"))
  folders.push(data)
  const w = world()
  const home = { data, memory: w.memory }
  const joined = await joinTeam(home, { url, name, partitions: [PARTITION] })
  const membership: Membership = agree(home, joined.membership)
  return { ...w, ...home, name, membership, sync: () => syncTeam(home, membership) }
}
const works = (m: Awaited<ReturnType<typeof member>>, session: string) => failThenFix(m as unknown as Home, session)
const words = async (log: SharedLog) => (await log.read(0, 1000)).map(e => e.envelope.body).join("\n")

describe("leaving", () => {
  it("[D43] takes back every word, also of cards that were put away, and leaves no folder behind", async () => {
    const url = shared()
    const ann = await member("ann", url)
    await works(ann, "one")
    await ann.sync()
    await act(ann.memory, "card.archived", { card: readCards(ann.memory)[0]!.id, note: null })
    await ann.sync()
    const log = await openSharedLog(url)
    expect(await words(log)).toMatch(/docker compose/)
    await leaveTeam(ann, ann.membership, false)
    expect(await words(log)).not.toMatch(/docker compose|"prompts"/)
    expect(readdirSync(join(ann.data, "team"))).toEqual([])
  })

  it("can be repeated when it was broken off after the words were erased", async () => {
    const url = shared()
    const ann = await member("ann", url)
    await works(ann, "one")
    await ann.sync()
    const log = await openSharedLog(url)
    const { token } = identityIn(join(ann.data, "team", ann.membership.team))
    const cards = (await log.read(0, 1000)).filter(e => e.envelope.type === "card.shared").map(e => e.envelope.id)
    await log.erase(cards.map(id => ({ id, token: token(id) })))
    await leaveTeam(ann, ann.membership, false)
    expect(await words(log)).not.toMatch(/docker compose|"prompts"/)
    expect((await log.read(0, 1000)).at(-1)?.envelope.type).toBe("member.left")
  })

  it("works without the engine and with a spoilt key, when the team may keep what it has", async () => {
    const ann = await member("ann", shared())
    chmodSync(join(ann.data, "team", ann.membership.team, "key.pem"), 0o644)
    expect(() => standingIn(ann, ann.membership)).toThrow(/read by others/)
    await leaveTeam(ann, { ...ann.membership, url: "folder:/nowhere/at/all" }, true)
    expect([readMemberships(ann.data), existsSync(join(ann.data, "team", ann.membership.team))]).toEqual([[], false])
  })
})

describe("[security 20] being sent away", () => {
  it("cannot be prevented by an envelope under the id of the keeper's word", async () => {
    const url = shared()
    const [ann, bob] = [await member("ann", url), await member("bob", url)]
    await ann.sync()
    await works(bob, "one")
    await bob.sync()
    await ann.sync()
    const author = (m: typeof ann) => identityIn(join(m.data, "team", m.membership.team))
    const [keeper, mine] = [author(ann).author, author(bob)]
    const log = await openSharedLog(url)
    const squat = (rev: number) =>
      mine.sign({
        id: sharedId(keeper, PARTITION, "member.revoked", mine.author, rev),
        ...{ partition: PARTITION, ts: 1, type: "member.revoked", v: 1 },
        body: canonical({ subject: mine.author, rev, who: mine.author }),
      })
    await log.append([squat(0), squat(1)])
    expect(await revoking(ann, "bob")).toEqual([PARTITION])
    const { members, cards } = standingIn(ann, ann.membership)
    expect(members.map(m => [m.name, m.gone])).toContainEqual(["bob", "revoked"])
    expect(cards).toBe(0)
  })
})

describe("who is meant", () => {
  it("one who left and came again under the same name is the one still in; nothing and oneself are refused", async () => {
    const url = shared()
    const ann = await member("ann", url)
    await ann.sync()
    const first = await member("bob", url)
    await first.sync()
    await leaveTeam(first, first.membership, false)
    const again = await member("bob", url)
    await works(again, "one")
    await again.sync()
    await ann.sync()
    for (const nobody of ["", "~", "bob~"]) await expect(revoking(ann, nobody)).rejects.toThrow(/no member/)
    await expect(revoking(ann, "ann")).rejects.toThrow(/themselves/)
    expect(await revoking(ann, "bob")).toEqual([PARTITION])
    expect(
      standingIn(ann, ann.membership)
        .members.map(m => [m.name, m.gone])
        .sort(),
    ).toEqual([
      ["ann", null],
      ["bob", "left"],
      ["bob", "revoked"],
    ])
  })
})

describe("a team's address", () => {
  it("of a cluster is a team of its own, shown without its password", () => {
    const blue = "nats://blue:s3cret@a:4222,b:4222,c:4222/blue?replicas=3"
    const red = "nats://red:s3cret@x:4222,y:4222/red"
    expect([shownUrl(blue), shownUrl(red)]).toEqual(["nats://a:4222,b:4222,c:4222/blue", "nats://x:4222,y:4222/red"])
    expect(teamOf(blue)).not.toBe(teamOf(red))
    expect(teamOf(blue)).toBe(teamOf("nats://blue:other@a:4222,b:4222,c:4222/blue"))
  })

  it("that cannot be read is refused: one that cannot be told from another would share its agreement", () => {
    expect(() => teamOf("nats://blue:p@ss/word@a:4222,b:4222/blue")).toThrow(/cannot be read/)
    expect(shownUrl("nats://blue:p@ss/word@a:4222,b:4222/blue")).toBe("(address not shown)")
  })
})
