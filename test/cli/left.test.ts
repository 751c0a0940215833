// mettle left: threads, old sessions by meaning, and the command that takes each up again.
import { mkdirSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { describe, expect, it } from "vitest"
import { pastSession } from "./claude-home.ts"
import { folder, world } from "./world.ts"

const NOW = Date.UTC(2026, 0, 20)
const DAY = 86_400_000

async function stage() {
  const home = folder()
  const repo = join(folder(), "shop")
  mkdirSync(repo)
  const cart = pastSession(home, repo, NOW - 3 * DAY, [
    { says: "make the cart round its totals" },
    { runs: "pnpm test", ok: false, output: "FAIL src/cart.test.ts\nTests: 1 failed, 7 passed" },
    { replies: "One test is red. Should I change how totals are rounded?" },
  ])
  pastSession(home, repo, NOW - 2 * DAY, [{ says: "explain the login flow to me" }, { replies: "It begins here." }])
  const w = world(repo)
  const io = { now: () => NOW, env: { HOME: home, METTLE_HOME: "", XDG_DATA_HOME: join(home, "data") } }
  const run = (...words: string[]) => w.run(words, io)
  await run("import", "transcripts")
  return { run, cart }
}

describe("mettle left", () => {
  it("[W20] names what is open and the command that resumes it; what is done is not there", async () => {
    const { run, cart } = await stage()
    const { threads } = (await run("left", "--json")).json()
    const session = basename(cart, ".jsonl")
    expect(threads).toHaveLength(1)
    expect(threads[0]).toMatchObject({
      about: "make the cart round its totals",
      open: ["red", "question"],
      red: { command: "pnpm test" },
      question: "Should I change how totals are rounded?",
      resume: `claude --resume ${session}`,
    })
    const { out } = await run("left")
    expect(out).toContain(`claude --resume ${session}`)
    expect(out).not.toContain("login flow")
  })

  it("finds an old session by words, and says so when its file is gone", async () => {
    const { run, cart } = await stage()
    rmSync(cart)
    const { episodes } = (await run("left", "rounding", "of", "the", "cart", "--json")).json()
    expect(episodes[0]).toMatchObject({ prompt: "make the cart round its totals", resume: null })
    expect((await run("left", "rounding of the cart")).out).toContain("not on this computer any more")
  })
})
