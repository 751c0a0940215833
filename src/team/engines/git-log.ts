// What a machine reads of a sealed log: every copy of every envelope in the segments it has, numbered by arrival; what its
// author erased is destroyed for good. Writing adds a segment and is acknowledged when the remote has taken it.
import { closeSync, openSync, readFileSync, readSync } from "node:fs"
import { join } from "node:path"
import { MettleError } from "../../core/errors.ts"
import type { EngineOptions, Entry, Envelope, SharedLog } from "../shared-log.ts"
import { fitting, opens, shut } from "./fit.ts"
import { type Arrived, arrivalOrder, machineIn, merged, numbered } from "./folder-order.ts"
import { eraseLine, isMarked } from "./folder-segments.ts"
import { contentName, type Heap } from "./git-remote.ts"
import {
  answer,
  knocking,
  punctured,
  readCode,
  readLine,
  readSeal,
  type Seal,
  sealedLine,
  sealText,
  shownCode,
  writeSeal,
} from "./git-seal.ts"
import { queue } from "./retry.ts"

/** Enough for a slow line; what is fetched is small. */
export const TIMEOUT = 120_000
/** The file of the seal in an engine's folder. */
export const SEAL = "seal"
export const sealName = ({ name }: Seal): string => `seal/${name}`
export const sealsThere = (heap: Heap): readonly string[] =>
  heap.names().filter(name => name.startsWith("seal/") && heap.isThere(name))

interface Copy {
  readonly id: string
  readonly name: string
  readonly start: number
  readonly length: number
  readonly lock: string
  readonly partition: string
  readonly words: boolean
}

/** Every copy of every envelope that was read here, the words that erase, and what is left of the seal. */
function copiesIn(heap: Heap, state: string, first: Seal) {
  const copies = new Map<string, Copy[]>()
  const marks = new Map<string, Set<string>>()
  const gone = new Set<string>()
  const read = new Set<string>()
  let seal = first

  function* linesOf(name: string): Generator<Arrived> {
    const machine = name.split("/")[1]!
    const bytes = readFileSync(heap.path(name))
    for (let start = 0, end = bytes.indexOf(10); end >= 0; start = end + 1, end = bytes.indexOf(10, start)) {
      const line = readLine(seal, bytes.toString("utf8", start, end))
      if (line?.what === "erase") marks.set(line.id, (marks.get(line.id) ?? new Set()).add(line.token))
      if (line?.what === "destroyed") yield { machine, ts: 0, id: line.id }
      if (line?.what !== "envelope") continue
      const { id, envelope, words } = line
      const { lock, partition, ts } = envelope
      const copy: Copy = { id, name, start, length: end - start, lock, partition, words }
      copies.set(id, [...(copies.get(id) ?? []), copy])
      yield { machine, ts, id }
    }
  }
  const isKnown = (id: string): boolean => copies.has(id) || gone.has(id)
  return {
    seal: () => seal,
    /** Takes in the segments that came since the last look. */
    look(into: Arrived[]): void {
      for (const name of heap.names()) {
        if (read.has(name) || !name.startsWith("log/")) continue
        read.add(name)
        for (const arrived of linesOf(name)) into.push(arrived)
      }
    },
    living: (id: string): Copy | undefined => copies.get(id)?.find(copy => !isMarked(marks, copy)),
    isKnown,
    /** Numbered here, and its segment was lost with the power: it is written again. */
    isLost: (id: string): boolean => !isKnown(id) && sealedLine(seal, { id, lock: "" } as Envelope, true) !== null,
    hasMarks: () => marks.size > 0,
    /** Destroys the keys of what was erased by its author's word: every copy of it, so that a false one erases nothing. */
    destroy(): void {
      const ids = [...marks.keys()].filter(id => {
        const all = copies.get(id)
        return !gone.has(id) && all !== undefined && all.every(copy => isMarked(marks, copy))
      })
      if (ids.length === 0) return
      for (const id of ids) gone.add(id)
      const owned = ids.filter(id => copies.get(id)!.some(copy => copy.words))
      const kept = readSeal(join(state, SEAL)) ?? seal
      const next = punctured(kept, owned)
      if (next !== kept) writeSeal(join(state, SEAL), next)
      seal = next
      for (const id of ids) copies.delete(id)
    },
  }
}

/** What goes to the remote and comes from it: one push for all who wait for one, since a remote is far away. */
function carrierOf(heap: Heap, seal: () => Seal, freshMs: number) {
  let fetchedAt = Date.now()
  let soon: Promise<void> | null = null
  const pushing = queue()
  /** Another log stands there, or none: what is known here is not shown as if it were that one. */
  const isHidden = (): boolean => !heap.exists() || (!heap.isThere(sealName(seal())) && sealsThere(heap).length > 0)
  const giveNow = async (): Promise<void> => {
    if (isHidden())
      throw new MettleError("E_INTEGRITY", "the remote holds another log, or none any more", {
        still: "nothing was sent; what was known is kept here",
        hint: "mettle team status; mettle team join <address> takes part in what is there now",
      })
    await heap.push()
    fetchedAt = Date.now()
  }
  return {
    isHidden,
    give: (): Promise<void> =>
      (soon ??= pushing(async () => {
        soon = null
        await giveNow()
      })),
    async fetch(must: boolean): Promise<void> {
      if (!must && Date.now() - fetchedAt < freshMs) return
      await heap.fetch()
      fetchedAt = Date.now()
    },
    given: () => pushing(async () => {}),
  }
}

export function sealedLog(heap: Heap, state: string, first: Seal, options: EngineOptions, done: () => void): SharedLog {
  const order = arrivalOrder(state, options.timeoutMs ?? TIMEOUT)
  const copies = copiesIn(heap, state, first)
  const { isHidden, give, fetch, given } = carrierOf(heap, copies.seal, options.freshMs ?? 0)
  const wordless = new Set(options.wordless ?? [])
  const inTurn = queue()
  let closed = false
  /** what came and has no number yet: numbers are given alone, and a look may be followed by another before that */
  let fresh: Arrived[] = []

  async function number(): Promise<void> {
    copies.look(fresh)
    if (fresh.length > 0)
      await order.alone(() => {
        order.give(merged(fresh.filter(({ id }) => order.seqOf(id) === undefined)).map(({ id }) => id))
        fresh = []
      })
    else order.refresh()
    if (copies.hasMarks()) await order.alone(copies.destroy)
  }
  async function catchUp(must = false): Promise<void> {
    await fetch(must)
    await number()
  }
  const entryAt = (seq: number, wanted: string | undefined): Entry | null => {
    const id = order.ids[seq - 1]
    const copy = id === undefined ? undefined : copies.living(id)
    if (!copy || (wanted ?? copy.partition) !== copy.partition) return null
    const line = readLine(copies.seal(), sliceOf(heap.path(copy.name), copy.start, copy.length))
    return line?.what === "envelope" ? { seq, envelope: line.envelope } : null
  }
  const count = async (): Promise<number> => {
    if (closed) throw shut()
    await catchUp()
    return isHidden() ? 0 : order.ids.length
  }
  const write = writingTo(heap, machineIn(state))
  /** Writes what nobody has given yet; says how many there were. */
  const add = (batch: readonly Envelope[]) =>
    inTurn(async () => {
      if (closed) throw shut()
      fitting(batch)
      // Ids are known by what is here; whoever gave the same elsewhere gave a copy. What others pushed comes with our push.
      await number()
      const begun = order.ids.length
      await order.alone(() => {
        const isNew = (id: string) => !copies.isKnown(id) && (order.seqOf(id) === undefined || copies.isLost(id))
        const news = new Map<string, Envelope>()
        for (const one of batch) if (isNew(one.id) && !news.has(one.id)) news.set(one.id, one)
        const lines = [...news.values()].map(one => sealedLine(copies.seal(), one, !wordless.has(one.type)) ?? "")
        if (news.size > 0) write(lines.join(""))
        order.give([...news.keys()])
      })
      copies.look(fresh)
      return order.ids.length - begun
    })

  return {
    oneOrder: false,
    async append(batch) {
      const added = await add(batch)
      await give()
      return added
    },
    ...numbered(count, entryAt),
    erase: erasures =>
      inTurn(async () => {
        await catchUp()
        const open = erasures.filter(({ id, token }) => {
          const copy = copies.living(id)
          return copy !== undefined && opens(copy.lock, token)
        })
        const unique = [...new Map(open.map(one => [one.id, one])).values()]
        if (unique.length === 0) return 0
        write(unique.map(eraseLine).join(""))
        await number()
        return unique.length
      }).then(async n => {
        if (n > 0) await give()
        return n
      }),
    /** Puts back what the remote lost. */
    async sweep() {
      if (!isHidden()) await give()
      return 0
    },
    durability: async () => ({
      ok: true,
      says: `acknowledged when the remote has taken the push${heap.lost() > 0 ? `; it has lost or rewritten ${heap.lost()} files so far, which were put back from here` : ""}`,
      erasing: null,
    }),
    door: {
      async waiting() {
        await catchUp(true)
        return knocking(heap).map(shownCode)
      },
      answer: (code, gift) =>
        inTurn(async () => {
          await catchUp(true)
          if (!answer(heap, readCode(code), { seal: sealText(copies.seal()), gift })) return false
          await give()
          return true
        }),
    },
    async close() {
      await inTurn(async () => {})
      await given()
      closed = true
      done()
    },
  }
}

/** This machine's segments are read in the order in which it wrote them. */
function writingTo(heap: Heap, machine: string): (text: string) => void {
  const own = `log/${machine}/`
  return text => {
    const last = heap.names().findLast(name => name.startsWith(own))
    heap.add(contentName(machine, Number(last?.slice(own.length, own.length + 8) ?? 0) + 1, text), text)
  }
}

function sliceOf(file: string, start: number, length: number): string {
  const fd = openSync(file, "r")
  try {
    const bytes = Buffer.alloc(length)
    readSync(fd, bytes, 0, length, start)
    return bytes.toString("utf8")
  } finally {
    closeSync(fd)
  }
}
