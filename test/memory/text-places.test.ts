// A token in every place the product can write text to, in two Unicode forms, then one forgetting: a byte search of the whole
// home finds nothing, nor do files that are deleted and still open. The places come from THE list.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { loadConfig } from "../../src/config.ts"
import { type Draft, observed } from "../../src/core/events/draft.ts"
import { episodeId } from "../../src/core/ids.ts"
import { TABLE } from "../../src/core/views/tables.ts"
import { exportLog } from "../../src/memory/acting/transfer.ts"
import { forget } from "../../src/memory/forgetting/forget.ts"
import { type HomeDirs, TEXT_PLACES } from "../../src/memory/forgetting/text-places.ts"
import { holder } from "../../src/memory/forgetting/wanted.ts"
import type { Memory } from "../../src/memory/memory.ts"
import { findEpisodes } from "../../src/memory/reading/find.ts"
import { repairStore } from "../../src/memory/repair.ts"
import { settle } from "../../src/memory/tending/settle.ts"
import { dice } from "../../src/memory/without-disk.ts"
import { type Opened, openMemoryAt } from "../../src/open.ts"
import { privateDir } from "../../src/paths.ts"
import { drain, spool } from "../../src/spool.ts"
import { openDatabase } from "../../src/store/sqlite.ts"
import { folder } from "../cli/world.ts"

const NOW = Date.UTC(2026, 1, 1)
const SCOPE = "b".repeat(32)
/** Composed as a person asks, taken apart as a client may send it. */
const ASKED = "Okapi-\u00e9toile-7731"
const TOKEN = ASKED.normalize("NFD")
/** Both forms end so, and nothing else does. */
const TRACE = "toile-7731"

interface Home extends Required<HomeDirs> {
  readonly root: string
}
function home(): Home {
  const root = folder()
  const at = (name: string): string => privateDir(join(root, name))
  return { root, data: at("data"), state: at("state"), run: at("run"), config: at("config"), temp: at("temp") }
}

let chance = 1
function open({ data, root: _, ...home }: Home): Opened {
  const config = loadConfig({ userDir: join(data, "none"), env: {}, flags: {} })
  return openMemoryAt({ dir: data, config, now: () => NOW, random: dice(1000 * chance++), home })
}

const says = (prompt: string, record: string, session = "s1", ts = NOW - 60_000): Draft =>
  observed(
    "prompt.submitted",
    { client: "claude-code", session, record },
    { ts, episode: episodeId("claude-code", session), scope: SCOPE },
    { author: "user", prompt, chars: prompt.length },
  )

/** How each place comes to hold the token. */
const PLANT: Readonly<Record<string, (home: Home, opened: Opened) => void | Promise<void>>> = {
  log: async (_, { memory }) => {
    await memory.record([says(`from now on never deploy ${TOKEN} on fridays`, "1"), says("continue", "2")])
  },
  views: async ({ data }, { memory }) => {
    await settle(memory)
    writeFileSync(join(data, "views-of-other-rules.db"), TOKEN)
  },
  readings: (_, { memory }) => {
    const [said] = memory.parts.log.readTypes(["prompt.submitted"])
    const words = { name: "words", version: 1, read: ([text]: readonly (string | null)[]) => text ?? "" }
    memory.readBy(words, [String((said!.data as { prompt: unknown }).prompt)], null)
    memory.keepReadings()
  },
  "shared views": ({ data }) => {
    mkdirSync(join(data, "team", "0123456789ab", "views"), { recursive: true })
    writeFileSync(join(data, "team", "0123456789ab", "views", "views.db"), TOKEN)
  },
  backups: ({ data }, { store }) => {
    store.backup(join(privateDir(join(data, "backups")), "one.db"))
    writeFileSync(join(data, "backups", "two.db.part"), TOKEN)
    writeFileSync(join(data, "log.db.before-migration"), TOKEN)
  },
  "set aside": ({ data }) => {
    mkdirSync(join(data, "quarantine", "1"), { recursive: true })
    writeFileSync(join(data, "quarantine", "1", "log.db"), TOKEN)
  },
  spool: ({ state }) => {
    spool(state, [says(`it waits: ${TOKEN}`, "3")], "000000000000001-a")
    writeFileSync(join(state, "spool", "000000000000002-b.json.unreadable"), TOKEN)
    writeFileSync(join(state, "spool", ".000000000000003-c.new"), `{"v":1,"texts":{"b:x":"${TOKEN}"}}`)
  },
  exports: ({ data }, { memory }) => {
    writeFileSync(join(data, "moved.jsonl"), [...exportLog(memory)].map(line => `${line}\n`).join(""))
  },
  trials: ({ temp }) => {
    const { pid } = spawnSync(process.execPath, ["-e", "0"])
    const file = join(temp, `mettle-trial-${pid}-x`, "0-mettle", "home", "log.db")
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, TOKEN)
  },
}

const filesBelow = (path: string): readonly string[] =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? (readdirSync(path, { recursive: true }) as string[])
        .map(name => join(path, name))
        .filter(f => statSync(f).isFile())
    : [path]
const holding = (path: string): readonly string[] =>
  filesBelow(path).filter(file => existsSync(file) && readFileSync(file).includes(TRACE))
/** Files that this process has open and nobody can find any more. */
const unlinked = ({ root }: Home): readonly string[] =>
  readdirSync("/proc/self/fd").flatMap(fd => {
    try {
      const path = join("/proc/self/fd", fd)
      const name = readlinkSync(path)
      const lost = name.startsWith(root) && name.endsWith("(deleted)")
      return lost && readFileSync(path).includes(TRACE) ? [name] : []
    } catch {
      return []
    }
  })

async function planted(): Promise<{ h: Home; opened: Opened }> {
  const h = home()
  const opened = open(h)
  for (const place of TEXT_PLACES) await PLANT[place.name]?.(h, opened)
  opened.store.flush()
  return { h, opened }
}

const close = async ({ memory, store }: Opened): Promise<void> => {
  await memory.close()
  await store.close()
}

describe("text places", () => {
  it("[R5] every place on the list can be planted and is seen to hold the token", async () => {
    expect(Object.keys(PLANT)).toEqual(TEXT_PLACES.map(place => place.name))
    const { h, opened } = await planted()
    for (const { name, at } of TEXT_PLACES)
      expect(
        at(h).flatMap(path => holding(path)),
        name,
      ).not.toEqual([])
    await close(opened)
  })

  it("[R5, U-05] one forgetting, asked in another Unicode form, leaves the token in no file of the home", async () => {
    const { h, opened } = await planted()
    const before = holding(h.root)
    expect(before.length).toBeGreaterThan(8)
    const done = await forget(opened.memory, { text: ASKED.toUpperCase() })
    expect(done).toMatchObject({ found: 0, left: [] })
    expect(holding(h.root)).toEqual([])
    if (process.platform === "linux") expect(unlinked(h)).toEqual([])
    // A backup is still a store, with everything else in it; what waited arrived, without its words.
    expect(
      readFileSync(join(h.data, "backups", "one.db"))
        .subarray(0, 15)
        .toString(),
    ).toBe("SQLite format 3")
    expect(opened.memory.parts.log.get(says("", "3").id)).not.toBeNull()
    expect(done.removed).toContain(join(h.data, "quarantine", "1"))
    await close(opened)
  })

  it("[R5] a file that somebody else put there is named, not touched; text past its time takes no such file along", async () => {
    const { h, opened } = await planted()
    const own = [
      join(h.data, "notes.md"),
      join(privateDir(join(h.data, "team")), "membership.json"),
      join(h.config, "config.json"),
    ]
    for (const file of own) writeFileSync(file, `my own: ${ASKED}`)
    const refs = new Set(TABLE.turn.list(opened.memory.views).map(([, turn]) => turn.prompt))
    const scheduled = await forget(opened.memory, { refs }, "schedule")
    expect(scheduled.removed).not.toContain(join(h.data, "quarantine", "1"))
    expect(scheduled.left).toContain(join(h.data, "quarantine", "1"))
    const asked = await forget(opened.memory, { text: ASKED })
    expect(asked.left).toEqual(own)
    expect([...holding(h.root)].sort()).toEqual([...own].sort())
    expect(await (await opened.memory.parts.places?.())?.written(holder(ASKED))).toEqual(own)
    await close(opened)
  })

  it("[R5] a damaged export is named and not written a second time; the half that a crash left behind goes", async () => {
    const h = home()
    const opened = open(h)
    await opened.memory.record([says(`about ${TOKEN}`, "1"), says("continue", "2")])
    const lines = [...exportLog(opened.memory)].map(line => `${line}\n`).join("")
    const [damaged, whole] = [join(h.data, "damaged.jsonl"), join(h.data, "whole.jsonl")]
    writeFileSync(damaged, lines.slice(0, -9))
    writeFileSync(whole, lines)
    writeFileSync(`${whole}.part`, lines.slice(0, -9))
    const done = await forget(opened.memory, { text: ASKED })
    expect(done).toMatchObject({ left: [damaged], removed: expect.arrayContaining([`${whole}.part`]) })
    expect(holding(h.root)).toEqual([damaged])
    expect(readFileSync(damaged, "utf8")).toBe(lines.slice(0, -9))
    await close(opened)
  })

  it("[R5] what was forgotten while it waited in the spool never arrives, whoever drains it", async () => {
    const h = home()
    const opened = open(h)
    const waits = says(`it waits: ${TOKEN}`, "9")
    await opened.memory.record([says(`it waits: ${TOKEN}`, "1")])
    // Behind a lock: the forgetting runs where it cannot take in what waits.
    const blind: Memory = Object.assign(Object.create(opened.memory) as Memory, {
      parts: { ...opened.memory.parts, places: undefined },
    })
    await forget(blind, { text: ASKED })
    spool(h.state, [waits], "000000000000001-a")
    expect(await drain(h.state, opened.memory.parts)).toBe(1)
    opened.store.flush()
    expect(holding(h.root)).toEqual([])
    // Said again afterwards it is another matter.
    spool(h.state, [says(`it waits: ${TOKEN}`, "10", "s1", NOW + 1)], "000000000000002-a")
    await drain(h.state, opened.memory.parts)
    opened.store.flush()
    expect(holding(h.root)).not.toEqual([])
    await close(opened)
  })

  it("[R5] an event told again, by a hook, a transcript or an import, does not bring its words back", async () => {
    const h = home()
    const opened = open(h)
    const told = [says(`about ${TOKEN}`, "1"), says("continue", "2")]
    await opened.memory.record(told)
    const lines = [...exportLog(opened.memory)]
    await forget(opened.memory, { text: ASKED })
    expect((await opened.memory.record([...told, says("go on", "3")])).added).toBe(1)
    const { importLog } = await import("../../src/memory/acting/transfer.ts")
    expect((await importLog(opened.memory, lines)).added).toBe(0)
    opened.store.flush()
    expect(holding(h.root)).toEqual([])
    await close(opened)
  })

  it("[R5] a forgetting that was said, and then the log was damaged: the repair does not bring the words back", async () => {
    const h = home()
    const opened = open(h)
    await opened.memory.record([says(`about ${TOKEN}`, "1"), says("continue", "2")])
    const broken: Memory = Object.assign(Object.create(opened.memory) as Memory, {
      parts: {
        ...opened.memory.parts,
        places: undefined,
        blobs: {
          ...opened.memory.parts.blobs,
          erase: () => {
            throw new Error("the power went")
          },
        },
      },
    })
    await expect(forget(broken, { text: ASKED })).rejects.toThrow("the power went")
    await opened.memory.record([says("and then this", "3")])
    await close(opened)
    const damaged = openDatabase({ path: join(h.data, "log.db") })
    damaged.exec("UPDATE segments SET body = zeroblob(9) WHERE first = (SELECT max(first) FROM segments)")
    damaged.close()
    const { quarantined } = await repairStore(h.data)
    expect(quarantined).not.toBeNull()
    for (const side of ["", "-wal"]) expect(holding(join(h.data, `log.db${side}`))).toEqual([])
    const again = open(h)
    await forget(again.memory, { text: ASKED })
    expect(holding(h.root)).toEqual([])
    await close(again)
  })

  it("[R5, N4] another process shows, finds and keeps nothing of it before it has folded the forgetting", async () => {
    const h = home()
    const one = open(h)
    await one.memory.record([
      says(`never run ${TOKEN} here`, "1"),
      says("continue", "2"),
      says("something else", "1", "s2"),
    ])
    await settle(one.memory)
    const other = open(h)
    other.memory.catchUp()
    const id = episodeId("claude-code", "s1")
    const prompt = TABLE.turn.list(other.memory.views, `${id}/`)[0]![1].prompt
    const ask = { query: ASKED, scopes: null, most: 5 }
    expect(other.memory.text(prompt)).toContain("never run")
    expect(findEpisodes(other.memory, ask)[0]?.prompt).toContain("never run")
    await forget(one.memory, { text: ASKED })
    other.memory.catchUp(undefined, 0)
    expect(other.memory.text(prompt)).toBeNull()
    expect(findEpisodes(other.memory, ask).map(found => found.prompt)).not.toContain(`never run ${TOKEN} here`)
    other.memory.rebuild()
    one.memory.catchUp()
    if (process.platform === "linux") expect(unlinked(h)).toEqual([])
    expect(holding(h.root)).toEqual([])
    await close(other)
    await close(one)
  })
})
