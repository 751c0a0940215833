// A shared log in a folder that git or a file sync carries: each machine appends to segments of its own, so that nothing
// ever conflicts, and numbers what it sees by arrival (folder-order.ts). No server, no push: others are found by looking.
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { isAbsolute, join } from "node:path"
import { fileURLToPath } from "node:url"
import { MettleError } from "../../core/errors.ts"
import type { Engine, EngineOptions, Entry, Envelope, SharedLog } from "../shared-log.ts"
import { bare, erased, fitting, opens, shut } from "./fit.ts"
import { type Arrived, arrivalOrder, merged, newMachine, numbered } from "./folder-order.ts"
import {
  addLines,
  blankLines,
  envelopeAt,
  eraseLine,
  isMarked,
  lineOf,
  type Place,
  segments,
} from "./folder-segments.ts"
import { offline, queue } from "./retry.ts"

const EXAMPLE = "folder:/home/me/team-memory"
const README = `# A team's memory

Written by mettle; carried by whatever carries this folder.

- \`log/<machine>/\`: what each machine shared, one envelope a line. Only that machine writes there, only at the end.

Merging is always safe: keep both sides.
`

export const folderEngine: Engine = {
  name: "folder",
  example: EXAMPLE,
  matches: url => /^(?:folder|file):/.test(url),
  async open(url, options = {}) {
    const folder = pathOf(url)
    const stat = statSync(folder, { throwIfNoEntry: false })
    if (!stat?.isDirectory())
      throw offline("folder", new Error(`${folder} is not there; make it, or mount what holds it`))
    return over(folder, options)
  },
}

function pathOf(url: string): string {
  const path = url.startsWith("file:") ? fileURLToPath(url) : url.replace(/^folder:(?:\/\/)?/, "")
  if (isAbsolute(path)) return path
  throw new MettleError("E_CONFIG", `the folder's address is not absolute: ${path}`, { hint: `like ${EXAMPLE}` })
}

/** Where the line of each envelope stands, the words that erase, and which envelopes this machine wrote. */
function placesIn(log: string, cards: string, machine: string) {
  const places = new Map<string, { place: Place; partition: string; blank: boolean }>()
  const marks = new Map<string, Set<string>>()
  const mine = new Set<string>()
  /** marks on this machine's own lines that were not tried yet */
  const untried = new Set<string>()
  const files = segments(log)
  const envelopeOf = (id: string): Envelope | null => {
    const known = places.get(id)
    const envelope = known ? envelopeAt(known.place) : null
    return envelope?.id === id ? envelope : null
  }

  /** Takes in what arrived since the last look. Sequences are given elsewhere, alone. */
  function look(): readonly Arrived[] {
    const fresh = new Map<string, Arrived>()
    for (const line of files.news()) {
      if (line.what === "erase") {
        marks.set(line.id, (marks.get(line.id) ?? new Set()).add(line.token))
        untried.add(line.id)
        continue
      }
      const { envelope, place } = line
      const { id, ts, partition, body } = envelope
      if (body !== "" && line.machine === machine) mine.add(id)
      // The first copy of an id counts, unless its file went away or it came without words.
      const old = places.get(id)
      const replaces =
        !old || old.place.file === place.file || !existsSync(old.place.file) || (old.blank && body !== "")
      if (replaces) places.set(id, { place, partition, blank: body === "" })
      if (!fresh.has(id)) fresh.set(id, { machine: line.machine, ts, id })
    }
    return [...fresh.values()]
  }
  return {
    look,
    envelopeOf,
    partitionOf: (id: string): string | undefined => places.get(id)?.partition,
    isMarked: (envelope: Envelope): boolean => isMarked(marks, envelope),
    /** Its file was replaced since: everything is read once more. */
    again: files.again,
    /** Words that this machine wrote were erased, here or by its author elsewhere: only this one may change its segments. */
    blank(): boolean {
      const owed = [...untried].some(id => mine.has(id))
      untried.clear()
      const blanked = owed ? blankLines(log, machine, marks) : new Set<string>()
      if (blanked.size === 0) return false
      removeCardPages(cards, blanked)
      for (const id of blanked) mine.delete(id)
      return true
    },
  }
}

function over(folder: string, options: EngineOptions): SharedLog {
  const log = join(folder, "log")
  const cards = join(folder, "cards")
  const machine = (options.machine ?? newMachine()).replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 64)
  const order = arrivalOrder(options.state ?? null, options.timeoutMs ?? 10_000)
  const lines = placesIn(log, cards, machine)
  const inTurn = queue()
  let closed = false
  let waiting: Arrived[] = []

  const look = () => waiting.push(...lines.look().filter(({ id }) => order.seqOf(id) === undefined))
  const number = () => {
    look()
    order.give(merged(waiting).map(({ id }) => id))
    waiting = []
  }
  async function catchUp(): Promise<void> {
    if (!statSync(folder, { throwIfNoEntry: false })) throw offline("folder", new Error(`${folder} is not there`))
    order.refresh()
    look()
    waiting = waiting.filter(({ id }) => order.seqOf(id) === undefined)
    if (waiting.length > 0) await order.alone(number)
    if (lines.blank()) look()
  }

  const entryAt = (seq: number, wanted: string | undefined): Entry | null => {
    const id = order.ids[seq - 1]
    const partition = id === undefined ? undefined : lines.partitionOf(id)
    if (!id || partition === undefined || (wanted ?? partition) !== partition) return null
    let envelope = lines.envelopeOf(id)
    if (envelope === null) {
      // Its file was replaced between the look and now.
      lines.again()
      look()
      envelope = lines.envelopeOf(id)
    }
    return envelope && { seq, envelope: lines.isMarked(envelope) ? erased(envelope) : envelope }
  }
  const count = async (): Promise<number> => {
    if (closed) throw shut()
    await catchUp()
    return order.ids.length
  }

  return {
    oneOrder: false,
    append: batch =>
      inTurn(async () => {
        if (closed) throw shut()
        fitting(batch)
        await catchUp()
        return order.alone(() => {
          number()
          const fresh = new Map<string, Envelope>()
          for (const envelope of batch)
            if (order.seqOf(envelope.id) === undefined && !fresh.has(envelope.id))
              fresh.set(envelope.id, bare(envelope))
          if (fresh.size > 0) write(folder, machine, [...fresh.values()])
          order.give([...fresh.keys()])
          look()
          return fresh.size
        })
      }),
    ...numbered(count, entryAt),
    erase: erasures =>
      inTurn(async () => {
        await catchUp()
        const open = new Map(
          erasures
            .filter(({ id, token }) => {
              const envelope = lines.envelopeOf(id)
              if (envelope === null || envelope.body === "") return false
              return opens(envelope.lock, token) && !lines.isMarked(envelope)
            })
            .map(one => [one.id, one]),
        )
        if (open.size === 0) return 0
        // Said aloud for every copy elsewhere; each machine blanks its own.
        await order.alone(() => addLines(log, machine, [...open.values()].map(eraseLine)))
        await catchUp()
        return open.size
      }),
    sweep: async () => 0,
    durability: async () => ({
      ok: true,
      says: `each append is synced to this machine's disk; others have it once ${folder} is carried to them`,
      erasing: null,
    }),
    async close() {
      await inTurn(async () => {})
      closed = true
    },
  }
}

function write(folder: string, machine: string, batch: readonly Envelope[]): void {
  const log = join(folder, "log")
  if (!existsSync(log)) {
    mkdirSync(log, { recursive: true })
    writeFileSync(join(folder, "README.md"), README)
    writeFileSync(join(folder, ".gitattributes"), "log/**/*.jsonl merge=union -text\n")
  }
  addLines(log, machine, batch.map(lineOf))
}

/** No page was longer. */
const LARGEST_PAGE = 1 << 20

/** Earlier releases wrote every card as a page of its own beside the log: it goes with the words. */
function removeCardPages(folder: string, ids: ReadonlySet<string>): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    // Whoever carries the folder may put anything there: a link, or a file without an end.
    const stat = name.endsWith(".md") ? lstatSync(file, { throwIfNoEntry: false }) : undefined
    if (!stat?.isFile() || stat.size > LARGEST_PAGE) continue
    if (ids.has(/^<!-- ([0-9a-f]{32}) -->/.exec(readFileSync(file, "utf8"))?.[1] ?? "")) rmSync(file, { force: true })
  }
}
