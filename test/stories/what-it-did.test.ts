// What it did for you: holds and what followed them, wishes before and since, what went unsaid, what it got wrong, what it cost.
import { describe, expect, it } from "vitest"
import { episodeId } from "../../src/core/ids.ts"
import { isLive } from "../../src/core/views/state.ts"
import { act, note, undo, undoCard } from "../../src/memory/acting/acts.ts"
import { mark } from "../../src/memory/acting/agent-notes.ts"
import { holdsOf } from "../../src/memory/checks/holds.ts"
import { forget } from "../../src/memory/forgetting/forget.ts"
import { type Deed, whatItDid } from "../../src/memory/measuring/did.ts"
import { findEpisode } from "../../src/memory/reading/episodes.ts"
import { explainCard } from "../../src/memory/reading/explain.ts"
import { episodeHistory } from "../../src/memory/reading/history.ts"
import { cardRows, findCard } from "../../src/memory/reading/read.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../../src/memory/without-disk.ts"
import { claude } from "../hook/house.ts"
import { denies, hooksOf } from "./hooks.ts"
import { REPO } from "./world.ts"

const HOUR = 3_600_000
const REFUSED = "The user doesn't want to proceed with this tool use. The tool use was rejected"

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
  /** One session: a prompt, then commands, or what else is said or refused; one that is held comes back as the client tells it. */
  const session = async (name: string, prompt: string, commands: readonly string[]): Promise<void> => {
    const one = claude("/work/shop", name)
    await said(one.start())
    await said(one.prompt("p1", prompt))
    for (const [i, given] of commands.entries()) {
      const call = `${name}-${i}`
      const [, mark, command] = /^(says|refused|broken off)?:? ?(.*)$/.exec(given) as unknown as string[]
      if (mark === "says") {
        await said(one.prompt(call, command!))
        continue
      }
      const out = await said(one.before(call, command!))
      if (mark === "broken off") continue
      if (mark === "refused")
        await said({ ...one.before(call, command!), hook_event_name: "PostToolUseFailure", error: REFUSED })
      else if (denies(out)) {
        const reason = String(JSON.parse(out!).hookSpecificOutput.permissionDecisionReason)
        await said({ ...one.before(call, command!), hook_event_name: "PostToolUseFailure", error: reason })
      } else await said(one.after(call, command!, "done"))
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

  it("[N6] tells the user's act from the agent's: they let it run, they refused it, it never ran", async () => {
    const s = await told()
    const call = "npm install ajv"
    await s.session("allowed", "add ajv", [call, "says: fine, npm this once", call])
    await s.session("refused", "add ajv", [call, `refused: ${call}`])
    await s.session("stopped", "add ajv", [call, `broken off: ${call}`])
    await s.session("other task", "add ajv", [call, "says: round the totals in the invoice", call])
    expect(s.followed("other task")).toEqual(["repeated"])
    expect(["allowed", "refused", "stopped"].map(s.followed)).toEqual([["allowed"], ["refused"], ["stopped"]])
    const words = s.did("held")[0]!.text
    expect(words).toContain("2 ran again anyway, 1 you let run, 3 left it")
    expect(s.did("wrong").map(line => line.text)).toEqual(["got wrong: 1 held call that you let run"])
  })

  it("[N12] says got wrong of what Mettle misheard or told wrongly, not of the user's own notes, acts and answers", async () => {
    const s = await told()
    expect(s.did("wrong"), "the agent's disobedience is none").toEqual([])
    const own = await note(s.memory, "never use yarn here", { scope: REPO })
    await undoCard(s.memory, own)
    const kept = cardRows(s.memory).find(card => isLive(card.stage))!
    await act(s.memory, "card.pinned", { card: kept.id, on: true })
    await undo(s.memory)
    expect(s.did("wrong"), "a note of one's own, and an act taken back").toEqual([])
    await mark(s.memory, { card: kept.id, tag: "wrong", by: "agent" })
    expect(s.did("wrong"), "an agent's mark").toEqual([])
    await undoCard(s.memory, kept.id)
    const [wrong] = s.did("wrong")
    expect(wrong!.text).toBe("got wrong: 1 card taken back")
    expect(wrong!.items[0]!.text).toContain("always use pnpm")
  })

  it("[D70] a session of which nothing was told went neither well nor badly, whatever is usual here", async () => {
    const s = await told()
    for (let i = 0; i < 12; i++) {
      const one = claude("/work/shop", `good-${i}`)
      await s.said(one.start())
      await s.said(one.prompt("p1", "run the tests"))
      await s.said(one.after("t1", "pnpm test", "Tests  4 passed (4)"))
      await s.said(one.prompt("p2", "perfect, thanks"))
      await s.said(one.end())
      s.later(HOUR)
    }
    await s.session("plain", "look around", [])
    await s.session("blocked", "add ajv", ["npm install ajv"])
    const verdict = (name: string) => findEpisode(s.memory, episodeId("claude-code", name)).verdict
    expect(verdict("good-11")).toBe("success")
    expect(["plain", "blocked"].map(verdict)).toEqual(["unjudged", "unjudged"])
  })

  it("counts holds, each open on its card and its episode", async () => {
    const s = await told()
    const [held] = s.did("held")
    expect(held).toMatchObject({
      n: 3,
      text: "held 3 calls: 1 then went the right way, 1 ran again anyway, 1 left it",
    })
    expect(held!.items[0]!.text).toContain("npm install left-pad")
    expect(held!.items.map(item => item.command)).toEqual(
      Array(3).fill(expect.stringMatching(/^mettle why c-[0-9a-f]{6}$/)),
    )
    expect(held!.items[1]!.href).toBe(`/episode/${episodeId("claude-code", "repeated")}`)
  })

  it("[J4] forgetting takes words away and changes no count: what followed is then not known", async () => {
    const s = await told()
    const before = s.did("held")[0]!
    const [card] = cardRows(s.memory).filter(one => isLive(one.stage))
    await forget(s.memory, { card: card!.id })
    const held = s.did("held")[0]!
    expect(held.n).toBe(before.n)
    expect(held.text).toBe("held 3 calls: 3 forgotten")
    expect(s.did("wrong")).toEqual([])
    for (const { command } of held.items) expect(command).toMatch(/^mettle history e-/)
  })

  it("[N6] asking whether a program is there is not doing it that way, nor is doing both", async () => {
    const s = await told()
    await s.session("asks", "add ajv", ["npm install ajv", "pnpm --version || true"])
    await s.session("both", "add zod", ["npm install zod", "pnpm add zod", "npm install zod"])
    await s.session("otherwise", "run the tests", ["npm test", "CI=1 npm test"])
    expect(s.followed("asks")).toEqual(["other"])
    expect(s.followed("both")).toEqual(["repeated"])
    expect(s.followed("otherwise"), "another call that breaks the same wish is no other way").toEqual(["broken"])
  })

  it("says of a known failure that was held so once, not in two lines", async () => {
    const s = await stage()
    for (const name of ["one", "two"]) {
      const day = claude("/work/shop", name)
      await s.said(day.start())
      await s.said(day.prompt("p1", "make the tests pass"))
      const failed = { hook_event_name: "PostToolUseFailure", error: "Exit code 1\nError: REDIS_URL is not set" }
      await s.said({ ...day.before("t1", "pnpm test"), ...failed })
      await s.said(day.after("t2", "pnpm run env:setup", "done"))
      await s.said(day.after("t3", "pnpm test", "Tests  4 passed (4)"))
      await s.said(day.stop("p1"))
      await s.said(day.end())
      s.later(HOUR)
    }
    await s.session("again", "run the tests", ["pnpm test", "pnpm run env:setup", "pnpm test"])
    expect(s.did("held").map(({ text }) => text)).toEqual(["held 1 call known to fail: 1 then went the right way"])
    expect(s.did("met")).toEqual([])
  })

  it("claims of a known failure that was only told no more than that: some clients hand it over with the call's answer", async () => {
    const s = await stage()
    const day = claude("/work/shop", "once")
    await s.said(day.start())
    await s.said(day.prompt("p1", "make the tests pass"))
    const failed = { hook_event_name: "PostToolUseFailure", error: "Exit code 1\nError: REDIS_URL is not set" }
    await s.said({ ...day.before("t1", "pnpm test"), ...failed })
    await s.said(day.after("t2", "pnpm run env:setup", "done"))
    await s.said(day.after("t3", "pnpm test", "Tests  4 passed (4)"))
    await s.said(day.stop("p1"))
    await s.said(day.end())
    s.later(HOUR)
    await s.session("again", "run the tests", ["pnpm test"])
    expect(s.did("met").map(({ text, items }) => [text, items[0]!.text])).toEqual([
      ["told of 1 known failure when tried again", "at `pnpm test`"],
    ])
  })

  it("says of a wish how often it was broken since, of how many, and how often before it was said", async () => {
    const s = await told()
    const [wish] = s.did("wishes")
    expect(wish!.text).toMatch(/^“always use pnpm.*”: broken in 1 of 3 sessions since, 2 of 3 before you said so$/)
  })

  it("counts the session of the saying on one side only, and what an earlier wish asked for as no breach of a later one", async () => {
    const s = await stage()
    await s.session("first", "install zod", ["npm install zod", "says: use pnpm, not npm", "pnpm add ajv"])
    const [first] = s.did("wishes")
    expect(first!.text).toBe("“use pnpm, not npm”: broken in 0 of 1 session since")
    await s.session("second", "add lodash", ["pnpm add lodash"])
    await s.session("third", "use yarn from now on instead of pnpm", ["yarn add dayjs"])
    await s.session("fourth", "add left-pad", ["yarn add left-pad"])
    const wish = s.did("wishes").find(({ text }) => text.includes("yarn"))
    expect(wish!.text).toMatch(/: broken in 0 of 2 sessions since, 0 of 2 before you said so$/)
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
