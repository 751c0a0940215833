// A shared log on NATS JetStream. Ground truth: the JetStream API as server 2.9.10 answers it. Publishes one by one, so
// that a batch keeps its order through a change of leader; every publish expects its subject to be empty, which makes an
// append idempotent for ever, not only within the server's window.
import type { JetStreamClient, JetStreamManager, StreamInfo } from "@nats-io/jetstream"
import type { NatsConnection } from "@nats-io/transport-node"
import { MettleError } from "../../core/errors.ts"
import type { Engine, EngineOptions, Entry, Envelope, SharedLog } from "../shared-log.ts"
import { bare, fitting, passed, shut, team as teamOf } from "./fit.ts"
import { natsErasing, type Stream } from "./nats-erasing.ts"
import { codeOf, consumed, ERASED, entryOf, fetched, loaded, MOST, WRONG_LAST } from "./nats-messages.ts"
import { byId, everything, inPartition, type NatsAddress, natsAddress, streamOf, subjectOf } from "./nats-subjects.ts"
import { backOff, offline, pause, wayTo } from "./retry.ts"

const EXAMPLE = "nats://blue:…@host:4222/blue"
const WINDOW_NANOS = 120 * 1_000_000_000
const NO_STREAM = 10059

export const natsEngine: Engine = {
  name: "nats",
  example: EXAMPLE,
  matches: url => /^(?:nats|tls):\/\//.test(url),
  async open(url, options = {}) {
    const parsed = natsAddress(url)
    const address: NatsAddress = { ...parsed, team: teamOf(parsed.team, EXAMPLE) }
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
        throw explained(error, address.team)
      })
    try {
      const manager = await jet.jetstreamManager(connection, { timeout, checkAPI: false })
      return await connect(connection, jet.jetstream(connection, { timeout }), manager, address, options)
    } catch (error) {
      await connection.close()
      throw explained(error, address.team)
    }
  },
}

async function connect(
  connection: NatsConnection,
  js: JetStreamClient,
  manager: JetStreamManager,
  address: NatsAddress,
  options: EngineOptions,
): Promise<SharedLog> {
  const { team } = address
  const name = streamOf(team)
  const way = wayTo("nats", options.retries ?? 8, passing, error => explained(error, team))
  const { ask } = way
  await ask("open", () => found(connection, manager, address))
  const lastOf: Stream["lastOf"] = subject =>
    ask("look", () => manager.streams.getMessage(name, { last_by_subj: subject }))
  const head = async () => (await ask("head", () => manager.streams.info(name))).state.last_seq
  const stream: Stream = { js, manager, team, ask, lastOf }
  const erasing = natsErasing(stream)
  const { erase, sweep, unswept } = erasing
  const publish = publishing(stream, head)
  const page = paging(stream, erasing, options.timeoutMs ?? 5000, way.isClosed)

  return {
    oneOrder: true,
    append: (batch, { expected, signal } = {}) =>
      way.inTurn(async () => {
        fitting(batch)
        if (expected !== undefined) {
          const at = await head()
          if (at !== expected) throw passed(at, expected)
        }
        const seqs: number[] = []
        let added = 0
        for (const envelope of batch) {
          const { seq, fresh } = await publish(envelope, added === 0 ? expected : undefined, signal)
          seqs.push(seq)
          if (fresh) added++
        }
        return { seqs, added }
      }),
    read: (from, limit, partition) => ask("read", () => page(from, limit, partition)),
    subscribe: (from, signal, partitions) =>
      following(stream, erasing, { from, signal, partitions, silenceMs: options.pollMs ?? 2000, over: way.isClosing }),
    head,
    erase,
    sweep,
    durability: async () => ({
      ...(await natsDurability(
        connection.info?.version ?? "?",
        await ask("durability", () => manager.streams.info(name)),
        address.monitor,
      )),
      erasing: await unswept(),
    }),
    close: () => way.close(() => connection.close()),
  }
}

type Erasing = Pick<ReturnType<typeof natsErasing>, "hear" | "unmarked">

/** Publishes one envelope; its sequence, and whether this call stored it. */
function publishing({ js, team, ask, lastOf }: Stream, head: () => Promise<number>) {
  async function firstOf(id: string): Promise<number | null> {
    const message = await lastOf(byId(team, id))
    return message ? Number(message.header.get(ERASED) || message.seq) : null
  }
  return async (envelope: Envelope, expected: number | undefined, signal?: AbortSignal) => {
    const subject = subjectOf(team, envelope.partition, envelope.id)
    const expect = { lastSubjectSequence: 0, ...(expected === undefined ? {} : { lastSequence: expected }) }
    try {
      const data = JSON.stringify(bare(envelope))
      const ack = await ask("append", () => js.publish(subject, data, { msgID: envelope.id, expect }), signal)
      // A duplicate within the window is acknowledged with the sequence it has, unless that was erased meanwhile.
      const seq = ack.duplicate ? ((await firstOf(envelope.id)) ?? ack.seq) : ack.seq
      return { seq, fresh: !ack.duplicate }
    } catch (error) {
      if (codeOf(error) !== WRONG_LAST) throw error
      const known = await firstOf(envelope.id)
      if (known !== null) return { seq: known, fresh: false }
      throw expected === undefined ? error : passed(await head(), expected)
    }
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

async function* following(
  { js, team, ask, lastOf }: Stream,
  { hear, unmarked }: Erasing,
  how: {
    readonly from: number
    readonly signal: AbortSignal
    readonly partitions: readonly string[] | undefined
    readonly silenceMs: number
    readonly over: () => boolean
  },
): AsyncGenerator<Entry> {
  const { signal, partitions, silenceMs, over } = how
  const one = partitions?.length === 1 ? partitions[0] : undefined
  // Servers before 2.10 take one filter per consumer: of several partitions the rest is dropped here.
  const wanted = partitions === undefined || one !== undefined ? null : new Set(partitions)
  const filter = one === undefined ? everything(team) : inPartition(team, one)
  const last = async () => (await lastOf(filter))?.seq ?? 0
  let at = how.from
  await ask("read", hear)
  for (let failures = 0; !signal.aborted && !over(); failures++) {
    for await (const message of consumed(js, streamOf(team), { filter, from: at, signal, silenceMs, last })) {
      if (signal.aborted) return
      if (message.seq <= at) continue
      failures = 0
      at = message.seq
      const entry = entryOf(message)
      if (entry && (wanted === null || wanted.has(entry.envelope.partition))) yield unmarked(entry)
    }
    if (!signal.aborted && !over()) await pause(backOff(failures), signal)
  }
}

/** The team's stream, made at first use: on disk, never purged, three replicas where there are three servers. */
async function found(connection: NatsConnection, manager: JetStreamManager, address: NatsAddress): Promise<StreamInfo> {
  const name = streamOf(address.team)
  const known = await manager.streams.info(name).catch(error => {
    if (codeOf(error) !== NO_STREAM) throw error
    return null
  })
  if (known) return known
  return manager.streams.add({
    name,
    subjects: [everything(address.team)],
    storage: "file",
    retention: "limits",
    discard: "new",
    duplicate_window: WINDOW_NANOS,
    deny_purge: true,
    num_replicas: address.replicas ?? (connection.info?.cluster ? 3 : 1),
  })
}

/** Worth another try: a lost connection, no answer, no leader, a server that is starting, nodes that do not see each other yet. Never a refusal. */
function passing(error: unknown): boolean {
  const code = codeOf(error)
  if (typeof code === "number") return [503, 408, 10005, 10008, 10077, 10118].includes(code) || code === 10023
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

// What JetStream promises of a message it acknowledged, as far as it says. A server writes to the system's cache and syncs
// every two minutes unless told otherwise (`sync_interval`, from 2.10), and tells that only on its monitoring port.

async function natsDurability(
  version: string,
  info: StreamInfo,
  monitor: string | null,
): Promise<{ ok: boolean; says: string }> {
  const { storage, num_replicas: replicas } = info.config
  const current = (info.cluster?.replicas ?? []).filter(peer => peer.current && !peer.offline).length + 1
  const found = `NATS ${version}: ${storage} storage, ${replicas} ${replicas === 1 ? "replica" : "replicas"}`
  if (storage !== "file") return { ok: false, says: `${found}; lost when the server ends` }
  const sync = monitor === null ? null : await syncOf(monitor)
  if (sync === "always") return { ok: true, says: `${found}, synced before each acknowledgement` }
  const synced =
    sync !== null
      ? `synced every ${sync}`
      : "how often it syncs cannot be seen from here (the address may name a monitoring port: ?monitor=http://host:8222)"
  if (replicas < 3)
    return {
      ok: false,
      says: `${found}, ${synced}; safe when the process dies, not in a power cut: use three replicas`,
    }
  const lagging = current < replicas ? `, of which ${current} are current` : ""
  return {
    ok: current * 2 > replicas,
    says: `${found}${lagging}, ${synced}; safe when one server is lost, not when all lose power at once`,
  }
}

/** "always", a number of seconds, or null when the server does not say (before 2.10, or not reachable). */
async function syncOf(monitor: string): Promise<string | null> {
  try {
    const response = await fetch(new URL("/varz", monitor), { signal: AbortSignal.timeout(3000) })
    const varz = (await response.json()) as {
      jetstream?: { config?: { sync_always?: boolean; sync_interval?: number } }
    }
    const { sync_always: always, sync_interval: interval } = varz.jetstream?.config ?? {}
    if (always) return "always"
    return typeof interval === "number" ? `${Math.round(interval / 1e9)} s` : null
  } catch {
    return null
  }
}
