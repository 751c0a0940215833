// T-8: a store whose bytes changed: single bits, a cut-off end, a zeroed first page, a stranger's journal. Everything that reads
// differently must be named; hooks behave; the resident sets the damage aside and begins anew with what can be proven.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { flips } from "../bench/bitflip.ts"
import { repairStore } from "../src/memory/repair.ts"
import { openStore } from "../src/store/store.ts"
import { verifyStore } from "../src/store/verify.ts"
import { isViewFile, removeViews } from "../src/store/view-files.ts"
import { dice } from "./dice.ts"
import { claude, home, misbehaved, PERSON, tooLate, until } from "./home.ts"
import { memoryAt } from "./memory-at.ts"
import { sized, type Torture } from "./torture.ts"
import { draftAt } from "./workload.ts"

const EVENTS = 120
const START_MS = 5_000

type Damage = (data: string, chance: ReturnType<typeof dice>, foreign: string) => void
const DAMAGES: Readonly<Record<string, Damage>> = {
  "cut off": (data, chance) => {
    const size = readFileSync(join(data, "log.db")).length
    truncateSync(join(data, "log.db"), Math.floor(size * (0.1 + 0.8 * chance())))
  },
  "first page zeroed": data => overwrite(join(data, "log.db"), 0, Buffer.alloc(4096)),
  "a page zeroed": (data, chance) => {
    const pages = readFileSync(join(data, "log.db")).length / 4096
    overwrite(join(data, "log.db"), 4096 * (1 + chance.below(pages - 1)), Buffer.alloc(4096))
  },
  "no database": data => writeFileSync(join(data, "log.db"), "not a database ".repeat(2_000), { mode: 0o600 }),
  empty: data => writeFileSync(join(data, "log.db"), "", { mode: 0o600 }),
  "a stranger's journal": (data, _, foreign) => cpSync(foreign, join(data, "log.db-wal")),
  "a journal of noise": (data, chance) =>
    writeFileSync(join(data, "log.db-wal"), chance.bytes(50_000), { mode: 0o600 }),
  "views of noise": (data, chance) => {
    for (const name of readdirSync(data))
      if (isViewFile(name)) writeFileSync(join(data, name), chance.bytes(50_000), { mode: 0o600 })
  },
}
function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const all = readFileSync(file)
  all.set(bytes, at)
  writeFileSync(file, all, { mode: 0o600 })
}

export const corrupt: Torture = {
  name: "T-8",
  title: "corrupt store",
  method: `single-bit flips, and ${Object.keys(DAMAGES).length} kinds of coarser damage (${Object.keys(DAMAGES).join(", ")}), each with hooks and a resident`,
  bar: "every changed event and text named, start ≤ 5 s, quarantine, hooks exit 0",
  async run({ size, seed, dir, ram, say }) {
    const bits = sized(size, { ci: 20, pr: 300, nightly: 3_000 })
    const rounds = sized(size, { ci: 1, pr: 3, nightly: 40 })
    const chance = dice(seed)
    const failures: string[] = []
    const flipped = await flips(bits, seed, ram)
    if (flipped.unnamedEvents + flipped.unnamedTexts > 0)
      failures.push(
        `flips: ${flipped.unnamedEvents} events and ${flipped.unnamedTexts} texts changed unnamed (seed ${seed})`,
      )
    say(`${bits} flips done`)
    const figures = { damaged: 0, found: 0, quarantined: 0, kept: 0, "slowest start ms": 0, "slowest hook ms": 0 }
    const foreign = join(ram, "foreign")
    const good = join(ram, "good")
    for (const [place, run] of [
      [good, "good"],
      [foreign, "foreign"],
    ] as const) {
      mkdirSync(place, { mode: 0o700 })
      const { memory, store } = memoryAt(place)
      for (let n = 0; n < EVENTS; n++) {
        await memory.record([draftAt(run, n)])
        if (run === "good" && n === EVENTS / 2) store.compact({ least: 0 })
      }
      if (run === "good") {
        memory.catchUp()
        store.backup(join(place, "whole.db"))
      } else cpSync(join(place, "log.db-wal"), join(ram, "keep-wal"))
      await memory.close()
      await store.close()
    }
    const h = home(join(dir, "h"))
    for (let round = 0; round < rounds; round++)
      for (const [name, damage] of Object.entries(DAMAGES)) {
        const { data } = h.paths
        for (const file of ["log.db", "log.db-wal", "log.db-shm"]) rmSync(join(data, file), { force: true })
        if (name !== "views of noise") removeViews(data)
        rmSync(join(h.paths.state), { recursive: true, force: true })
        rmSync(join(data, "quarantine"), { recursive: true, force: true })
        cpSync(join(good, "whole.db"), join(data, "log.db"))
        damage(data, chance, join(ram, "keep-wal"))
        const where = `${name}, round ${round} (seed ${seed})`
        figures.damaged++
        const seen = verifyStore(data)
        if (!seen.ok) figures.found++
        const one = claude(h.project, `s-${figures.damaged}`)
        for (const payload of [one.start(), one.prompt("p1", "fix the build"), one.after("t1", "make")]) {
          const ran = await h.hook(payload, PERSON)
          figures["slowest hook ms"] = Math.max(figures["slowest hook ms"], Math.round(ran.ms))
          const bad = misbehaved(ran)
          if (bad) failures.push(`${where}: hook: ${bad}`)
        }
        const begun = performance.now()
        const resident = await h.resident().catch((error: Error) => error)
        const took = Math.round(performance.now() - begun)
        figures["slowest start ms"] = Math.max(figures["slowest start ms"], took)
        if (tooLate(took, START_MS)) failures.push(`${where}: the resident took ${took} ms`)
        if (resident instanceof Error) failures.push(`${where}: ${resident.message}`)
        else {
          const ran = await h.hook(one.after("t2", "make test"), PERSON)
          const bad = misbehaved(ran)
          if (bad) failures.push(`${where}: hook with a resident: ${bad}`)
          resident.child.kill("SIGTERM")
          await resident.ended
        }
        // What no start stumbles over is found by doctor, and repaired on demand.
        if (!verifyStore(data).ok) await repairStore(data)
        const store = openStore({ dir: data, groupMs: 0, pollMs: 0 })
        figures.kept += store.log.head()
        if (!store.verify().ok) failures.push(`${where}: does not prove whole after the repair`)
        const heard = store.log
          .read(0, 100_000)
          .filter(e => e.type === "tool.finished")
          .map(e => (e.data as { call: string }).call)
        if (!(await until(() => heard.includes("t1") && heard.includes("t2"), 0)))
          failures.push(
            `${where}: hooks that came in meanwhile were not kept (${heard.filter(c => /^t\d$/.test(c)).join(" ")})`,
          )
        await store.close()
        try {
          readFileSync(join(data, "quarantine", "1", "log.db"))
          figures.quarantined++
        } catch {
          // Nothing was wrong with the log itself.
        }
        say(where)
      }
    return {
      figures: {
        flips: flipped.flips,
        "changed by flips": flipped.changedEvents + flipped.changedTexts,
        unnamed: flipped.unnamedEvents + flipped.unnamedTexts,
        ...figures,
      },
      failures,
      stores: [h.paths.data],
    }
  },
}
