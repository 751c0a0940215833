// A shared log in a folder that git or a file sync carries: each machine appends to segments of its own, so that nothing
// ever conflicts, and numbers what it sees by arrival (arrivals.ts). No server, no push: others are found by looking.
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { isAbsolute, join } from "node:path"
import { fileURLToPath } from "node:url"
import { MettleError } from "../../core/errors.ts"
import type { Engine, EngineOptions, Envelope, SharedLog } from "../shared-log.ts"
import { type Arrived, arrivalLog, type Carrier, newMachine } from "./arrivals.ts"
import { type ErasingWords, erased, erasingWords } from "./fit.ts"
import { offline } from "./retry.ts"
import { addLines, blankLines, envelopeAt, eraseLine, type Line, type LinePlace, lineOf, segments } from "./segments.ts"

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

function over(folder: string, options: EngineOptions): SharedLog {
  const machine = (options.machine ?? newMachine()).replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 64)
  const { log } = arrivalLog(carrierOf(folder, machine), options.state ?? null, options.timeoutMs ?? 10_000)
  return {
    ...log,
    durability: async () => ({
      ok: true,
      says: `each append is synced to this machine's disk; others have it once ${folder} is carried to them`,
      erasing: null,
    }),
  }
}

/** Where the line of each envelope stands, and which of them this machine wrote: only that one may change its segments. */
function linesIn(folder: string, log: string, machine: string, words: ErasingWords) {
  const places = new Map<string, { place: LinePlace; partition: string; blank: boolean }>()
  const mine = new Set<string>()
  /** words about this machine's own lines that were not tried yet */
  const untried = new Set<string>()
  const files = segments(log)
  function take({ envelope, place, machine: by }: Extract<Line, { what: "envelope" }>): Arrived {
    const { id, ts, partition, body } = envelope
    if (body !== "" && by === machine) mine.add(id)
    // The first copy of an id counts, unless its file went away or it came without words.
    const old = places.get(id)
    const replaces = !old || old.place.file === place.file || !existsSync(old.place.file) || (old.blank && body !== "")
    if (replaces) places.set(id, { place, partition, blank: body === "" })
    return { machine: by, ts, id }
  }
  return {
    places,
    again: files.again,
    look(): readonly Arrived[] {
      if (!statSync(folder, { throwIfNoEntry: false })) throw offline("folder", new Error(`${folder} is not there`))
      const fresh = new Map<string, Arrived>()
      for (const line of files.news()) {
        if (line.what === "erase") {
          words.add(line.id, line.token)
          untried.add(line.id)
          continue
        }
        const arrived = take(line)
        if (!fresh.has(arrived.id)) fresh.set(arrived.id, arrived)
      }
      return [...fresh.values()]
    },
    /** Words that this machine wrote were erased, here or by their author elsewhere: they go from its segments. */
    blank(): boolean {
      const owed = [...untried].some(id => mine.has(id))
      untried.clear()
      const blanked = owed ? blankLines(log, machine, words) : new Set<string>()
      removeCardPages(join(folder, "cards"), blanked)
      for (const id of blanked) mine.delete(id)
      return blanked.size > 0
    },
  }
}

function carrierOf(folder: string, machine: string): Carrier {
  const log = join(folder, "log")
  const words = erasingWords()
  const { places, again, look, blank } = linesIn(folder, log, machine, words)
  const stored = (id: string): Envelope | null => {
    const known = places.get(id)
    const envelope = known ? envelopeAt(known.place) : null
    return envelope?.id === id ? envelope : null
  }
  return {
    fetch: async () => {},
    look,
    obey: async () => blank(),
    partitionOf: id => places.get(id)?.partition,
    read(id) {
      let envelope = stored(id)
      if (envelope === null) {
        // Its file was replaced between the look and now: everything is read once more.
        again()
        look()
        envelope = stored(id)
      }
      return envelope && words.open(envelope) ? erased(envelope) : envelope
    },
    lockOf(id) {
      const envelope = stored(id)
      return envelope === null || envelope.body === "" || words.open(envelope) ? undefined : envelope.lock
    },
    isNew: (_, numbered) => !numbered,
    write(batch) {
      if (!existsSync(log)) begin(folder, log)
      addLines(log, machine, batch.map(lineOf))
    },
    erase: spoken => addLines(log, machine, spoken.map(eraseLine)),
    give: async () => {},
    isHidden: () => false,
    close: async () => {},
  }
}

function begin(folder: string, log: string): void {
  mkdirSync(log, { recursive: true })
  writeFileSync(join(folder, "README.md"), README)
  writeFileSync(join(folder, ".gitattributes"), "log/**/*.jsonl merge=union -text\n")
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
