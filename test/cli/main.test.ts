import { execFileSync, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { Command } from "../../src/cli/command.ts"
import { COMMANDS, type Entry, GONE, MOVED, named } from "../../src/cli/commands.ts"
import { commandHelp, TOPICS } from "../../src/cli/help.ts"
import { CODES } from "../../src/core/errors.ts"
import { happened } from "./stage.ts"
import { folder, world } from "./world.ts"

describe("help", () => {
  it("--help shows the daily commands, in their order, and no other", async () => {
    const { run } = world()
    const shown = (await run(["--help", "--json"])).json().commands.map((entry: { name: string }) => entry.name)
    expect(shown).toEqual(["init", "did", "status", "cards", "note", "why", "forget", "open", "doctor"])
    expect((await run([])).out).toBe((await run(["--help"])).out)
  })
  it("help all lists every command and topic", async () => {
    const all = (await world().run(["help", "all", "--json"])).json()
    expect(all.commands).toHaveLength(COMMANDS.length)
    expect(all.topics.map((topic: { name: string }) => topic.name)).toEqual(TOPICS.map(topic => topic.name))
  })
  it.each(COMMANDS.flatMap(({ name, parts }) => [name, ...parts.map(part => `${name} ${part.name}`)]))(
    "%s: examples first, under 24 lines, table and file agree",
    async name => {
      const found = named(name.split(" "))!
      const { command } = await found.what.load()
      expect(command.name).toBe(name)
      const lines = commandHelp(command, found)
      expect(lines.length).toBeLessThan(24)
      expect(lines[2]).toContain(`mettle ${name}`)
      expect((await world().run([...name.split(" "), "--help"])).out).toBe(`${lines.join("\n")}\n`)
      expect((await world().run(["help", ...name.split(" ")])).out).toBe(`${lines.join("\n")}\n`)
    },
  )
  it("few enough to be read: at most 28 that a person types", () => {
    expect(COMMANDS.filter(({ group }) => group !== "machine").length).toBeLessThanOrEqual(28)
  })
  it.each(Object.entries(MOVED))("%s is found under its old name, and says where it lives now", async (was, now) => {
    const ran = await world().run([was, "--help"])
    expect(ran.err).toContain(`mettle ${was} is mettle ${now.join(" ")} now`)
    expect(ran.out).toBe((await world().run([...now, "--help"])).out)
  })
  it("what is no command any more says where the same is found", async () => {
    for (const [was, now] of Object.entries(GONE))
      expect(await world().run([...was.split(" "), "errors"])).toMatchObject({
        code: 2,
        err: expect.stringContaining(now),
      })
  })
  it("every error code has a topic; topics stay under 24 lines; a wrong one is corrected", async () => {
    for (const code of Object.keys(CODES)) expect((await world().run(["help", code])).out).toContain(code)
    for (const topic of TOPICS) expect(topic.lines.length).toBeLessThan(24)
    expect(await world().run(["help", "privcy"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("mettle help privacy"),
    })
  })
})

describe("users 10: usage", () => {
  it.each([
    [["confg"], "did you mean mettle config?"],
    [["zzzzzz"], "mettle help all"],
    [["scope", "--jsn"], "did you mean --json?"],
    [["config", "get"], "needs the name of a setting"],
    [["config", "get", "preset", "x", "y"], 'does not take "y"'],
    [["scope", "--repo"], "--repo needs a value"],
    [["scope", "--repo", "--plain"], "--repo needs a value"],
    [["scope", "--json=yes"], "takes no value"],
    [["--frobnicate"], "no flag --frobnicate"],
    [["lab", "nothing"], 'no judgement "nothing"'],
  ])("%j is refused with exit 2 and a way on", async (words, hint) => {
    const ran = await world().run(words as string[])
    expect(ran).toMatchObject({ code: 2, out: "" })
    expect(ran.err).toContain(hint)
    expect(ran.err).toContain("E_USAGE")
  })
  it("under --json the error is JSON on stdout too, and every answer has a schema_version", async () => {
    const { run } = world()
    expect((await run(["confg", "--json"])).json()).toMatchObject({
      schema_version: 1,
      error: { code: "E_USAGE", exit: 2 },
    })
    for (const words of [
      ["--version"],
      ["config", "scope"],
      ["config"],
      ["config", "explain", "preset"],
      ["config", "path"],
      ["lab"],
      ["help", "privacy"],
    ])
      expect((await run([...words, "--json"])).json().schema_version).toBe(1)
  })
  it("flags may stand before the command", async () => {
    const dir = folder()
    expect((await world().run(["--json", "--repo", dir, "scope"])).json().top).toBe(dir)
  })
})

describe("config", () => {
  it("set, get, explain, unset; --dry-run writes nothing", async () => {
    const { run, home } = world()
    expect((await run(["config", "set", "retention.textDays", "90", "--dry-run"])).out).toContain("not written")
    expect(existsSync(join(home, "config", "config.json"))).toBe(false)
    expect((await run(["config", "set", "retention.textDays", "90"])).code).toBe(0)
    expect((await run(["config", "get", "retention.textDays"])).out).toBe("90\n")
    expect((await run(["config", "explain", "retention.textDays"])).out).toContain("* user     90")
    expect((await run(["config", "unset", "retention.textDays"])).code).toBe(0)
    expect((await run(["config", "get", "retention.textDays", "--json"])).json().value).toBe(180)
  })
  it("says when something outranks the file, refuses wrong values, corrects names", async () => {
    const { run } = world()
    expect((await run(["config", "set", "notify", "all"], { env: { METTLE_NOTIFY: "off" } })).err).toContain(
      "METTLE_NOTIFY still decides",
    )
    expect(await run(["config", "set", "notify", "loud"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("all, useful, off"),
    })
    expect(await run(["config", "get", "notfy"])).toMatchObject({
      code: 4,
      err: expect.stringContaining("did you mean notify?"),
    })
  })
  it("a broken file stops other commands with E_CONFIG, and can be looked at and repaired", async () => {
    const { run, home } = world()
    mkdirSync(join(home, "config"), { recursive: true })
    writeFileSync(join(home, "config", "config.json"), '{"notify": 3}')
    expect(await run(["config", "scope"])).toMatchObject({ code: 2, err: expect.stringContaining("E_CONFIG") })
    expect((await run(["config", "explain", "notify"])).out).toContain("! ")
    expect((await run(["config", "set", "notify", "off"])).code).toBe(0)
    expect((await run(["config", "scope"])).code).toBe(0)
  })
  it("security 3: what a repository's file may not do is shown", async () => {
    const { run, cwd } = world()
    mkdirSync(join(cwd, ".mettle"))
    writeFileSync(join(cwd, ".mettle", "config.json"), '{"model":{"url":"http://evil.example"}}')
    expect((await run(["config"])).out).toContain("model.url ignored: a repository may not set this")
  })
})

describe("scope", () => {
  it("set and unset, merge and unmerge, tag and untag are reversible", async () => {
    const { run } = world()
    const show = async () => (await run(["config", "scope", "--json"])).json()
    const before = await show()
    await run(["config", "scope", "set", "shop"])
    expect(await show()).toMatchObject({ basis: "name", key: "shop", found: before.id })
    await run(["config", "scope", "unset"])
    expect(await show()).toEqual(before)

    const other = "ab".repeat(16)
    expect((await run(["config", "scope", "merge", before.id.slice(0, 6), other])).code).toBe(0)
    expect(await show()).toMatchObject({ id: other, merged: [before.id] })
    expect((await run(["config", "scope", "merge", other, "."])).code).toBe(2)
    await run(["config", "scope", "unmerge", "."])
    expect(await show()).toEqual(before)

    await run(["config", "scope", "tag", "typescript"])
    expect((await show()).domains).toEqual(["typescript"])
    await run(["config", "scope", "untag", "typescript"])
    expect(await show()).toEqual(before)
  })
  it("a name and a merge take the cards along, say so before and after, and give them back", async () => {
    const { run: plain } = world()
    const run = (...words: string[]) => plain(words, { random: randomBytes })
    const here = async () => (await run("cards", "--scope", "repo", "--json")).json().cards.length
    const { id } = (await run("config", "scope", "--json")).json()
    await run("note", "use pnpm, not npm")
    expect((await run("config", "scope", "set", "shop", "--dry-run")).out).toContain("from now on, with 1 card")
    expect(await here()).toBe(1)
    expect((await run("config", "scope", "set", "shop")).out).toContain("from now on, with 1 card")
    expect(await here()).toBe(1)
    await run("note", "never push to main")
    expect((await run("config", "scope", "unset")).out).toContain("with 2 cards")
    expect(await here()).toBe(2)
    const other = "ab".repeat(16)
    expect((await run("config", "scope", "merge", ".", other)).out).toContain("with 2 cards")
    expect(await here()).toBe(2)
    expect((await run("config", "scope", "unmerge", id.slice(0, 8))).out).toContain("stands alone again, with 2 cards")
    expect(await here()).toBe(2)
    expect((await run("doctor", "rebuild")).code).toBe(0)
    expect(await here()).toBe(2)
  })
  it("what is shared by a name stays with the other who has it; what came from here comes back", async () => {
    const [one, two] = [folder(), folder()]
    const w = world(one)
    const run = (cwd: string, ...words: string[]) => w.run(words, { random: randomBytes, cwd })
    const texts = async (cwd: string) =>
      (await run(cwd, "cards", "--scope", "repo", "--json")).json().cards.map((c: any) => c.statement)
    await happened(w, async open => (await open("s1")).says("look around"))
    for (const [cwd, words] of [
      [one, "use pnpm, not npm"],
      [two, "never push to main"],
    ] as const) {
      await run(cwd, "note", words)
      await run(cwd, "config", "scope", "set", "shop")
    }
    expect(await texts(one)).toHaveLength(2)
    expect((await run(two, "config", "scope", "unset")).out).toContain(`kept with ${one}: 1 card, come back: 1`)
    expect([await texts(one), await texts(two)]).toEqual([["use pnpm, not npm"], ["never push to main"]])
  })
  it("tells a fork and a sub-folder", async () => {
    const dir = folder()
    for (const part of ["objects", "refs"]) mkdirSync(join(dir, ".git", part), { recursive: true })
    writeFileSync(join(dir, ".git", "HEAD"), "ref: refs/heads/main\n")
    const remote = (name: string, owner: string) => `[remote "${name}"]\n\turl = git@github.com:${owner}/shop.git\n`
    writeFileSync(join(dir, ".git", "config"), remote("origin", "me") + remote("upstream", "acme"))
    mkdirSync(join(dir, "api"))
    const { out } = await world(join(dir, "api")).run(["config", "scope"])
    expect(out).toContain("github.com/me/shop")
    expect(out).toContain("fork of   github.com/acme/shop")
    expect(out).toContain("within    api")
  })
})

describe("what happens to a command", () => {
  const table = (run: Command["run"]): Entry[] => [
    {
      name: "try",
      summary: "",
      group: "more",
      parts: [],
      load: async () => ({ command: { name: "try", examples: [], args: {}, run } }),
    },
  ]
  const interrupted = async (run: (interrupt: () => void) => Command["run"]) => {
    let interrupt = () => {}
    const exits: number[] = []
    const ran = await world().run(
      ["try"],
      {
        onInterrupt: listener => {
          interrupt = listener
          return () => {}
        },
        exit: code => {
          exits.push(code)
        },
      },
      table(run(() => interrupt())),
    )
    return { code: ran.code, err: ran.err, exits }
  }

  it("users 10: Ctrl-C ends it with 130", async () => {
    const ran = await interrupted(interrupt => () => {
      interrupt()
      return new Promise(() => {})
    })
    expect(ran).toMatchObject({ code: 130, exits: [130] })
  })
  it("users 8: one that listens may finish what it is doing; a second Ctrl-C does not wait", async () => {
    const patient = await interrupted(interrupt => ({ context }) => {
      const { signal } = context
      interrupt()
      expect(signal.aborted).toBe(true)
    })
    expect(patient).toMatchObject({ code: 130, exits: [] })
    const thrower = await interrupted(interrupt => ({ context }) => {
      const { signal } = context
      interrupt()
      signal.throwIfAborted()
    })
    expect(thrower).toMatchObject({ code: 130, err: expect.stringContaining("E_INTERRUPTED") })
    const stubborn = await interrupted(interrupt => ({ context }) => {
      void context.signal
      interrupt()
      interrupt()
      return new Promise(() => {})
    })
    expect(stubborn).toMatchObject({ code: 130, exits: [130] })
  })
  it("gets the memory when it asks, in a private folder, and it is closed afterwards", async () => {
    const { run, home } = world()
    let read = () => 0
    const asks = table(async ({ context }) => {
      const { store } = await context.memory()
      read = () => store.log.read(0, 1).length
      expect(read()).toBe(0)
    })
    expect(await run(["try"], {}, asks)).toMatchObject({ code: 0, err: "" })
    expect(statSync(join(home, "data")).mode & 0o777).toBe(0o700)
    expect(read).toThrow()
    const moved = folder()
    await run(["try"], { env: { METTLE_DATA_DIR: join(moved, "elsewhere") } }, asks)
    expect(readdirSync(join(moved, "elsewhere"))).toContain("log.db")
  })
  it("its number is the exit code; an unexpected error is E_BUG with a way to report it", async () => {
    expect(
      (
        await world().run(
          ["try"],
          {},
          table(() => 10),
        )
      ).code,
    ).toBe(10)
    const bug = table(() => {
      throw new TypeError("x is not a function")
    })
    const ran = await world().run(["try"], {}, bug)
    expect(ran).toMatchObject({ code: 1, out: "", err: expect.stringContaining("E_BUG") })
    expect((await world().run(["try", "--verbose"], {}, bug)).err).toContain("main.test.ts")
  })
})

describe("the launcher", () => {
  const bin = join(import.meta.dirname, "..", "..", "bin", "mettle")
  it("runs from a checkout and through a symlink", () => {
    const link = join(folder(), "mettle")
    symlinkSync(bin, link)
    const version = `mettle ${JSON.parse(readFileSync(join(bin, "..", "..", "package.json"), "utf8")).version}\n`
    for (const path of [bin, link])
      expect(execFileSync(process.execPath, [path, "--version"], { encoding: "utf8" })).toBe(version)
  })
  it("says one clear sentence when nothing was built", () => {
    const dir = folder()
    mkdirSync(join(dir, "bin"))
    writeFileSync(join(dir, "package.json"), '{"type":"module"}')
    writeFileSync(join(dir, "bin", "mettle"), readFileSync(bin))
    const ran = spawnSync(process.execPath, [join(dir, "bin", "mettle"), "status"], { encoding: "utf8" })
    expect(ran.status).toBe(1)
    expect(ran.stderr).toBe(`mettle: ${join(dir, "dist")} has not been built; run npm install in ${dir}\n`)
  })
  it("a reader that goes away is no error", () => {
    const ran = spawnSync("sh", ["-c", `"${process.execPath}" "${bin}" help all | head -1 >/dev/null`], {
      encoding: "utf8",
    })
    expect(ran.stderr).toBe("")
  })
})
