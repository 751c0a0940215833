// A shared log on NATS JetStream. Ground truth: the JetStream API as server 2.9.10 answers it. Publishes one by one, so
// that a batch keeps its order through a change of leader; every publish expects its subject to be empty, which makes an
// append idempotent for ever, not only within the server's window.
import type { JetStreamClient, JetStreamManager, StreamInfo } from "@nats-io/jetstream"
import type { NatsConnection } from "@nats-io/transport-node"
import { MettleError } from "../../core/errors.ts"
import type { Engine, EngineOptions, Entry, Envelope, SharedLog } from "../shared-log.ts"
import { bare, fitting, shut, team as teamOf } from "./fit.ts"
import {
  codeOf,
  entryOf,
  everything,
  fetched,
  inPartition,
  loaded,
  MOST,
  natsErasing,
  type Stream,
  streamOf,
  subjectOf,
  WRONG_LAST,
} from "./nats-messages.ts"
import { offline, pause, wayTo } from "./retry.ts"

const EXAMPLE = "nats://blue:…@host:4222/blue"
const WINDOW_NANOS = 120 * 1_000_000_000
const NO_STREAM = 10059

export const natsEngine: Engine = {
  name: "nats",
  example: EXAMPLE,
  matches: url => /^(?:nats|tls):\/\//.test(url),
  async open(url, options = {}) {
    const address = natsAddress(url)
    const team = teamOf(address.team, EXAMPLE)
    const { transport, jet } = await loaded()
    const timeout = options.timeoutMs ?? 5000
    const connection = await transport
      .connect({
        servers: [...address.servers],
        ...(address.user === null ? {} : { user: address.user, pass: address.pass ?? "" }),
        ...(address.tls ? { tls: {} } : {}),
        name: "mettle",
        timeout,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
      })
      .catch(error => {
        throw explained(error, team)
      })
    try {
      const manager = await jet.jetstreamManager(connection, { timeout, checkAPI: false })
      return await connect(connection, jet.jetstream(connection, { timeout }), manager, team, options)
    } catch (error) {
      await connection.close()
      throw explained(error, team)
    }
  },
}

interface NatsAddress {
  readonly servers: readonly string[]
  readonly tls: boolean
  readonly user: string | null
  readonly pass: string | null
  readonly team: string | null
}

/** nats://user:password@host:port,host:port/team; tls:// for encrypted ones. */
function natsAddress(url: string): NatsAddress {
  const [, scheme, user, pass, hosts = "", team] =
    /^(nats|tls):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?]+)(?:\/([^?]*))?(?:\?.*)?$/.exec(url) ?? []
  return {
    servers: hosts.split(",").filter(Boolean),
    tls: scheme === "tls",
    user: user === undefined ? null : decodeURIComponent(user),
    pass: pass === undefined ? null : decodeURIComponent(pass),
    team: team ?? null,
  }
}

async function connect(
  connection: NatsConnection,
  js: JetStreamClient,
  manager: JetStreamManager,
  team: string,
  options: EngineOptions,
): Promise<SharedLog> {
  const name = streamOf(team)
  const way = wayTo("nats", options.retries ?? 8, passing, error => explained(error, team))
  const { ask } = way
  await ask("open", () => found(connection, manager, team))
  const lastOf: Stream["lastOf"] = subject =>
    ask("look", () => manager.streams.getMessage(name, { last_by_subj: subject }))
  const head = async () => (await ask("head", () => manager.streams.info(name))).state.last_seq
  const stream: Stream = { js, manager, team, ask, lastOf }
  const erasing = natsErasing(stream)
  const { erase, sweep, unswept } = erasing
  const page = paging(stream, erasing, options.timeoutMs ?? 5000, way.isClosed)

  return {
    oneOrder: true,
    append: batch =>
      way.inTurn(async () => {
        let added = 0
        for (const envelope of fitting(batch)) if (await publish(stream, envelope)) added++
        return added
      }),
    read: (from, limit, partition) => ask("read", () => page(from, limit, partition)),
    head,
    erase,
    sweep,
    durability: async () => ({
      ...natsDurability(connection.info?.version ?? "?", await ask("durability", () => manager.streams.info(name))),
      erasing: await unswept(),
    }),
    close: () => way.close(() => connection.close()),
  }
}

type Erasing = Pick<ReturnType<typeof natsErasing>, "hear" | "unmarked">

/** Publishes one envelope; whether this call stored it. */
async function publish({ js, team, ask }: Stream, envelope: Envelope): Promise<boolean> {
  const subject = subjectOf(team, envelope.partition, envelope.id)
  const how = { msgID: envelope.id, expect: { lastSubjectSequence: 0 } }
  try {
    return !(await ask("append", () => js.publish(subject, JSON.stringify(bare(envelope)), how))).duplicate
  } catch (error) {
    // Its subject is not empty: it was stored before, or the mark of its erasing is.
    if (codeOf(error) === WRONG_LAST) return false
    throw error
  }
}

/** Reads a page; a replica that lags must not make it end early, so the leader says how far there is to read. */
const paging =
  ({ js, manager, team, lastOf }: Stream, { hear, unmarked }: Erasing, timeoutMs: number, isClosed: () => boolean) =>
  async (from: number, limit: number, partition?: string): Promise<readonly Entry[]> => {
    await hear()
    const filter = partition === undefined ? everything(team) : inPartition(team, partition)
    const out: Entry[] = []
    const until = Date.now() + timeoutMs
    const last = (await lastOf(filter))?.seq ?? 0
    for (let at = from; at < last && out.length < limit; ) {
      const want = Math.min(limit - out.length, MOST)
      const before: number = at
      for (const message of await fetched(js, manager, streamOf(team), filter, at, want)) {
        at = message.seq
        const entry = entryOf(message)
        if (entry) out.push(unmarked(entry))
      }
      if (at !== before) continue
      // Nothing came although something is there: a replica behind its leader, or the last one was just erased.
      if (((await lastOf(filter))?.seq ?? 0) <= at) break
      if (isClosed()) throw shut()
      if (Date.now() > until) throw new Error("timeout: a replica does not catch up with its leader")
      await pause(20)
    }
    return out
  }

/** The team's stream, made at first use: on disk, never purged, three replicas where there are three servers. */
async function found(connection: NatsConnection, manager: JetStreamManager, team: string): Promise<StreamInfo> {
  const name = streamOf(team)
  const known = await manager.streams.info(name).catch(error => {
    if (codeOf(error) !== NO_STREAM) throw error
    return null
  })
  if (known) return known
  return manager.streams.add({
    name,
    subjects: [everything(team)],
    storage: "file",
    retention: "limits",
    discard: "new",
    duplicate_window: WINDOW_NANOS,
    deny_purge: true,
    num_replicas: connection.info?.cluster ? 3 : 1,
  })
}

/** Worth another try: a lost connection, no answer, no leader, a server that is starting, nodes that do not see each other yet, a consumer that went with its node. Never a refusal. */
function passing(error: unknown): boolean {
  const code = codeOf(error)
  if (typeof code === "number") return [503, 408, 10005, 10008, 10014, 10077, 10118].includes(code) || code === 10023
  if (/^E(?:CONN|PIPE|TIMEDOUT|HOST|NET)/.test(code)) return true
  const text = error instanceof Error ? `${error.name} ${error.message}` : ""
  return /timeout|no ?responders|not enabled|disconnect|connection|draining|closed/i.test(text)
}
/** What a server says when it does not answer, or not to us, in our words. */
function explained(error: unknown, team: string): unknown {
  if (error instanceof MettleError) return error
  if (passing(error)) return offline("nats", error)
  const text = error instanceof Error ? error.message : String(error)
  if (!/authoriz|authenticat|permission|stream not found|not supported|insufficient/i.test(text)) return error
  return new MettleError("E_CONFIG", `nats: ${text} (team ${team})`, {
    still: "nothing was read or written",
    hint: `check host, user and password; an address looks like ${EXAMPLE}`,
    cause: error,
  })
}

/** What JetStream promises of a message it acknowledged: a server writes to the system's cache and tells nobody when it syncs. */
function natsDurability(version: string, info: StreamInfo): { ok: boolean; says: string } {
  const { storage, num_replicas: replicas } = info.config
  const current = (info.cluster?.replicas ?? []).filter(peer => peer.current && !peer.offline).length + 1
  const found = `NATS ${version}: ${storage} storage, ${replicas} ${replicas === 1 ? "replica" : "replicas"}`
  if (storage !== "file") return { ok: false, says: `${found}; lost when the server ends` }
  if (replicas < 3)
    return { ok: false, says: `${found}; safe when the process dies, not in a power cut: use three replicas` }
  const lagging = current < replicas ? `, of which ${current} are current` : ""
  return {
    ok: current * 2 > replicas,
    says: `${found}${lagging}; safe when one server is lost, not when all lose power at once`,
  }
}
