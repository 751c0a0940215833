// Whoever writes to a disk says what: every file of src that writes is on this list with the place of memory/forgetting/text-places.ts its
// bytes belong to, or the reason why they hold no text of a person's work.
import { describe, expect, it } from "vitest"
import { TEXT_PLACES } from "../../src/memory/forgetting/text-places.ts"
import { sources } from "./source.ts"

const WRITES =
  /\b(?:writeFileSync|appendFileSync|createWriteStream|cpSync|copyFileSync|openDatabase|writeSync|writeFile|writeWhole|appendFile|copyFile)\(|node:fs\/promises/

const outside = "where the person says, outside the home: theirs to remember"
const none = (why: string): string => `no text: ${why}`
const WRITERS: Readonly<Record<string, string>> = {
  "src/store/log-file.ts": "log",
  "src/store/sqlite.ts": "log",
  "src/store/quarantine.ts": "set aside",
  "src/store/verify.ts": none("reads"),
  "src/store/view-place.ts": "views",
  "src/store/sqlite-readings.ts": "readings",
  "src/store/sqlite-search.ts": none("in memory; on a disk its tables are the views file's"),
  "src/store/view-files.ts": none("looks whether views are open, and removes them"),
  "src/store/process-lock.ts": none("a lock"),
  "src/store/ballast.ts": none("random bytes"),
  "src/world/borrowed-objects.ts": none("where git finds its objects"),
  "src/world/repository.ts": none("the id of a first commit"),
  "src/spool.ts": "spool",
  "src/memory/forgetting/text-copies.ts": "exports",
  "src/trial/arm.ts": "trials",
  "src/trial/trial.ts": "trials",
  "src/hook/run.ts": none("answers on stdout"),
  "src/hook/tally.ts": none("counts and codes"),
  "src/memory/past/unseen.ts": none("hashes of episodes, and times"),
  "src/hook/beside/errand.ts": none("a sequence"),
  "src/hook/load/loader.ts": none("compiled code"),
  "src/config.ts": none("settings the person typed"),
  "src/paths.ts": none("what others give it, who stand here themselves"),
  "src/model/client.ts": none("fixed words; prompts go through a pipe"),
  "src/install/installation.ts": none("clients' settings, as they were"),
  "src/install/launcher.ts": none("the program"),
  "src/install/mcp-targets.ts": none("a script"),
  "src/cli/upkeep/open.ts": none("an address"),
  "src/cli/past/demo.ts": none("a made-up story in a home of its own"),
  "src/cli/past/demo/story.ts": none("a made-up story in a home of its own"),
  "src/cli/upkeep/export.ts": outside,
  "src/cli/io.ts": outside,
  "src/team/engines/arrivals.ts": none("ids, and a name for this machine"),
  "src/team/engines/segments.ts": "what was shared: the team's log, taken back by the next sync",
  "src/team/engines/folder.ts": none("fixed words"),
  "src/team/engines/git-remote.ts": none("sealed bytes, unreadable without the seal"),
  "src/team/engines/git-seal.ts": none("keys"),
  "src/team/membership.ts": none("addresses and names"),
  "src/team/signing.ts": none("a key"),
  "src/team/serve.ts": none("a server's settings"),
  "src/team/supervise.ts": none("a server's own messages and its process"),
}

describe("text places", () => {
  const writers = sources("src")
    .filter(file => WRITES.test(file.code))
    .map(file => file.path)

  it("[R5] every file that writes to a disk is listed, with its place or why it holds no text", () => {
    expect(writers.filter(path => WRITERS[path] === undefined)).toEqual([])
  })

  it("the list names no file that is gone or no longer writes, and only places there are", () => {
    expect(Object.keys(WRITERS).filter(path => !writers.includes(path))).toEqual([])
    const places = new Set(TEXT_PLACES.map(place => place.name))
    const named = Object.values(WRITERS).filter(what => /^[a-z ]{3,14}$/.test(what))
    expect(named.filter(name => !places.has(name))).toEqual([])
    expect(named.length).toBeGreaterThan(5)
  })

  it("nobody forgets by erasing blobs alone: everything goes through memory/forgetting/forget.ts", () => {
    const erasing = sources("src").filter(file => /\bblobs\.erase\(/.test(file.code))
    expect(erasing.map(file => file.path)).toEqual([
      "src/memory/forgetting/forget.ts",
      "src/memory/forgetting/text-copies.ts",
      "src/store/quarantine.ts",
      "src/store/store.ts",
    ])
  })
})
