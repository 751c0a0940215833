// Hooks as clients run them: a process per hook, no resident. Exit 0, one JSON object or nothing, nothing on stderr.
// Test machines are busy, so hooks are given more patience here (METTLE_PATIENCE); bench/hook.ts measures the second.
import { randomBytes } from "node:crypto"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { describe, expect, it } from "vitest"
import { CLIENT_ENV } from "../../src/clients/registry.ts"
import { loadConfig } from "../../src/config.ts"
import { runHook } from "../../src/hook/run.ts"
import { FAILURES } from "../../src/hook/tally.ts"
import { installLauncher, launcherPath } from "../../src/install/launcher.ts"
import { forget } from "../../src/memory/forgetting/forget.ts"
import { FORGETTING } from "../../src/memory/memory.ts"
import { openMemoryAt } from "../../src/open.ts"
import { openDatabase } from "../../src/store/sqlite.ts"
import { openStore } from "../../src/store/store.ts"
import { claude, type HookRun, house, PERSON, type RunOptions, until } from "./house.ts"

const LIMIT_MS = 14_000
// Put together here, so that no scanner takes this file for a leak.
const SECRET = ["ghp", "x7Kq2LmN9pR4sT6vW8yZ1aB3cD5eF0gH2jK4"].join("_")

function quiet(run: HookRun): void {
  expect({ code: run.code, err: run.err }).toEqual({ code: 0, err: "" })
  expect(run.ms).toBeLessThan(LIMIT_MS)
  if (run.out !== "") expect(typeof run.json()).toBe("object")
}

describe("a hook process", () => {
  it("[P3] records once what is told twice, and masks it", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    for (const payload of [
      one.start(),
      one.prompt("p1", `deploy with ${SECRET} please`),
      one.after("t1", "ls", "a"),
      one.after("t1", "ls", "a"),
    ])
      quiet(await h.run(payload, { env: PERSON }))
    const events = await h.events()
    expect(events.map(e => e.type)).toEqual(
      expect.arrayContaining(["episode.opened", "prompt.submitted", "tool.finished"]),
    )
    expect(events.filter(e => e.type === "tool.finished")).toHaveLength(1)
    const stored = readdirSync(h.paths.data).map(name =>
      name === "bin" ? "" : readFileSync(join(h.paths.data, name), "latin1"),
    )
    expect(stored.join("")).not.toContain(SECRET)
  })

  it("[J1][J2] what was said once stands in the next session, and holds the call once", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    const run = async (payload: unknown) => {
      const ran = await h.run(payload, { env: PERSON })
      quiet(ran)
      return ran
    }
    await run(one.start())
    await run(one.prompt("p1", "set up the project"))
    await run(one.stop("p1"))
    await run(one.prompt("p2", "always use pnpm in this repo, never npm"))
    const two = claude(h.project, "s2")
    const started = await run(two.start())
    expect(started.json().hookSpecificOutput.additionalContext).toContain("always use pnpm in this repo, never npm")
    expect(started.json().systemMessage).toMatch(/^mettle: told the agent "always use pnpm in this repo, never npm"/)
    // Named far behind the first bytes, which decide what is loaded first.
    const late = await run({ more: "x".repeat(300_000), ...claude(h.project, "s3").start() })
    expect(late.json().hookSpecificOutput.additionalContext).toContain("never npm")
    await run(two.prompt("p3", "add zod"))
    const held = await run(two.before("t1", "npm install zod"))
    expect(held.json().hookSpecificOutput).toMatchObject({ permissionDecision: "deny" })
    expect(held.json().hookSpecificOutput.permissionDecisionReason).toContain("never npm")
    expect((await run(two.before("t2", "npm install zod"))).out).not.toContain("deny")
    const again = await run({ ...two.start("compact"), prompt_id: "p3" })
    expect(again.json().hookSpecificOutput.additionalContext).toBe(started.json().hookSpecificOutput.additionalContext)
  })

  it("[S4-57] proves from the transcript that a pack arrived", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    for (const payload of [
      one.start(),
      one.prompt("p1", "hello there"),
      one.prompt("p2", "always use pnpm, never npm"),
    ])
      await h.run(payload, { env: PERSON })
    const two = claude(h.project, "s2")
    const pack = (await h.run(two.start(), { env: PERSON })).json().hookSpecificOutput.additionalContext
    const folder = join(h.dir, ".claude", "projects", "x")
    mkdirSync(folder, { recursive: true })
    const transcript = join(folder, "s2.jsonl")
    writeFileSync(
      transcript,
      `${JSON.stringify({ type: "attachment", attachment: { type: "hook_additional_context", content: [pack] } })}\n`,
    )
    quiet(await h.run({ ...two.prompt("p3", "go on"), transcript_path: transcript }, { env: PERSON }))
    expect((await h.events()).filter(e => e.type === "pack.delivered")).toHaveLength(1)
  })

  it("[P3] answers without waiting for the end of stdin", async () => {
    const h = house()
    const ran = await h.run(claude(h.project, "s1").prompt("p1", "hi"), { open: true, env: PERSON })
    quiet(ran)
    expect((await h.events()).map(e => e.type)).toContain("prompt.submitted")
    const silent = await h.run("", { open: true, env: { METTLE_PATIENCE: "1" } })
    quiet(silent)
  })

  it("is silent for strangers, switched off, inside our own model calls, and without a bundle", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    const quietly: readonly RunOptions[] = [
      { client: "nobody" },
      { env: { METTLE: "off" } },
      { env: { METTLE_INTERNAL: "1" } },
    ]
    for (const options of quietly) {
      const ran = await h.run(one.start(), options)
      quiet(ran)
      expect(ran.out).toBe("")
    }
    quiet(await h.run({ hook_event_name: "SomethingNew", session_id: "s" }))
    expect(existsSync(join(h.paths.data, "log.db"))).toBe(false)
    rmSync(h.bundle)
    quiet(await h.run(one.start()))
  })

  it("[security 3] keeps nothing where a slip makes settings unreadable, and says so once, as the session begins", async () => {
    const h = house()
    for (const file of [join(h.project, ".mettle", "config.json"), join(h.paths.config, "config.json")]) {
      mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 })
      writeFileSync(file, '{ "record": false, }')
      const one = claude(h.project, "s1")
      const begins = await h.run(one.start())
      quiet(begins)
      expect(begins.json().systemMessage).toContain(`nothing is recorded here until this is repaired: ${file}`)
      const goesOn = await h.run(one.prompt("p1", "use pnpm, not npm"), { env: PERSON })
      quiet(goesOn)
      expect(goesOn.out).toBe("")
      expect((await h.run(one.start(), { env: { METTLE: "off" } })).out).toBe("")
      rmSync(file)
    }
    expect(existsSync(join(h.paths.data, "log.db"))).toBe(false)
  })

  it("[T-10] takes garbage and 10 MB of output, and counts what it refused", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    quiet(await h.run("not json"))
    quiet(await h.run(one.after("t1", "make", `${"x y z\n".repeat(1_700_000)}the end`)))
    expect(h.tally()).toMatchObject({ refused: 1, lost: 0 })
    expect((await h.events()).filter(e => e.type === "tool.finished")).toHaveLength(1)
  })

  it("[T-13] a locked log: spooled redacted, added by the next hook", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    quiet(await h.run(one.start(), { env: PERSON }))
    const holder = openDatabase({ path: join(h.paths.data, "log.db") })
    holder.exec("BEGIN IMMEDIATE")
    const ran = await h.run(one.after("t1", `curl -H 'Authorization: token ${SECRET}'`, "ok"))
    quiet(ran)
    expect(ran.ms).toBeLessThan(LIMIT_MS)
    const [file] = h.spool()
    expect(h.tally()).toMatchObject({ spooled: 1, lost: 0 })
    expect(readFileSync(join(h.paths.state, "spool", file!), "utf8")).not.toContain(SECRET)
    holder.exec("ROLLBACK")
    holder.close()
    quiet(await h.run(one.after("t2", "ls")))
    expect(h.spool()).toEqual([])
    expect((await h.events()).filter(e => e.type === "tool.finished")).toHaveLength(2)
  })

  it("[T-13] a locked log is no failure of ours, also when there is something to settle", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    quiet(await h.run(one.start(), { env: PERSON }))
    quiet(await h.run(one.after("t1", "ls")))
    const holder = openDatabase({ path: join(h.paths.data, "log.db") })
    holder.exec("BEGIN IMMEDIATE")
    quiet(await h.run(one.prompt("p1", "always use pnpm, never npm"), { env: PERSON }))
    holder.exec("ROLLBACK")
    holder.close()
    expect(h.tally()).toMatchObject({ spooled: 1, fault: 0, failuresInARow: 0 })
  })

  it("[T-8] a corrupt log: quiet, counted, and after five in a row a no-op", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    writeFileSync(join(h.paths.data, "log.db"), Buffer.alloc(8192, 7), { mode: 0o600 })
    for (let i = 0; i <= FAILURES; i++) quiet(await h.run(one.after(`t${i}`, "ls")))
    const tally = h.tally()
    expect(tally).toMatchObject({ off: true, failuresInARow: FAILURES, fault: FAILURES })
  })

  it("[R10] switched off after five faults, it tries again after a while, waits longer each time, and heals", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    const log = join(h.paths.data, "log.db")
    writeFileSync(log, Buffer.alloc(8192, 7), { mode: 0o600 })
    let now = Date.UTC(2026, 5, 1)
    let n = 0
    const hook = async (): Promise<void> => {
      const stdin = Readable.from([Buffer.from(JSON.stringify(one.after(`t${n++}`, "ls")))])
      await runHook("claude-code", { env: h.env, stdin, write: () => {}, now: () => now, home: h.dir })
    }
    for (let i = 0; i < FAILURES + 3; i++) await hook()
    expect(h.tally()).toMatchObject({ off: true, fault: FAILURES, offSince: now, offWhy: "E_INTEGRITY" })
    const off = now
    const pauses: number[] = []
    for (let i = 0; i < 9; i++) {
      const due = h.tally().triesAgain!
      pauses.push((due - now) / 60_000)
      now = due - 1
      await hook()
      expect(h.tally().fault).toBe(FAILURES + i)
      now = due
      await hook()
      expect(h.tally()).toMatchObject({ off: true, fault: FAILURES + i + 1, offSince: off })
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    // The store is whole again, and nobody said so.
    rmSync(log)
    now = h.tally().triesAgain!
    await hook()
    expect(h.tally()).toMatchObject({ off: false, failuresInARow: 0, offSince: null, triesAgain: null })
    await hook()
    // What the spool kept in the meantime has come in as well.
    expect((await h.events()).filter(e => e.type === "tool.finished").length).toBeGreaterThanOrEqual(2)
  })

  it("[R10] a clock that goes back keeps nobody waiting, and an older count of failures is tried at once", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    quiet(await h.run(one.start()))
    for (const row of [`${FAILURES} 99999999999999 99999999999999 E_BUG`, `${FAILURES}`]) {
      writeFileSync(join(h.paths.state, "hooks.failures"), `${row}\n`)
      expect(h.tally().off).toBe(true)
      quiet(await h.run(one.after(row.slice(-5), "ls")))
      expect(h.tally()).toMatchObject({ off: false, failuresInARow: 0 })
    }
  })

  it("[R9] a log of a newer mettle: silent, no fault, and what was heard waits for the newer one", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    quiet(await h.run(one.start(), { env: PERSON }))
    const mark = (events: string): void => {
      const db = openDatabase({ path: join(h.paths.data, "log.db") })
      db.sql("UPDATE meta SET value = ? WHERE key = 'events'").run(events)
      db.close()
    }
    mark('{"episode.opened":1,"thought.read":1}')
    const payloads = [one.prompt("p1", "hello"), one.before("t1", "ls"), one.after("t1", "ls")]
    // As many in a row as would switch them off, were it a fault.
    for (let i = 0; i <= FAILURES; i++) {
      const ran = await h.run(payloads[i % payloads.length], { env: PERSON })
      quiet(ran)
      expect(ran.out).toBe("")
    }
    expect(h.tally()).toMatchObject({ fault: 0, lost: 0, off: false })
    expect((await h.events()).map(e => e.type)).toEqual(["episode.opened"])
    mark('{"episode.opened":1}')
    for (let i = 0; i < 3; i++) quiet(await h.run(one.after("t2", "ls"), { env: PERSON }))
    const types = (await h.events()).map(e => e.type)
    expect([...new Set(types)].sort()).toEqual(["episode.opened", "prompt.submitted", "tool.called", "tool.finished"])
    expect(h.spool()).toEqual([])
  })

  it("[R9] two Nodes, or two builds, that fold differently leave each other's views alone", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    // Another fingerprint, as another V8 has one.
    const other = { ...PERSON, METTLE_EPISODE_IDLE_MINUTES: "16" }
    const files = () => readdirSync(h.paths.data).filter(name => /^views-.*\.db$/.test(name))
    quiet(await h.run(one.start(), { env: PERSON }))
    quiet(await h.run(one.prompt("p1", "always use pnpm, never npm"), { env: PERSON }))
    const first = files()
    expect(first).toHaveLength(1)
    for (let i = 0; i < 3; i++) {
      for (const env of [other, PERSON]) quiet(await h.run(claude(h.project, `s2-${i}`).start(), { env }))
      expect(files()).toEqual(expect.arrayContaining(first))
      expect(files()).toHaveLength(2)
    }
    const held = [PERSON, other].map(env => h.run(one.before("t1", "npm install zod"), { env }))
    const outs = (await Promise.all(held)).map(run => run.out)
    expect(outs.filter(out => out.includes("deny"))).toHaveLength(1)
    expect(h.tally()).toMatchObject({ fault: 0, lost: 0 })
  })

  it("[R2] what is owed is not done by hooks, and gets done beside them", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    quiet(await h.run(one.start(), { env: PERSON }))
    quiet(await h.run(one.prompt("p1", "never run terraform destroy in this repo"), { env: PERSON }))
    const config = loadConfig({ userDir: h.paths.config })
    const open = () =>
      openMemoryAt({ dir: h.paths.data, config, now: Date.now, random: bytes => randomBytes(bytes), groupMs: 0 })
    const { memory, store } = open()
    Object.assign(memory.parts.blobs, { erase: () => expect.unreachable() })
    await forget(memory, { text: "terraform" }).catch(() => {})
    await memory.close()
    await store.close()
    const files = () => readdirSync(h.paths.data).filter(name => /^views-.*\.(?:db|new)$/.test(name))
    const before = files()
    for (let i = 0; i < 4; i++) {
      const ran = await h.run(claude(h.project, `s2-${i}`).start(), { env: PERSON })
      quiet(ran)
      expect(ran.out).not.toContain("terraform")
      quiet(await h.run(one.before(`t${i}`, "terraform destroy"), { env: PERSON }))
    }
    expect(files()).toEqual(before)
    const mark = async (): Promise<string | null> => {
      const seen = openStore({ dir: h.paths.data, readOnly: true, pollMs: 0 })
      try {
        return seen.meta.get(FORGETTING)
      } finally {
        await seen.close()
      }
    }
    expect(await mark()).not.toBe("")
    // Where processes may be started beside hooks, the next hook starts one.
    quiet(await h.run(one.prompt("p2", "go on"), { env: { ...PERSON, METTLE_RESIDENT: "" } }))
    await until(async () => (await mark()) === "")
    expect(h.tally()).toMatchObject({ fault: 0, lost: 0 })
  })

  it("[T-5] no room or no right to write: quiet, and counted", async () => {
    const h = house()
    const one = claude(h.project, "s1")
    // Files may not grow: what a full disk does, without one.
    const limited = ["sh", "-c", `trap '' XFSZ; ulimit -f 1; exec "$0" hook claude-code`, launcherPath(h.paths)]
    const full = await h.run(one.after("t1", "ls"), { command: limited })
    quiet(full)
    rmSync(h.paths.data, { recursive: true })
    writeFileSync(h.paths.data, "a file where the folder should be")
    quiet(
      await h.run(one.after("t2", "ls"), {
        command: [process.execPath, join(import.meta.dirname, "../../dist/hook.cjs"), "hook", "claude-code"],
      }),
    )
    const { lost, spooled, fault } = h.tally()
    expect(lost + spooled + fault).toBeGreaterThanOrEqual(2)
  })

  it("[security 9, 22] follows no link out of the transcripts and no planted folder", async () => {
    const h = house()
    const folder = join(h.dir, ".claude", "projects")
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(h.dir, "outside.jsonl"), "{}\n")
    symlinkSync(join(h.dir, "outside.jsonl"), join(folder, "t.jsonl"))
    const one = claude(h.project, "s1")
    for (const path of [join(folder, "t.jsonl"), "/dev/zero", "/etc/passwd", join(folder, "..", "..", "outside.jsonl")])
      quiet(await h.run({ ...one.prompt("p1", "hi"), transcript_path: path }))
    rmSync(h.paths.state, { recursive: true, force: true })
    mkdirSync(join(h.dir, "elsewhere"))
    symlinkSync(join(h.dir, "elsewhere"), h.paths.state)
    quiet(await h.run("garbage"))
    expect(readdirSync(join(h.dir, "elsewhere"))).toEqual([])
  })

  it("[P3] spares Node the certificates that only a model would need, and keeps their name", async () => {
    const h = house()
    const [node, said] = [join(h.dir, "node"), join(h.dir, "said")]
    writeFileSync(node, `#!/bin/sh\nprintf '%s|%s' "$NODE_EXTRA_CA_CERTS" "$METTLE_CA_CERTS" >"${said}"\n`, {
      mode: 0o755,
    })
    const launcher = launcherPath(h.paths)
    writeFileSync(launcher, readFileSync(launcher, "utf8").replaceAll(process.execPath, node.replaceAll("'", "'\\''")))
    await h.run(claude(h.project, "s1").after("t1", "ls"), { env: { NODE_EXTRA_CA_CERTS: "/a b.pem" } })
    expect(readFileSync(said, "utf8")).toBe("|/a b.pem")
  })

  it("[P3] an install leaves both parts of the hook with what V8 made of them", () => {
    const h = house()
    const bin = join(h.paths.data, "bin")
    const kept = () => readdirSync(bin).filter(name => name.endsWith(".cache"))
    expect(kept()).toEqual([])
    installLauncher(h.paths, { PATH: process.env.PATH ?? "" }, CLIENT_ENV)
    expect(kept().map(name => name.slice(0, "hook-main.cjs".length))).toEqual(["hook-full.cjs", "hook-main.cjs"])
  })

  it("[S2-06] finds another Node when the recorded one is gone", async () => {
    const h = house()
    const launcher = launcherPath(h.paths)
    writeFileSync(launcher, readFileSync(launcher, "utf8").replaceAll(process.execPath, "/no/such/node"))
    chmodSync(launcher, 0o700)
    quiet(await h.run(claude(h.project, "s1").after("t1", "ls")))
    expect(await h.events()).toHaveLength(1)
  })
})
