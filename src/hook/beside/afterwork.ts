// What the resident does itself after an answer, when nobody waits: folding, proposing, proving deliveries, draining, looking at
// files and git when work begins, and sending others out (errands.ts). One at a time.
import type { LearnNorms } from "../../memory/acting/acts.ts"
import { RESIDENT_PATIENCE } from "../../memory/folding.ts"
import type { Memory } from "../../memory/memory.ts"
import { deliveredPacks } from "../../memory/packs/shown-packs.ts"
import { lookAround } from "../../memory/tending/documents.ts"
import { lookForLateEvidence } from "../../memory/tending/late-evidence.ts"
import { settle, waitingToSettle } from "../../memory/tending/settle.ts"
import type { Opened } from "../../open.ts"
import { type Env, type Paths, privateDir } from "../../paths.ts"
import { drain } from "../../spool.ts"
import type { Repository } from "../../world/repository.ts"
import { codeOf, type Hearing } from "../hear.ts"
import { type Surroundings, surroundings } from "../surroundings.ts"
import { count, timed } from "../tally.ts"
import { tailFor } from "../world.ts"
import type { Moment } from "./errand.ts"
import { sendOut } from "./errands.ts"

export interface Workplace {
  readonly paths: Paths
  readonly env: Env
  readonly opened: Opened
}
const GIT_MS = 4_000

const sendFrom = ({ paths, env, opened: { memory } }: Workplace, moment: Moment, around: Surroundings | null) =>
  sendOut(moment, { paths, env, memory, around, now: Date.now() })

/** The resident leaves. An episode that nobody closed has fallen silent by now. */
export const takeLeave = (place: Workplace): Promise<void> =>
  countingFaults(place.paths.state, () => sendFrom(place, "leaves", surroundings(null, place.paths, place.env)))

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
  let soon: (() => unknown)[] = []
  /** what may take long, or starts another process */
  let last: (() => unknown)[] = []
  let times: number[] = []
  /** a person spoke or a turn ended: what follows from it should count soon */
  let spoken = false
  const work = onceQuiet(async (quiet, isWaiting) => {
    timed(paths.state, Date.now(), ...times)
    times = []
    const attempt = (job: () => unknown): Promise<void> => countingFaults(paths.state, job)
    await attempt(() => drain(paths.state, opened.store))
    const isBusy = (): boolean => !quiet || isWaiting()
    let flood = false
    await attempt(async () => {
      flood = await foldSlices(memory, isBusy)
    })
    if (flood) {
      // Its last hook may have come just before this: then nobody else would call.
      if (!isWaiting()) work.kick()
      return
    }
    const [first, then] = [soon, last]
    soon = []
    last = []
    for (const job of first) await attempt(job)
    if (quiet || spoken) {
      spoken = false
      await attempt(() => settleAll(place, isBusy))
    }
    if (!quiet && !isWaiting()) work.kick()
    await attempt(() => sendFrom(place, "answered", null))
    for (const job of then) await attempt(job)
  })
  return {
    /** a person spoke, or the agent stopped */
    turnHeard(hearing: Hearing, episode: string, scope: string | null): void {
      spoken = true
      const path = hearing.payload.transcript_path
      if (typeof path === "string") soon.push(() => proveDelivery(memory, hearing, path, episode, scope))
    },
    /** the rules in its files are looked at again, and what became of earlier work in git */
    episodeOpened(around: Surroundings, home: string): void {
      last.push(() => sendFrom(place, "opened", around))
      // A folder without a repository may be a whole home: its files are not looked for.
      if (around.repository === null || around.repository.identity.basis === "path") return
      const { scope, domains, repository } = around
      soon.push(() => lookAround(memory, { scope, domains, top: repository.top, home }))
      last.push(() => lookAtEvidence(place, around, repository))
    },
    episodeEnded(around: Surroundings): void {
      last.push(() => sendFrom(place, "closed", around))
    },
    /** how long an answer took */
    took(ms: number): void {
      if (times.length < TIMES) times.push(ms)
    },
    /** there is something to do: once no hook has come for a moment, in a burst at the latest after a third of a second */
    kick: work.kick,
    idle: work.idle,
  }
}

/** Work that begins once nobody has called for a moment, in a burst at the latest after a third of a second. */
function onceQuiet(work: (quiet: boolean, isWaiting: () => boolean) => Promise<void>) {
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

/** True: there is more, but hooks keep coming. Then one slice is enough: the rest of a flood waits for its end. */
async function foldSlices(memory: Memory, isBusy: () => boolean): Promise<boolean> {
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
