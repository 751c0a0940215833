import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { loadConfig, projectFile, saveSetting, userFile } from "../src/config.ts"
import { envName, KEYS, type KeyName } from "../src/config-keys.ts"
import { isCode } from "../src/core/errors.ts"
import { memoryOf } from "../src/open.ts"
import { folder } from "./cli/world.ts"

const write = (file: string, value: unknown) => {
  mkdirSync(join(file, ".."), { recursive: true })
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value))
}
const places = () => {
  const userDir = folder()
  const projectDir = folder()
  return {
    userDir,
    projectDir,
    user: (value: unknown) => write(userFile(userDir), value),
    project: (value: unknown) => write(projectFile(projectDir), value),
  }
}

describe("defaults", () => {
  it.each([
    ["S2-80", "judge.enabled", true],
    ["S2-81", "breaker.intervene", true],
    ["S2-82", "sampling.rate", 0.2],
    ["S2-83", "sampling.burnInEpisodes", 10],
    ["S2-84", "episode.endByHook", true],
    ["S2-85", "episode.endByIdle", true],
    ["S2-86", "episode.idleMinutes", 15],
    ["S2-87", "breaker.enabled", true],
    ["S2-88", "breaker.cooldownSeconds", 120],
    ["S2-89", "breaker.maxPerEpisode", 3],
  ] as const)("[%s] %s is the seed's %s until somebody sets it", (_, name, value) => {
    expect(loadConfig(places()).get(name)).toBe(value)
  })
})

describe("what a setting does", () => {
  it("[S2-84, S2-85] each way an episode may end is switched by its own", () => {
    const ends = (user: object) => {
      const at = places()
      at.user({ episode: { idleMinutes: 20, ...user } })
      const random = (n: number) => new Uint8Array(n)
      const memory = memoryOf({ config: loadConfig({ ...at, env: {} }), now: () => 0, random })
      const { idleMinutes, endByHook } = memory.context()
      return [idleMinutes, endByHook]
    }
    expect(ends({})).toEqual([20, true])
    expect(ends({ endByHook: false })).toEqual([20, false])
    const [idle, byHook] = ends({ endByIdle: false })
    expect([Number(idle) > 365 * 24 * 60, byHook]).toEqual([true, true])
  })
})

describe("precedence", () => {
  it("[S2-95] [D65] flags beat variables beat the repository beat the user beat defaults", () => {
    const at = places()
    const load = (env = {}, flags = {}) => loadConfig({ ...at, env, flags }).get("pack.tokens")
    expect(load()).toBe(900)
    at.user({ pack: { tokens: 800 } })
    expect(load()).toBe(800)
    at.project({ pack: { tokens: 700 } })
    expect(load()).toBe(700)
    expect(load({ METTLE_PACK_TOKENS: "600" })).toBe(600)
    expect(load({ METTLE_PACK_TOKENS: "600" }, { "pack.tokens": 500 })).toBe(500)
  })

  it("[S2-95] a repository that the user named may set the breaker's numbers; what could do harm, and where its settings come from, never", () => {
    const at = places()
    at.project({ breaker: { threshold: 0.5 }, trusted: [at.projectDir], "data.dir": "/tmp/evil", record: true })
    expect(loadConfig({ ...at, env: {} }).get("breaker.threshold")).toBe(0.7)
    at.user({ trusted: [at.projectDir], record: false })
    const config = loadConfig({ ...at, env: {} })
    expect(config.get("breaker.threshold")).toBe(0.5)
    expect([config.get("data.dir"), config.get("record")]).toEqual(["", false])
    expect(loadConfig({ ...at, env: { METTLE_BREAKER_THRESHOLD: "0.6" } }).get("breaker.threshold")).toBe(0.6)
    at.user({ trusted: ["/elsewhere"] })
    expect(loadConfig({ ...at, env: {} }).get("breaker.threshold")).toBe(0.7)
    expect(loadConfig({ ...at, env: { METTLE_TRUSTED: at.projectDir } }).get("breaker.threshold")).toBe(0.5)
  })

  it("[D65] explain names every layer, the winner last", () => {
    const at = places()
    at.user({ notify: "all" })
    at.project({ notify: "off" })
    const steps = loadConfig({ ...at, env: {} }).explain("notify")
    expect(steps.map(step => [step.layer, step.value])).toEqual([
      ["default", "useful"],
      ["user", "all"],
      ["project", "off"],
    ])
    expect(steps[2]!.from).toBe(projectFile(at.projectDir))
  })

  it("dotted and nested keys say the same; lists come from variables with commas or as JSON", () => {
    const at = places()
    at.user({ "retention.textDays": 30, ignore: { tools: ["Read"] } })
    const config = loadConfig({ ...at, env: {} })
    expect(config.get("retention.textDays")).toBe(30)
    expect(config.get("ignore.tools")).toEqual(["Read"])
    at.user({})
    expect(loadConfig({ ...at, env: { METTLE_IGNORE_TOOLS: "A, B" } }).get("ignore.tools")).toEqual(["A", "B"])
    expect(loadConfig({ ...at, env: { METTLE_IGNORE_TOOLS: '["A,B"]' } }).get("ignore.tools")).toEqual(["A,B"])
  })

  it("[S2-95] [D42] lists grow from layer to layer, so that naming one more loses none; the user may take one back", () => {
    const at = places()
    at.user({ ignore: { globs: ["mine", "!.env.example"], tools: ["A"] } })
    const config = loadConfig({ ...at, env: { METTLE_IGNORE_TOOLS: "B" } })
    expect(config.get("ignore.globs")).toEqual([
      ...KEYS["ignore.globs"].fallback.filter(glob => glob !== "!.env.example"),
      "mine",
      "!.env.example",
    ])
    expect(config.get("ignore.tools")).toEqual(["A", "B"])
  })

  it("variables are named after their keys", () => {
    expect(envName("retention.textDays")).toBe("METTLE_RETENTION_TEXT_DAYS")
    expect(new Set(Object.keys(KEYS).map(envName)).size).toBe(Object.keys(KEYS).length)
  })
})

describe("a repository's file is hostile input (security 3)", () => {
  /** a valid value of each key that differs from its default */
  const other: Record<KeyName, unknown> = {
    record: false,
    trusted: ["/"],
    "data.dir": "/tmp/evil",
    preset: "evolver",
    notify: "all",
    "check.mode": "off",
    "pack.tokens": 2400,
    "learn.norms": "off",
    "facts.days": 3,
    "left.show": "fits",
    "retention.messageDays": 3,
    "retention.checkpointDays": 4,
    "retention.textDays": 36500,
    "store.capBytes": 1e12,
    "ignore.globs": ["*.secret"],
    "ignore.repos": ["x"],
    "ignore.tools": ["Bash"],
    "patterns.negative": ["(a+)+$"],
    "patterns.positive": ["x"],
    "patterns.disable": ["all"],
    "model.backend": "openai",
    "model.name": "m",
    "model.url": "http://evil.example",
    "model.dailyTokens": 1e6,
    "model.dailyMoney": 100,
    "model.client": "codex",
    "model.inputPrice": 1,
    "model.outputPrice": 2,
    "control.share": 1,
    "evidence.gh": true,
    "memory.standDown": false,
    "memory.keepShowing": ["4f1c22"],
    domains: { evil: ["*"] },
    "scope.names": { a: "b" },
    "scope.merges": { a: "b" },
    "scope.worktrees": "apart",
    "judge.enabled": false,
    "sampling.rate": 1,
    "sampling.burnInEpisodes": 0,
    "episode.endByHook": false,
    "episode.endByIdle": false,
    "episode.idleMinutes": 1,
    "breaker.enabled": false,
    "breaker.intervene": false,
    "breaker.tells": "person",
    "breaker.cooldownSeconds": 0,
    "breaker.maxPerEpisode": 0,
    "breaker.threshold": 0,
    "breaker.alpha": 0,
    "checkpoint.messages": 2,
  }
  const harmless = ["record", "ignore.globs", "ignore.tools"]

  it.each(Object.keys(KEYS) as KeyName[])("%s takes effect only if it is on the allow-list", name => {
    const at = places()
    at.project({ [name]: other[name] })
    const config = loadConfig({ ...at, env: {} })
    const changed = JSON.stringify(config.get(name)) !== JSON.stringify(KEYS[name].fallback)
    expect(changed).toBe(harmless.includes(name))
    if (!changed) expect(config.notices.map(notice => notice.key)).toContain(name)
    expect(config.problems).toEqual([])
  })

  it("may lower what is measured in caution, and add to the user's lists, never take away", () => {
    const at = places()
    at.user({ notify: "useful", pack: { tokens: 500 }, ignore: { globs: ["mine"] }, record: false })
    at.project({ notify: "off", pack: { tokens: 400 }, ignore: { globs: ["theirs"] }, record: true })
    const config = loadConfig({ ...at, env: {} })
    expect(config.get("notify")).toBe("off")
    expect(config.get("pack.tokens")).toBe(400)
    expect(config.get("ignore.globs")).toEqual([...KEYS["ignore.globs"].fallback, "mine", "theirs"])
    expect(config.get("record")).toBe(false)
    expect(config.notices.map(notice => notice.key)).toEqual(["record"])
  })

  it("may not take back what is ignored", () => {
    const at = places()
    at.project({ ignore: { globs: ["more", "!.env*"] } })
    const config = loadConfig({ ...at, env: {} })
    expect(config.get("ignore.globs")).toEqual(KEYS["ignore.globs"].fallback)
    expect(config.notices[0]!.text).toContain("may not take anything back")
  })

  it("a broken, huge, strange or planted file gets a notice; what cannot be read may ask to be left alone, and is", () => {
    for (const [text, off] of [
      ["{", true],
      ['{"record": false,}', true],
      ['{"record": "no"}', true],
      ["[]", true],
      ["null", true],
      [`{"a":"${"x".repeat(300_000)}"}`, true],
      ['{"__proto__":{"record":false}}', false],
      ['{"constructor":1}', false],
    ] as const) {
      const at = places()
      at.project(text)
      const config = loadConfig({ ...at, env: {} })
      expect(config.problems).toEqual([])
      expect(config.notices).toHaveLength(1)
      expect([config.off, config.unread !== null], text.slice(0, 40)).toEqual([off, off])
    }
    const at = places()
    mkdirSync(join(at.projectDir, ".mettle"))
    execFileSync("mkfifo", [projectFile(at.projectDir)])
    expect(loadConfig({ ...at, env: {} }).notices[0]!.text).toContain("is not a file")
  })

  it("any JSON whatever leaves every key but the allow-list at its default", () => {
    const allowed = new Set(["record", "notify", "pack.tokens", "ignore.globs", "ignore.tools"])
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(KEYS), "x", "pack", "model"), fc.jsonValue()), value => {
        const at = places()
        at.project(value)
        const config = loadConfig({ ...at, env: {} })
        for (const name of Object.keys(KEYS) as KeyName[])
          if (!allowed.has(name)) expect(config.get(name)).toEqual(KEYS[name].fallback)
      }),
      { numRuns: 60 },
    )
  })
})

describe("mistakes of the user", () => {
  it("a misspelt key is a notice with a suggestion", () => {
    const at = places()
    at.user({ retention: { textDay: 3 } })
    expect(loadConfig({ ...at, env: {} }).notices[0]!.text).toContain("did you mean retention.textDays?")
  })
  it("[R12] a wrong value, a name said twice or a broken file is a problem, and nothing is recorded until it is repaired", () => {
    const at = places()
    at.user({ retention: { textDays: "soon" } })
    const config = loadConfig({ ...at, env: {} })
    expect(config.problems[0]!.text).toContain("retention.textDays must be number")
    expect(config.off).toBe(true)
    at.user('{"record":true,"retention":{"textDays":3},"record":false}')
    expect(loadConfig({ ...at, env: {} }).problems[0]!.text).toContain('says "record" twice')
    at.user("{oops")
    expect(loadConfig({ ...at, env: {} }).problems[0]!.text).toContain("is not JSON")
    expect(loadConfig({ userDir: folder(), env: { METTLE_CHECK_MODE: "shout" } }).problems[0]!.text).toContain(
      "hold, tell, off",
    )
  })
  it("METTLE=off switches everything off", () => {
    expect(loadConfig({ userDir: folder(), env: { METTLE: "off" } }).off).toBe(true)
    expect(loadConfig({ userDir: folder(), env: {} }).off).toBe(false)
  })
})

describe("saving", () => {
  it("writes one key, keeps the others and unknown ones, takes it out again, 0600", () => {
    const at = places()
    at.user({ future: { thing: 1 }, notify: "off" })
    saveSetting(at.userDir, "retention.textDays", 90)
    expect(JSON.parse(readFileSync(userFile(at.userDir), "utf8"))).toEqual({
      future: { thing: 1 },
      notify: "off",
      retention: { textDays: 90 },
    })
    expect(statSync(userFile(at.userDir)).mode & 0o777).toBe(0o600)
    saveSetting(at.userDir, "retention.textDays", undefined)
    expect(loadConfig({ ...at, env: {} }).get("retention.textDays")).toBe(180)
  })
  it("refuses what does not fit, and a file it cannot read, without touching it", () => {
    const at = places()
    expect(() => saveSetting(at.userDir, "pack.tokens", 99_999)).toThrow("at most 2400")
    at.user("{oops")
    let caught: unknown
    try {
      saveSetting(at.userDir, "pack.tokens", 100)
    } catch (error) {
      caught = error
    }
    expect(isCode(caught, "E_CONFIG")).toBe(true)
    expect(readFileSync(userFile(at.userDir), "utf8")).toBe("{oops")
  })
})
