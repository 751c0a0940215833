// A shared log that has no sequence of its own: what others wrote arrives whenever a sync or a fetch brings it. Each machine
// numbers by arrival and remembers it: what comes late gets higher numbers, never lower ones. What arrives together is merged
// by time, each machine's own order kept. What carries it, a folder or a git remote, is a Carrier.
import { randomBytes } from "node:crypto"
import {
  appendFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { ID } from "../../core/ids.ts"
import { queue } from "../../core/in-turn.ts"
import type { Entry, Envelope, Erasure, SharedLog } from "../shared-log.ts"
import { fitting, opens, shut } from "./fit.ts"
import { heldAlone } from "./retry.ts"
import { opened } from "./segments.ts"

/** What came, before it has a number. */
export interface Arrived {
  readonly machine: string
  readonly ts: number
  readonly id: string
}

export interface Carrier {
  /** Reaches out; `must`: even if it did a moment ago. */
  fetch(must: boolean): Promise<void>
  /** Takes in what lies here and was not looked at yet. */
  look(): Iterable<Arrived>
  /** Makes good what the words that erase ask of this machine; true: look again. `alone`: among its processes. */
  obey(alone: Alone): Promise<boolean>
  partitionOf(id: string): string | undefined
  /** as it is to be read; null: not any more */
  read(id: string): Envelope | null
  /** the lock of what nobody has erased yet */
  lockOf(id: string): string | undefined
  /** whether it has to be written; `numbered`: it was seen here before */
  isNew(id: string, numbered: boolean): boolean
  write(batch: readonly Envelope[]): void
  erase(words: readonly Erasure[]): void
  /** Hands over what was written. */
  give(): Promise<void>
  /** another log stands there, or none */
  isHidden(): boolean
  close(): Promise<void>
}
type Alone = <T>(act: () => T) => Promise<T>

/** The name of this machine's segments, made at first use. */
export function machineIn(state: string): string {
  const file = join(state, "machine")
  mkdirSync(state, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) writeFileSync(file, newMachine(), { mode: 0o600 })
  return readFileSync(file, "utf8").trim()
}
export const newMachine = (): string => `m${randomBytes(6).toString("hex")}`

const LINE = 33

/** The ids in a file of numbers, from an offset on; a torn last line is none. */
function* idsIn(file: string, bytes: Buffer, from: number): Generator<string> {
  for (let at = from; at + LINE <= bytes.length; at += LINE) {
    const id = bytes.toString("latin1", at, at + LINE - 1)
    if (!ID.test(id) || bytes[at + LINE - 1] !== 10)
      throw new MettleError("E_INTEGRITY", `the order of the shared folder is damaged: ${file}`, {
        still: "the folder itself is not touched",
        hint: "remove that file and run mettle doctor rebuild: it is numbered anew",
      })
    yield id
  }
}

type Order = ReturnType<typeof arrivalOrder>
/** Numbers given so far; without a state folder they last as long as this handle. */
function arrivalOrder(state: string | null, timeoutMs: number) {
  const ids: string[] = []
  const seqs = new Map<string, number>()
  const file = state === null ? null : join(state, "order")
  let read = 0
  if (state !== null) mkdirSync(state, { recursive: true, mode: 0o700 })

  const take = (id: string) => {
    if (!seqs.has(id)) seqs.set(id, ids.push(id))
  }
  /** What another process of this machine has given meanwhile. */
  function refresh(): void {
    if (file === null || !existsSync(file) || statSync(file).size === read) return
    const bytes = readFileSync(file)
    for (const id of idsIn(file, bytes, read)) take(id)
    // A torn last line cannot be numbered: cut it, its envelope is still in its segment and comes again.
    read = bytes.length - (bytes.length % LINE)
    if (read !== bytes.length) truncateSync(file, read)
  }
  /** Gives the next sequences, in this order, to those that have none; remembered before it returns. */
  function give(fresh: readonly string[]): void {
    const unknown = fresh.filter(id => !seqs.has(id))
    if (unknown.length === 0) return
    if (file !== null) {
      appendFileSync(file, unknown.map(id => `${id}\n`).join(""), { mode: 0o600 })
      opened(file, "r", fsyncSync)
      read = statSync(file).size
    }
    for (const id of unknown) take(id)
  }
  const alone: Alone = async act => {
    if (state === null) return act()
    return heldAlone(state, "order", timeoutMs, "holds the shared folder", () => {
      refresh()
      return act()
    })
  }
  refresh()
  return { ids: ids as readonly string[], seqOf: (id: string) => seqs.get(id), give, refresh, alone }
}

/** Fresh envelopes of several machines in one order: the earliest next one first, no machine's own order changed. */
export function merged(fresh: readonly Arrived[]): readonly Arrived[] {
  const lanes = new Map<string, Arrived[]>()
  for (const one of fresh) {
    const lane = lanes.get(one.machine)
    if (lane) lane.push(one)
    else lanes.set(one.machine, [one])
  }
  const waiting = [...lanes.values()]
  const next = waiting.map(() => 0)
  return fresh.map(() => {
    let best = -1
    for (let i = 0; i < waiting.length; i++) {
      const candidate = waiting[i]![next[i]!]
      const leading = waiting[best]?.[next[best]!]
      if (candidate && (!leading || earlier(candidate, leading))) best = i
    }
    return waiting[best]![next[best]!++]!
  })
}
const earlier = (a: Arrived, b: Arrived): boolean => a.ts < b.ts || (a.ts === b.ts && a.id < b.id)

/** What came and has no number yet: numbers are given alone, and a look may be followed by another before that. */
function numbering(carrier: Carrier, order: Order) {
  let waiting: Arrived[] = []
  function look(): void {
    waiting = [...waiting, ...carrier.look()].filter(({ id }) => order.seqOf(id) === undefined)
  }
  function numberAll(): void {
    look()
    order.give(merged(waiting).map(({ id }) => id))
    waiting = []
  }
  return {
    look,
    numberAll,
    async number(): Promise<void> {
      order.refresh()
      look()
      if (waiting.length > 0) await order.alone(numberAll)
      if (await carrier.obey(order.alone)) look()
    },
  }
}

/** The log over a carrier; `inTurn` and `catchUp` are for what else that one offers. */
export function arrivalLog(carrier: Carrier, state: string | null, timeoutMs: number) {
  const order = arrivalOrder(state, timeoutMs)
  const { number, numberAll, look } = numbering(carrier, order)
  const inTurn = queue()
  let closed = false
  async function catchUp(must = false): Promise<void> {
    if (closed) throw shut()
    await carrier.fetch(must)
    await number()
  }
  /** Writes what nobody has given yet; says how many there were. Ids are known by what is here. */
  async function add(batch: readonly Envelope[]): Promise<number> {
    if (closed) throw shut()
    fitting(batch)
    await number()
    return order.alone(() => {
      numberAll()
      const begun = order.ids.length
      const news = new Map<string, Envelope>()
      for (const one of batch)
        if (!news.has(one.id) && carrier.isNew(one.id, order.seqOf(one.id) !== undefined)) news.set(one.id, one)
      if (news.size > 0) carrier.write([...news.values()])
      order.give([...news.keys()])
      look()
      return order.ids.length - begun
    })
  }
  /** Says the words that open something aloud, for every copy elsewhere; how many did. */
  async function speak(erasures: readonly Erasure[]): Promise<number> {
    await catchUp()
    const words = opening(carrier, erasures)
    if (words.length === 0) return 0
    await order.alone(() => carrier.erase(words))
    await number()
    return words.length
  }
  async function head(): Promise<number> {
    await catchUp()
    return carrier.isHidden() ? 0 : order.ids.length
  }
  const log: Omit<SharedLog, "durability"> = {
    oneOrder: false,
    head,
    async append(batch) {
      const added = await inTurn(() => add(batch))
      await carrier.give()
      return added
    },
    async read(from, limit, partition) {
      const last = await head()
      const out: Entry[] = []
      for (let seq = Math.max(0, from) + 1; seq <= last && out.length < limit; seq++) {
        const id = order.ids[seq - 1]!
        const found = carrier.partitionOf(id)
        const envelope = found === undefined || (partition ?? found) !== found ? null : carrier.read(id)
        if (envelope) out.push({ seq, envelope })
      }
      return out
    },
    async erase(erasures) {
      const n = await inTurn(() => speak(erasures))
      if (n > 0) await carrier.give()
      return n
    },
    async sweep() {
      if (!carrier.isHidden()) await carrier.give()
      return 0
    },
    async close() {
      await inTurn(async () => {})
      await carrier.close()
      closed = true
    },
  }
  return { log, inTurn, catchUp }
}

/** The words among these that open what nobody has erased yet. */
function opening(carrier: Carrier, erasures: readonly Erasure[]): readonly Erasure[] {
  const open = erasures.filter(({ id, token }) => {
    const lock = carrier.lockOf(id)
    return lock !== undefined && opens(lock, token)
  })
  return [...new Map(open.map(one => [one.id, one])).values()]
}
