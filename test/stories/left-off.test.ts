// Where you left off: a record of the one unfinished thread that fits, at the first prompt of a new session and nowhere else.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { LEFT_HEAD } from "../../src/core/check/held.ts"
import { observed } from "../../src/core/events/draft.ts"
import { episodeId } from "../../src/core/ids.ts"
import { LEFT_TOKENS } from "../../src/core/left/choose.ts"
import { tokens } from "../../src/core/pack/render.ts"
import { whatItDid } from "../../src/memory/measuring/did.ts"
import { leftFor } from "../../src/memory/past/left.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice, memoryOver, ramPorts } from "../../src/memory/without-disk.ts"
import { readRepository } from "../../src/world/repository.ts"
import { claude } from "../hook/house.ts"
import { stagedRepository } from "../store/git-stage.ts"
import { hooksOf } from "./hooks.ts"
import { REPO } from "./world.ts"

const DAY = 86_400_000

/** A working copy on disk, a memory in RAM, and hooks between them. */
function stage(settings: Readonly<Record<string, string>> = {}, controlShare = 0) {
  const repo = stagedRepository()
  const { dir } = repo
  const git = (...words: string[]): string => repo.git(0, ...words)
  repo.commit(0, { "parser.ts": "export const a = 1\n", "billing.ts": "export const b = 1\n" })
  let now = Date.UTC(2026, 0, 5, 9)
  const memory = memoryOver(ramPorts(), {
    ...{ now: () => now, randomBytes: dice(), engine: "test", preset: "mettle", controlShare },
  })
  let started = "cli"
  const hooks = () =>
    hooksOf(memory, REPO, () => now, settings, "claude-code", {
      home: dir,
      entrypoint: started,
      repository: readRepository(dir),
    })
  const later = (ms = 60_000): void => {
    now += ms
  }
  const said = async (payload: Readonly<Record<string, unknown>>): Promise<string> => {
    const out = await hooks()(payload)
    await settle(memory)
    later()
    return out === null ? "" : String(JSON.parse(out).hookSpecificOutput?.additionalContext ?? "")
  }
  /** A session that changes a file, sees its test fail and ends with a question. */
  const unfinished = async (
    session: string,
    file = "parser.ts",
    words = "make the parser accept trailing commas",
    after = DAY,
  ) => {
    const one = claude(dir, session)
    await said(one.start())
    await said(one.prompt("p1", words))
    repo.write(file, `export const changed = "${session}"\n`)
    await said({ ...one.before("t1", ""), ...edit(join(dir, file)) })
    await said({
      ...one.before("t2", "npm test"),
      hook_event_name: "PostToolUseFailure",
      error: "Exit code 1\n1 failing",
    })
    await said({
      ...one.stop("p1"),
      last_assistant_message: "One test is red. Should I also relax the grammar for lists?",
    })
    await said(one.end())
    later(after)
  }
  const edit = (path: string) => ({
    ...{ hook_event_name: "PostToolUse", tool_name: "Edit", tool_response: { filePath: path } },
    tool_input: { file_path: path, old_string: "1", new_string: "2" },
  })
  const begins = async (session: string, prompt: string, source = "startup", more: object = {}): Promise<string> => {
    const next = claude(dir, session)
    await said({ ...next.start(source), ...more })
    return said({ ...next.prompt("p1", prompt), ...more })
  }
  const startedBy = (how: string): void => void (started = how)
  return { dir, git, startedBy, write: repo.write, memory, said, unfinished, begins, later, edit }
}
const shownEvents = (s: ReturnType<typeof stage>) =>
  s.memory.parts.log.read(0, 10_000).filter(e => e.type === "left.shown")

describe("where you left off", () => {
  it("[W6] the first prompt that asks to go on gets a cited record, within its tokens, and the showing is logged with its chance", async () => {
    const s = stage()
    await s.unfinished("one")
    const text = await s.begins("two", "continue")
    const block = text.slice(text.indexOf(LEFT_HEAD))
    expect(block).toContain(LEFT_HEAD)
    expect(block).toMatch(/yesterday on main \[e-[0-9a-f]{6}\]: “make the parser accept trailing commas”/)
    expect(block).toContain("`npm test` failed when last run (red since yesterday)")
    expect(block).toContain("changed, not committed:")
    expect(block).toContain("parser.ts")
    expect(block).toContain("the agent asked, unanswered: “Should I also relax the grammar for lists?”")
    expect(tokens(block)).toBeLessThanOrEqual(LEFT_TOKENS)
    const [event, ...more] = shownEvents(s)
    expect(more).toEqual([])
    expect(event!.data).toMatchObject({ shown: true, chance: 1, parts: ["red", "uncommitted", "question"] })
    expect(await s.said(claude(s.dir, "two").prompt("p2", "continue"))).not.toContain(LEFT_HEAD)
  })

  it("chooses the thread that is meant, not the last one", async () => {
    const s = stage()
    await s.unfinished("one")
    await s.unfinished("two", "billing.ts", "round the invoice totals in billing")
    expect(await s.begins("three", "continue with the parser and its trailing commas")).toContain(
      "parser accept trailing",
    )
    const open = stage()
    await open.unfinished("one")
    await open.unfinished("two", "billing.ts", "round the invoice totals in billing")
    expect(await open.begins("three", "go on")).toContain("round the invoice totals")
  })

  it("counts what it says against the pack's budget, and says nothing beyond it", async () => {
    const s = stage({ METTLE_PACK_TOKENS: "40" })
    await s.unfinished("one")
    expect(await s.begins("two", "continue")).not.toContain(LEFT_HEAD)
  })

  it("says nothing of what git has committed, whatever the log saw last", async () => {
    const s = stage()
    await s.unfinished("one")
    s.git("commit", "-qam", "by hand")
    const text = await s.begins("two", "continue")
    expect(text).toContain(LEFT_HEAD)
    expect(text).not.toContain("not committed")
  })

  it("obeys no setting of the repository while it looks", async () => {
    const s = stage()
    await s.unfinished("one")
    const trap = join(s.dir, "ran")
    s.git("config", "core.fsmonitor", `touch ${trap}`)
    s.git("config", "filter.evil.clean", `touch ${trap}; cat`)
    s.write(".gitattributes", "*.ts filter=evil\n")
    expect(await s.begins("two", "continue")).toContain("parser.ts")
    expect(existsSync(trap)).toBe(false)
  })

  it("a branch that is merged is over", async () => {
    const s = stage()
    s.git("checkout", "-qb", "commas")
    await s.unfinished("one")
    s.git("commit", "-qam", "done")
    s.git("checkout", "-q", "main")
    s.git("merge", "-q", "--no-ff", "-m", "merge", "commas")
    expect(await s.begins("two", "continue")).not.toContain(LEFT_HEAD)
  })

  it.each(["resume", "clear", "compact"])("is silent after %s", async source => {
    const s = stage()
    await s.unfinished("one")
    expect(await s.begins("two", "continue", source)).not.toContain(LEFT_HEAD)
  })

  it("is silent for a sub-agent, a headless run, and a thread that is open in another session", async () => {
    const s = stage()
    await s.unfinished("one")
    expect(await s.begins("two", "continue", "startup", { agent_id: "a1" })).not.toContain(LEFT_HEAD)
    const headless = stage()
    await headless.unfinished("one")
    headless.startedBy("sdk-cli")
    expect(await headless.begins("two", "continue")).not.toContain(LEFT_HEAD)
    const open = stage()
    const one = claude(open.dir, "one")
    await open.said(one.start())
    await open.said(one.prompt("p1", "make the parser accept trailing commas"))
    expect(await open.begins("two", "continue")).not.toContain(LEFT_HEAD)
    open.later(DAY)
    expect(await open.begins("three", "continue")).toContain("(broken off)")
  })

  it("a session that ended with thanks was not broken off, whether or not the agent answered them", async () => {
    const left = async (...last: readonly string[]) => {
      const s = stage()
      const one = claude(s.dir, "one")
      await s.said(one.start())
      await s.said(one.prompt("p1", "make the parser accept trailing commas"))
      await s.said({ ...one.stop("p1"), last_assistant_message: "The parser takes them now." })
      for (const [i, words] of last.entries()) await s.said(one.prompt(`q${i}`, words))
      await s.said(one.end())
      s.later(DAY)
      return whatItDid(s.memory, { scope: null, at: REPO, now: s.memory.parts.now() }).lines.filter(
        ({ deed }) => deed === "left",
      )
    }
    expect(await left("thanks")).toEqual([])
    expect(await left("perfect, thank you!")).toEqual([])
    expect(await left("thanks, now make it accept comments as well")).toHaveLength(1)
  })

  it.each([
    ["nobody sits there", { interactive: false, author: "user" }, false],
    ["the prompt is nobody's words", { interactive: true, author: "harness" }, false],
    ["a sub-agent was given it", { interactive: true, author: "sub-agent" }, false],
    ["somebody typed it", { interactive: true, author: "user" }, true],
  ] as const)("each by itself: %s", async (_, { interactive, author }, told) => {
    const s = stage()
    await s.unfinished("one")
    const [source, episode] = [{ client: "claude-code", session: "two" }, episodeId("claude-code", "two")]
    const where = { ts: s.memory.parts.now(), episode, scope: REPO }
    await s.memory.record([
      observed("episode.opened", { ...source, record: "1" }, where, {
        ...{ client: "claude-code", clientVersion: null, model: null, interactive, parent: null },
        ...{ start: "startup", cwd: null, branch: null, head: null },
      }),
      observed("prompt.submitted", { ...source, record: "2" }, where, { author, prompt: "continue", chars: 8 }),
    ])
    s.memory.catchUp()
    const left = leftFor(s.memory, { scope: REPO, episode, prompt: "continue", when: "asked" })
    expect(left !== null).toBe(told)
  })

  it("is silent when all is green and committed", async () => {
    const s = stage()
    const one = claude(s.dir, "one")
    await s.said(one.start())
    await s.said(one.prompt("p1", "make the parser accept trailing commas"))
    await s.said(one.after("t1", "npm test", "12 passing"))
    await s.said(one.stop("p1"))
    await s.said(one.end())
    s.later(DAY)
    expect(await s.begins("two", "continue")).not.toContain(LEFT_HEAD)
  })

  it("is silent when the prompt is about something else, or does not ask to go on unless that is wanted", async () => {
    const s = stage()
    await s.unfinished("one")
    expect(await s.begins("two", "write a changelog for version 3")).not.toContain(LEFT_HEAD)
    expect(await s.begins("three", "why does parser.ts reject this input?")).not.toContain(LEFT_HEAD)
    const wanted = stage({ METTLE_LEFT_SHOW: "fits" })
    await wanted.unfinished("one", undefined, undefined, DAY / 8)
    expect(await wanted.begins("two", "write a changelog for version 3")).not.toContain(LEFT_HEAD)
    expect(await wanted.begins("three", "why does parser.ts reject this input?")).toContain(LEFT_HEAD)
    const stale = stage({ METTLE_LEFT_SHOW: "fits" })
    await stale.unfinished("one")
    expect(await stale.begins("two", "why does parser.ts reject this input?")).not.toContain(LEFT_HEAD)
    const off = stage({ METTLE_LEFT_SHOW: "off" })
    await off.unfinished("one")
    expect(await off.begins("two", "continue")).not.toContain(LEFT_HEAD)
  })

  it("stops after it was shown twice and ignored, and not when it was taken up", async () => {
    const s = stage()
    await s.unfinished("one")
    for (const session of ["two", "three"]) {
      expect(await s.begins(session, "continue")).toContain(LEFT_HEAD)
      await s.said(claude(s.dir, session).stop("p1"))
      await s.said(claude(s.dir, session).end())
      s.later(DAY)
    }
    expect(await s.begins("four", "continue")).not.toContain(LEFT_HEAD)
    const taken = stage()
    await taken.unfinished("one")
    for (const session of ["two", "three"]) {
      expect(await taken.begins(session, "continue")).toContain(LEFT_HEAD)
      await taken.said({
        ...claude(taken.dir, session).before("t2", "npm test"),
        ...{ hook_event_name: "PostToolUseFailure", error: "Exit code 1\n1 failing" },
      })
      await taken.said(claude(taken.dir, session).stop("p1"))
      await taken.said(claude(taken.dir, session).end())
      taken.later(DAY)
    }
    expect(await taken.begins("four", "continue")).toContain(LEFT_HEAD)
  })

  it("what was taken up and done since is no thread any more, whatever was asked in it", async () => {
    const s = stage()
    await s.unfinished("one")
    const two = claude(s.dir, "two")
    await s.said(two.start())
    await s.said(two.prompt("p1", "make the trailing commas work in lists too, then commit"))
    s.write("parser.ts", "export const done = 1\n")
    await s.said({ ...two.before("t1", ""), ...s.edit(join(s.dir, "parser.ts")) })
    await s.said(two.after("t2", "npm test", "12 passing"))
    s.git("commit", "-qam", "commas")
    await s.said(two.stop("p1"))
    await s.said(two.end())
    s.later(DAY)
    expect(await s.begins("three", "continue")).not.toContain(LEFT_HEAD)
    const open = () => whatItDid(s.memory, { scope: null, at: REPO, now: s.memory.parts.now() }).lines[0]
    expect(open()?.deed).not.toBe("left")
  })

  it("who commits what was left has answered what was asked of it", async () => {
    const s = stage()
    await s.unfinished("one")
    const two = claude(s.dir, "two")
    await s.said(two.start())
    await s.said(two.prompt("p1", "that will do, commit it"))
    await s.said(two.after("t1", "npx vitest run", "Tests  12 passed (12)"))
    await s.said(two.after("t2", "git commit -qam commas", ""))
    s.git("commit", "-qam", "commas")
    await s.said(two.stop("p1"))
    await s.said(two.end())
    s.later(DAY)
    expect(await s.begins("three", "continue")).not.toContain(LEFT_HEAD)
  })

  it.each([
    "continuons là où on s'était arrêtés",
    "reprends le travail",
    "weiter",
    "sigue",
    "retoma onde paramos",
    "dove eravamo?",
  ])("is asked for in the user's own tongue: %s", async prompt => {
    const s = stage()
    await s.unfinished("one")
    expect(await s.begins("two", prompt)).toContain(LEFT_HEAD)
  })

  it("a control episode is told nothing, and that is logged with its chance", async () => {
    const s = stage({}, 1)
    await s.unfinished("one")
    expect(await s.begins("two", "continue")).not.toContain(LEFT_HEAD)
    expect(shownEvents(s).map(e => e.data)).toMatchObject([{ shown: false, chance: 0, tokens: 0 }])
  })
})

describe("[W4] coming back after days", () => {
  it("names what is open here first, with what shows it; nothing where nothing is", async () => {
    const s = stage()
    const first = () => whatItDid(s.memory, { scope: null, at: REPO, now: s.memory.parts.now() }).lines[0]
    expect(first()).toBeUndefined()
    await s.unfinished("one")
    const line = first()!
    expect(line.deed).toBe("left")
    expect(line.text).toBe("you left off yesterday at “make the parser accept trailing commas”")
    expect(line.items.map(({ text }) => text)).toEqual([
      "`npm test` is red since yesterday",
      "it asked “Should I also relax the grammar for lists?”",
    ])
    expect(line.items[0]!.href).toMatch(/^\/episode\//)
  })
})
