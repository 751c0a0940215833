// T-3: power loss. Everything a process does to its files is recorded, with its acknowledgements in between; the record is
// cut at many places, and from each the disk is made that a power loss could have left: opened, judged, written to.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { openDatabase } from "../src/store/sqlite.ts"
import { READINGS_FILE } from "../src/store/sqlite-readings.ts"
import { dice } from "./dice.ts"
import { judge, memoryAt, rebuildEquals, sound, spotless } from "./memory-at.ts"
import { disk, type Fate } from "./power-loss.ts"
import { acknowledgements, actor, forgottenIn, wholeLines } from "./processes.ts"
import { buildShim, readOperations } from "./shim.ts"
import { sized, type Torture } from "./torture.ts"
import { draftAt } from "./workload.ts"

const FATES: readonly Fate[] = ["random", "random", "random", "synced", "random", "all"]
/** Rebuilding at every cut would be most of the time. */
const REBUILD_EVERY = 20

/** A reading under the wrong name would be believed. */
function readsTrue(home: string): boolean {
  const path = join(home, READINGS_FILE)
  if (!existsSync(path)) return true
  const db = openDatabase({ path })
  try {
    return Object.values(db.sql("PRAGMA integrity_check").get()!)[0] === "ok"
  } catch {
    return false
  } finally {
    db.close()
  }
}

export const powerLoss: Torture = {
  name: "T-3",
  title: "power loss",
  method:
    "every file operation recorded; at each cut unsynced writes are dropped, reordered or torn at 512 bytes, unsynced names dropped from the end",
  bar: "0 acknowledged lost, 0 corrupt, readings sound, the next process appends",
  async run({ size, seed, dir, ram, say }) {
    const recordings = sized(size, { ci: 2, pr: 4, nightly: 20 })
    const cuts = sized(size, { ci: 300, pr: 1_000, nightly: 20_000 }) / recordings
    const shim = buildShim(dir)
    const chance = dice(seed)
    const failures: string[] = []
    const total = spotless()
    const figures = { recordings, cuts: 0, operations: 0, acknowledged: 0, unusable: 0, unequal: 0 }
    for (let r = 0; r < recordings; r++) {
      const root = join(dir, `recorded-${r}`)
      mkdirSync(root, { mode: 0o700 })
      const log = join(dir, `record-${r}`)
      const run = `power ${r}`
      const child = await actor(["write", join(root, "home", "data"), run, String(seed + r), "400"], {
        LD_PRELOAD: shim,
        TORTURE_DIR: root,
        TORTURE_LOG: log,
      })
      const ended = await child.ended
      if (ended.code !== 0) throw new Error(`the writer ended with ${ended.code}: ${ended.err}`)
      const operations = readOperations(log)
      figures.operations += operations.length
      const places = Array.from({ length: cuts }, () => chance.below(operations.length)).sort((a, b) => a - b)
      const model = disk(root)
      let told = ""
      let at = 0
      for (const [i, place] of places.entries()) {
        for (; at <= place; at++) {
          const operation = operations[at]!
          if (operation.path.endsWith("/ACK")) {
            if (operation.kind === "W") told += operation.data.toString("utf8")
          } else if (!operation.path.endsWith("-shm")) model.apply(operation)
        }
        const lines = wholeLines(told)
        const acknowledged = acknowledgements(run, lines)
        figures.acknowledged = Math.max(figures.acknowledged, acknowledged.length)
        figures.cuts++
        const fate = FATES[i % FATES.length]!
        const image = join(ram, "image")
        rmSync(image, { recursive: true, force: true })
        for (const [path, bytes] of model.image(chance, fate)) {
          const file = join(image, path.slice(root.length))
          mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
          writeFileSync(file, bytes, { mode: 0o600 })
        }
        const home = join(image, "home", "data")
        const where = `recording ${r}, cut ${place} of ${operations.length}, ${fate} (seed ${seed})`
        const before = failures.length
        try {
          mkdirSync(home, { recursive: true, mode: 0o700 })
          if (!readsTrue(home)) {
            figures.unequal++
            failures.push(`${where}: what was read out of texts is damaged`)
          }
          const { memory, store } = memoryAt(home)
          const seen = judge(store, acknowledged, forgottenIn(lines))
          if (!sound(seen)) failures.push(`${where}: ${JSON.stringify(seen)}`)
          for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += seen[key]
          if (process.env.TORTURE_KEEP) cpSync(image, `/tmp/kept-before`, { recursive: true, force: true })
          await memory.record([draftAt("afterwards", i)])
          await memory.close()
          await store.close()
          if (i % REBUILD_EVERY === 0 && !(await rebuildEquals(home)).equal) {
            figures.unequal++
            failures.push(`${where}: rebuilt views differ`)
          }
        } catch (error) {
          figures.unusable++
          failures.push(`${where}: ${(error as Error).message}`)
        }
        if (failures.length > before)
          cpSync(image, join(process.cwd(), ".cache/torture/failed", `${r}-${place}`), { recursive: true })
        if (i % 50 === 0) say(`recording ${r}, cut ${i} of ${cuts}`)
      }
    }
    return { figures: { ...figures, ...total }, failures }
  },
}
