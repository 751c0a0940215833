// Every place of a home that can hold a text, and how forgetting reaches it. THE list: whatever writes text somewhere else adds
// a line here (test/house/text-places.test.ts holds every writer in src against it), and everything that forgets goes through
// memory/forgetting/forget.ts, which goes through this.

import { closeSync, lstatSync, openSync, readFileSync, readSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { socketPath } from "../../paths.ts"
import { clearSpool, drain } from "../../spool.ts"
import { processLock } from "../../store/process-lock.ts"
import type { Memory } from "../memory.ts"
import { eventsOf } from "../refs.ts"
import { backupsIn, eraseInCopy, eraseInExport, filesIn, halfOf, heldIn, type Meant, setAside } from "./text-copies.ts"
import { folded } from "./wanted.ts"

/** Where a home's files lie; what is not given is not there. */
export interface HomeDirs {
  readonly data: string
  readonly state?: string | undefined
  /** where a resident listens */
  readonly run?: string | undefined
  /** the person's settings */
  readonly config?: string | undefined
  /** where trials work */
  readonly temp?: string | undefined
}

export interface Gone extends Meant {
  /** the erased texts themselves, for files that know no references */
  readonly texts: readonly string[]
  /** a person asked for it: what cannot be searched goes as well */
  readonly asked: boolean
}

interface Reached {
  /** files that went as a whole */
  readonly removed: readonly string[]
  /** files that could not be reached and may still hold it */
  readonly left: readonly string[]
}
const NOTHING: Reached = { removed: [], left: [] }

interface TextPlace {
  readonly name: string
  readonly about: string
  /** files and folders that are there now */
  readonly at: (home: HomeDirs) => readonly string[]
  /** absent: reached by erasing in the open store */
  readonly clear?: (home: HomeDirs, gone: Gone, memory: Memory) => Promise<Reached> | Reached
}

export type TextPlaces = ReturnType<typeof textPlaces>

export const TEXT_PLACES: readonly TextPlace[] = [
  {
    name: "log",
    about: "events and texts with their journal; erasing overwrites, truncates and proves it (store/sqlite-blobs.ts)",
    at: ({ data }) => filesIn(data, /^log\.db(?:-wal|-shm)?$/),
  },
  {
    name: "views",
    about: "folded rows and the search index; words that went are taken out, views of other rules are dropped",
    at: ({ data }) => filesIn(data, VIEWS),
    clear: ({ data }, _, memory) => {
      const own = memory.views.path
      const others = filesIn(data, VIEWS).filter(file => own === undefined || !file.startsWith(own))
      return own === undefined ? NOTHING : remove(others)
    },
  },
  {
    name: "readings",
    about: "what was read out of texts; what rests on one that went is erased with it (store/sqlite-readings.ts)",
    at: ({ data }) => filesIn(data, /^readings\.db(?:-wal|-shm)?$/),
  },
  {
    name: "shared views",
    about: "a team's words as this home folded them; dropped, the next sync folds them again",
    at: ({ data }) => teamsIn(data).flatMap(team => sharedViews(data, team)),
    clear: ({ data }) => {
      dropSharedViews(data)
      return NOTHING
    },
  },
  {
    name: "backups",
    about: "copies of the log in the data folder; texts are erased in them, one that cannot be opened goes",
    at: ({ data }) => [
      ...backupsIn(data),
      ...filesIn(join(data, "backups"), /\.part$/),
      ...filesIn(data, /^log\.db\..*\.part$/),
    ],
    clear: async ({ data }, gone, memory) => {
      const shut: string[] = []
      const files = backupsIn(data)
      // A backup may have been put back since something else was forgotten.
      const refs = files.length === 0 ? gone.refs : new Set([...gone.refs, ...everForgotten(memory)])
      for (const file of files) await eraseInCopy(file, { ...gone, refs }).catch(() => shut.push(file))
      const parts = [...filesIn(join(data, "backups"), /\.part$/), ...filesIn(data, /^log\.db\..*\.part$/)]
      return gone.asked ? remove([...shut, ...parts]) : { removed: [], left: shut }
    },
  },
  {
    name: "set aside",
    about: "damaged logs in quarantine: all that can be proven was taken over, the rest cannot be searched and goes",
    at: ({ data }) => [...setAside(data), ...filesIn(join(data, "quarantine"), /./)],
    clear: ({ data }, { asked }) => {
      const all = filesIn(join(data, "quarantine"), /./)
      return asked ? remove(all) : { removed: [], left: setAside(data) }
    },
  },
  {
    name: "spool",
    about: "what hooks could not append yet; taken in first, what cannot be read goes",
    at: ({ state }) => (state === undefined ? [] : filesIn(join(state, "spool"), /./)),
    clear: ({ state }, gone, memory) => (state === undefined ? NOTHING : clearSpool(state, memory.parts.blobs, gone)),
  },
  {
    name: "exports",
    about:
      "what a person wrote into these folders, settings too: an exported log loses the texts, another file that holds them is named",
    at: home => strays(home),
    clear: clearStrays,
  },
  {
    name: "trials",
    about: "copies of a home that a trial worked on and, killed, did not take away",
    at: ({ temp }) => deadTrials(temp),
    clear: ({ temp }) => remove(deadTrials(temp)),
  },
]

export function textPlaces(home: HomeDirs) {
  return {
    /** A resident is asked to close what it holds open. */
    async letGo(): Promise<void> {
      if (home.run !== undefined) await askResidentToLeave(home.run)
    },
    /** What cannot be searched, and goes when a person forgets something. */
    async unsearchable(): Promise<readonly string[]> {
      const spool = home.state === undefined ? [] : filesIn(join(home.state, "spool"), /\.unreadable$/)
      return [...filesIn(join(home.data, "quarantine"), /./), ...spool]
    },
    /** What waits is taken in, so that it can be named. */
    async takeIn(memory: Memory): Promise<void> {
      if (home.state !== undefined) await drain(home.state, memory.parts)
    },
    /** Texts that only copies hold, by their words. */
    async heldInCopies(holds: (text: string) => boolean): Promise<ReadonlySet<string>> {
      const found = new Set<string>()
      for (const file of backupsIn(home.data)) for (const ref of await heldIn(file, holds)) found.add(ref)
      return found
    },
    /** Files in our folders, written by a person or for one, that hold the words. */
    async written(holds: (text: string) => boolean): Promise<readonly string[]> {
      return strays(home).filter(file => isLarge(file) || holds(readFileSync(file, "utf8")))
    },
    async clear(memory: Memory, gone: Gone): Promise<Reached> {
      const all: Reached[] = []
      for (const place of TEXT_PLACES) if (place.clear) all.push(await place.clear(home, gone, memory))
      return { removed: all.flatMap(r => r.removed), left: all.flatMap(r => r.left) }
    },
  }
}

const everForgotten = ({ parts }: Memory): readonly string[] =>
  eventsOf(parts.log, "text.forgotten").flatMap(({ data }) => data.refs)

const VIEWS = /^views.*\.(?:db|new)(?:-wal|-shm)?$/
const TEAM = /^[0-9a-f]{12}$/
const teamsIn = (data: string): readonly string[] => filesIn(join(data, "team"), TEAM).map(path => basename(path))

/** Removes the shared views of every team, or of one: the next sync folds them again. A sync that has them open finds their folder. */
export function dropSharedViews(data: string, only?: string): void {
  for (const team of teamsIn(data).filter(one => one === (only ?? one))) remove(sharedViews(data, team))
}
const sharedViews = (data: string, team: string): readonly string[] => filesIn(join(data, "team", team, "views"), /./)

function remove(files: readonly string[]): Reached {
  for (const file of files) rmSync(file, { recursive: true, force: true })
  return { removed: files, left: [] }
}

/** Files in our folders that no other line of this list names and that may hold text; a person put them there. */
const KNOWN = /^(?:log\.db|views|readings\.db).*|^ballast$|\.lock(?:-wal|-shm)?$|^hooks\.|\.started$/
const LARGEST = 64 * 1024 * 1024

const strays = ({ data, state, config }: HomeDirs): readonly string[] =>
  [data, join(data, "team"), state, config]
    .flatMap(dir => (dir === undefined ? [] : filesIn(dir, /./)))
    .filter(path => !KNOWN.test(basename(path)) && lstatSync(path, { throwIfNoEntry: false })?.isFile())

async function clearStrays(home: HomeDirs, gone: Gone): Promise<Reached> {
  const left: string[] = []
  const files = strays(home)
  const exports = files.filter(isExport)
  const halves = files.filter(file => exports.some(one => file === halfOf(one)))
  remove(halves)
  for (const file of files.filter(one => !halves.includes(one))) {
    if (exports.includes(file)) await eraseInExport(file, gone).catch(() => left.push(file))
    else if (isLarge(file) || holdsAny(readFileSync(file, "utf8"), gone)) left.push(file)
  }
  return { removed: halves, left }
}

const isLarge = (file: string): boolean => (lstatSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST

function isExport(file: string): boolean {
  const start = Buffer.alloc(32)
  const handle = openSync(file, "r")
  try {
    readSync(handle, start, 0, 32, 0)
  } finally {
    closeSync(handle)
  }
  return start.toString("utf8").startsWith('{"mettle":"log"')
}

/** Shorter texts (a branch, `git status`) stand in others by chance. */
const TELLING = 24
function holdsAny(content: string, { holds, texts }: Gone): boolean {
  if (holds?.(content)) return true
  const all = folded(content)
  const telling = texts.filter(text => text.trim().length >= TELLING)
  return telling.some(t => all.includes(folded(t)) || all.includes(folded(JSON.stringify(t).slice(1, -1))))
}

/** mettle-trial-<process>-…: of those whose process is gone. */
function deadTrials(temp: string | undefined): readonly string[] {
  if (temp === undefined) return []
  return filesIn(temp, /^mettle-trial-\d+-/).filter(path => {
    const [, pid] = /^mettle-trial-(\d+)-/.exec(basename(path))!
    const own = process.getuid === undefined || lstatSync(path, { throwIfNoEntry: false })?.uid === process.getuid()
    return own && !isAlive(Number(pid))
  })
}
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

// A resident keeps files open, and what it has read in memory: before something is forgotten it is asked to leave, by the sign
// it watches for anyway, its socket taken away. The next hook starts another, which opens what is there then.

const MOST_MS = 5_000
const LOOK_MS = 50

/** Whether there is none any more. Waits for it, but not for ever: what it still holds then it lets go of soon. */
export async function askResidentToLeave(run: string): Promise<boolean> {
  const there = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
  // One that was asked before has no socket any more, and may still be at work.
  if (!there(socketPath(run)) && !there(`${run}/resident.lock`)) return true
  rmSync(socketPath(run), { force: true })
  for (let waited = 0; waited <= MOST_MS; waited += LOOK_MS) {
    const lock = processLock(run, "resident")
    if (lock) {
      lock.release()
      return true
    }
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
  }
  return false
}
