// Messages of a team's JetStream stream: how they are named, read by the page, and what they hold. One stream per team, one
// subject per envelope: the id in the subject lets the server itself refuse an id it has, however long ago it came; the
// partition before it lets a reader take one repository.
import type { JetStreamClient, JetStreamManager, JsMsg, StoredMsg } from "@nats-io/jetstream"
import type { Entry, Envelope } from "../shared-log.ts"
import { bare, misfit } from "./fit.ts"

export const streamOf = (team: string): string => `METTLE_${team}`
export const everything = (team: string): string => `team.${team}.>`
export const subjectOf = (team: string, partition: string, id: string): string =>
  `team.${team}.${token(partition)}.${id}`
export const inPartition = (team: string, partition: string): string => `team.${team}.${token(partition)}.*`
/** Where the word that erases an envelope is said. No partition is called ~, and nothing else has five parts. */
export const erasing = (team: string, id: string): string => `team.${team}.~.erase.${id}`
export const byId = (team: string, id: string): string => `team.${team}.*.${id}`

/** Any partition as one token of a subject: what NATS gives a meaning to, or may not carry, is written as =XX. */
const token = (partition: string): string =>
  [...Buffer.from(partition)]
    .map(byte => {
      const letter = String.fromCharCode(byte)
      return /[A-Za-z0-9_:/-]/.test(letter) ? letter : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`
    })
    .join("")

/** Header of the mark that keeps an erased id known: the sequence it had. */
export const ERASED = "Mettle-Erased"
export const WRONG_LAST = 10071
export const MOST = 1024

/** At most `most` messages after `from`, in order, through a consumer made for the occasion; fewer when something broke on the way. */
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
