// T-14: seeded schedules of sessions, crashes and faults against a model. Hooks run through the real hearing with storage, clock,
// chance and time left behind interfaces; the model is the list of what was acknowledged or kept for later.
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { claudeCode } from "../src/clients/claude-code/claude-code.ts"
import { MettleError } from "../src/core/errors.ts"
import { hear } from "../src/hook/hear.ts"
import { readTally } from "../src/hook/tally.ts"
import { settle } from "../src/memory/tending/settle.ts"
import type { Opened } from "../src/open.ts"
import { resolvePaths } from "../src/paths.ts"
import { drain } from "../src/spool.ts"
import type { Log } from "../src/store/ports.ts"
import { type Dice, dice } from "./dice.ts"
import { claude } from "./home.ts"
import { memoryAt, rebuildEquals } from "./memory-at.ts"
import { sized, type Torture } from "./torture.ts"

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

type Fault = "none" | "refuses" | "commits, then fails" | "locked" | "no disk"
const FAULTS: readonly Fault[] = [
  "none",
  "none",
  "none",
  "none",
  "none",
  "refuses",
  "commits, then fails",
  "locked",
  "no disk",
]
const SAYS = [
  "always use pnpm, never npm",
  "fix the failing test",
  "no, that is wrong",
  "thanks, that works",
  "why does the build fail",
]
const DAY = 86_400_000

interface Model {
  /** drafts that were acknowledged, in order */
  readonly acknowledged: string[]
  /** drafts kept for later */
  readonly spooled: string[]
  lost: number
}

/** A log that does what the fault says at the next append. */
function faulty(log: Log, fault: () => Fault): Log {
  return {
    ...log,
    async append(batch, options) {
      const now = fault()
      if (now === "refuses" || now === "no disk") throw new MettleError("E_DISK", "append: no room")
      if (now === "locked") throw new MettleError("E_LOCKED", "append: another process is writing")
      const done = await log.append(batch, options)
      if (now === "commits, then fails") throw new MettleError("E_DISK", "append: the sync failed after the commit")
      return done
    },
  }
}

export const simulation: Torture = {
  name: "T-14",
  title: "simulation",
  method:
    "seeded schedules of sessions, crashes (files copied in mid-flight), refused and ambiguous commits, locks, clock steps, settling, compaction",
  bar: "model equal: everything acknowledged once and in order, everything spooled arrives, rebuilt views equal",
  async run({ size, seed, ram, say }) {
    const seeds = sized(size, { ci: 40, pr: 1_000, nightly: 20_000 })
    const failures: string[] = []
    const figures = {
      seeds,
      hooks: 0,
      acknowledged: 0,
      spooled: 0,
      crashes: 0,
      faults: 0,
      "clock steps": 0,
      missing: 0,
    }
    for (let i = 0; i < seeds; i++) {
      const broken = await simulate(seed + i, join(ram, "sim"), figures).catch(
        (error: Error) => error.stack ?? error.message,
      )
      if (broken) failures.push(`seed ${seed + i}: ${broken}`)
      if (i % 10 === 0) {
        // The driver gives files back when the statements on them are collected, and a thousand seeds open thousands.
        collect()
        await new Promise(resolve => setTimeout(resolve, 20))
        say(`seed ${i} of ${seeds}`)
      }
    }
    return { figures, failures }
  },
}

async function simulate(seed: number, root: string, figures: Record<string, number>): Promise<string | null> {
  const chance = dice(seed)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const project = join(root, "project")
  mkdirSync(project)
  let generation = 0
  let now = Date.UTC(2026, 4, 1, 9)
  let fault: Fault = "none"
  const env = () => ({ METTLE_HOME: join(root, `m${generation}`) })
  const paths = () => resolvePaths(env())
  const clock = { now: () => now, random: (n: number) => chance.bytes(n) }
  const open = (): Opened => {
    mkdirSync(paths().data, { recursive: true, mode: 0o700 })
    const made = memoryAt(paths().data, clock)
    const log = faulty(made.store.log, () => fault)
    ;(made.memory.parts as { log: Log }).log = log
    return made
  }
  let opened = open()
  const model: Model = { acknowledged: [], spooled: [], lost: 0 }
  const steps = 15 + chance.below(25)
  for (let step = 0; step < steps; step++) {
    now += chance.below(60_000)
    if (chance.below(15) === 0) {
      now += (chance.below(800) - 400) * DAY
      figures["clock steps"]!++
    }
    fault = chance.pick(FAULTS)
    if (fault !== "none") figures.faults!++
    await hook(chance, opened, project, paths(), env(), clock, model, step, figures)
    fault = "none"
    const act = chance.below(20)
    if (act === 0) await settle(opened.memory)
    else if (act === 1) opened.store.compact({ least: 0 })
    else if (act === 2) await drain(paths().state, opened.memory.parts)
    else if (act === 3) {
      // The process dies: what the kernel has of its files is all that the next one gets.
      figures.crashes!++
      const from = paths()
      generation++
      for (const part of ["data", "state"] as const)
        if (existsSync(from[part]))
          cpSync(from[part], paths()[part], { recursive: true, filter: file => !file.endsWith("-shm") })
      // Only to give the files back: what it writes now, the next one does not see.
      await opened.memory.close()
      await opened.store.close()
      opened = open()
    }
  }
  await drain(paths().state, opened.memory.parts)
  const { log } = opened.store
  const seqs = model.acknowledged.map(id => log.get(id)?.seq ?? 0)
  const missing = seqs.filter(n => n === 0).length + model.spooled.filter(id => !log.get(id)).length
  figures.missing! += missing
  figures.acknowledged! += model.acknowledged.length
  figures.spooled! += model.spooled.length
  const ids = log.read(0, 100_000).map(e => e.id)
  const broken =
    missing > 0
      ? `${missing} events are missing`
      : new Set(ids).size !== ids.length
        ? "an event is there twice"
        : seqs.some((n, i) => i > 0 && n <= seqs[i - 1]! && model.acknowledged[i] !== model.acknowledged[i - 1])
          ? "the order differs from that of the acknowledgements"
          : !opened.store.verify().ok
            ? "the log does not prove whole"
            : readTally(paths().state).lost !== model.lost
              ? "what was lost was not counted"
              : null
  await opened.memory.close()
  await opened.store.close()
  if (broken) return broken
  return (await rebuildEquals(paths().data)).equal ? null : "rebuilt views differ"
}

async function hook(
  chance: Dice,
  opened: Opened,
  project: string,
  paths: ReturnType<typeof resolvePaths>,
  env: Readonly<Record<string, string>>,
  clock: { now: () => number; random: (n: number) => Uint8Array },
  model: Model,
  step: number,
  figures: Record<string, number>,
): Promise<void> {
  const one = claude(project, `s${chance.below(3)}`)
  const payload = chance.pick([
    one.start(),
    one.prompt(`p${step}`, chance.pick(SAYS)),
    one.after(`t${step}`, "pnpm test", `output ${step}`),
    one.after(`t${step}`, "make", `output ${step}`),
    one.stop(`p${step}`),
    one.end(),
  ])
  const before = readTally(paths.state)
  const known = new Set(opened.store.log.read(0, 100_000).map(e => e.id))
  figures.hooks!++
  const { heard, recorded } = await hear({
    client: claudeCode,
    payload,
    env: { CLAUDE_CODE_ENTRYPOINT: "cli" },
    ownEnv: env,
    home: project,
    paths,
    ...clock,
    left: () => 500,
    stores: { plain: async () => opened.memory.parts, full: async () => opened.memory },
    caller: null,
    drains: true,
  })
  const later = readTally(paths.state)
  const ids = (heard?.drafts ?? []).map(d => d.id)
  if (recorded > 0) model.acknowledged.push(...ids.filter(id => !known.has(id) && !model.spooled.includes(id)))
  else if (later.spooled > before.spooled) model.spooled.push(...ids)
  model.lost += later.lost - before.lost
}
