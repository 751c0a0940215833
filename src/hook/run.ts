// A hook in a process of its own: the way that always works. Exit 0 whatever happens, one JSON object or nothing on
// stdout, nothing on stderr, done within a second.

import { randomBytes } from "node:crypto"
import { writeSync } from "node:fs"
import { homedir } from "node:os"
import { isOurs } from "../clients/author.ts"
import type { Ask } from "../clients/client.ts"
import { clientFor } from "../clients/registry.ts"
import type { Memory } from "../memory/memory.ts"
import { leaveUnseen } from "../memory/past/unseen.ts"
import { modelVariables } from "../model/start-worker.ts"
import { type Env, type Paths, privateDir, resolvePaths, runDir } from "../paths.ts"
import { type RecordStore, record } from "../record.ts"
import { openStore, type Store } from "../store/store.ts"
import { codeOf, faultDraft, type Hearing, hear, mustWait } from "./hear.ts"
import { patience } from "./patience.ts"
import { type Refusal, takePayload } from "./payload.ts"
import { residentPossible, startOwedWork, startResident, unheard } from "./start-beside.ts"
import type { Surroundings } from "./surroundings.ts"
import { count, failed, succeeded, switchedOff, timed } from "./tally.ts"

const BUDGET = { stdinMs: 800, totalMs: 1_000, afterResidentMs: 200 } as const
/** Longest wait for another writer; what is left afterwards must be enough to spool. */
const BUSY_MS = 300
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
  const more = patience(env)
  const left = (): number => BUDGET.totalMs * more - (now() - start)
  const paths = resolvePaths(env)
  const state = paths.state
  if (switchedOff(state, now())) return
  const opened = stores(now, left)
  let hearing: Hearing | null = null
  try {
    const taken = await takePayload(io.stdin, (spent > 0 ? BUDGET.afterResidentMs : BUDGET.stdinMs) * more)
    if ("refused" in taken) {
      // Behind a resident that was too late, what is left of stdin says nothing: it has the payload, and counts it.
      if (spent > 0) count(state, now(), "unanswered", "resident")
      // It took the payload and failed: whatever it did with it, this hook cannot know.
      else if (env.METTLE_RESIDENT_FAILED) count(state, now(), "lost", "resident")
      else if (taken.refused !== "empty") count(state, now(), lostOr(taken.refused), taken.refused)
      return
    }
    // The whole payload is still here: the resident never took it. The next hooks should not wait for it either.
    if (env.METTLE_RESIDENT_SILENT) unheard(runDir(paths, env))
    const client = clientFor(name, taken.value)
    if (!client) return
    const home = io.home ?? env.HOME ?? homedir()
    hearing = {
      client,
      payload: taken.value,
      env,
      ownEnv: env,
      home,
      paths,
      now,
      random: randomBytes,
      left,
      stores: opened,
      caller: process.ppid,
      drains: true,
    }
    const { out, heard, around } = await hear(hearing)
    if (out !== null) io.write(out)
    if (heard !== null) timed(state, now(), process.uptime() * 1000 + spent)
    if (heard?.ask && STARTERS.includes(heard.ask.what)) {
      await opened.settleSoon()
      if (residentPossible(env)) startResident(paths, env, now(), modelVariables(around.config))
      else await opened.workerSoon(around, paths, env)
    }
    if (await opened.owesWork()) startOwedWork(paths, env, now())
    succeeded(state)
  } catch (error) {
    if (mustWait(error)) return count(state, now(), "unanswered", codeOf(error))
    await noteFault(state, hearing, opened, error)
    // Damage is the resident's to set aside: no hook has the time.
    if (codeOf(error) === "E_INTEGRITY") startResident(paths, env, now())
  }
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

/** A payload cut short was one of ours to hear; anything else was none. */
export const lostOr = (refused: Refusal): "lost" | "refused" =>
  refused === "unfinished" || refused === "too large" ? "lost" : "refused"

async function noteFault(
  state: string,
  hearing: Hearing | null,
  opened: ReturnType<typeof stores>,
  error: unknown,
): Promise<void> {
  const now = hearing?.now() ?? Date.now()
  const why = codeOf(error)
  failed(state, now, why)
  count(state, now, "fault", why)
  try {
    const store = opened.open()
    if (hearing && store) await record(store, [faultDraft(hearing, error, "hook")])
  } catch {
    // The tally has it.
  }
}

/** Opened on demand, once, and left to the end of the process: closing costs more than it gives. */
function stores(now: () => number, left: () => number) {
  let store: Store | null = null
  let memory: Memory | null = null
  const busyMs = () => Math.max(20, Math.min(BUSY_MS, left() - 400))
  return {
    open: (): Store | null => store,
    plain: async (around: Surroundings): Promise<RecordStore> => {
      store ??= openStore({ dir: privateDir(around.dataDir), groupMs: 0, pollMs: 0, busyMs: busyMs() })
      return store
    },
    full: async (around: Surroundings): Promise<Memory> => {
      if (memory) return memory
      const { HOOK_PATIENCE, openMemoryAt } = await import("./full.ts")
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
    /** What the user just said counts from the next tool call on, resident or not. */
    settleSoon: async (): Promise<void> => {
      if (!memory || left() < 400) return
      const { propose } = await import("./full.ts")
      // Whoever is asked next folds it; behind another writer the next one proposes.
      await propose(memory).catch(error => {
        if (!mustWait(error)) throw error
      })
    },
    /** Has something turned up that no hook has the time for? */
    owesWork: async (): Promise<boolean> => memory !== null && (await import("./full.ts")).owedWork(memory) !== null,
    /** Without a resident, the model that somebody switched on is started when the next work begins. */
    workerSoon: async ({ config }: Surroundings, { data, state }: Paths, env: Env): Promise<void> => {
      if (!memory || config.get("model.backend") === "none") return
      const { startWorkerWhenDue } = await (await import("./full.ts")).worker()
      startWorkerWhenDue({ memory, config, env, stateDir: state, dataDir: data, now: now() })
    },
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
