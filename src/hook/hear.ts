// One hook from payload to answer, the same in a hook process and in the resident: read, record (redacted), and answer
// when the client waits for one. Rules and views are loaded only for an answer; nothing is said that is not logged.

import { basename } from "node:path"
import { isOurTool } from "../clients/author.ts"
import type { Answer, Ask, Client, Heard } from "../clients/client.ts"
import type { Draft } from "../core/events/draft.ts"
import { GAPS_MARK, gapAt, readGaps } from "../core/pause.ts"
import type { Memory } from "../memory/memory.ts"
import type { Env, Paths } from "../paths.ts"
import { type RecordStore, record } from "../record.ts"
import { drain, spool } from "../spool.ts"
import type { Asking } from "./hook-answer.ts"
import { type Order, orderIn } from "./order.ts"
import { brokenBy, folderOf, repositoryOf, type Surroundings, surroundings } from "./surroundings.ts"
import { count } from "./tally.ts"
import { tailFor, worldOf } from "./world.ts"

/** Opens what a hook needs, late; the resident hands out what it holds. */
interface Stores {
  /** log and blobs alone: loads no rule */
  plain(around: Surroundings): Promise<RecordStore>
  /** with views and rules, folded as far as time allows; null when there is no time */
  full(around: Surroundings): Promise<Memory>
}
export interface Hearing {
  readonly client: Client
  readonly payload: Readonly<Record<string, unknown>>
  /** of the client's process; only the names an adapter asks for are looked at */
  readonly env: Env
  /** of ours: settings */
  readonly ownEnv: Env
  readonly home: string
  readonly paths: Paths
  readonly now: () => number
  readonly random: (bytes: number) => Uint8Array
  /** milliseconds left until nobody waits any more */
  readonly left: () => number
  readonly stores: Stores
  /** the process that called the hook */
  readonly caller: number | null
  /** takes along what waits in the spool; the resident does it afterwards */
  readonly drains: boolean
  /** settings and repository of a folder; read from disk when not given */
  readonly around?: (folder: string | null) => Surroundings
}
interface HeardOutcome {
  /** one JSON object for stdout, or nothing */
  readonly out: string | null
  readonly heard: Heard | null
  readonly around: Surroundings
  readonly recorded: number
}

/** The least time in which an answer can be made; with less, the client is let go. */
const ANSWER_MS = 60
/** Enough to load the ear (104 ms, or twice that) and hear; with less, it is heard after the answer. */
const HEAR_MS = 220
/** A longer message costs several readings: it is heard after the answer. */
const HEAR_CHARS = 1_200
const LONGEST = 10_000
const WAITS: readonly string[] = ["E_LOCKED", "E_DISK", "E_NEWER"]
/**
 * Nothing is wrong with us: the log is busy, full, or of a newer mettle. By the code alone: the error may come from the other half of
 * the bundle, which has classes of its own.
 */
export const mustWait = (error: unknown): boolean => WAITS.includes(codeOf(error))
/** What is counted of an error, and no word of it. */
export function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown }
  return String(code ?? name ?? "fault")
}

export async function hear(hearing: Hearing): Promise<HeardOutcome> {
  const { client, payload, now } = hearing
  const folder = folderOf(payload)
  const around = hearing.around?.(folder) ?? surroundings(folder, hearing.paths, hearing.ownEnv)
  if (around.silent !== null) return { out: brokenNotice(hearing, around), heard: null, around, recorded: 0 }
  const heard = client.read(payload, worldOf(hearing, around))
  const unanswered = { out: null, heard, around, recorded: 0 }
  const order = orderIn(heard)
  // An order to us is no work: nothing is judged by it, and nothing learned of it.
  const said = order === null ? heard.drafts : heard.drafts.filter(d => d.type !== "prompt.submitted")
  const drafts = permitted(said, around)
  if (drafts.length === 0 && heard.ask === null) return unanswered
  const options = { ignore: around.config.get("ignore.globs") }
  let stores: RecordStore
  let memory: Memory | null = null
  try {
    if (heard.ask === null) stores = await hearing.stores.plain(around)
    else {
      memory = await hearing.stores.full(around)
      stores = memory.parts
    }
    if (drafts.length > 0) await record(stores, drafts, options)
    // Nothing is looked up for somebody who asked to be left alone.
    if (heard.ask !== null && order === null && leftAlone(stores, now(), heard.episode)) return unanswered
  } catch (error) {
    keepForLater(hearing, drafts, error, options)
    return unanswered
  }
  const recorded = { ...unanswered, recorded: drafts.length }
  try {
    if (hearing.drains && hearing.left() > 0) await drain(hearing.paths.state, stores, 8)
  } catch {
    // It stays where it is; the next hook tries again.
  }
  if (heard.ask === null || memory === null) return recorded
  // An order is for nobody else: left alone it would be the agent's work.
  if (order !== null)
    return { ...recorded, out: hearing.client.write(hearing.payload, heard.ask, await obeyed(memory, order)) }
  if (hearing.left() < ANSWER_MS) {
    count(hearing.paths.state, now(), "unanswered", "deadline")
    return recorded
  }
  return { ...recorded, out: await answerTo(hearing, around, heard, heard.ask, memory) }
}

/** Where a slip in a file keeps everything from being recorded, the person hears so once, as the session begins. */
function brokenNotice(hearing: Hearing, around: Surroundings): string | null {
  const broken = brokenBy(around.config)
  if (broken === null || around.config.get("notify") === "off") return null
  const { ask, subAgent } = hearing.client.read(hearing.payload, worldOf(hearing, around))
  if (ask?.what !== "session_start" || subAgent) return null
  const notice = `mettle: nothing is recorded here until this is repaired: ${broken}`
  return hearing.client.write(hearing.payload, ask, { context: null, hold: null, notice })
}

const obeyed = async (memory: Memory, order: Order): Promise<Answer> =>
  (await (await import("./load/for-answers.ts")).orders()).obey(memory, order)

const leftAlone = (stores: RecordStore, now: number, episode: string | null): boolean =>
  gapAt(readGaps(stores.meta?.get(GAPS_MARK) ?? null), now, episode) !== null

async function answerTo(
  hearing: Hearing,
  around: Surroundings,
  heard: Heard,
  ask: Ask,
  memory: Memory,
): Promise<string | null> {
  const late = await import("./load/for-answers.ts")
  const { config, repository } = around
  if (repository !== null) {
    const look = (top: string) => repositoryOf(top, hearing.paths, hearing.ownEnv)
    const isShared = async (scope: string) => (await late.teams()).isJoined(around.dataDir, scope)
    await late.standIn(memory, { repository, decisions: config.values, look, isShared }).catch(unlessWaiting)
  }
  const asking = askingOf(late, hearing, around, heard, ask, memory)
  const answered = late.answerAsk(memory, asking)
  let { answer } = answered
  if (answered.drafts.length > 0) {
    const options = { ignore: config.get("ignore.globs") }
    // Whoever is asked next folds what was shown.
    answer = late.afterWriting(answered, await record(memory.parts, answered.drafts, options))
  }
  const short = ask.what === "prompt" && ask.prompt.length <= HEAR_CHARS
  if (short && heard.episode !== null && !heard.subAgent && hearing.left() > HEAR_MS)
    await late.hearAtOnce(memory, heard.episode, ask.event, config.get("learn.norms")).catch(unlessWaiting)
  const out = hearing.client.write(hearing.payload, ask, late.withNotice(memory, asking, answer))
  return out !== null && out.length <= LONGEST && !/[\n\r]/.test(out.trim()) ? out.trim().toWellFormed() : null
}

function askingOf(
  { lookAtGit, scopeIn }: typeof import("./load/for-answers.ts"),
  hearing: Hearing,
  around: Surroundings,
  { episode, subAgent }: Heard,
  ask: Ask,
  memory: Memory,
): Asking {
  const { config, repository, domains } = around
  const top = repository?.top ?? null
  const transcript = hearing.payload.transcript_path
  return {
    ask,
    client: hearing.client.name,
    // A folder without git is no place of its own for a session that began elsewhere.
    scope: repository?.kind === "none" ? scopeIn(memory, episode, around.scope) : around.scope,
    domains,
    episode,
    subAgent,
    checkMode: config.get("check.mode"),
    packTokens: config.get("pack.tokens"),
    notify: config.get("notify"),
    tells: config.get("breaker.tells"),
    showLeft: config.get("left.show"),
    git: () => (top === null ? null : lookAtGit(top, hearing.paths.cache, Math.floor(hearing.left() / 4))),
    top,
    home: hearing.home,
    place: placeName(around),
    tail: () => (typeof transcript === "string" ? tailFor(hearing, transcript) : null),
  }
}

/** Behind another writer it is done afterwards, and told a little later. */
function unlessWaiting(error: unknown): void {
  if (!mustWait(error)) throw error
}

/** What people call the repository: the name they gave it, its origin's, its folder's. */
const placeName = ({ repository, config }: Surroundings): string | null =>
  repository === null
    ? null
    : (config.get("scope.names")[repository.identity.id] ??
      basename(repository.origin ?? repository.top).replace(/\.git$/, ""))

/** What the user's settings let through. */
function permitted(drafts: readonly Draft[], around: Surroundings): readonly Draft[] {
  const tools = around.config.get("ignore.tools")
  const refused = (name: string): boolean => isOurTool(name) || tools.includes(name)
  return drafts.filter(d => !("tool" in d.data) || !refused(String(d.data.tool)))
}

/** The log cannot be written now: keep the drafts, redacted, or count what is lost. A fault of ours is thrown on. */
function keepForLater(hearing: Hearing, drafts: readonly Draft[], error: unknown, options: object): void {
  const state = hearing.paths.state
  const waits = mustWait(error)
  if (drafts.length === 0) {
    if (!waits) throw error
    return
  }
  const why = codeOf(error)
  try {
    const name = `${String(hearing.now()).padStart(15, "0")}-${Buffer.from(hearing.random(6)).toString("hex")}`
    spool(state, drafts, name, options)
    count(state, hearing.now(), "spooled", why)
  } catch {
    count(state, hearing.now(), "lost", why)
  }
  if (!waits) throw error
}
