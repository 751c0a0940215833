// Homes on a git remote: two machines of one person that worked offline for weeks, and clones that push at once and are killed.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { afterAll, describe, expect, it } from "vitest"
import { SHARED_TABLE } from "../../src/core/shared/tables.ts"
import { note } from "../../src/memory/acting/acts.ts"
import { REPO } from "../stories/world.ts"
import { failThenFix, home, works } from "../team/homes.ts"
import { sharedPicture } from "../team/picture.ts"
import { bare } from "./bare.ts"

const there = bare()
afterAll(() => there.close())
const ASK = "run the tests, they fail with ECONNREFUSED on 6379"

describe("[W9] one person's machines", () => {
  it("1,000 events each, offline, then joined: the same fold, nothing twice, nothing left to say", async () => {
    const a = home("laptop", await there.machine("a"))
    const b = home("desktop", await there.machine("b"), {}, undefined, a.identity)
    await note(a.memory, "Keep the notes of every machine in one place", { scope: REPO })
    for (const [i, h] of [a, b].entries()) {
      await failThenFix(h, "first", `docker compose up -d redis-${i}`)
      for (let n = 0; h.memory.parts.log.head() < 1000; n++) await works(h, `w${n}`, ASK, n % 3 !== 0)
    }
    for (let round = 0; round < 3; round++) for (const h of [a, b]) await h.sync()
    expect(sharedPicture(a.views)).toBe(sharedPicture(b.views))
    const entries = await a.log.read(0, 100_000)
    expect(new Set(entries.map(e => e.envelope.id)).size).toBe(entries.length)
    expect(SHARED_TABLE.member.list(a.views).length).toBe(1)
    expect(
      SHARED_TABLE.card
        .list(a.views)
        .map(([, row]) => row.body?.statement)
        .sort(),
    ).toEqual([...new Set(SHARED_TABLE.card.list(a.views).map(([, row]) => row.body?.statement))].sort())
    const sent = [(await a.sync()).sent, (await b.sync()).sent]
    expect(sent).toEqual([0, 0])
    console.log(
      `two machines, ${a.memory.parts.log.head()} and ${b.memory.parts.log.head()} events: ${entries.length} envelopes, ${SHARED_TABLE.place.list(a.views).length} episodes`,
    )
    for (const h of [a, b]) await h.log.close()
  })
})

/** A clone in a process of its own: appends one after another, and says what was acknowledged. */
const clone = (root: string) => `
import { gitEngine } from "${root}/src/team/engines/git.ts"
const [url, state, name, first, last] = process.argv.slice(2)
const hash = async text => Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(text))).toString("hex")
const log = await gitEngine.open(url, { state, retries: 2 })
for (let n = Number(first); n <= Number(last); n++) {
  const id = (await hash(name + " " + n)).slice(0, 32)
  const lock = await hash("erase " + id)
  await log.append([{ id, partition: "r:one", author: name, key: "k", ts: n, type: "t", v: 1, lock, body: "{}", signature: "s" }])
  process.stdout.write(id + "\\n")
}
await log.close()
`
/** As many as asked for by METTLE_GIT_ROUNDS; few where every test runs. */
const ROUNDS = Number(process.env.METTLE_GIT_ROUNDS ?? 4)

it(
  `${ROUNDS} rounds of four clones that push at once, killed meanwhile: nothing acknowledged is lost, nothing is there twice`,
  async () => {
    const storm = bare()
    await (await storm.machine("first")).close()
    const program = join(storm.root, "clone.mjs")
    const root = join(import.meta.dirname, "..", "..")
    await build({
      stdin: { contents: clone(root), resolveDir: root, loader: "ts" },
      ...{ bundle: true, platform: "node", format: "esm", packages: "external", outfile: program, logLevel: "error" },
    })
    symlinkSync(join(root, "node_modules"), join(storm.root, "node_modules"))
    const acknowledged = new Set<string>()
    const next = [0, 0, 0, 0]
    let kills = 0
    const began = Date.now()
    /** Runs a clone until it is done, or kills it after its first acknowledgement. */
    const run = async (w: number, each: number, killed: boolean): Promise<void> => {
      const state = storm.state(`clone-${w}`)
      if (!existsSync(join(state, "seal"))) {
        mkdirSync(state, { recursive: true })
        copyFileSync(join(storm.state("first"), "seal"), join(state, "seal"))
      }
      const first = next[w]!
      const child = spawn(
        process.execPath,
        [program, storm.url, state, `clone-${w}`, `${first}`, `${first + each - 1}`],
        {
          stdio: ["ignore", "pipe", "inherit"],
        },
      )
      let said = ""
      child.stdout.on("data", chunk => {
        said += chunk
        if (killed && said.includes("\n") && !child.killed && child.kill("SIGKILL")) kills++
      })
      await once(child, "close")
      const got = said.split("\n").slice(0, -1)
      for (const id of got) acknowledged.add(id)
      // What was not acknowledged is given again, as the outbox does.
      next[w] = first + got.length
    }
    for (let round = 0; round < ROUNDS; round++)
      await Promise.all([0, 1, 2, 3].map(w => run(w, 2, (round + w) % 2 === 0)))
    await Promise.all([0, 1, 2, 3].map(w => run(w, 1, false)))
    const reader = await storm.machine("reader")
    const stored = (await reader.read(0, 100_000)).map(e => e.envelope.id)
    console.log(
      `${ROUNDS} rounds, ${kills} kills, ${acknowledged.size} acknowledged, ${stored.length} stored, ${(Date.now() - began) / 1000} s`,
    )
    expect(kills).toBeGreaterThan(0)
    expect([...acknowledged].filter(id => !stored.includes(id))).toEqual([])
    expect(new Set(stored).size).toBe(stored.length)
    await reader.close()
    await storm.close()
  },
  60_000 + 60_000 * ROUNDS,
)
