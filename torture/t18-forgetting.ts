// T-18: forgetting under kill -9. A token goes in through hooks, a locked log and a resident; `mettle forget` is killed at random
// moments and begun again; then no file of the home may hold it, nor a file that a living process has open and nobody can find.
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { TABLE } from "../src/core/views/tables.ts"
import { openDatabase } from "../src/store/sqlite.ts"
import { dice } from "./dice.ts"
import { claude, type Home, home, PERSON, until } from "./home.ts"
import { memoryAt, rebuildEquals } from "./memory-at.ts"
import { type Started, start } from "./processes.ts"
import { sized, type Torture } from "./torture.ts"

const MAIN = join(process.cwd(), "bin", "mettle")
const TOKEN = "okapi-etoile-7731"

const mettle = (h: Home, ...words: readonly string[]): Started =>
  start(process.execPath, [MAIN, ...words], h.env, "", h.project)

/** Files below that hold it; the launcher's own program is not data. */
const holding = (dir: string): readonly string[] =>
  (readdirSync(dir, { recursive: true, withFileTypes: true }) as import("node:fs").Dirent[])
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !path.includes(join("data", "bin")) && readFileSync(path).includes(TOKEN))

/** Files that a process has open and nobody can find any more, and that hold it. */
function unlinkedIn(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap(fd => {
      const path = `/proc/${pid}/fd/${fd}`
      const name = readlinkSync(path)
      return name.endsWith("(deleted)") && readFileSync(path).includes(TOKEN) ? [name] : []
    })
  } catch {
    // It is gone, and so is what it held.
    return []
  }
}

/** Every way in, one of them behind a lock. */
async function tell(h: Home, round: number): Promise<void> {
  const one = claude(h.project, `s${round}`)
  await h.hook(one.start(), PERSON)
  await h.hook(one.prompt(`p${round}a`, `never deploy ${TOKEN} on fridays`), PERSON)
  await h.hook(one.after(`c${round}`, "make check", `Tests: 3 failed, ${TOKEN}`), PERSON)
  await h.hook(one.prompt(`p${round}b`, "no, that is wrong, undo it"), PERSON)
  await h.hook(one.end(), PERSON)
  await mettle(h, "backup").ended
  const db = openDatabase({ path: join(h.paths.data, "log.db"), busyMs: 2_000 })
  db.exec("BEGIN IMMEDIATE")
  await h.hook(one.prompt(`p${round}c`, `and then ${TOKEN} again`), PERSON)
  db.exec("ROLLBACK")
  db.close()
  const aside = join(h.paths.data, "quarantine", String(round + 1))
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  writeFileSync(join(aside, "log.db"), TOKEN, { mode: 0o600 })
}

async function verdicts(h: Home): Promise<ReadonlyMap<string, string>> {
  const { memory, store } = memoryAt(h.paths.data)
  memory.catchUp()
  const found = TABLE.episode.list(memory.views).map(([id, e]) => [id, `${e.verdict} ${e.p}`] as const)
  await memory.close()
  await store.close()
  return new Map(found)
}

export const forgetting: Torture = {
  name: "T-18",
  title: "forgetting",
  method:
    "a token by hooks, behind a lock, in backups and in quarantine, with a resident; `mettle forget` killed and begun again",
  bar: "no file of the home and no unlinked open file holds it; verdicts of closed episodes stay; rebuilt views equal live ones",
  async run({ size, seed, dir, say }) {
    const rounds = sized(size, { ci: 1, pr: 3, nightly: 30 })
    const failures: string[] = []
    const figures = { rounds, kills: 0, planted: 0, left: 0, unlinked: 0, turned: 0 }
    const h = home(join(dir, "h"))
    const roll = dice(seed)
    for (let round = 0; round < rounds; round++) {
      const resident = await h.resident()
      await tell(h, round)
      await mettle(h, "settle").ended
      const before = await verdicts(h)
      figures.planted += holding(h.env.METTLE_HOME!).length
      for (let tries = 0; tries < 3; tries++) {
        const running = mettle(h, "forget", "--text", TOKEN, "--yes")
        const killer = setTimeout(() => running.child.kill("SIGKILL"), 100 + roll() * 900)
        const { signal } = await running.ended
        clearTimeout(killer)
        if (signal !== null) figures.kills++
      }
      const { code, out } = await mettle(h, "forget", "--text", TOKEN, "--yes").ended
      if (code !== 0) failures.push(`round ${round}: forget ended with ${code}: ${out.slice(0, 200)}`)
      const pid = resident.child.pid ?? 0
      // It was asked to leave, and may finish what it has begun.
      await until(() => unlinkedIn(pid).length === 0, 10_000)
      const [files, open] = [holding(h.env.METTLE_HOME!), unlinkedIn(pid)]
      figures.left += files.length
      figures.unlinked += open.length
      for (const file of [...files, ...open]) failures.push(`round ${round}: ${file} still holds it`)
      const after = await verdicts(h)
      const turned = [...before].filter(([id, verdict]) => after.get(id) !== verdict)
      figures.turned += turned.length
      for (const [id, verdict] of turned) failures.push(`round ${round}: ${id} was ${verdict}, is ${after.get(id)}`)
      resident.child.kill("SIGTERM")
      await resident.ended
      say(`round ${round + 1} of ${rounds}`)
    }
    if (!(await rebuildEquals(h.paths.data)).equal) failures.push("rebuilt views differ from live ones")
    return { figures, failures, stores: [h.paths.data] }
  },
}
