// Builds the store that stands for the newest released schema, test/fixtures/stores/<step>/. Run once
// per release that adds a step, never again: an old fixture is what an old program wrote.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { MIGRATIONS } from "../src/store/migrations.ts"
import { openDatabase } from "../src/store/sqlite.ts"
import { memoryAt } from "./memory-at.ts"
import { draftAt } from "./workload.ts"

const EVENTS = 60
const dir = join(process.cwd(), "test/fixtures/stores", MIGRATIONS.at(-1)!.name)
if (existsSync(dir)) throw new Error(`${dir} is there; what was released does not change`)
const work = join(dir, "work")
mkdirSync(work, { recursive: true, mode: 0o700 })
const { memory, store } = memoryAt(work)
for (let n = 0; n < EVENTS; n++) {
  await memory.record([draftAt("fixture", n)])
  if (n === EVENTS / 2) store.compact({ least: 0 })
}
const { events, texts } = store.verify()
store.backup(join(dir, "log.db"))
const db = openDatabase({ path: join(work, "log.db"), readOnly: true })
const chain = Buffer.from(db.sql("SELECT chain FROM segments ORDER BY first DESC LIMIT 1").get()!.chain).toString("hex")
db.close()
await memory.close()
await store.close()
rmSync(work, { recursive: true, force: true })
writeFileSync(join(dir, "expected.json"), `${JSON.stringify({ events, texts, chain }, null, 2)}\n`)
console.log(`wrote ${dir}: ${events} events, ${texts} texts`)
