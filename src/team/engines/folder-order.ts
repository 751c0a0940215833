// The order of a shared folder as one machine sees it. Segments of other machines arrive whenever their sync carries them,
// so no number on them could be everyone's sequence. Each machine numbers by arrival and remembers it: a late segment
// gets higher numbers, never lower ones. What arrives together is merged by time, each machine's own order kept.
import { randomBytes } from "node:crypto"
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { ID } from "../../core/ids.ts"
import type { Entry, SharedLog } from "../shared-log.ts"
import { heldAlone } from "./retry.ts"

interface Order {
  /** ids by sequence − 1 */
  readonly ids: readonly string[]
  seqOf(id: string): number | undefined
  /** Gives the next sequences, in this order, to those that have none; remembered before it returns. */
  give(ids: readonly string[]): void
  /** What another process of this machine has given meanwhile. */
  refresh(): void
  /** Runs alone among the processes of this machine. */
  alone<T>(act: () => T): Promise<T>
}

/** What came, before it has a number. */
export interface Arrived {
  readonly machine: string
  readonly ts: number
  readonly id: string
}

const LINE = 33

/** The name of this machine's segments, made at first use. */
export function machineIn(state: string): string {
  const file = join(state, "machine")
  mkdirSync(state, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) writeFileSync(file, newMachine(), { mode: 0o600 })
  return readFileSync(file, "utf8").trim()
}
export const newMachine = (): string => `m${randomBytes(6).toString("hex")}`

/** Without a state folder the order lasts as long as this handle. */
export function arrivalOrder(state: string | null, timeoutMs: number): Order {
  const ids: string[] = []
  const seqs = new Map<string, number>()
  const file = state === null ? null : join(state, "order")
  let read = 0
  if (state !== null) mkdirSync(state, { recursive: true, mode: 0o700 })

  const take = (id: string) => {
    if (!seqs.has(id)) seqs.set(id, ids.push(id))
  }
  const self: Order = {
    ids,
    seqOf: id => seqs.get(id),
    give(fresh) {
      const unknown = fresh.filter(id => !seqs.has(id))
      if (unknown.length === 0) return
      if (file !== null) {
        appendFileSync(file, unknown.map(id => `${id}\n`).join(""), { mode: 0o600 })
        const fd = openSync(file, "r")
        fsyncSync(fd)
        closeSync(fd)
        read = statSync(file).size
      }
      for (const id of unknown) take(id)
    },
    refresh() {
      if (file === null || !existsSync(file)) return
      const { size } = statSync(file)
      if (size === read) return
      // A torn last line cannot be numbered: cut it, its envelope is still in its segment and comes again.
      const bytes = readFileSync(file)
      for (let at = read; at + LINE <= bytes.length; at += LINE) {
        const id = bytes.toString("latin1", at, at + LINE - 1)
        if (!ID.test(id) || bytes[at + LINE - 1] !== 10)
          throw new MettleError("E_INTEGRITY", `the order of the shared folder is damaged: ${file}`, {
            still: "the folder itself is not touched",
            hint: "remove that file and run mettle doctor rebuild: it is numbered anew",
          })
        take(id)
      }
      read = bytes.length - (bytes.length % LINE)
      if (read !== bytes.length) truncateSync(file, read)
    },
    alone: async act =>
      state === null
        ? act()
        : heldAlone(state, "order", timeoutMs, "holds the shared folder", () => {
            self.refresh()
            return act()
          }),
  }
  self.refresh()
  return self
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
  const out: Arrived[] = []
  while (out.length < fresh.length) {
    let best = -1
    for (let i = 0; i < waiting.length; i++) {
      const candidate = waiting[i]![next[i]!]
      const leading = best < 0 ? undefined : waiting[best]![next[best]!]
      if (candidate && (!leading || earlier(candidate, leading))) best = i
    }
    out.push(waiting[best]![next[best]!++]!)
  }
  return out
}
const earlier = (a: Arrived, b: Arrived): boolean => a.ts < b.ts || (a.ts === b.ts && a.id < b.id)

/** Reading where entries are numbered from 1 and any of them can be looked up. */
export const numbered = (
  /** takes what came, and says how many there are */
  count: () => Promise<number>,
  /** null: of another partition, or gone */
  entryAt: (seq: number, partition: string | undefined) => Entry | null,
): Pick<SharedLog, "read" | "head"> => ({
  async read(from, limit, partition) {
    const last = await count()
    const out: Entry[] = []
    for (let seq = Math.max(0, from) + 1; seq <= last && out.length < limit; seq++) {
      const entry = entryAt(seq, partition)
      if (entry) out.push(entry)
    }
    return out
  },
  head: count,
})
