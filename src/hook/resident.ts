// The resident: an accelerator for hooks over a Unix socket in a private folder. Holds the store open, commits in
// groups, keeps the views folded, and does after an answer what no hook should wait for. Never needed, never two; makes
// room when it is idle, outgrown, replaced or of another release.
import { randomBytes } from "node:crypto"
import { chmodSync, lstatSync, rmSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { clientFor } from "../clients/registry.ts"
import { onceFor } from "../core/once.ts"
import { RESIDENT_PATIENCE } from "../memory/folding.ts"
import type { Memory } from "../memory/memory.ts"
import { makePack } from "../memory/packs/packs.ts"
import { repairStore } from "../memory/repair.ts"
import { settle } from "../memory/tending/settle.ts"
import { type Opened, openMemoryAt } from "../open.ts"
import { deafMark, type Env, type Paths, privateDir, resolvePaths, runDir, socketPath } from "../paths.ts"
import { drain } from "../spool.ts"
import { processLock } from "../store/process-lock.ts"
import { tidyViews } from "../store/view-files.ts"
import { type Afterwork, afterwork, takeLeave, type Workplace } from "./beside/afterwork.ts"
import { codeOf, type Hearing, hear, mustWait } from "./hear.ts"
import { patience } from "./patience.ts"
import { type Taken, takePayload } from "./payload.ts"
import { bundleMark, CALLER_HEADER, envHeader, MARK_HEADER } from "./protocol.ts"
import { rememberedSurroundings, type Surroundings, surroundings } from "./surroundings.ts"
import { count, countRefused, succeeded } from "./tally.ts"

const LIMITS = {
  idleMs: 15 * 60_000,
  watchMs: 1_000,
  tendMs: 5_000,
  keepMs: 2_000,
  rssBytes: 300 * 1024 * 1024,
  groupMs: 2,
  busyMs: 400,
  answerMs: 450,
  bodyMs: 800,
} as const

/** Runs until it is idle; returns at once when another one is there. */
export async function runResident(
  env: Env,
  idleMs: number = Number(env.METTLE_RESIDENT_IDLE_MS) || LIMITS.idleMs,
): Promise<void> {
  const paths = resolvePaths(env)
  const dir = privateDir(runDir(paths, env))
  const lock = processLock(dir, "resident")
  if (!lock) return
  // This code stands in a part of the bundle; the mark is that of its entry.
  const mark = bundleMark(join(dirname(fileURLToPath(import.meta.url)), "hook.cjs"))
  const around = surroundings(null, paths, env)
  if (around.silent !== null) return lock.release()
  const opened = await openWhole(around, paths)
  // The store is whole, whatever hooks met before: nobody has to wait for the next try.
  succeeded(paths.state)
  await serve({ paths, env, dir, mark, opened, dataDir: around.dataDir, idleMs })
  lock.release()
}

/** The memory, with what little waits already done; what is long is done elsewhere while it answers. Damage is set aside. */
async function openWhole(around: Surroundings, paths: Paths, again = false): Promise<Opened> {
  let opened: Opened | null = null
  try {
    opened = openMemoryAt({
      dir: privateDir(around.dataDir),
      config: around.config,
      now: Date.now,
      random: randomBytes,
      groupMs: LIMITS.groupMs,
      busyMs: LIMITS.busyMs,
      home: { state: paths.state },
      patience: RESIDENT_PATIENCE,
    })
    await drain(paths.state, opened.store)
    while (opened.memory.catchUp() > 0);
    await settle(opened.memory)
    opened.store.reserve()
    rehearse(opened.memory)
    return opened
  } catch (error) {
    await opened?.store.close().catch(() => {})
    if (again || mustWait(error)) throw error
    // Whatever it was called: bytes that changed can make anything fail.
    const { quarantined } = await repairStore(around.dataDir)
    count(paths.state, Date.now(), "fault", quarantined ? "log-quarantined" : "views-dropped")
    return openWhole(around, paths, true)
  }
}

/** A few packs that nobody sees: the first prompt should not pay for compiling. */
function rehearse(memory: Memory): void {
  const scope = memory.parts.log.read(Math.max(0, memory.parts.log.head() - 1), 1)[0]?.scope ?? null
  for (const prompt of ["fix the failing test", "add a page for search results", "why does the build fail"])
    makePack(memory, { scope, placement: "prompt", prompt })
}

interface Residence extends Workplace {
  readonly dir: string
  readonly mark: string
  readonly dataDir: string
  readonly idleMs: number
}

/** Who is being answered, when somebody last came, and whether it is on its way out. */
interface Presence {
  busy: number
  lastAt: number
  leaving: boolean
  leave(): void
}

function serve(home: Residence): Promise<void> {
  return new Promise(resolve => {
    const after = afterwork(home)
    const server = createServer({
      maxHeaderSize: 16_384,
      requestTimeout: 5_000,
      headersTimeout: 3_000,
      keepAliveTimeout: LIMITS.keepMs,
    })
    const door = openDoor(home.dir, server)
    const presence: Presence = { busy: 0, lastAt: Date.now(), leaving: false, leave }
    function leave(): void {
      if (presence.leaving) return
      presence.leaving = true
      clearInterval(watch)
      clearInterval(tend)
      // Whoever came before is answered; nobody new finds the door.
      door.shut()
      server.close(
        () =>
          void after
            .idle()
            .then(() => closeUp(home))
            .then(resolve),
      )
      server.closeIdleConnections()
    }
    const answer = answering(home, after, presence)
    server.on("request", (request, response) => void answer(request, response, false))
    server.on("checkContinue", (request, response) => void answer(request, response, true))
    server.on("clientError", (_error, connection) => connection.destroy())
    server.on("error", leave)
    const every = (ms: number, act: () => void) => setInterval(act, Math.min(ms, Math.max(50, home.idleMs / 2)))
    const watch = every(LIMITS.watchMs, () => {
      const idle = presence.busy === 0 && Date.now() - presence.lastAt > home.idleMs
      if (idle || !door.isOurs() || process.memoryUsage.rss() > LIMITS.rssBytes) return leave()
      // Whoever found nobody listening: somebody is.
      rmSync(deafMark(home.dir), { force: true })
    })
    // What other processes wrote or left in the spool; it walks more, so it comes less often than the look at the door.
    const tend = every(LIMITS.tendMs, after.kick)
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, leave)
  })
}

/** The socket by which hooks find it. */
function openDoor(dir: string, server: Server) {
  const socket = socketPath(dir)
  let inode = -1
  rmSync(socket, { force: true })
  rmSync(deafMark(dir), { force: true })
  // Private from its first moment on, not only once it is there.
  const mask = process.umask(0o177)
  server.listen(socket, () => {
    chmodSync(socket, 0o600)
    inode = lstatSync(socket).ino
  })
  process.umask(mask)
  const isOurs = (): boolean => (lstatSync(socket, { throwIfNoEntry: false })?.ino ?? -2) === inode
  return { isOurs, shut: () => isOurs() && rmSync(socket, { force: true }) }
}

function answering(home: Residence, after: Afterwork, presence: Presence) {
  const around = rememberedSurroundings(home.paths, home.env, Date.now)
  return async (request: IncomingMessage, response: ServerResponse, expected: boolean): Promise<void> => {
    const name = /^\/hook\/([a-z-]{1,40})$/.exec(request.url ?? "")?.[1]
    if (request.headers[MARK_HEADER] !== home.mark || name === undefined || presence.leaving) {
      response.writeHead(presence.leaving || name !== undefined ? 409 : 404, { connection: "close" }).end()
      if (name !== undefined) presence.leave()
      return
    }
    if (expected) response.writeContinue()
    presence.busy++
    const start = Date.now()
    presence.lastAt = start
    const began = performance.now()
    const left = (): number => LIMITS.answerMs * patience(home.env) - (Date.now() - start)
    let out: string | null = null
    try {
      const body = await takePayload(request, LIMITS.bodyMs * patience(home.env))
      out = await heardOf(home, after, name, request, body, around, left)
    } catch (error) {
      const code = codeOf(error)
      count(home.paths.state, Date.now(), "fault", code)
      // A store that cannot be trusted or moved away: let hooks open it themselves and say what is wrong.
      if (code !== "E_LOCKED") setImmediate(presence.leave)
    } finally {
      presence.busy--
    }
    const said = Buffer.from(out ?? "")
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": said.byteLength,
      ...(presence.leaving ? { connection: "close" } : {}),
    })
    // Without a body the head is one write; nearly every hook hears nothing.
    if (out === null) response.end()
    else response.end(said)
    after.took(performance.now() - began)
    after.kick()
  }
}

async function closeUp(home: Residence): Promise<void> {
  const { memory, store } = home.opened
  await takeLeave(home)
  memory.readings.tidy()
  await memory.close()
  await store.close()
  tidyViews(home.dataDir)
}

/** One hook: what its client is told, and what is left for afterwards. */
async function heardOf(
  { paths, env: ownEnv, opened: { memory }, dataDir }: Residence,
  after: Afterwork,
  name: string,
  request: IncomingMessage,
  body: Taken,
  aroundOf: (folder: string | null) => Surroundings,
  left: () => number,
): Promise<string | null> {
  if ("refused" in body) {
    countRefused(paths.state, Date.now(), body.refused)
    return null
  }
  const client = clientFor(name, body.value)
  if (!client) return null
  const held = async (around: Surroundings) => {
    if (around.dataDir !== dataDir) throw Object.assign(new Error("the data folder moved"), { code: "E_MOVED" })
    return memory
  }
  const hearing: Hearing = {
    client,
    payload: body.value,
    env: envIn(request, client.env),
    ownEnv,
    home: ownEnv.HOME ?? homedir(),
    paths,
    now: Date.now,
    random: randomBytes,
    left,
    stores: { plain: async around => (await held(around)).parts, full: held },
    caller: Number(request.headers[CALLER_HEADER]) || null,
    drains: false,
    around: aroundOf,
  }
  const { out, heard, around } = await hear(hearing)
  const has = (...types: readonly string[]): boolean => heard?.drafts.some(d => types.includes(d.type)) === true
  if (heard?.episode && has("turn.ended", "prompt.submitted")) after.turnHeard(hearing, heard.episode, around.scope)
  if (has("episode.opened")) after.episodeOpened(around, hearing.home)
  if (has("episode.closed")) after.episodeEnded(around)
  return out
}

/** What these variables were in the hook's own environment. Header bytes arrive one by one; a folder's name may be any UTF-8. */
function envIn({ headers }: IncomingMessage, names: readonly string[]): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, header] of headersOf(names)) {
    const value = headers[header]
    if (typeof value === "string") env[name] = Buffer.from(value, "latin1").toString("utf8")
  }
  return env
}
const headersOf = onceFor((names: readonly string[]) => names.map(name => [name, envHeader(name)] as const))
