// What a machine reads of a sealed log: every copy of every envelope in the segments it has, numbered by arrival; what its
// author erased is destroyed for good. Writing adds a segment and is acknowledged when the remote has taken it.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { MettleError } from "../../core/errors.ts"
import { queue } from "../../core/in-turn.ts"
import type { EngineOptions, Envelope, SharedLog } from "../shared-log.ts"
import { type Arrived, arrivalLog, type Carrier, machineIn } from "./arrivals.ts"
import { type ErasingWords, erasingWords } from "./fit.ts"
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
import { eraseLine, pieceOf } from "./segments.ts"

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

/** Every copy of every envelope that was read here, and what is left of the seal. */
function copiesIn(heap: Heap, state: string, first: Seal, words: ErasingWords) {
  const copies = new Map<string, Copy[]>()
  const gone = new Set<string>()
  const read = new Set<string>()
  let seal = first

  function* linesOf(name: string): Generator<Arrived> {
    const machine = name.split("/")[1]!
    const bytes = readFileSync(heap.path(name))
    for (let start = 0, end = bytes.indexOf(10); end >= 0; start = end + 1, end = bytes.indexOf(10, start)) {
      const line = readLine(seal, bytes.toString("utf8", start, end))
      if (line?.what === "erase") words.add(line.id, line.token)
      if (line?.what === "destroyed") yield { machine, ts: 0, id: line.id }
      if (line?.what !== "envelope") continue
      const { id, envelope, words: own } = line
      const { lock, partition, ts } = envelope
      const copy: Copy = { id, name, start, length: end - start, lock, partition, words: own }
      copies.set(id, [...(copies.get(id) ?? []), copy])
      yield { machine, ts, id }
    }
  }
  /** Destroys the keys of what was erased by its author's word: every copy of it, so that a false one erases nothing. */
  function destroy(): void {
    const ids = words.ids().filter(id => !gone.has(id) && copies.get(id)?.every(words.open))
    if (ids.length === 0) return
    const owned = ids.filter(id => copies.get(id)!.some(copy => copy.words))
    const kept = readSeal(join(state, SEAL)) ?? seal
    seal = punctured(kept, owned)
    if (seal !== kept) writeSeal(join(state, SEAL), seal)
    for (const id of ids) {
      gone.add(id)
      copies.delete(id)
    }
  }
  return {
    seal: () => seal,
    living: (id: string): Copy | undefined => copies.get(id)?.find(copy => !words.open(copy)),
    isKnown: (id: string): boolean => copies.has(id) || gone.has(id),
    destroy,
    /** The segments that came since the last look. */
    *look(): Generator<Arrived> {
      for (const name of heap.names()) {
        if (read.has(name) || !name.startsWith("log/")) continue
        read.add(name)
        yield* linesOf(name)
      }
    },
  }
}

/** What goes to the remote and comes from it: one push for all who wait for one, since a remote is far away. */
function exchangeWith(
  heap: Heap,
  seal: () => Seal,
  freshMs: number,
): Pick<Carrier, "fetch" | "give" | "isHidden" | "close"> {
  let fetchedAt = Date.now()
  let soon: Promise<void> | null = null
  const pushing = queue()
  /** Another log stands there, or none: what is known here is not shown as if it were that one. */
  const isHidden = (): boolean => !heap.exists() || (!heap.isThere(sealName(seal())) && sealsThere(heap).length > 0)
  const giveNow = async (): Promise<void> => {
    soon = null
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
    give: () => (soon ??= pushing(giveNow)),
    async fetch(must) {
      if (!must && Date.now() - fetchedAt < freshMs) return
      await heap.fetch()
      fetchedAt = Date.now()
    },
    close: () => pushing(async () => {}),
  }
}

export function sealedLog(heap: Heap, state: string, first: Seal, options: EngineOptions, done: () => void): SharedLog {
  const words = erasingWords()
  const copies = copiesIn(heap, state, first, words)
  const exchange = exchangeWith(heap, copies.seal, options.freshMs ?? 0)
  const wordless = new Set(options.wordless ?? [])
  const write = writingTo(heap, machineIn(state))
  const lineOf = (one: Envelope): string => sealedLine(copies.seal(), one, !wordless.has(one.type)) ?? ""
  /** Numbered here, and its segment was lost with the power: it is written again. */
  const isLost = (id: string): boolean => sealedLine(copies.seal(), { id, lock: "" } as Envelope, true) !== null
  const carrier: Carrier = {
    ...exchange,
    look: copies.look,
    async obey(alone) {
      if (words.ids().length > 0) await alone(copies.destroy)
      return false
    },
    partitionOf: id => copies.living(id)?.partition,
    read(id) {
      const copy = copies.living(id)!
      const line = readLine(copies.seal(), pieceOf(heap.path(copy.name), copy.start, copy.length))
      return line?.what === "envelope" ? line.envelope : null
    },
    lockOf: id => copies.living(id)?.lock,
    isNew: (id, numbered) => !copies.isKnown(id) && (!numbered || isLost(id)),
    write: batch => write(batch.map(lineOf).join("")),
    erase: spoken => write(spoken.map(eraseLine).join("")),
    async close() {
      await exchange.close()
      done()
    },
  }
  const { log, inTurn, catchUp } = arrivalLog(carrier, state, options.timeoutMs ?? TIMEOUT)
  return {
    ...log,
    durability: async () => ({ ok: true, says: durabilityOf(heap.lost()), erasing: null }),
    door: {
      async waiting() {
        await catchUp(true)
        return knocking(heap).map(shownCode)
      },
      answer: (code, gift) =>
        inTurn(async () => {
          await catchUp(true)
          if (!answer(heap, readCode(code), { seal: sealText(copies.seal()), gift })) return false
          await carrier.give()
          return true
        }),
    },
  }
}

const durabilityOf = (lost: number): string =>
  `acknowledged when the remote has taken the push${lost > 0 ? `; it has lost or rewritten ${lost} files so far, which were put back from here` : ""}`

/** This machine's segments are read in the order in which it wrote them. */
function writingTo(heap: Heap, machine: string): (text: string) => void {
  const own = `log/${machine}/`
  return text => {
    const last = heap.names().findLast(name => name.startsWith(own))
    heap.add(contentName(machine, Number(last?.slice(own.length, own.length + 8) ?? 0) + 1, text), text)
  }
}
