// What it did for you: holds and what followed them, wishes before and since, what went unsaid, what it got wrong, what it cost.
import { describe, expect, it } from "vitest"
import { episodeId } from "../../src/core/ids.ts"
import { holdsOf } from "../../src/memory/checks/holds.ts"
import { type Deed, whatItDid } from "../../src/memory/measuring/did.ts"
import { findEpisode } from "../../src/memory/reading/episodes.ts"
import { explainCard } from "../../src/memory/reading/explain.ts"
import { episodeHistory } from "../../src/memory/reading/history.ts"
import { findCard } from "../../src/memory/reading/read.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../../src/memory/without-disk.ts"
import { claude } from "../hook/house.ts"
import { denies, hooksOf } from "./hooks.ts"
import { REPO } from "./world.ts"

const HOUR = 3_600_000

async function stage() {
  let now = Date.UTC(2026, 0, 5, 9)
  const memory = memoryOver(ramPorts(), {
    ...{ now: () => now, randomBytes: dice(), engine: "test", preset: "mettle" },
  })
  const hook = hooksOf(memory, REPO, () => now)
  const said = async (payload: Readonly<Record<string, unknown>>): Promise<string | null> => {
    const out = await hook(payload)
    await settle(memory)
    now += 30_000
    return out
  }
  /** One session: a prompt, then commands; one that is held comes back as the client tells it. */
  const session = async (name: string, prompt: string, commands: readonly string[]): Promise<void> => {
    const one = claude("/work/shop", name)
    await said(one.start())
    await said(one.prompt("p1", prompt))
    for (const [i, command] of commands.entries()) {
      const call = `${name}-${i}`
      const out = await said(one.before(call, command))
      if (denies(out)) {
        const reason = String(JSON.parse(out!).hookSpecificOutput.permissionDecisionReason)
        await said({ ...one.before(call, command), hook_event_name: "PostToolUseFailure", error: reason })
      } else await said(one.after(call, command, "done"))
    }
    await said(one.stop("p1"))
    await said(one.end())
    now += HOUR
  }
  const did = (deed: Deed) => {
    const { lines } = whatItDid(memory, { scope: REPO, now })
    return lines.filter(line => line.deed === deed)
  }
  const followed = (name: string) => holdsOf(memory, episodeId("claude-code", name)).map(hold => hold.followed)
  return { memory, session, did, followed, said, later: (ms: number) => void (now += ms), now: () => now }
}

async function told() {
  const s = await stage()
  await s.session("before-1", "add zod", ["npm install zod"])
  await s.session("before-2", "add ajv", ["npm install ajv", "ls"])
  await s.session("before-3", "list the files", ["ls"])
  const wish = claude("/work/shop", "wish")
  await s.said(wish.start())
  await s.said(wish.prompt("p1", "always use pnpm in this repo, never npm"))
  await s.said(wish.stop("p1"))
  await s.said(wish.end())
  s.later(HOUR)
  await s.session("remedy", "add lodash", ["npm install lodash", "pnpm add lodash"])
  await s.session("repeated", "add dayjs", ["npm install dayjs", "npm install dayjs"])
  await s.session("gave-up", "add left-pad", ["npm install left-pad"])
  return s
}

describe("what it did for you", () => {
  it("[N6] tells what followed a hold: the remedy, the same call again, or nothing", async () => {
    const s = await told()
    expect(s.followed("remedy")).toEqual(["remedy"])
    expect(s.followed("repeated")).toEqual(["repeated"])
    expect(s.followed("gave-up")).toEqual(["gave_up"])
  })

  it("counts holds, each open on its card and its episode, and says which it got wrong", async () => {
    const s = await told()
    const [held] = s.did("held")
    expect(held).toMatchObject({
      n: 3,
      text: "held 3 calls; 1 of 3 then went as you asked or another way; 1 of 3 ran again anyway",
    })
    expect(held!.items[0]!.text).toContain("npm install left-pad")
    expect(held!.items.map(item => item.command)).toEqual(
      Array(3).fill(expect.stringMatching(/^mettle why c-[0-9a-f]{6}$/)),
    )
    expect(held!.items[1]!.href).toBe(`/episode/${episodeId("claude-code", "repeated")}`)
    expect(s.did("wrong").map(line => line.text)).toEqual(["got wrong: 1 held call ran again anyway"])
  })

  it("says of a wish how often it was broken since, of how many, and how often before it was said", async () => {
    const s = await told()
    const [wish] = s.did("wishes")
    expect(wish!.text).toMatch(/^“always use pnpm.*”: broken in 1 of 3 sessions since, 2 of 3 before you said so$/)
  })

  it("claims nothing where there is nothing", async () => {
    const s = await stage()
    expect(whatItDid(s.memory, { scope: REPO, now: s.now() }).lines).toEqual([])
    await s.session("plain", "list the files", ["ls"])
    for (const deed of ["held", "met", "wishes", "unsaid", "wrong", "learned"] as const) expect(s.did(deed)).toEqual([])
  })

  it("lets a week go by", async () => {
    const s = await told()
    s.later(8 * 24 * HOUR)
    expect(s.did("held")).toEqual([])
    expect(s.did("wishes")).toHaveLength(1)
  })

  it("[N6] a card says which calls it held, and what followed each", async () => {
    const s = await told()
    const [held] = s.did("held")
    const card = findCard(s.memory, held!.items[0]!.command.split(" ").at(-1)!)
    expect(explainCard(s.memory, card).holds.map(hold => [hold.action, hold.followed])).toEqual([
      ["npm install lodash", "remedy"],
      ["npm install dayjs", "repeated"],
      ["npm install left-pad", "gave_up"],
    ])
  })

  it("[N6] a hold whose remedy ran is no card without a sign of use", async () => {
    const s = await told()
    const episode = findEpisode(s.memory, episodeId("claude-code", "remedy"))
    const use = episodeHistory(s.memory, episode).used.find(
      one => one.channel === "check" || one.because.includes("held"),
    )
    expect(use?.because).toBe("held one call; then did what you asked")
  })
})
