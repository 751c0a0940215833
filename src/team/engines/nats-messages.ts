// Messages of a JetStream stream, by the page and as they come. Both start after a sequence and keep the stream's order;
// what breaks on the way ends them early, and the caller goes on from the last one it got.
import type { JetStreamClient, JetStreamManager, JsMsg, StoredMsg } from "@nats-io/jetstream"
import type { Entry, Envelope } from "../shared-log.ts"
import { bare, misfit } from "./fit.ts"

/** Header of the mark that keeps an erased id known: the sequence it had. */
export const ERASED = "Mettle-Erased"
export const WRONG_LAST = 10071
export const MOST = 1024

/** What a follower holds at most: more is asked for as it reads. */
const PAGE = 256

/** At most `most` messages after `from`, through a consumer made for the occasion. */
export async function fetched(
  js: JetStreamClient,
  manager: JetStreamManager,
  stream: string,
  filter: string,
  from: number,
  most: number,
): Promise<readonly JsMsg[]> {
  const info = await manager.consumers.add(stream, {
    deliver_policy: "by_start_sequence",
    opt_start_seq: from + 1,
    ack_policy: "none",
    filter_subject: filter,
    mem_storage: true,
    num_replicas: 1,
    inactive_threshold: 10 * 1_000_000_000,
  })
  try {
    const wanted = Math.min(most, info.num_pending)
    const out: JsMsg[] = []
    if (wanted === 0) return out
    const messages = await js.consumers.getConsumerFromInfo(info).fetch({ max_messages: wanted, expires: 1000 })
    for await (const message of messages) {
      // What was lost on the way ends the page: the next one starts there.
      if (message.info.deliverySequence !== out.length + 1) break
      out.push(message)
    }
    return out
  } finally {
    manager.consumers.delete(stream, info.name).catch(() => {})
  }
}

/** Messages of one ordered consumer, until it breaks, or stays silent although there is more to read. */
export async function* consumed(
  js: JetStreamClient,
  stream: string,
  how: {
    readonly filter: string
    readonly from: number
    readonly signal: AbortSignal
    readonly silenceMs: number
    readonly last: () => Promise<number>
  },
): AsyncGenerator<JsMsg> {
  const { filter, from, signal, silenceMs, last } = how
  const messages = await js.consumers
    .get(stream, { opt_start_seq: from + 1, filter_subjects: filter })
    .then(consumer => consumer.consume({ max_messages: PAGE, expires: 30_000 }))
    .catch(() => null)
  if (!messages) return
  const stop = () => void messages.close().catch(() => {})
  let at = from
  let waiting = false
  let silent = 0
  const watch = setInterval(async () => {
    if (!waiting) return
    const before = at
    const there = await last().catch(() => before)
    silent = waiting && at === before && there > at ? silent + 1 : 0
    if (silent >= 2) stop()
  }, silenceMs)
  signal.addEventListener("abort", stop)
  if (signal.aborted) stop()
  try {
    const coming = messages[Symbol.asyncIterator]()
    for (;;) {
      waiting = true
      const next = await coming.next()
      waiting = false
      if (next.done) return
      at = next.value.seq
      yield next.value
    }
  } catch {
    // the caller makes a new one, from where this one broke
  } finally {
    clearInterval(watch)
    signal.removeEventListener("abort", stop)
    stop()
  }
}

export const entryOf = (message: JsMsg): Entry | null =>
  message.headers?.get(ERASED) ? null : readEntry(message.seq, () => message.json<Envelope>())
/** The same of a message that was looked up. */
export const storedEntry = (message: StoredMsg): Entry | null =>
  message.header.get(ERASED) ? null : readEntry(message.seq, () => message.json<Envelope>())
function readEntry(seq: number, read: () => Envelope): Entry | null {
  try {
    const envelope = bare(read())
    // Whoever may publish may publish anything: what is no envelope is not there, or one message would stop every reader.
    return misfit(envelope) === null ? { seq, envelope } : null
  } catch {
    return null
  }
}

export const codeOf = (error: unknown): number | string =>
  (error as { code?: number | string } | null)?.code ?? (error as Error | null)?.name ?? ""

/** Both packages are CommonJS: bundled, their names stand under `default` only. */
export async function loaded() {
  const names = <T extends object>(module: T): T => (module as { default?: T }).default ?? module
  const [transport, jet] = await Promise.all([import("@nats-io/transport-node"), import("@nats-io/jetstream")])
  return { transport: names(transport), jet: names(jet) }
}
