// What the resident does after an answer, when nobody waits: folding, proposing, proving deliveries, draining, looking at
// files and git when work begins, and starting the model worker that somebody switched on. One at a time.
import type { Config } from "../config.ts"
import type { LearnNorms } from "../memory/acting/acts.ts"
import { RESIDENT_PATIENCE } from "../memory/folding.ts"
import type { Memory } from "../memory/memory.ts"
import { deliveredPacks } from "../memory/packs/shown-packs.ts"
import { lookAround } from "../memory/tending/documents.ts"
import { lookForLateEvidence } from "../memory/tending/late-evidence.ts"
import { owedWork, settle, waitingToSettle } from "../memory/tending/settle.ts"
import { startWorkerWhenDue } from "../model/start-worker.ts"
import type { Opened } from "../open.ts"
import { type Env, type Paths, privateDir } from "../paths.ts"
import { drain } from "../spool.ts"
import type { Repository } from "../world/repository.ts"
import { codeOf, type Hearing } from "./hear.ts"
import { startOwedWork } from "./start-beside.ts"
import { type Surroundings, surroundings } from "./surroundings.ts"
import { count, timed } from "./tally.ts"
import { startUpkeepWhenDue } from "./upkeep.ts"
import { tailFor } from "./world.ts"

export interface Workplace {
  readonly paths: Paths
  readonly env: Env
  readonly opened: Opened
}
const GIT_MS = 4_000

export function startModel(place: Workplace, config: Config): void {
  try {
    startWorkerWhenDue(dueIn(place, config))
  } catch {
    count(place.paths.state, Date.now(), "fault", "model-worker")
  }
}
const dueIn = ({ paths, env, opened: { memory } }: Workplace, config: Config) => ({
  ...{ memory, config, env },
  ...{ stateDir: paths.state, dataDir: paths.data, now: Date.now() },
})

/** Long enough for the answer to be on its way and for the next hook of the same moment to come in. */
const QUIET_MS = 15
const LATEST_MS = 300
/** As many as the file of times holds. */
const TIMES = 1_000
/** Events folded in one go, some ten milliseconds: hooks are heard between two of them. While more are coming, fewer. */
const FOLD_SLICE = 200
const BUSY_SLICE = 50

export type Afterwork = ReturnType<typeof afterwork>
export function afterwork(place: Workplace) {
  const { paths, opened } = place
  const { memory } = opened
  let queue: (() => unknown)[] = []
  let patient: (() => unknown)[] = []
  let times: number[] = []
  /** a person spoke or a turn ended: what follows from it should count soon */
  let spoken = false
  const turns = takingTurns(async (quiet, isWaiting) => {
    timed(paths.state, Date.now(), ...times)
    times = []
    const attempt = (job: () => unknown): Promise<void> => countingFaults(paths.state, job)
    await attempt(() => drain(paths.state, opened.store))
    const isBusy = (): boolean => !quiet || isWaiting()
    let flood = false
    await attempt(async () => {
      flood = await isFlooded(memory, isBusy)
    })
    if (flood) {
      // Its last hook may have come just before this: then nobody else would call.
      if (!isWaiting()) turns.kick()
      return
    }
    const todo = queue
    const last = patient
    queue = []
    patient = []
    for (const job of todo) await attempt(job)
    if (quiet || spoken) {
      spoken = false
      await attempt(() => settleAll(place, isBusy))
    }
    if (!quiet && !isWaiting()) turns.kick()
    // Long work is not for the thread that answers.
    await attempt(() => owedWork(memory) !== null && startOwedWork(paths, place.env, Date.now()))
    for (const job of last) await attempt(job)
  })
  return {
    /** a person spoke, or a turn ended */
    later(hearing: Hearing, episode: string, scope: string | null): void {
      spoken = true
      const path = hearing.payload.transcript_path
      if (typeof path === "string") queue.push(() => proveDelivery(memory, hearing, path, episode, scope))
    },
    /** a session began: the rules in its files are looked at again, what became of earlier work in git, what is past its time */
    lookAround(around: Surroundings, home: string): void {
      patient.push(() => startUpkeepWhenDue(dueIn(place, around.config)))
      // A folder without a repository may be a whole home: its files are not looked for.
      if (around.repository === null || around.repository.identity.basis === "path") return
      const { scope, domains, repository } = around
      queue.push(() => lookAround(memory, { scope, domains, top: repository.top, home }))
      patient.push(() => lookAtEvidence(place, around, repository))
    },
    /** work begins or ends: a model that somebody switched on reads what ended, in a process of its own */
    modelSoon({ config }: Surroundings): void {
      if (config.get("model.backend") !== "none") patient.push(() => startModel(place, config))
    },
    /** how long an answer took */
    took(ms: number): void {
      if (times.length < TIMES) times.push(ms)
    },
    /** there is something to do: once no hook has come for a moment, in a burst at the latest after a third of a second */
    kick: turns.kick,
    idle: turns.idle,
  }
}

/** Work that begins once nobody has called for a moment, in a burst at the latest after a third of a second. */
function takingTurns(work: (quiet: boolean, isWaiting: () => boolean) => Promise<void>) {
  let running: Promise<void> = Promise.resolve()
  let waiting: { readonly since: number; timer: NodeJS.Timeout } | null = null
  const start = (quiet: boolean): void => {
    clearTimeout(waiting?.timer)
    waiting = null
    running = running.then(() => work(quiet, () => waiting !== null))
  }
  return {
    kick(): void {
      const since = waiting?.since ?? performance.now()
      clearTimeout(waiting?.timer)
      const left = since + LATEST_MS - performance.now()
      waiting = { since, timer: setTimeout(start, Math.min(QUIET_MS, left), left > QUIET_MS) }
    },
    async idle(): Promise<void> {
      do {
        if (waiting) start(true)
        await running
      } while (waiting)
    },
  }
}

/** Each by itself: what fails is counted, and takes nothing else with it. */
async function countingFaults(state: string, job: () => unknown): Promise<void> {
  try {
    await job()
  } catch (error) {
    count(state, Date.now(), "fault", `after:${codeOf(error)}`)
  }
}

async function proveDelivery(
  memory: Memory,
  hearing: Hearing,
  path: string,
  episode: string,
  scope: string | null,
): Promise<void> {
  const seen = { client: hearing.client.name, episode, scope, tail: () => tailFor(hearing, path) }
  const proven = deliveredPacks(memory, seen)
  if (proven.length > 0) await memory.record(proven)
}

const lookAtEvidence = (
  { paths, env, opened }: Workplace,
  { scope, config }: Surroundings,
  { top, origin }: Repository,
): Promise<unknown> => {
  const gh = config.get("evidence.gh") && origin !== null ? { gh: { origin, env } } : {}
  return lookForLateEvidence(opened.memory, { scope, top, cacheDir: privateDir(paths.cache), ...gh }, GIT_MS)
}

const breath = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** Folds in slices. While hooks keep coming, one slice is enough: the rest of a flood waits for its end. */
async function isFlooded(memory: Memory, isBusy: () => boolean): Promise<boolean> {
  for (;;) {
    const folded = memory.catchUp(undefined, isBusy() ? BUSY_SLICE : FOLD_SLICE)
    // What cannot be folded here is owed: it does not come by waiting.
    if (folded === 0 || memory.views.seq() >= memory.parts.log.head()) return false
    if (isBusy()) return true
    await breath()
  }
}

/** A step at a time; while hooks keep coming, one: the rest waits for a quiet moment. */
async function settleAll(place: Workplace, isBusy: () => boolean): Promise<void> {
  const { memory } = place.opened
  const norms = normsNow(place)
  for (let before = Number.POSITIVE_INFINITY; waitingToSettle(memory) < before; ) {
    before = waitingToSettle(memory)
    if (before > RESIDENT_PATIENCE.far) return
    await settle(memory, undefined, norms)
    await breath()
    if (isBusy()) return
  }
}

/** The user may have changed their mind since this process began. */
function normsNow({ paths, env, opened }: Workplace): LearnNorms | undefined {
  try {
    return surroundings(null, paths, env).config.get("learn.norms")
  } catch {
    return opened.memory.parts.norms
  }
}
