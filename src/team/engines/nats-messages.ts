// Messages of a team's JetStream stream: how they are named, read by the page, and what they hold. One stream per team, one
// subject per envelope: the id in the subject lets the server itself refuse an id it has, however long ago it came; the
// partition before it lets a reader take one repository.
import type { JetStreamClient, JetStreamManager, JsMsg, StoredMsg } from "@nats-io/jetstream"
import { ID } from "../../core/ids.ts"
import type { Entry, Envelope, Erasure } from "../shared-log.ts"
import { bare, erased, erasingWords, misfit, opens } from "./fit.ts"

export const streamOf = (team: string): string => `METTLE_${team}`
export const everything = (team: string): string => `team.${team}.>`
export const subjectOf = (team: string, partition: string, id: string): string =>
  `team.${team}.${token(partition)}.${id}`
export const inPartition = (team: string, partition: string): string => `team.${team}.${token(partition)}.*`
/** Where the word that erases an envelope is said. No partition is called ~, and nothing else has five parts. */
const erasing = (team: string, id: string): string => `team.${team}.~.erase.${id}`
const byId = (team: string, id: string): string => `team.${team}.*.${id}`

/** Any partition as one token of a subject: what NATS gives a meaning to, or may not carry, is written as =XX. */
const token = (partition: string): string =>
  [...Buffer.from(partition)]
    .map(byte => {
      const letter = String.fromCharCode(byte)
      return /[A-Za-z0-9_:/-]/.test(letter) ? letter : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`
    })
    .join("")

/** Header of the mark that keeps an erased id known: the sequence it had. */
const ERASED = "Mettle-Erased"
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
const storedEntry = (message: StoredMsg): Entry | null =>
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

// Erasing on NATS. Members may publish and not delete, or each could delete another's: an author says the word that opens an
// envelope's lock, readers pass over what was so marked, and whoever may delete (the server's sweeper) removes it for good.

/** no such message, no such sequence, nothing to delete */
const GONE: readonly number[] = [10037, 10043, 10057]

/** A team's stream, and how it is asked. */
export interface Stream {
  readonly js: JetStreamClient
  readonly manager: JetStreamManager
  readonly team: string
  readonly ask: <T>(what: string, act: () => Promise<T>, signal?: AbortSignal) => Promise<T>
  /** the last message of a subject, as the leader has it */
  readonly lastOf: (subject: string) => Promise<StoredMsg | null>
}

export function natsErasing(at: Stream) {
  const { js, team, ask } = at
  const words = heardWords(at)
  const swept = new Set<string>()
  let may: boolean | null = null

  /** Says the word that erases, for every reader. */
  async function mark({ id, token }: Erasure): Promise<number> {
    const there = (await under(at, id)).map(({ envelope }) => envelope)
    if (!there.some(envelope => opens(envelope.lock, token) && !words.open(envelope))) return 0
    await ask("erase", () => js.publish(erasing(team, id), token))
    words.add(id, token)
    return 1
  }

  const mayDelete = async (): Promise<boolean> => (may ??= await lets(at))

  async function sweep(): Promise<number> {
    await ask("sweep", words.hear)
    let n = 0
    for (const id of words.ids().filter(one => !swept.has(one) && ID.test(one))) {
      if (!(await mayDelete())) break
      for (const { seq, envelope } of await under(at, id))
        if (words.open(envelope)) n += await remove(at, seq, envelope)
      swept.add(id)
    }
    return n
  }

  return {
    hear: words.hear,
    sweep,
    unmarked: (entry: Entry): Entry =>
      words.open(entry.envelope) ? { seq: entry.seq, envelope: erased(entry.envelope) } : entry,
    async erase(erasures: readonly Erasure[]): Promise<number> {
      let n = 0
      await ask("erase", words.hear)
      // An id goes into a subject: what is none could name others.
      for (const one of erasures) if (ID.test(one.id)) n += await mark(one)
      await sweep()
      return n
    },
    /** What doctor should say of erasing here. */
    async unswept(): Promise<string | null> {
      await ask("sweep", words.hear)
      return (await mayDelete()) ? ANYBODY : (await liesStill(at, words)) ? UNSWEPT : null
    },
  }
}
const ANYBODY = "every member may delete every message: take STREAM.MSG.DELETE from the members' user"
const UNSWEPT = "erased words still lie in the stream: whoever runs it sweeps (mettle team serve does)"

async function liesStill(at: Stream, words: ReturnType<typeof heardWords>): Promise<boolean> {
  for (const id of words.ids())
    if (ID.test(id) && (await under(at, id)).some(({ envelope }) => words.open(envelope))) return true
  return false
}

/** The words that erase, as far as they were heard. */
function heardWords({ js, manager, team, lastOf }: Stream) {
  const words = erasingWords()
  const filter = erasing(team, "*")
  let heard = 0
  /** Takes in the words said since. */
  const hear = async (): Promise<void> => {
    const last = (await lastOf(filter))?.seq ?? 0
    while (heard < last) {
      const some = await fetched(js, manager, streamOf(team), filter, heard, MOST)
      for (const message of some) {
        heard = message.seq
        const id = message.subject.slice(message.subject.lastIndexOf(".") + 1)
        words.add(id, message.string())
      }
      // A replica behind its leader: the next look takes them in.
      if (some.length === 0) break
    }
  }
  return { ...words, hear }
}

/** What stands under an id. Anybody may have published there as well: what counts is whose lock a word opens. */
async function under({ js, manager, team, ask, lastOf }: Stream, id: string): Promise<readonly Entry[]> {
  const last = await lastOf(byId(team, id))
  const entry = last ? storedEntry(last) : null
  if (!last || entry) return entry ? [entry] : []
  const all = await ask("look", () => fetched(js, manager, streamOf(team), byId(team, id), 0, MOST))
  return all.flatMap(message => entryOf(message) ?? [])
}

/** Whether the server would let this user delete a message: asked for one that is not there. */
const lets = ({ manager, team }: Stream): Promise<boolean> =>
  manager.streams.deleteMessage(streamOf(team), 0, true).then(
    () => true,
    error => !/permission/i.test(`${(error as Error).name} ${(error as Error).message}`),
  )

/** First a mark under the same subject, which keeps the id known; then the message itself is overwritten. */
async function remove({ js, manager, team, ask }: Stream, seq: number, { id, partition }: Envelope): Promise<number> {
  const subject = subjectOf(team, partition, id)
  const known = (await loaded()).transport.headers()
  known.set(ERASED, String(seq))
  const expect = { lastSubjectSequence: seq }
  await ask("erase", () => js.publish(subject, "", { headers: known, msgID: `erased-${id}`, expect })).catch(error => {
    // Something stands there since: that keeps the id as well.
    if (codeOf(error) !== WRONG_LAST) throw error
  })
  const gone = await ask("erase", () => manager.streams.deleteMessage(streamOf(team), seq, true)).catch(error => {
    if (GONE.includes(Number(codeOf(error)))) return false
    throw error
  })
  return gone ? 1 : 0
}
