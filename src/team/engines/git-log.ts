// What a machine reads of a sealed log: every copy of every envelope in the segments it has, numbered by arrival; what its
// author erased is destroyed for good. Writing adds a segment and is acknowledged when the remote has taken it.
import { randomBytes } from "node:crypto"
import { closeSync, existsSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { MettleError } from "../../core/errors.ts"
import type { EngineOptions, Entry, Envelope, SharedLog } from "../shared-log.ts"
import { fitting, opens, passed, shut } from "./fit.ts"
import { arrivalOrder, merged } from "./folder-order.ts"
import { answer, knocking, readCode, shownCode } from "./git-door.ts"
import { contentName, type Heap } from "./git-remote.ts"
import { erasureLine, punctured, readLine, readSeal, type Seal, sealedLine, sealText, writeSeal } from "./git-seal.ts"
import { queue } from "./retry.ts"
import { bell, numbered } from "./tail.ts"

/** Enough for a slow line; what is fetched is small. */
export const TIMEOUT = 120_000
const POLL = 15_000
/** The file of the seal in an engine's folder. */
export const SEAL = "seal"
export const sealName = ({ name }: Seal): string => `seal/${name}`
export const sealsThere = (heap: Heap): readonly string[] =>
  heap.names().filter(name => name.startsWith("seal/") && heap.isThere(name))

interface Copy {
  readonly name: string
  readonly start: number
  readonly length: number
  readonly lock: string
  readonly partition: string
  readonly words: boolean
}

export function sealedLog(heap: Heap, state: string, first: Seal, options: EngineOptions, done: () => void): SharedLog {
  const order = arrivalOrder(state, options.timeoutMs ?? TIMEOUT)
  const machine = machineIn(state)
  const wordless = new Set(options.wordless ?? [])
  const copies = new Map<string, Copy[]>()
  const marks = new Map<string, Set<string>>()
  const gone = new Set<string>()
  const read = new Set<string>()
  const ring = bell()
  const inTurn = queue()
  let seal = first
  let fetchedAt = Date.now()
  let closed = false

  /** Another log stands there, or none: what is known here is not shown as if it were that one. */
  const isHidden = (): boolean => !heap.exists() || (!heap.isThere(sealName(seal)) && sealsThere(heap).length > 0)
  const isMarked = (id: string, { lock }: Copy): boolean => [...(marks.get(id) ?? [])].some(token => opens(lock, token))
  const livingCopy = (id: string): Copy | undefined => copies.get(id)?.find(copy => !isMarked(id, copy))

  /** what came and has no number yet: numbers are given alone, and a look may be followed by another before that */
  let fresh: { readonly machine: string; readonly ts: number; readonly id: string }[] = []
  /** Takes in the segments that came since the last look. */
  function look(): void {
    for (const name of heap.names()) {
      if (read.has(name) || !name.startsWith("log/")) continue
      read.add(name)
      const from = name.split("/")[1]!
      const bytes = readFileSync(heap.path(name))
      for (let start = 0, end = bytes.indexOf(10); end >= 0; start = end + 1, end = bytes.indexOf(10, start)) {
        const line = readLine(seal, bytes.toString("utf8", start, end))
        if (line?.what === "erase") marks.set(line.id, (marks.get(line.id) ?? new Set()).add(line.token))
        if (line?.what === "destroyed") fresh.push({ machine: from, ts: 0, id: line.id })
        if (line?.what !== "envelope") continue
        const { id, envelope, words } = line
        const { lock, partition, ts } = envelope
        const copy: Copy = { name, start, length: end - start, lock, partition, words }
        const known = copies.get(id)
        if (known) known.push(copy)
        else copies.set(id, [copy])
        fresh.push({ machine: from, ts, id })
      }
    }
  }
  /** Destroys the keys of what was erased by its author's word: every copy of it, so that a false one erases nothing. */
  function destroy(): void {
    const ids = [...marks.keys()].filter(id => {
      const all = copies.get(id)
      return !gone.has(id) && all !== undefined && all.every(copy => isMarked(id, copy))
    })
    if (ids.length === 0) return
    for (const id of ids) gone.add(id)
    const owned = ids.filter(id => copies.get(id)!.some(copy => copy.words))
    const kept = readSeal(join(state, SEAL)) ?? seal
    const next = punctured(kept, owned)
    if (next !== kept) writeSeal(join(state, SEAL), next)
    seal = next
    for (const id of ids) copies.delete(id)
  }
  async function number(): Promise<void> {
    look()
    if (fresh.length > 0)
      await order.alone(() => {
        order.give(merged(fresh.filter(({ id }) => order.seqOf(id) === undefined)).map(({ id }) => id))
        fresh = []
      })
    else order.refresh()
    if (marks.size > 0) await order.alone(destroy)
  }
  async function catchUp(must = false): Promise<void> {
    if (must || Date.now() - fetchedAt >= (options.freshMs ?? 0)) {
      await heap.fetch()
      fetchedAt = Date.now()
    }
    await number()
  }
  const entryAt = (seq: number, wanted: readonly string[] | null): Entry | null => {
    const id = order.ids[seq - 1]
    const copy = id === undefined ? undefined : livingCopy(id)
    if (!copy || (wanted !== null && !wanted.includes(copy.partition))) return null
    const line = readLine(seal, sliceOf(heap.path(copy.name), copy.start, copy.length))
    return line?.what === "envelope" ? { seq, envelope: line.envelope } : null
  }
  const count = async (): Promise<number> => {
    if (closed) throw shut()
    await catchUp()
    return isHidden() ? 0 : order.ids.length
  }
  /** This machine's segments are read in the order in which it wrote them. */
  const write = (text: string): void => {
    const own = `log/${machine}/`
    const last = heap.names().findLast(name => name.startsWith(own))
    heap.add(contentName(machine, Number(last?.slice(own.length, own.length + 8) ?? 0) + 1, text), text)
  }
  /** One push for all who wait for one: a remote is far away. */
  let soon: Promise<void> | null = null
  const pushing = queue()
  const give = (): Promise<void> =>
    (soon ??= pushing(async () => {
      soon = null
      await giveNow()
    }))
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
    oneOrder: false,
    async append(batch, { expected } = {}) {
      const { added } = await inTurn(async () => {
        if (closed) throw shut()
        fitting(batch)
        // Ids are known by what is here; whoever gave the same elsewhere gave a copy. What others pushed comes with our push.
        await (expected === undefined ? number() : catchUp())
        const begun = order.ids.length
        await order.alone(() => {
          if (expected !== undefined && expected !== order.ids.length) throw passed(order.ids.length, expected)
          const fresh = new Map<string, Envelope>()
          for (const envelope of batch) {
            const { id } = envelope
            const known = copies.has(id) || gone.has(id) || (order.seqOf(id) !== undefined && !isLost(id))
            if (!known && !fresh.has(id)) fresh.set(id, envelope)
          }
          const lines = [...fresh.values()].map(one => sealedLine(seal, one, !wordless.has(one.type)) ?? "")
          if (fresh.size > 0) write(lines.join(""))
          order.give([...fresh.keys()])
        })
        look()
        return { added: order.ids.length - begun }
      })
      await give()
      ring.ring()
      return { seqs: batch.map(({ id }) => order.seqOf(id)!), added }
    },
    ...numbered({ count, entryAt, bell: ring, pollMs: options.pollMs ?? POLL }),
    erase: erasures =>
      inTurn(async () => {
        await catchUp()
        const open = erasures.filter(({ id, token }) => {
          const copy = livingCopy(id)
          return copy !== undefined && opens(copy.lock, token)
        })
        const unique = [...new Map(open.map(one => [one.id, one])).values()]
        if (unique.length === 0) return 0
        write(unique.map(erasureLine).join(""))
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
          if (!answer(heap, readCode(code), { seal: sealText(seal), gift })) return false
          await give()
          return true
        }),
    },
    async close() {
      await inTurn(async () => {})
      await pushing(async () => {})
      closed = true
      done()
    },
  }
  /** Numbered here, and its segment was lost with the power: it is written again. */
  function isLost(id: string): boolean {
    return !copies.has(id) && !gone.has(id) && sealedLine(seal, { id, lock: "" } as Envelope, true) !== null
  }
}

function machineIn(state: string): string {
  const file = join(state, "machine")
  if (!existsSync(file)) writeFileSync(file, `m${randomBytes(6).toString("hex")}`, { mode: 0o600 })
  return readFileSync(file, "utf8").trim()
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
