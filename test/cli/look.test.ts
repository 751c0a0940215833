import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { describe, expect, it } from "vitest"
import { claude, house } from "../hook/house.ts"
import { stagedRepository } from "../store/git-stage.ts"
import { pastSession, type Told } from "./claude-home.ts"
import { folder, world } from "./world.ts"

const NOW = Date.UTC(2026, 0, 20)
const DAY = 86_400_000
const RED = "FAIL src/cart.test.ts\nError: connect ECONNREFUSED 127.0.0.1:6379"
const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`

const redis = (repo: string, words: string): readonly Told[] => [
  { says: words },
  { runs: "pnpm test", ok: false, output: RED },
  { runs: "docker compose up -d redis", ok: true, output: "started" },
  { runs: "pnpm test", ok: true, output: "7 passed" },
  { reads: join(repo, ".golangci.yml"), ok: false },
  { reads: join(repo, ".golangci.yaml"), ok: true },
  { replies: "Done." },
  { says: `thanks, the token is ${TOKEN}` },
  { replies: "Noted." },
]

function stage() {
  const home = folder()
  const repo = join(folder(), "shop")
  mkdirSync(repo)
  pastSession(home, repo, NOW - 9 * DAY, redis(repo, "use pnpm, never npm. run the tests"))
  pastSession(home, repo, NOW - 5 * DAY, redis(repo, "Use pnpm, never npm! fix the cart"))
  pastSession(home, repo, NOW - 2 * DAY, [
    { says: "add a coupon field" },
    { runs: "npm install left-pad", ok: true, output: "added 1 package" },
    { replies: "Added." },
  ])
  pastSession(home, `${repo}-api`, NOW - DAY, redis(repo, "use yarn, never pnpm")) // another repository beside it
  writeFileSync(
    join(repo, "CLAUDE.md"),
    "- Read `docs/gone.md` before you change the cart\n- Keep the cart small and fast always\n- Keep the cart small and fast, always!\n",
  ) // prettier-ignore
  const w = world(repo)
  const io = { now: () => NOW, env: { HOME: home, METTLE_HOME: "", XDG_DATA_HOME: join(home, "data") } }
  return { home, repo, look: (...flags: string[]) => w.run(["look", ...flags], io) }
}
const tree = (dir: string): readonly string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .map(e => join(e.parentPath, e.name))
    .sort()
    .map(path => `${path} ${statSync(path).mtimeMs}`)

describe("mettle look", () => {
  it("[U-03] shows repeated words, failures hit again, and what check would have said", async () => {
    const { look } = stage()
    const report = (await look("--json")).json()
    expect(report).toMatchObject({ sessions: 3, repo: "shop", clients: { "claude-code": 3 } })
    expect(report.repeats[0]).toMatchObject({ episodes: 2, kind: "constraint" })
    expect(report.repeats[0].said[1].quote).toContain("Use pnpm, never npm")
    expect(report.again.map((a: { what: string }) => a.what).sort()).toEqual([".golangci.yml", "pnpm test"])
    const said = report.warnings.map((w: { action: string; verdict: string; placement: string }) => [
      w.action,
      w.verdict,
      w.placement,
    ]) // prettier-ignore
    expect(said).toContainEqual(["npm install left-pad", "your word", "before_tool"])
    expect(said).toContainEqual(["pnpm test", "right", "before_tool"])
    expect(said).toContainEqual([".golangci.yml", "right", "after_failure"])
  })

  it("counts a session by what it tells, not by when its file was copied", async () => {
    const { look, home } = stage()
    for (const name of readdirSync(join(home, ".claude"), { recursive: true, encoding: "utf8" }))
      if (name.endsWith(".jsonl")) utimesSync(join(home, ".claude", name), NOW / 1000, NOW / 1000)
    const report = (await look("--days", "3", "--json")).json()
    expect(report).toMatchObject({ sessions: 1, left: 0, firstAt: new Date(NOW - 2 * DAY + 60_000).toISOString() })
    const { out } = await look("--days", "1")
    expect(out).toMatch(/^mettle look . shop . last day$/m)
    expect(out).toContain("No past session of this repository was found.")
  })

  it("[N8] an order that acts outwards, given again, is none to say once and for all", async () => {
    const { home, repo, look } = stage()
    for (const [i, says] of ["commit and push", "commit and push", "commit and push it", "commit and push"].entries())
      pastSession(home, repo, NOW - (8 - i) * DAY + 3_600_000, [{ says }, { replies: "Done." }])
    const said = (await look("--json")).json().repeats.map((r: { statement: string }) => r.statement)
    expect(said.filter((statement: string) => statement.includes("commit"))).toEqual([])
  })

  it("[N8] says which lines of rule files a call can prove, and how often past sessions broke them", async () => {
    const { home, repo, look } = stage()
    pastSession(home, repo, NOW - 3 * DAY, [
      { says: "tidy up" },
      { runs: "sed -i s/a/b/ src/legacy.ts", ok: true, output: "" },
      // held, so that nothing was broken
      { runs: "git push --force", ok: false, output: "PreToolUse:Bash hook error: mettle held this call once: no." },
      { replies: "Done." },
    ])
    writeFileSync(
      join(repo, "CLAUDE.md"),
      "- Keep the cart small\n- Never run `npm install` here\n- Do not use `git push --force`\n- Never edit `src/legacy.ts`\n",
    ) // prettier-ignore
    const once = { path: "CLAUDE.md", broken: 1, episodes: 1, seen: 4, lastAt: expect.stringMatching(/^\d{4}-.*Z$/) }
    expect((await look("--json")).json().rules).toEqual([
      { ...once, line: 2, quote: "Never run `npm install` here" },
      { ...once, line: 4, quote: "Never edit `src/legacy.ts`" },
      {
        path: "CLAUDE.md",
        line: 3,
        quote: "Do not use `git push --force`",
        broken: 0,
        episodes: 0,
        seen: 4,
        lastAt: null,
      },
    ])
    const { out } = await look()
    expect(out).toMatch(/Rules a call can prove {2}3 lines, 2 broken/)
    expect(out).toMatch(/broken in 1 session, last 18 Jan/)
    expect(out).toMatch(/kept +Do not use `git push --force`/)
  })

  it("[N8] says of a rule that no session came near that it was not seen, not that it was kept", async () => {
    const { home, repo, look } = stage()
    writeFileSync(join(repo, "AGENTS.md"), "- Never run `npm install` here\n")
    const { out } = await look("--days", "1")
    expect(out).toMatch(/not seen yet +Never run `npm install` here/)
    expect(out).not.toContain("kept")
    pastSession(home, repo, NOW - DAY / 2, [{ says: "what is in the cart module?" }, { replies: "Totals." }])
    expect((await look("--days", "1")).out).toMatch(/not seen yet +Never run/)
  })

  it("[N8] shows what would have been kept, where the person corrected, what is open, and one thing worth doing", async () => {
    const { home, repo, look } = stage()
    pastSession(home, repo, NOW - 3 * DAY, [
      { says: "Implement the following plan:\n\n# round the totals to cents" },
      { replies: "Rounded to euros." },
      { says: "no, that is wrong, I said cents" },
      { runs: "pnpm test", ok: false, output: "FAIL src/totals.test.ts\nexpected 1.25" },
      { replies: "One test is still red." },
    ])
    const report = (await look("--json")).json()
    expect(report.kept.map((k: { statement: string }) => k.statement)).toContainEqual(
      expect.stringMatching(/never npm/i),
    )
    expect(report.corrected).toMatchObject([{ quote: "no, that is wrong, I said cents" }])
    expect(report.open[0]).toMatchObject({ about: expect.stringContaining("round the totals"), what: "red" })
    const { out } = await look()
    expect(out).toContain("1 time in 1 of 4 sessions")
    expect(out).toMatch(/Worth doing first: .*never npm/)
  })

  it("[N8] once set up it offers no installing, and lists nothing that was put away or forgotten since", async () => {
    const { home, repo } = stage()
    const w = world(repo)
    mkdirSync(join(home, ".claude"), { recursive: true })
    let dice = 0
    const random = (bytes: number) => new Uint8Array(bytes).fill(++dice)
    const run = (...words: string[]) => w.run(words, { now: () => NOW, random, env: { HOME: home } })
    const kept = async (): Promise<string> =>
      (await run("look", "--json"))
        .json()
        .kept.map((k: { statement: string }) => k.statement)
        .join("\n")
    expect((await run("init", "--yes", "--client", "claude-code")).code).toBe(0)
    expect((await run("import", "transcripts", "--json")).json().proposed).toBeGreaterThan(1)
    expect(await kept()).toMatch(/never npm/i)
    const cards = (await run("cards", "--json")).json().cards as { id: string; statement: string }[]
    const id = (words: RegExp): string => cards.find(c => words.test(c.statement))!.id
    expect((await run("card", "archive", id(/never npm/i), "--json")).code).toBe(0)
    expect(await kept()).not.toMatch(/never npm/i)
    expect(await kept()).toMatch(/docker compose/)
    expect((await run("forget", "--card", id(/docker compose/), "--yes")).code).toBe(0)
    expect(await kept()).not.toMatch(/docker compose/)
    const { out } = await run("look")
    expect(out).not.toContain("mettle init")
    expect(out.trimEnd().split("\n").at(-1)).toContain("mettle cards")
  })

  it("stores nothing, changes nothing, and leaves other repositories alone", async () => {
    const { home, repo, look } = stage()
    const before = [tree(home), tree(repo)]
    const { code, out } = await look()
    expect(code).toBe(0)
    expect([tree(home), tree(repo)]).toEqual(before)
    expect(out).not.toContain("yarn")
  })

  it("leaves nothing in its own folders either, in a repository with commits", async () => {
    const { dir, commit } = stagedRepository()
    commit(0, { "cart.ts": "export const total = 1\n" })
    const w = world(dir)
    expect((await w.run(["look"], { env: { HOME: folder() } })).code).toBe(0)
    expect(readdirSync(w.home)).toEqual([])
  })

  it("fits 80 columns, masks secrets, and ends with the one command", async () => {
    const { look } = stage()
    const { out } = await look()
    expect(Math.max(...out.split("\n").map(line => [...line].length))).toBeLessThanOrEqual(80)
    expect(out).not.toContain(TOKEN)
    expect(out).toContain("2 secrets masked")
    expect(out.trimEnd().split("\n").at(-1)).toContain("npx mettle init")
  })

  it("prints no secret and no home folder", async () => {
    const { home, repo, look } = stage()
    const said = (await look()).out + (await look("--json")).out
    expect(said).toContain("never npm")
    for (const hidden of [TOKEN, home, repo]) expect(said).not.toContain(hidden)
  })

  it("is honest when there is nothing to see", async () => {
    const w = world()
    const { code, out } = await w.run(["look"], { env: { HOME: folder() } })
    expect(code).toBe(0)
    expect(out).toContain("No past session of this repository was found")
    expect(out).toContain("npx mettle init")
  })
})

describe("mettle import transcripts", () => {
  it("[S2-25] reads past sessions once; a second run adds nothing; a grown file adds what is new", async () => {
    const { home, repo } = stage()
    const w = world(repo)
    const run = async (...flags: string[]) =>
      (await w.run(["import", "transcripts", "--json", ...flags], { now: () => NOW, env: { HOME: home } })).json()
    expect(await run("--dry-run")).toMatchObject({ done: false, sessions: 3 })
    const first = await run()
    expect(first).toMatchObject({ done: true, sessions: 3, known: 0, interrupted: false })
    expect(first.added).toBeGreaterThan(20)
    expect(first.proposed).toBeGreaterThan(1)
    expect(await run()).toMatchObject({ sessions: 0, known: 3, added: 0 })
    const file = pastSession(home, repo, NOW - DAY / 2, [{ says: "one more thing" }, { replies: "Yes." }])
    expect(await run()).toMatchObject({ sessions: 1, known: 3 })
    expect(readFileSync(file, "utf8")).toContain("one more thing")
  })
  it("[J8] what ran with METTLE=off is not read in later, nor looked at, through the real launcher", async () => {
    const { home, repo } = stage()
    const secret = pastSession(home, repo, NOW - DAY, [{ says: "always deploy on fridays" }, { replies: "Yes." }])
    const h = house()
    const one = claude(repo, basename(secret, ".jsonl"))
    const hooks = [one.start(), one.prompt("p1", "always deploy on fridays"), one.end()]
    for (const payload of hooks)
      expect(await h.run(payload, { env: { METTLE: "off" } })).toMatchObject({ out: "", err: "" })
    expect(existsSync(join(h.paths.data, "log.db"))).toBe(false)
    const kept = readFileSync(join(h.paths.state, "unseen"), "utf8")
    expect(kept).toMatch(/^[0-9a-f]{32} \S+\n$/)
    const w = world(repo)
    const io = { now: () => NOW, env: { HOME: home, METTLE_HOME: h.home } }
    expect((await w.run(["look", "--json"], io)).out).not.toContain("fridays")
    const read = await w.run(["import", "transcripts"], io)
    expect(read.out).toMatch(/^3 sessions read . 1 left out \(run with METTLE=off\)/)
    expect((await w.run(["export"], io)).out).not.toContain("fridays")
    expect((await w.run(["import", "transcripts"], io)).out).toMatch(/^3 sessions, all read before . 1 left out/)
  })
  it("[D76] keeps out of repositories that are switched off", async () => {
    const { home, repo } = stage()
    const w = world(repo)
    const io = { now: () => NOW, env: { HOME: home } }
    await w.run(["config", "set", "ignore.repos", JSON.stringify([repo])], io)
    const refused = await w.run(["import", "transcripts"], io)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("switched off")])
  })
})
