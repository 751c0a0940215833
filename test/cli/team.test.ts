// mettle team on the command line: two homes, one folder between them, nothing leaves unseen.
import { randomBytes } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folder, given, type World, world } from "./world.ts"

let clock = 1_700_000_000_000
const live = { random: (bytes: number) => new Uint8Array(randomBytes(bytes)), now: () => (clock += 1000) }
const run = (w: World, words: readonly string[], change = {}) => w.run(words, { ...live, ...change })
/** Every byte of a folder. */
const bytesOf = (dir: string): string =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(f => f.isFile())
    .map(f => readFileSync(join(f.parentPath, f.name), "latin1"))
    .join("\n")

async function pair() {
  const code = folder()
  const shared = folder()
  const [ann, bob] = [world(code), world(code)]
  return { ann, bob, shared, url: `folder:${shared}` }
}

describe("mettle team", () => {
  it("says plainly that nothing is shared, and makes nothing", async () => {
    const { ann } = await pair()
    const status = await run(ann, ["team"])
    expect([status.code, status.out]).toEqual([0, expect.stringContaining("shares with nobody")])
    expect((await run(ann, ["team", "sync", "--json"])).json()).toMatchObject({ teams: [] })
    expect(existsSync(join(ann.home, "data", "team"))).toBe(false)
  })

  it("shows word for word what would leave, and sends nothing without a yes", async () => {
    const { ann, shared, url } = await pair()
    await run(ann, ["note", "Use pnpm for every install"])
    const refused = await run(ann, ["team", "join", url, "--name", "ann"])
    expect([refused.code, refused.out]).toEqual([2, expect.stringContaining("Use pnpm for every install")])
    expect(refused.err).toContain("--yes")
    const no = await run(ann, ["team", "share"], {
      stdin: given("n\n"),
      tty: { stdin: true, stdout: false, stderr: false },
    })
    expect(no.out).toContain("nothing was sent")
    const dry = (await run(ann, ["team", "share", "--dry-run", "--json"])).json()
    expect(dry).toMatchObject({ agreed: false, preview: { cards: [{ statement: "Use pnpm for every install" }] } })
    expect(Object.keys(dry.preview.cards[0])).toEqual(expect.arrayContaining(["topic", "tags", "quotes"]))
    expect(bytesOf(shared)).not.toContain("pnpm")
    expect(statSync(join(ann.home, "data", "team", "membership.json")).mode & 0o777).toBe(0o600)
  })

  it("another log at the same address: sync, status and doctor say so, and joining again shows and asks first", async () => {
    const { ann, bob, shared, url } = await pair()
    await run(ann, ["note", "Use pnpm for every install"])
    await run(ann, ["team", "join", url, "--name", "ann", "--yes"])
    for (const name of readdirSync(shared)) rmSync(join(shared, name), { recursive: true })
    await run(bob, ["team", "join", url, "--name", "bob", "--yes"])
    const sync = await run(ann, ["team", "sync"])
    expect([sync.code, sync.err]).toEqual([6, expect.stringContaining("not the one this home joined")])
    expect((await run(ann, ["team"])).out).toMatch(/careful +another log, [0-9a-f]{8}, stands at this address/)
    const doctor = (await run(ann, ["doctor", "--json"])).json()
    expect(doctor.checks.find((c: { name: string }) => c.name === "team")).toMatchObject({ state: "fail" })
    expect(bytesOf(shared)).not.toContain("pnpm")
    const again = await run(ann, ["team", "join", url])
    expect([again.code, again.out]).toEqual([2, expect.stringContaining("Use pnpm for every install")])
    expect(bytesOf(shared)).not.toContain("pnpm")
    await run(ann, ["team", "share", "--yes"])
    expect(bytesOf(shared)).toContain("Use pnpm for every install")
    expect((await run(ann, ["team"])).out).not.toContain("careful")
  })

  it("[S2-51] join, share, nod, revoke and leave, end to end", async () => {
    const { ann, bob, shared, url } = await pair()
    await run(ann, ["note", "Use pnpm for every install"])
    expect((await run(ann, ["team", "join", url, "--name", "ann", "--yes", "--json"])).json()).toMatchObject({
      agreed: true,
    })
    expect(bytesOf(shared)).toContain("Use pnpm for every install")
    const joined = (await run(bob, ["team", "join", url, "--name", "bob", "--yes", "--json"])).json()
    expect(joined.synced.sent).toBe(1)
    const [waiting] = (await run(bob, ["review", "--json"])).json().items
    expect(waiting).toMatchObject({ statement: "Use pnpm for every install", why: "from a teammate" })
    expect((await run(bob, ["card", "confirm", waiting.id])).out).toContain("now active")
    expect((await run(bob, ["cards", "--json"])).json().cards).toHaveLength(1)
    expect((await run(bob, ["settle", "--json"])).json().shared).toBe(1)
    await run(ann, ["team", "sync"])
    const status = (await run(ann, ["team", "--json"])).json().teams[0]
    expect(status.members.map((m: { name: string }) => m.name).sort()).toEqual(["ann", "bob"])
    expect(status).toMatchObject({ agreed: true, backlog: 0, refused: {} })
    expect((await run(bob, ["team", "revoke", "ann", "--yes"])).code).not.toBe(0)
    expect((await run(ann, ["team", "revoke", "bob", "--yes", "--json"])).json().revoked).toBe(true)
    const doctor = (await run(ann, ["doctor", "--json"])).json()
    expect(doctor.checks.find((c: { name: string }) => c.name === "team").text).toContain("folder")
    const left = (await run(ann, ["team", "leave", "--yes", "--json"])).json()
    expect(left).toMatchObject({ left: true })
    expect(existsSync(join(ann.home, "data", "team", "membership.json"))).toBe(false)
    expect((await run(ann, ["cards", "--json"])).json().cards).toHaveLength(1)
  })

  it("[security 19] forgetting leaves no word in this home's copy of the team's views, also not after the next sync", async () => {
    const { ann, bob, url } = await pair()
    await run(ann, ["note", "Use zebrafish fixtures for every test"])
    await run(bob, ["note", "Use aardvark mocks for every client"])
    for (const [w, name] of [
      [ann, "ann"],
      [bob, "bob"],
    ] as const)
      await run(w, ["team", "join", url, "--name", name, "--yes"])
    await run(ann, ["team", "sync"])
    const kept = () => bytesOf(join(ann.home, "data", "team"))
    expect([kept().includes("zebrafish"), kept().includes("aardvark")]).toEqual([true, true])
    await run(ann, ["forget", "--text", "zebrafish", "--yes"])
    expect(kept()).not.toContain("zebrafish")
    await run(ann, ["forget", "--text", "aardvark", "--yes"])
    await run(ann, ["team", "sync"])
    expect([kept().includes("zebrafish"), kept().includes("aardvark")]).toEqual([false, false])
    expect((await run(ann, ["team", "--json"])).json().teams[0].members).toHaveLength(2)
  })

  it("global is this person and cannot be shared; an unknown engine or act says what is known", async () => {
    const { ann, url } = await pair()
    expect((await run(ann, ["team", "join", url, "--scope", "global"])).err).toContain("never shared")
    expect((await run(ann, ["team", "join", "gopher://x"])).err).toContain("no engine knows")
    expect((await run(ann, ["team", "dance"])).err).toContain("join")
  })
})
