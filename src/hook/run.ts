// A hook in a process of its own: the way that always works. Exit 0 whatever happens, one JSON object or nothing on
// stdout, nothing on stderr, done within a second.

import { randomBytes } from "node:crypto"
import { closeSync, openSync, rmSync, writeSync } from "node:fs"
import { homedir } from "node:os"
import { isOurs } from "../clients/author.ts"
import type { Ask } from "../clients/client.ts"
import { clientFor } from "../clients/registry.ts"
import { authored } from "../core/events/draft.ts"
import type { Memory } from "../memory/memory.ts"
import { leaveUnseen } from "../memory/past/unseen.ts"
import { deafMark, type Env, privateDir, resolvePaths, runDir, socketPath } from "../paths.ts"
import { type RecordStore, record } from "../record.ts"
import { processLock } from "../store/process-lock.ts"
import { openStore, type Store } from "../store/store.ts"
import type { Place } from "./beside/errand.ts"
import { codeOf, hear, mustWait } from "./hear.ts"
import { patience } from "./patience.ts"
import { takePayload } from "./payload.ts"
import type { Surroundings } from "./surroundings.ts"
import { count, countRefused, failed, succeeded, switchedOff, timed } from "./tally.ts"

const BUDGET = { stdinMs: 800, totalMs: 1_000, afterResidentMs: 200 } as const
/** Longest wait for another writer; what is left afterwards must be enough to spool. */
const BUSY_MS = 300
/** Enough to let the proposers look. */
const PROPOSE_MS = 400
/** Asks that begin work worth a resident. */
const STARTERS: readonly Ask["what"][] = ["session_start", "prompt"]

interface HookProcess {
  readonly env: Env
  readonly stdin: NodeJS.ReadableStream
  readonly write: (text: string) => void
  readonly now: () => number
  readonly home?: string
}

export async function runHook(name: string, io: HookProcess): Promise<void> {
  const { env, now } = io
  if (env.METTLE_INTERNAL) return
  if (env.METTLE === "off") return switchedOffHere(name, io)
  // What a launcher spent on a resident that did not answer is gone from the budget too.
  const spent = Math.min(BUDGET.totalMs, Number(env.METTLE_SPENT_MS) || 0)
  const start = now() - spent
  const slower = patience(env)
  const left = (): number => BUDGET.totalMs * slower - (now() - start)
  const paths = resolvePaths(env)
  const state = paths.state
  if (switchedOff(state, now())) return
  const stores = storesOf(now, left)
  try {
    const taken = await takePayload(io.stdin, (spent > 0 ? BUDGET.afterResidentMs : BUDGET.stdinMs) * slower)
    if ("refused" in taken) {
      // Behind a resident that was too late, what is left of stdin says nothing: it has the payload, and counts it.
      if (spent > 0) count(state, now(), "unanswered", "resident")
      // It took the payload and failed: whatever it did with it, this hook cannot know.
      else if (env.METTLE_RESIDENT_FAILED) count(state, now(), "lost", "resident")
      else countRefused(state, now(), taken.refused)
      return
    }
    // The whole payload is still here: the resident never took it. The next hooks should not wait for it either.
    if (env.METTLE_RESIDENT_SILENT) passByResident(runDir(paths, env))
    const client = clientFor(name, taken.value)
    if (!client) return
    const { out, heard, around } = await hear({
      client,
      payload: taken.value,
      env,
      ownEnv: env,
      home: io.home ?? env.HOME ?? homedir(),
      paths,
      now,
      random: randomBytes,
      left,
      stores,
      caller: process.ppid,
      drains: true,
    })
    if (out !== null) io.write(out)
    if (heard !== null) timed(state, now(), process.uptime() * 1000 + spent)
    if (heard?.ask) {
      const begins = STARTERS.includes(heard.ask.what)
      const memory = stores.memory()
      if (begins && memory && left() >= PROPOSE_MS) await proposeNow(memory)
      await leaveToOthers(begins, { paths, env, memory, around, now: now() })
    }
    succeeded(state)
  } catch (error) {
    if (mustWait(error)) return count(state, now(), "unanswered", codeOf(error))
    await noteFault(state, now(), stores.store(), error)
    // Damage is the resident's to set aside: no hook has the time.
    if (codeOf(error) === "E_INTEGRITY")
      (await errands()).sendOut("damaged", { paths, env, memory: null, around: null, now: now() })
  }
}

const errands = async () => (await import("./load/for-answers.ts")).errands()
async function leaveToOthers(begins: boolean, place: Place): Promise<void> {
  const { mayHaveResident, sendOut } = await errands()
  if (begins) sendOut(mayHaveResident(place.paths, place.env) ? "begins" : "begins alone", place)
  sendOut("answered", place)
}

/** Nothing is recorded or said; only that this episode is not to be read in later. Whatever fails, the run is silent. */
async function switchedOffHere(name: string, { env, stdin, now }: HookProcess): Promise<void> {
  try {
    const taken = await takePayload(stdin, BUDGET.stdinMs)
    const client = "refused" in taken ? null : clientFor(name, taken.value)
    if (client === null || "refused" in taken) return
    const nowhere = { scope: null, branch: null, head: null, env: {}, tail: () => null, ours: isOurs }
    const { episode } = client.read(taken.value, { ...nowhere, now: now() })
    if (episode !== null) leaveUnseen(resolvePaths(env).state, episode, now())
  } catch {
    // The way to keep it out that is left is mettle pause.
  }
}

async function noteFault(state: string, now: number, store: Store | null, error: unknown): Promise<void> {
  failed(state, now, codeOf(error))
  count(state, now, "fault", codeOf(error))
  if (store === null) return
  try {
    const code = String((error as { code?: unknown } | null)?.code ?? "E_BUG").slice(0, 40)
    const detail = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const nowhere = { ts: now, episode: null, scope: null }
    await record(store, [authored("fault.noted", randomBytes(16), nowhere, { where: "hook", code, detail, count: 1 })])
  } catch {
    // The tally has it.
  }
}

/** Opened on demand, once, and left to the end of the process: closing costs more than it gives. */
function storesOf(now: () => number, left: () => number) {
  let store: Store | null = null
  let memory: Memory | null = null
  const busyMs = () => Math.max(20, Math.min(BUSY_MS, left() - 400))
  return {
    store: (): Store | null => store,
    memory: (): Memory | null => memory,
    plain: async (around: Surroundings): Promise<RecordStore> => {
      store ??= openStore({ dir: privateDir(around.dataDir), groupMs: 0, pollMs: 0, busyMs: busyMs() })
      return store
    },
    full: async (around: Surroundings): Promise<Memory> => {
      if (memory) return memory
      const { HOOK_PATIENCE, openMemoryAt } = await import("./load/for-answers.ts")
      const made = openMemoryAt({
        dir: privateDir(around.dataDir),
        config: around.config,
        now,
        random: randomBytes,
        busyMs: busyMs(),
        patience: HOOK_PATIENCE,
      })
      store = made.store
      memory = made.memory
      return memory
    },
  }
}

/** What the user just said counts from the next tool call on, resident or not. */
async function proposeNow(memory: Memory): Promise<void> {
  const { propose } = await import("./load/for-answers.ts")
  // Whoever is asked next folds it; behind another writer the next one proposes.
  await propose(memory).catch(error => {
    if (!mustWait(error)) throw error
  })
}

/**
 * About a resident that did not take a payload. A socket is removed only when nobody holds the resident's lock: its owner is dead,
 * however it died. One that lives is busy or stopped: its door stays, and a mark beside it sends the next hooks past it until
 * it takes the mark away itself.
 */
function passByResident(dir: string): void {
  try {
    // Held while the name is removed, so that no new resident can have just put its own there.
    const lock = processLock(dir, "resident")
    if (lock) for (const path of [socketPath(dir), deafMark(dir)]) rmSync(path, { force: true })
    else closeSync(openSync(deafMark(dir), "a", 0o600))
    lock?.release()
  } catch {
    // The next hooks wait for it as this one did.
  }
}

/** The whole text, to a pipe that may be full for a moment or gone for good. */
export function writeAll(text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0, tries = 0; at < bytes.length && tries < 200; ) {
    try {
      at += writeSync(1, bytes, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return
      tries++
    }
  }
}
