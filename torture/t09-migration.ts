// T-9: every schema that was ever released is opened by this one, and this one by a later: counts and hashes stay, a backup is
// made first, an interrupted step resumes, and a store of a newer mettle is read but never written.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { isCode } from "../src/core/errors.ts"
import { dumpHash } from "../src/core/views/dump.ts"
import { MIGRATIONS } from "../src/store/migrations.ts"
import { openStore } from "../src/store/store.ts"
import { LATER } from "./later-migration.ts"
import { memoryAt } from "./memory-at.ts"
import { sized, type Torture } from "./torture.ts"

const FIXTURES = join(process.cwd(), "test/fixtures/stores")

export interface Expected {
  readonly events: number
  readonly texts: number
  /** chain value of the last event */
  readonly chain: string
}

export const migration: Torture = {
  name: "T-9",
  title: "migration",
  method:
    "a fixture store per released schema opened, migrated, skipped ahead, rolled back by a failing step, and refused when newer",
  bar: "counts and hashes equal; backup before; newer refused read-only",
  async run({ size, ram }) {
    const rounds = sized(size, { ci: 1, pr: 1, nightly: 5 })
    const failures: string[] = []
    const figures = { released: 0, opened: 0, migrated: 0, "rolled back": 0, "newer refused": 0 }
    for (let round = 0; round < rounds; round++)
      for (const name of readdirSync(FIXTURES)) {
        figures.released++
        const dir = join(ram, `${name}-${round}`)
        mkdirSync(dir, { mode: 0o700 })
        cpSync(join(FIXTURES, name, "log.db"), join(dir, "log.db"))
        const expected = JSON.parse(readFileSync(join(FIXTURES, name, "expected.json"), "utf8")) as Expected
        const same = (where: string): void => {
          const store = openStore({ dir, readOnly: true, pollMs: 0 })
          const seen = store.verify()
          if (!seen.ok || seen.events !== expected.events || seen.texts !== expected.texts)
            failures.push(`${name}, ${where}: ${JSON.stringify({ ...seen, expected })}`)
          void store.close()
        }
        const { memory, store } = memoryAt(dir)
        memory.catchUp()
        const folded = dumpHash(memory.views)
        memory.rebuild()
        if (dumpHash(memory.views) !== folded) failures.push(`${name}: rebuilt views differ`)
        await memory.close()
        await store.close()
        figures.opened++
        same("opened")
        const broken = {
          name: "2-broken",
          up: () => {
            throw new Error("the step failed")
          },
        }
        try {
          openStore({ dir, migrations: [...MIGRATIONS, broken] })
          failures.push(`${name}: a failing step did not stop the opening`)
        } catch {
          figures["rolled back"]++
        }
        same("after a failing step")
        rmSync(join(dir, "log.db.before-migration"), { force: true })
        await openStore({ dir, migrations: [...MIGRATIONS, LATER] }).close()
        if (!existsSync(join(dir, "log.db.before-migration"))) failures.push(`${name}: no backup before the migration`)
        figures.migrated++
        same("migrated")
        try {
          openStore({ dir })
          failures.push(`${name}: a newer store was opened for writing`)
        } catch (error) {
          if (isCode(error, "E_NEWER")) figures["newer refused"]++
          else failures.push(`${name}: ${(error as Error).message}`)
        }
        same("newer, read")
      }
    if (figures.released < MIGRATIONS.length) failures.push("a released schema has no fixture")
    return { figures, failures }
  },
}
