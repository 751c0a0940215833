// Copies of texts in files of their own: backups, which are whole stores, and exports, which are lines of JSON. Forgetting
// reaches into them, so that a backup put back in place does not bring back what was forgotten.
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { pipeline } from "node:stream/promises"
import { parseEvent } from "../../core/events/registry.ts"
import { namesIn } from "../../paths.ts"
import { openStore, type Store } from "../../store/store.ts"
import { everyEvent, refsOf } from "../refs.ts"

/** Which texts are meant. */
export interface Meant {
  readonly refs: ReadonlySet<string>
  /** by their words as well; null: by reference alone */
  readonly holds: ((text: string) => boolean) | null
}

const BEFORE_MIGRATION = /^log\.db\.before-migration$/

/** Backups that mettle made in its own folder. Those written elsewhere are the person's to remember. */
export const backupsIn = (data: string): readonly string[] =>
  [...filesIn(data, BEFORE_MIGRATION), ...filesIn(join(data, "backups"), /\.db$/)].sort()

/** Paths of what is called so in a folder. */
export const filesIn = (dir: string, called: RegExp): readonly string[] =>
  namesIn(dir)
    .filter(name => called.test(name))
    .map(name => join(dir, name))

/** References of a copy's texts that hold the words; none when it cannot be opened. */
export async function heldIn(file: string, holds: (text: string) => boolean): Promise<ReadonlySet<string>> {
  let store: Store
  try {
    store = copyAt(file, true)
  } catch {
    return new Set()
  }
  try {
    return heldBy(store, holds)
  } catch {
    return new Set()
  } finally {
    await store.close()
  }
}

/** Throws when the copy cannot be opened as it is, or the bytes cannot be erased. */
export async function eraseInCopy(file: string, { refs, holds }: Meant): Promise<void> {
  const store = copyAt(file, false)
  try {
    store.blobs.erase([...refs, ...(holds ? heldBy(store, holds) : [])])
  } finally {
    await store.close()
    for (const side of ["-wal", "-shm"]) rmSync(file + side, { force: true })
  }
}

const copyAt = (file: string, readOnly: boolean): Store =>
  openStore({ dir: dirname(file), copy: basename(file), readOnly, groupMs: 0, pollMs: 0 })

function heldBy({ log, blobs }: Store, holds: (text: string) => boolean): ReadonlySet<string> {
  const seen = new Map<string, boolean>()
  for (const event of everyEvent(log))
    for (const ref of refsOf(parseEvent(event))) if (!seen.has(ref)) seen.set(ref, holds(blobs.get(ref) ?? ""))
  return new Set([...seen].flatMap(([ref, held]) => (held ? [ref] : [])))
}

/** An exported log, line by line without these texts. */
export async function eraseInExport(file: string, { refs, holds }: Meant): Promise<void> {
  const part = halfOf(file)
  const without = async function* (lines: AsyncIterable<string>) {
    for await (const line of lines) {
      const parsed = JSON.parse(line) as { texts?: Record<string, string> }
      const texts = parsed.texts
      const kept = texts && Object.entries(texts).filter(([ref, text]) => !refs.has(ref) && !holds?.(text))
      yield `${kept ? JSON.stringify({ ...parsed, texts: Object.fromEntries(kept) }) : line}\n`
    }
  }
  try {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
    await pipeline(lines, without, createWriteStream(part, { mode: 0o600 }))
    renameSync(part, file)
  } catch (error) {
    // What is damaged stays as it is, and no second time beside itself.
    rmSync(part, { force: true })
    throw error
  }
}

/** Where an export is written anew; a crash may leave it behind. */
export const halfOf = (file: string): string => `${file}.part`

// Damaged logs that were set aside (store/quarantine.ts says how): the folders that hold them, oldest first. They stay until the
// person removes them, and so does the word about them.

export function setAside(dir: string): readonly string[] {
  return filesIn(join(dir, "quarantine"), /^\d{1,9}$/)
    .filter(folder => existsSync(join(folder, "log.db")))
    .sort((a, b) => Number(basename(a)) - Number(basename(b)))
}
