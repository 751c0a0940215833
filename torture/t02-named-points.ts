// T-2: kill -9 inside every act that changes a store. What the act does to its files is recorded once; then it is killed before
// one of those operations, again and again, and must resume: the act is repeated, and everything must hold.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { finishForgetting } from "../src/memory/forgetting/forget.ts"
import { openStore } from "../src/store/store.ts"
import { verifyStore } from "../src/store/verify.ts"
import { dice } from "./dice.ts"
import { type Acknowledged, judge, memoryAt, rebuildEquals, sound } from "./memory-at.ts"
import { actor } from "./processes.ts"
import { buildShim, isCounted, readOperations } from "./shim.ts"
import { sized, type Torture } from "./torture.ts"
import { draftAt, wordsAt } from "./workload.ts"

const BASE = 60

interface Point {
  readonly act: string
  /** what must hold after the act was repeated; a sentence when it does not */
  readonly holds?: (data: string) => string | null | Promise<string | null>
  /** begins without a store, or with one that is damaged */
  readonly empty?: boolean
  readonly damaged?: boolean
  /** how it is resumed, when not by repeating it */
  readonly resume?: (data: string) => Promise<void>
}

/** Every file below a folder, but not the backups a user asked for. */
function files(dir: string): string[] {
  return readdirSync(dir).flatMap(name => {
    const path = join(dir, name)
    return statSync(path).isDirectory() ? files(path) : [path]
  })
}

const POINTS: readonly Point[] = [
  { act: "start", empty: true },
  { act: "append" },
  {
    act: "migration",
    holds: data =>
      existsSync(join(data, "log.db.before-migration")) ? null : "no backup was made before the migration",
  },
  { act: "compaction" },
  {
    act: "forget",
    resume: async data => {
      const { memory, store } = memoryAt(data)
      await finishForgetting(memory)
      await memory.close()
      await store.close()
    },
    holds: data => {
      const { store } = memoryAt(data)
      const begun = store.log.readTypes(["text.forgotten"]).length > 0
      const words = wordsAt("base", 4).slice(0, 60)
      return begun && files(data).some(file => readFileSync(file).includes(words))
        ? "the log says forgotten, and the words are still on the disk"
        : null
    },
  },
  { act: "checkpoint" },
  { act: "settle" },
  { act: "rebuild" },
  {
    act: "backup",
    resume: async data => {
      // A name that is there must stand for a whole copy: then nobody makes it again.
      if (existsSync(join(data, "copy.db"))) return
      const store = openStore({ dir: data })
      store.backup(join(data, "copy.db"))
      await store.close()
    },
    holds: data => {
      const copy = join(data, "checked")
      mkdirSync(copy, { mode: 0o700 })
      cpSync(join(data, "copy.db"), join(copy, "log.db"))
      return verifyStore(copy).ok ? null : "the backup does not prove whole"
    },
  },
  { act: "quarantine", damaged: true },
  { act: "spool" },
  { act: "drain" },
]

export const namedPoints: Torture = {
  name: "T-2",
  title: "kill -9 at named points",
  method: `each of ${POINTS.length} acts (${POINTS.map(p => p.act).join(", ")}) killed before its n-th file operation, then resumed`,
  bar: "resumes: nothing acknowledged lost, the log proves whole, rebuilt views equal",
  async run({ size, seed, dir, ram, say }) {
    const times = sized(size, { ci: 6, pr: 20, nightly: 100 })
    const shim = buildShim(dir)
    const chance = dice(seed)
    const failures: string[] = []
    const figures: Record<string, number> = { points: POINTS.length, kills: 0, "over before": 0, resumed: 0 }
    const base = join(ram, "base")
    const acknowledged = await fill(base)
    for (const point of POINTS) {
      const stage = (name: string): { root: string; data: string } => {
        const root = join(ram, name)
        const data = join(root, "data")
        mkdirSync(root, { recursive: true, mode: 0o700 })
        if (!point.empty) cpSync(base, data, { recursive: true })
        return { root, data }
      }
      const act = async (root: string, data: string, env: Readonly<Record<string, string>>) =>
        (await actor(["act", data, point.act], { LD_PRELOAD: shim, TORTURE_DIR: root, TORTURE_ARM: "1", ...env })).ended
      const dry = stage(`${point.act}-dry`)
      const log = join(ram, `${point.act}.log`)
      const ran = await act(dry.root, dry.data, { TORTURE_LOG: log })
      if (ran.code !== 0) failures.push(`${point.act}: fails without being killed: ${ran.err.slice(-300)}`)
      const all = readOperations(log)
      const armed = all.findIndex(({ path }) => path.endsWith("/ARM"))
      const operations = all.slice(armed).filter(isCounted).length
      rmSync(dry.root, { recursive: true, force: true })
      const places =
        operations <= times
          ? Array.from({ length: operations }, (_, i) => i + 1)
          : Array.from({ length: times }, (_, i) => 1 + Math.floor(((i + chance()) * operations) / times))
      for (const n of places) {
        const { root, data } = stage(`${point.act}-${n}`)
        const where = `${point.act}, operation ${n} of ${operations} (seed ${seed})`
        const killed = await act(root, data, { TORTURE_KILL_AT: String(n) })
        figures.kills!++
        // Not every run does the same: one that is over before the n-th operation has nothing to resume.
        if (killed.signal !== "SIGKILL" && killed.code !== 0)
          failures.push(`${where}: ended with ${killed.code}: ${killed.err.slice(-200)}`)
        else if (killed.code === 0) figures["over before"]!++
        try {
          if (point.resume) await point.resume(data)
          else {
            const again = await (await actor(["act", data, point.act])).ended
            if (again.code !== 0) failures.push(`${where}: does not resume: ${again.err.slice(-400)}`)
          }
          const broken = await point.holds?.(data)
          if (broken) failures.push(`${where}: ${broken}`)
          const store = openStore({ dir: data, readOnly: true, pollMs: 0 })
          const seen = judge(store, point.empty ? [] : acknowledged, new Set([draftAt("base", 0).episode!]))
          await store.close()
          if (!sound(seen)) failures.push(`${where}: ${JSON.stringify(seen)}`)
          // A store with a later release's step is that release's to fold.
          if (point.act !== "migration" && !(await rebuildEquals(data)).equal) failures.push(`${where}: views differ`)
          figures.resumed!++
        } catch (error) {
          failures.push(`${where}: ${(error as Error).message}`)
        }
        rmSync(root, { recursive: true, force: true })
      }
      figures[point.act] = places.length
      say(`${point.act}: ${operations} operations`)
    }
    return { figures, failures }
  },
}

/** A store with some sessions, part of it sealed, and a spool beside it. */
async function fill(dir: string): Promise<readonly Acknowledged[]> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const { memory, store } = memoryAt(dir)
  const out: Acknowledged[] = []
  for (let n = 0; n < BASE; n++) {
    const { seqs } = await memory.record([draftAt("base", n)])
    out.push({ run: "base", n, seq: seqs[0]! })
    if (n === BASE / 2) store.compact({ least: 0 })
  }
  memory.catchUp()
  await memory.close()
  await store.close()
  return out
}
